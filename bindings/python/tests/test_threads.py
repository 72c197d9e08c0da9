"""Threads: engines think without the interpreter's lock, several at once. No test here looks at a clock; a wait that
is given up on after ten minutes fails instead of hanging."""

import threading

import agon

ENDLESS = 10**15
PATIENCE = 600


class Thinker(threading.Thread):
    """An engine that thinks in a thread of its own until it is stopped."""

    def __init__(self, name, callback=None):
        super().__init__()
        self.engine = agon.engine(name, hash=1)
        self.position = agon.game(name).start
        self.begun = threading.Event()
        self.callback = callback
        self.report = None

    def run(self):
        self.report = self.engine.best(self.position, nodes=ENDLESS, callback=self.hear)

    def hear(self, report):
        self.begun.set()
        return self.callback(report) if self.callback else None


def test_python_goes_on_while_an_engine_thinks():
    thinker = Thinker("reversi")
    thinker.start()
    assert thinker.begun.wait(PATIENCE)
    # It would think for days: that we get here and can stop it shows that it does not hold the lock.
    other = agon.engine("reversi", hash=1).best(agon.game("reversi").start, depth=7)
    thinker.engine.stop()
    thinker.join(PATIENCE)
    assert other.depth == 7 and thinker.report.move in thinker.position.legal_moves


def test_two_engines_think_at_once():
    """Each goes one depth deeper only when the other has got as deep: done one after the other, this never ends."""
    depth = {"reversi": 0, "hexthello": 0}
    progress = threading.Condition()

    def in_step(name):
        other = next(key for key in depth if key != name)

        def hear(report):
            with progress:
                depth[name] = max(depth[name], report.depth)
                progress.notify_all()
                assert progress.wait_for(lambda: depth[other] >= depth[name] - 1, PATIENCE)
            return min(depth.values()) < 4

        return hear

    thinkers = [Thinker(name, in_step(name)) for name in depth]
    for thinker in thinkers:
        thinker.start()
    for thinker in thinkers:
        thinker.join(PATIENCE)
    assert all(thinker.report is not None for thinker in thinkers)
    assert min(depth.values()) >= 4


def test_two_searches_run_while_nobody_calls_back():
    thinkers = [Thinker("reversi"), Thinker("connect4-9x9")]
    for thinker in thinkers:
        thinker.start()
    for thinker in thinkers:
        assert thinker.begun.wait(PATIENCE)
    assert all(thinker.is_alive() for thinker in thinkers), "both are in the middle of their search"
    for thinker in thinkers:
        thinker.engine.stop()
        thinker.join(PATIENCE)
        assert thinker.report.move in thinker.position.legal_moves


def test_an_engine_thinks_of_one_thing_at_a_time():
    thinker = Thinker("reversi")
    thinker.start()
    assert thinker.begun.wait(PATIENCE)
    try:
        thinker.engine.best(thinker.position, depth=1)
    except RuntimeError as error:
        assert "thinking already" in str(error)
    else:
        raise AssertionError("two searches in one engine")
    finally:
        thinker.engine.stop()
        thinker.join(PATIENCE)


def test_positions_are_shared_by_threads():
    start = agon.game("reversi").start
    counts = []
    threads = [threading.Thread(target=lambda: counts.append(start.perft(6))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert counts == [8200] * 8

"""Threads: engines think without the interpreter's lock, several at once. No test here looks at a clock; a wait that
is given up on after ten minutes fails instead of hanging."""

import os
import sys
import threading

import agon_games as agon
import pytest
from agon_games.four_in_a_row import AI, Game

ENDLESS = 10**15
PATIENCE = 600


class Thinker(threading.Thread):
    """An engine that thinks in a thread of its own until it is stopped."""

    def __init__(self, name, callback=None):
        super().__init__()
        self.engine = agon.engine(name, hash=1)
        self.position = agon.game(name).start
        self.callback = callback
        self.progress = threading.Condition()
        self.heard = 0
        self.report = None

    def run(self):
        self.report = self.engine.best(self.position, nodes=ENDLESS, callback=self.hear)

    def hear(self, report):
        with self.progress:
            self.heard += 1
            self.progress.notify_all()
        return self.callback(report) if self.callback else None

    def wait_for_call(self, number):
        """Waits until it has called back so many times."""
        with self.progress:
            assert self.progress.wait_for(lambda: self.heard >= number, PATIENCE)

    def in_the_middle(self):
        """Whether its search is under way and no code of Python runs in its thread."""
        return sys._current_frames()[self.ident].f_code is Thinker.run.__code__

    def end(self):
        self.engine.stop()
        self.join(PATIENCE)
        assert self.report.move in self.position.legal_moves


def test_python_goes_on_while_an_engine_thinks():
    thinker = Thinker("reversi")
    thinker.start()
    thinker.wait_for_call(1)
    # It would think for days: that we get here and can stop it shows that it does not hold the lock.
    other = agon.engine("reversi", hash=1).best(agon.game("reversi").start, depth=7)
    thinker.end()
    assert other.depth == 7


def test_two_engines_really_run_at_once():
    """There is a moment at which both are in the middle of their searches while this thread has the lock; and from
    there both get on."""
    thinkers = [Thinker("reversi"), Thinker("hexthello")]
    for thinker in thinkers:
        thinker.start()
    for thinker in thinkers:
        thinker.wait_for_call(1)
    pause = threading.Event()
    while not all(thinker.in_the_middle() for thinker in thinkers):
        pause.wait(0.001)
    for thinker in thinkers:
        thinker.wait_for_call(thinker.heard + 1)
    for thinker in thinkers:
        thinker.end()


def test_two_engines_think_in_step():
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


def test_two_players_of_the_course_think_at_once():
    """Each call of `func` waits for the other's: alone, neither would end."""
    meeting = threading.Barrier(2)
    moves = []

    def think():
        def func(column):
            meeting.wait(PATIENCE)
            moves.append(column)

        AI().find_legal_move(Game(), func)

    threads = [threading.Thread(target=think) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(moves) == 2


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="threads are counted in /proc")
def test_a_batch_has_a_thread_for_every_core():
    """Four searches without an end: the fourth begins only if nobody waits for the first."""
    before = len(os.listdir("/proc/self/task"))
    engine = agon.engine("reversi", hash=1)
    start = agon.game("reversi").start
    ended = []

    def analyse():
        try:
            engine.best_all([start] * 4, nodes=ENDLESS, cores=4)
        except RuntimeError as error:
            ended.append(str(error))

    thread = threading.Thread(target=analyse)
    thread.start()
    pause = threading.Event()
    # This thread, one that waits for the others, and four that search.
    while len(os.listdir("/proc/self/task")) < before + 6:
        assert thread.is_alive()
        pause.wait(0.001)
    engine.stop()
    thread.join(PATIENCE)
    assert ended == ["stopped before the answer was found"]


def test_an_engine_thinks_of_one_thing_at_a_time():
    thinker = Thinker("reversi")
    thinker.start()
    thinker.wait_for_call(1)
    with pytest.raises(RuntimeError, match="thinking already"):
        thinker.engine.best(thinker.position, depth=1)
    thinker.end()


def test_positions_are_shared_by_threads():
    start = agon.game("reversi").start
    counts = []
    threads = [threading.Thread(target=lambda: counts.append(start.perft(6))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert counts == [8200] * 8


def test_a_callback_may_start_a_search_of_its_own():
    inner, innermost = (agon.engine("reversi", hash=1) for _ in range(2))
    start = agon.game("reversi").start
    depths = []

    def ask_another(report):
        # Within each of these searches a third one.
        found = inner.best(start, depth=3, callback=lambda _: depths.append(innermost.best(start, nodes=20_000).depth))
        depths.append(found.depth)

    last = agon.engine("reversi", hash=1).best(start, depth=4, callback=ask_another)
    assert last.depth == 4
    assert len(depths) >= 4 and all(depth > 0 for depth in depths)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_process_that_was_forked_off_thinks_too():
    start = agon.game("reversi").start
    # Now a worker rests here, whose thread will not be there in the child.
    here = start.playouts(2000, seed=1, cores=1)
    child = os.fork()
    if child == 0:
        there = start.playouts(2000, seed=1, cores=1)
        os._exit(0 if there == here else 1)
    pid, status = os.waitpid(child, 0)
    assert (pid, status) == (child, 0)

"""Nothing is left behind: the process stays as large as it was."""

import resource
import subprocess
import sys

import agon_games as agon
import pytest
from agon_games.four_in_a_row import Game

MEGABYTES = 6


def peak():
    """The most memory this process has had, in megabytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


def use(count):
    """Makes and drops `count` positions in every way there is."""
    start = agon.game("reversi").start
    made = 0
    while made < count:
        position = start
        while not position.is_over:
            moves = position.legal_moves
            position = position.play(moves[made % len(moves)])
            position.text, position.score, position.outcome, hash(position), position == start
            made += 1
        children = position.children()
        made += len(children)
        game = Game()
        game.make_move(made % 7)
        try:
            position.play("a1")
        except agon.IllegalMove:
            pass


def think(count):
    """Thinks `count` times, with calls back and with errors."""
    engine = agon.engine("reversi", hash=1)
    start = agon.game("reversi").start
    for _ in range(count):
        engine.best(start, depth=1)
        engine.best(start, depth=1, callback=lambda report: None)
        engine.evaluate_all([start] * 10)
        start.planes()


WORK = {"positions": (use, 20_000, 100_000), "searches": (think, 100, 400)}


@pytest.mark.parametrize("name", WORK)
def test_a_lot_of_work_leaves_nothing_behind(name):
    # In a process of its own: the most memory that this one ever had may be from another test.
    done = subprocess.run([sys.executable, __file__, name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < MEGABYTES


if __name__ == "__main__":
    work, first, then = WORK[sys.argv[1]]
    work(first)
    before = peak()
    work(then)
    print(peak() - before)

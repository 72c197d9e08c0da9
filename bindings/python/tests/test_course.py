"""A program of the course runs on top of game.py and ai.py that re-export ours."""

import pathlib
import subprocess
import sys

PROGRAM = pathlib.Path(__file__).parent / "course" / "four_in_a_row.py"


def run(*columns):
    command = [sys.executable, str(PROGRAM), *columns]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_computer_punishes_a_player_who_fills_one_column():
    done = run("0", "0", "0", "0")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] in ("the winner is player one", "the winner is player two")
    board = done.stdout.splitlines()[:6]
    assert all(len(row) == 7 and set(row) <= set(".XO") for row in board)


def test_an_illegal_move_is_the_courses_exception():
    done = run("9")
    assert (done.returncode, done.stdout) == (1, "Illegal move.\n")

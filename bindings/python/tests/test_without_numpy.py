"""NumPy is needed for arrays alone."""

import subprocess
import sys

SCRIPT = """
import sys
sys.modules["numpy"] = None
import agon_games as agon
start = agon.game("reversi").start
assert agon.engine("reversi", level=1).best(start).move
assert start.perft(4) == 244
try:
    start.planes()
except ImportError as error:
    assert str(error) == "arrays need NumPy: pip install numpy", error
else:
    raise AssertionError
"""


def test_everything_else_works_without_numpy():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

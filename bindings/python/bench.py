"""What Python costs: single calls beyond Python's own, and work in bulk against the same work in Rust.

`python bench.py` (in this folder, with the package installed and a Rust compiler at hand) prints two tables. All times
are the processor's, and the least of several runs, so that other programs on the machine hardly matter.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections.abc import Callable

import agon

CALLS = 20_000
START = agon.game("reversi").start
SAME = agon.game("reversi").start


class Empty:
    """Calls that do nothing, to know what Python itself takes."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0


EMPTY = Empty()
TEXT = "f5"


def least(runs: int, work: Callable[[], object]) -> float:
    """The least processor time of some runs."""
    best = float("inf")
    for _ in range(runs):
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return best


def loop(statement: str) -> Callable[[], object]:
    """A loop around a statement."""
    source = f"def work():\n    p, q, e, t = START, SAME, EMPTY, TEXT\n    for _ in range({CALLS}):\n        {statement}"
    scope: dict[str, Callable[[], object]] = {}
    exec(source, globals(), scope)
    return scope["work"]


SINGLE = {
    # What is asked, and a call of the same form to something of Python's own that does next to nothing.
    "side": ("p.side", "e.value"),
    "is_over": ("p.is_over", "e.value"),
    "score": ("p.score", "e.value"),
    "key": ("p.key", "e.value"),
    "legal_moves": ("p.legal_moves", "e.value"),
    "play": ("p.play('f5')", "t.count('5')"),
    "equals": ("p == q", "t == 'f6'"),
    "text": ("p.text", "e.value"),
    "perft 1": ("p.perft(1)", "t.count('5')"),
}


def bulk(runs: int) -> dict[str, float]:
    """The same work as in examples/rust_side.rs."""
    many = agon.game("reversi").random_positions(20_000, plies=20, seed=1, cores=1)
    engine = agon.engine("reversi")
    return {
        "perft": least(runs, lambda: START.perft(10, cores=1)),
        "playouts": least(runs, lambda: START.playouts(50_000, seed=1, cores=1)),
        "evaluations": least(runs, lambda: [engine.evaluate_all(many, cores=1) for _ in range(50)]),
        "self-play": least(
            runs,
            lambda: agon.self_play("reversi", games=40, random_plies=8, seed=1, cores=1, depth=3, hash=1),
        ),
    }


def rust(runs: int) -> dict[str, float]:
    """The times of the Rust program."""
    command = ["cargo", "run", "--release", "--quiet", "--example", "rust_side", "--", str(runs)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {name: float(seconds) for name, seconds in (line.rsplit(" ", 1) for line in told.splitlines())}


def main() -> None:
    """Prints both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    # Python and Rust in turns, so that both see the machine in all its moods.
    times: dict[str, float] = {}
    work: dict[str, float] = {}
    for _ in range(3):
        for name, seconds in rust(runs).items():
            times[name] = min(seconds, times.get(name, seconds))
        for name, seconds in bulk(runs).items():
            work[name] = min(seconds, work.get(name, seconds))
    print("| call | in Python, ns | Python's own, ns | in Rust, ns | beyond both, ns |")
    print("|---|---|---|---|---|")
    for name, (statement, own) in SINGLE.items():
        here, usual = (least(20, loop(text)) / CALLS * 1e9 for text in (statement, own))
        there = times[f"call {name}"] * 1e9
        print(f"| {name} | {here:.0f} | {usual:.0f} | {there:.0f} | {here - usual - there:.0f} |")
    print("\n| bulk | in Python, s | in Rust, s | slower by |")
    print("|---|---|---|---|")
    for name, seconds in work.items():
        there = times[f"bulk {name}"]
        print(f"| {name} | {seconds:.4f} | {there:.4f} | {100 * (seconds / there - 1):+.1f} % |")


if __name__ == "__main__":
    main()

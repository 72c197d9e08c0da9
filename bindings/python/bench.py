"""What Python costs: single calls beyond Python's own, and work in bulk against the same work in Rust.

`python bench.py` (in this folder, on Linux, with the package installed and a Rust compiler at hand) prints two tables,
and fails if a call costs more than a microsecond or work in bulk more than 5 % beyond Rust. All times are the processor's.
Of a call the least of many short runs counts, so that other programs hardly matter. Work in bulk is steady work: Python and
Rust take turns of a good part of a second each, whoever comes first the other time comes second, and what counts is the
median of the ratios of two turns next to each other, so that both see the machine in the same mood.

`python bench.py --openspiel` compares with OpenSpiel instead: see bench_openspiel.py.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import quantiles
from typing import Protocol

import agon_games as agon
from agon_games.four_in_a_row import Game

CALL_LIMIT = 1000.0
"""Nanoseconds that a call may take beyond Python's own and the work itself."""

BULK_LIMIT = 5.0
"""Percent that work in bulk may take longer than in Rust."""


class Side(Protocol):
    """Somebody who does a piece of work so many times and says how many seconds of processor time it took."""

    def __call__(self, times: int) -> float: ...


class Plain:
    """What Python itself has: an attribute to read."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0


SCOPE = {
    "p": agon.game("reversi").start,
    "q": agon.game("reversi").start,
    "g": Game(),
    "e": agon.engine("reversi", hash=1),
    "plain": Plain(),
    "word": "f5",
    "other": "e5",
}

SINGLE = {
    # A call, and one of the same form to something of Python's own that does next to nothing.
    "side": ("p.side", "plain.value"),
    "is_over": ("p.is_over", "plain.value"),
    "score": ("p.score", "plain.value"),
    "key": ("p.key", "plain.value"),
    "==": ("p == q", "word == other"),
    "hash": ("hash(p)", "hash(word)"),
    "legal_moves": ("p.legal_moves", "plain.value"),
    "play": ("p.play('f5')", "word.count('5')"),
    "text": ("p.text", "plain.value"),
    "perft(1)": ("p.perft(1)", "word.count('5')"),
    "get_player_at": ("g.get_player_at(5, 3)", "word.find('5', 0)"),
    "evaluate": ("e.evaluate(p)", "word.count('5')"),
    "best(depth=1)": ("e.best(p, depth=1)", "word.split('5', maxsplit=1)"),
}


def timed(work: Callable[[int], object]) -> Side:
    """Work in Python."""

    def side(times: int) -> float:
        begun = time.process_time()
        work(times)
        return time.process_time() - begun

    return side


def loop(statement: str) -> Side:
    """A statement in a loop, with local names only."""
    names = ", ".join(SCOPE)
    source = f"def work({names}):\n def run(times):\n  for _ in range(times):\n   {statement}\n return run"
    scope: dict[str, Callable[..., Callable[[int], object]]] = {}
    exec(source, scope)
    return timed(scope["work"](**SCOPE))


def bulk() -> dict[str, Side]:
    """The same work as in examples/rust_side.rs."""
    start = agon.game("reversi").start
    many = agon.game("reversi").random_positions(200_000, plies=20, seed=1, cores=1)
    engine = agon.engine("reversi")

    def self_play() -> object:
        games = agon.self_play("reversi", games=40, random_plies=8, seed=1, cores=1, depth=3, hash=1)
        return games.scores, games.margins, games.games

    tasks: dict[str, Callable[[], object]] = {
        "perft": lambda: start.perft(10, cores=1),
        "playouts": lambda: start.playouts(50_000, seed=1, cores=1),
        "evaluations": lambda: engine.evaluate_all(many, cores=1),
        "self-play": self_play,
    }

    def repeat(task: Callable[[], object]) -> Side:
        def run(times: int) -> None:
            # Results are dropped as in Rust: memory that is never given back would be new every time.
            for _ in range(times):
                task()

        return timed(run)

    return {name: repeat(task) for name, task in tasks.items()}


class Rust:
    """The program in Rust that does the same."""

    def __init__(self) -> None:
        # Cargo becomes the program that it runs, so the process is the program's.
        command = ["cargo", "run", "--release", "--locked", "--quiet", "--example", "rust_side"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        # Until it answers, time is Cargo's.
        self.side("side")(1)

    def side(self, name: str) -> Side:
        """A piece of its work."""
        inbox, outbox = self.process.stdin, self.process.stdout
        assert inbox is not None and outbox is not None

        # Linux's clock of another process: the processor's time of all its threads, those that have ended too.
        clock = ~self.process.pid << 3 | 2

        def side(times: int) -> float:
            begun = time.clock_gettime(clock)
            inbox.write(f"{name} {times}\n")
            inbox.flush()
            if not outbox.readline():
                raise RuntimeError("the program in Rust has ended")
            return time.clock_gettime(clock) - begun

        return side


def enough(side: Side, seconds: float) -> int:
    """How many times a piece of work takes at least so many seconds."""
    times = 1
    while (taken := side(times)) < seconds:
        times = int(times * min(10, 1.2 * seconds / max(taken, 1e-9))) + 1
    return times


def compare(sides: list[Side], seconds: float, runs: int) -> list[float]:
    """The seconds that one piece of work takes each side, who take turns; a run lasts at least so many seconds."""
    times = [enough(side, seconds) for side in sides]
    least = [float("inf")] * len(sides)
    for _ in range(runs):
        least = [min(best, side(count) / count) for best, side, count in zip(least, sides, times)]
    return least


def pairs(here: Side, there: Side, seconds: float, turns: int) -> tuple[list[float], float, float]:
    """The ratios of turns next to each other, in order of size, and the mean seconds of one piece of work on each side."""
    times = max(enough(here, seconds), enough(there, seconds))
    ratios, ours, theirs = [], 0.0, 0.0
    for turn in range(turns):
        if turn % 2:
            one = here(times)
            other = there(times)
        else:
            other = there(times)
            one = here(times)
        ours += one
        theirs += other
        ratios.append(one / other)
    return sorted(ratios), ours / turns / times, theirs / turns / times


def main() -> int:
    """Prints both tables; 1 if a limit is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=40, help="runs of each call, of which the best counts")
    parser.add_argument("--seconds", type=float, default=0.05, help="the least that a run of calls lasts")
    parser.add_argument("--turns", type=int, default=40, help="turns of each side for work in bulk")
    parser.add_argument("--turn", type=float, default=0.4, help="the least seconds that a turn lasts")
    parser.add_argument("--openspiel", action="store_true", help="beside OpenSpiel instead of beside Rust")
    options = parser.parse_args()
    if options.openspiel:
        # It needs OpenSpiel, which the rest does without.
        import bench_openspiel

        return bench_openspiel.main(options.runs)
    rust = Rust()
    broken = []
    print("| call | in Python, ns | Python's own, ns | in Rust, ns | beyond both, ns |")
    print("|---|---|---|---|---|")
    for name, (statement, own) in SINGLE.items():
        sides = [loop(statement), loop(own), rust.side(name)]
        here, usual, there = (1e9 * s for s in compare(sides, options.seconds, options.runs))
        beyond = here - usual - there
        print(f"| `{name}` | {here:.0f} | {usual:.0f} | {there:.0f} | {beyond:.0f} |", flush=True)
        if beyond > CALL_LIMIT:
            broken.append(name)
    print("\n| bulk | in Python, s | in Rust, s | slower by | half of the turns between |")
    print("|---|---|---|---|---|")
    for name, side in bulk().items():
        ratios, here, there = pairs(side, rust.side(name), options.turn, options.turns)
        low, slower, high = (100 * (ratio - 1) for ratio in quantiles(ratios, n=4))
        print(f"| {name} | {here:.5f} | {there:.5f} | {slower:+.1f} % | {low:+.1f} and {high:+.1f} % |", flush=True)
        if slower > BULK_LIMIT:
            broken.append(name)
    if broken:
        print(f"\ntoo slow: {', '.join(broken)}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

"""Reproduce the ablation table: what each technique of the search is worth, in positions visited.

`python ablation.py reversi` prints the same table as `agon ablate reversi --games 0`: the engine as it is, then without
each technique, searched to a fixed depth. Positions visited are the same on every machine; seconds are not.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass

import agon_games as agon

MINIMAX_DEPTH = 4
"""Plain minimax visits everything, so it is compared where it ends."""


@dataclass
class Row:
    """The engine without a technique."""

    technique: str | None
    depth: int
    nodes: int
    node_ratio: float
    seconds: float


def nodes_of(positions: agon.Positions, depth: int, off: str | None) -> tuple[list[int], float]:
    """The positions visited for each position, and the seconds for all."""
    settings = {} if off is None else {off: False}
    engine = agon.engine(positions[0].game, **settings)
    # One core: with more of them the seconds would mean less.
    reports = engine.best_all(positions, depth=depth, cores=1)
    return [report.nodes for report in reports], sum(report.seconds for report in reports)


def ablation(name: str, count: int, depth: int | None) -> list[Row]:
    """All rows of the table."""
    game = agon.game(name)
    positions = game.middle_games(count)
    depth = depth or game.bench_depth
    base, seconds = nodes_of(positions, depth, None)
    rows = [Row(None, depth, sum(base), 1.0, seconds)]
    for technique, used in game.techniques.items():
        if not used:
            continue
        shallow = technique == "alphabeta" and depth > MINIMAX_DEPTH
        at = MINIMAX_DEPTH if shallow else depth
        beside = nodes_of(positions, at, None)[0] if shallow else base
        nodes, seconds = nodes_of(positions, at, technique)
        logs = [math.log(max(n, 1) / max(b, 1)) for n, b in zip(nodes, beside)]
        rows.append(Row(technique, at, sum(nodes), math.exp(sum(logs) / len(logs)), seconds))
    return rows


def main(arguments: list[str] | None = None) -> list[Row]:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="reversi")
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--depth", type=int)
    options = parser.parse_args(arguments)
    rows = ablation(options.game, options.positions, options.depth)
    print("| without | depth | nodes | nodes, ratio | seconds |")
    print("|---|---|---|---|---|")
    for row in rows:
        ratio = "1" if row.technique is None else f"{row.node_ratio:.2f}"
        print(f"| {row.technique or '(nothing)'} | {row.depth} | {row.nodes} | {ratio} | {row.seconds:.2f} |")
    return rows


if __name__ == "__main__":
    main()

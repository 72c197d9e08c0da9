"""Train a tiny evaluation of Four in a Row by self-play, and beat level 3 with it.

Run it with `python train_evaluation.py`. It takes well under a minute and needs NumPy.

The evaluation is linear, with 31 weights: where the discs lie, and how many lines of four are still open with one, two
or three discs of either side in them. It learns in rounds: games against itself (random ones at first), then a
least-squares fit of the result that each position led to. All games of a round are played side by side, so that every
step is a few calls on whole arrays.
"""

from __future__ import annotations

import argparse

import agon_games as agon
import numpy as np
from numpy.typing import NDArray

GAME = agon.game("four-in-a-row")
Array = NDArray[np.float64]


def lines() -> Array:
    """Which cells each line of four has: a column for every line."""
    found = []
    for row in range(6):
        for column in range(7):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(4)]
                if all(r < 6 and 0 <= c < 7 for r, c in cells):
                    line = np.zeros((6, 7))
                    line[tuple(zip(*cells))] = 1
                    found.append(line.ravel())
    return np.stack(found, axis=1)


LINES = lines()
KINDS = np.eye(24)[[row * 4 + min(column, 6 - column) for row in range(6) for column in range(7)]]
"""The kind of every cell: a cell and its mirror image are of one kind."""

WEIGHTS = 31

LOOKAHEAD = 2
"""Plies that it looks ahead while it learns."""


def features(positions: agon.Positions) -> Array:
    """What the evaluation sees of each position, for the side to move."""
    planes, sides = positions.planes().astype(float), positions.sides()
    every = np.arange(len(sides))
    mine = planes[every, sides].reshape(-1, 42)
    theirs = planes[every, 1 - sides].reshape(-1, 42)
    in_lines, against = mine @ LINES, theirs @ LINES
    open_lines = [
        ((own == count) & (other == 0)).sum(axis=1)
        for own, other in ((in_lines, against), (against, in_lines))
        for count in (1, 2, 3)
    ]
    seen = [(mine - theirs) @ KINDS, np.stack(open_lines, axis=1), np.ones((len(sides), 1))]
    return np.concatenate(seen, axis=1)


def values(positions: agon.Positions, weights: Array) -> Array:
    """The value of each position for the side to move: the result where the game is over (an early win is the better
    one), an estimate elsewhere."""
    over, margins = positions.results()
    signs = 1 - 2 * positions.sides().astype(float)
    return np.where(over, 100 * margins * signs, features(positions) @ weights)


def deep_values(positions: agon.Positions, weights: Array, depth: int) -> Array:
    """The same after looking `depth` plies ahead."""
    found = values(positions, weights)
    children = positions.children()
    parents = children.parents
    if depth == 0 or len(children) == 0:
        return found
    best = np.full(len(found), -np.inf)
    np.maximum.at(best, parents, -deep_values(children, weights, depth - 1))
    return np.where(np.isinf(best), found, best)


def steps(
    positions: agon.Positions, weights: Array, depth: int, dice: np.random.Generator, careless: float
) -> agon.Positions:
    """One move in every game: the best that can be seen `depth` plies ahead, or now and then any."""
    children = positions.children()
    parents = children.parents
    worth = -deep_values(children, weights, depth - 1)
    worth += 1e-6 * dice.random(len(worth))
    anything = dice.random(len(positions)) < careless
    worth = np.where(anything[parents], dice.random(len(worth)), worth)
    order = np.lexsort((worth, parents))
    last = np.append(np.flatnonzero(np.diff(parents[order])), len(order) - 1)
    chosen: agon.Positions = children[order[last]]
    return chosen


def self_play(weights: Array, games: int, careless: float, dice: np.random.Generator) -> tuple[Array, Array]:
    """Plays games against itself: what was seen in every position, and the result (1, 0, −1) that it led to."""
    positions = agon.Positions([GAME.start] * games)
    numbers = np.arange(games)
    results = np.zeros(games)
    seen, signs, of_game = [], [], []
    while True:
        over, ended = positions.results()
        results[numbers[over]] = np.sign(ended[over])
        numbers = numbers[~over]
        if over.all():
            break
        positions = agon.Positions(positions[int(i)] for i in np.flatnonzero(~over))
        seen.append(features(positions))
        signs.append(1 - 2 * positions.sides().astype(float))
        of_game.append(numbers)
        positions = steps(positions, weights, LOOKAHEAD if weights.any() else 1, dice, careless)
    return np.concatenate(seen), np.concatenate(signs) * results[np.concatenate(of_game)]


def train(rounds: int, games: int, dice: np.random.Generator) -> Array:
    """The weights after some rounds of self-play."""
    weights: Array = np.zeros(WEIGHTS)
    products, sums = np.eye(WEIGHTS), np.zeros(WEIGHTS)
    for number in range(rounds):
        seen, results = self_play(weights, games, 1.0 if number == 0 else 0.2, dice)
        # Ridge regression, in which earlier rounds count less and less.
        products, sums = 0.5 * products + seen.T @ seen, 0.5 * sums + seen.T @ results
        weights = np.asarray(np.linalg.solve(products + 20 * np.eye(WEIGHTS), sums), dtype=float)
        error = np.sqrt(np.mean((seen @ weights - results) ** 2))
        print(f"round {number + 1}: {len(seen)} positions, off by {error:.2f}")
    return weights


def contest(
    weights: Array, level: int, games: int, depth: int, dice: np.random.Generator
) -> tuple[int, int, int]:
    """Games against a level from random openings, each with both colours: won, drawn, lost."""
    rival = agon.engine(GAME, level=level)
    won = drawn = lost = 0
    for opening in GAME.random_positions(games // 2, plies=4, seed=2024):
        for own_side in (0, 1):
            position = opening
            while not position.is_over:
                if position.side == own_side:
                    position = steps(agon.Positions([position]), weights, depth, dice, 0.0)[0]
                else:
                    position = position.play(rival.best(position).move)
            assert position.outcome is not None
            winner = position.outcome[0]
            won += winner == own_side
            drawn += winner is None
            lost += winner == 1 - own_side
    return won, drawn, lost


def main(arguments: list[str] | None = None) -> tuple[int, int, int]:
    """Trains, plays, and says how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--self-play", type=int, default=300, help="games a round")
    parser.add_argument("--games", type=int, default=100, help="games against the level")
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--depth", type=int, default=2, help="plies that the trained evaluation looks ahead")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    dice = np.random.default_rng(options.seed)
    weights = train(options.rounds, options.self_play, dice)
    result = contest(weights, options.level, options.games, options.depth, dice)
    print(f"against level {options.level}: {result[0]} won, {result[1]} drawn, {result[2]} lost")
    return result


if __name__ == "__main__":
    main()

"""Train a tiny evaluation of Reversi by self-play, and beat level 3 with it.

Run it with `python train_evaluation.py`. It takes well under a minute and needs NumPy.

The evaluation is linear: how many discs lie on each of the ten kinds of squares, how many moves there are, how many
empty squares border on either side's discs; with weights of their own in three parts of the game. It learns in
rounds: games against itself (random ones at first), then a least-squares fit of the margin that each position led to.
All games of a round are played side by side, so that every step is a few calls on whole arrays.
"""

from __future__ import annotations

import argparse

import agon
import numpy as np
from numpy.typing import NDArray

REVERSI = agon.game("reversi")
Array = NDArray[np.float64]


def square_kinds() -> NDArray[np.int64]:
    """The kind of every square: squares that a turn or a mirror brings onto each other are of one kind."""
    near = [min(i, 7 - i) for i in range(8)]
    pairs = [[(min(r, c), max(r, c)) for c in near] for r in near]
    names = sorted({pair for row in pairs for pair in row})
    return np.array([[names.index(pair) for pair in row] for row in pairs])


KINDS = np.eye(10)[square_kinds()].reshape(64, 10)
PHASES = (24, 44)
"""A new part of the game begins with so many discs."""


def border(discs: NDArray[np.uint8], empty: NDArray[np.uint8]) -> Array:
    """How many empty squares border on some discs, for every board."""
    padded = np.pad(discs, ((0, 0), (1, 1), (1, 1)))
    around = np.zeros_like(discs)
    for row in range(3):
        for column in range(3):
            around |= padded[:, row : row + 8, column : column + 8]
    touched: Array = (around & empty).sum(axis=(1, 2)).astype(float)
    return touched


def features(positions: agon.Positions) -> Array:
    """What the evaluation sees of each position, for the side to move."""
    planes, sides = positions.planes(), positions.sides()
    every = np.arange(len(sides))
    mine, theirs = planes[every, sides], planes[every, 1 - sides]
    empty = 1 - mine - theirs
    squares = (mine.astype(float) - theirs).reshape(-1, 64) @ KINDS
    more = np.stack(
        [positions.mobility().astype(float), border(mine, empty), border(theirs, empty), np.ones(len(sides))],
        axis=1,
    )
    seen = np.concatenate([squares, more], axis=1)
    phase = np.digitize(64 - empty.sum(axis=(1, 2)), PHASES)
    spread: Array = (np.eye(3)[phase][:, :, None] * seen[:, None, :]).reshape(len(sides), -1)
    return spread


def values(positions: agon.Positions, weights: Array) -> Array:
    """The value of each position for the side to move: the margin where the game is over, an estimate elsewhere."""
    over, margins = positions.results()
    signs = 1 - 2 * positions.sides().astype(float)
    known: Array = np.where(over, 1000 * np.sign(margins) + margins, 0) * signs
    return np.where(over, known, features(positions) @ weights)


def deep_values(positions: agon.Positions, weights: Array, depth: int) -> Array:
    """The same after looking `depth` plies ahead."""
    found = values(positions, weights)
    children, parents = positions.children()
    if depth == 0 or len(children) == 0:
        return found
    best = np.full(len(found), -np.inf)
    np.maximum.at(best, parents, -deep_values(children, weights, depth - 1))
    return np.where(np.isinf(best), found, best)


def steps(positions: agon.Positions, weights: Array, depth: int, dice: np.random.Generator, careless: float) -> agon.Positions:
    """One move in every game: the best that can be seen `depth` plies ahead, or now and then any."""
    children, parents = positions.children()
    worth = -deep_values(children, weights, depth - 1)
    worth += 1e-6 * dice.random(len(worth))
    anything = dice.random(len(positions)) < careless
    worth = np.where(anything[parents], dice.random(len(worth)), worth)
    order = np.lexsort((worth, parents))
    last = np.append(np.flatnonzero(np.diff(parents[order])), len(order) - 1)
    return agon.Positions(children[int(i)] for i in order[last])


def self_play(weights: Array, games: int, careless: float, dice: np.random.Generator) -> tuple[Array, Array]:
    """Plays games against itself: what was seen in every position, and the margin that it led to."""
    positions = agon.Positions([REVERSI.start] * games)
    numbers = np.arange(games)
    margins = np.zeros(games)
    seen, signs, of_game = [], [], []
    while True:
        over, ended = positions.results()
        margins[numbers[over]] = ended[over]
        numbers = numbers[~over]
        if over.all():
            break
        positions = agon.Positions(positions[int(i)] for i in np.flatnonzero(~over))
        seen.append(features(positions))
        signs.append(1 - 2 * positions.sides().astype(float))
        of_game.append(numbers)
        positions = steps(positions, weights, 1, dice, careless)
    return np.concatenate(seen), np.concatenate(signs) * margins[np.concatenate(of_game)]


def train(rounds: int, games: int, dice: np.random.Generator) -> Array:
    """The weights after some rounds of self-play."""
    weights = np.zeros(42)
    products, sums = 50 * np.eye(42), np.zeros(42)
    for number in range(rounds):
        seen, margins = self_play(weights, games, 1.0 if number == 0 else 0.1, dice)
        # Ridge regression, in which earlier rounds count less and less.
        products, sums = 0.5 * products + seen.T @ seen, 0.5 * sums + seen.T @ margins
        weights = np.linalg.solve(products + 50 * np.eye(42), sums)
        error = np.sqrt(np.mean((seen @ weights - margins) ** 2))
        print(f"round {number + 1}: {len(seen)} positions, off by {error:.1f} discs")
    return weights


def contest(weights: Array, level: int, games: int, depth: int, dice: np.random.Generator) -> tuple[int, int, int]:
    """Games against a level from random openings, each with both colours: won, drawn, lost."""
    rival = agon.engine("reversi", level=level)
    won = drawn = lost = 0
    for opening in REVERSI.random_positions(games // 2, plies=6, seed=2024):
        for own_side in (0, 1):
            position = opening
            while not position.is_over:
                if position.side == own_side:
                    position = steps(agon.Positions([position]), weights, depth, dice, 0.0)[0]
                else:
                    position = position.play(rival.best(position).move)
            assert position.outcome is not None
            winner = position.outcome[0]
            won, drawn, lost = won + (winner == own_side), drawn + (winner is None), lost + (winner == 1 - own_side)
    return won, drawn, lost


def main(arguments: list[str] | None = None) -> tuple[int, int, int]:
    """Trains, plays, and says how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--self-play", type=int, default=300, help="games a round")
    parser.add_argument("--games", type=int, default=60, help="games against the level")
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--depth", type=int, default=3, help="plies that the trained evaluation looks ahead")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    dice = np.random.default_rng(options.seed)
    weights = train(options.rounds, options.self_play, dice)
    result = contest(weights, options.level, options.games, options.depth, dice)
    print(f"against level {options.level}: {result[0]} won, {result[1]} drawn, {result[2]} lost")
    return result


if __name__ == "__main__":
    main()

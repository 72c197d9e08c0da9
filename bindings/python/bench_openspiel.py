"""Agon beside OpenSpiel, in one run: connect four and Othello, one core, processor time.

`python bench.py --openspiel` (with both packages installed, Agon in release) prints a table and fails where a limit is broken:
masks and observations at least as fast as OpenSpiel's own, 20,000 positions stepped and masked within ten milliseconds, moves
by number as fast as by text, a single random game within three microseconds of its cost in bulk. Both sides take turns, and of
each the best of many short runs counts.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

import numpy as np
import pyspiel

import agon_games as agon
import agon_games.openspiel
from agon_games.pettingzoo import raw_env

GAMES = {"four-in-a-row": "connect_four", "reversi": "othello"}
"""Agon's games and what they are in OpenSpiel."""

Work = Callable[[], object]


def best(works: dict[str, Work], runs: int, seconds: float) -> dict[str, float]:
    """The seconds of one call of each, who take turns."""
    times = {name: repeats(work, seconds) for name, work in works.items()}
    least = dict.fromkeys(works, float("inf"))
    for _ in range(runs):
        for name, work in works.items():
            least[name] = min(least[name], taken(work, times[name]) / times[name])
    return least


def taken(work: Work, times: int) -> float:
    """The seconds that a number of calls take."""
    begun = time.process_time()
    for _ in range(times):
        work()
    return time.process_time() - begun


def repeats(work: Work, seconds: float) -> int:
    """How many calls take about so many seconds."""
    times = 1
    while taken(work, times) < seconds:
        times *= 2
    return times


def states(name: str, plies: int) -> tuple[agon_games.openspiel.BoardState, pyspiel.State]:
    """A state of each after as many random moves."""
    dice, both = random.Random(1), []
    for game in (name.replace("-", "_"), GAMES[name]):
        state = pyspiel.load_game(game).new_initial_state()
        for _ in range(plies):
            state.apply_action(dice.choice(state.legal_actions()))
        both.append(state)
    return both[0], both[1]


def adapter(name: str) -> dict[str, tuple[Work, Work]]:
    """The same question to the same kind of state, ours and theirs."""
    ours, theirs = states(name, 12)
    position = ours.position
    here, there = ours.get_game().make_py_observer(), pyspiel.load_game(GAMES[name]).make_observer(
        pyspiel.IIGObservationType(perfect_recall=False), {}
    )
    their_tensor = pyspiel._Observation(pyspiel.load_game(GAMES[name]), there)
    return {
        "legal_actions_mask()": (ours.legal_actions_mask, theirs.legal_actions_mask),
        "observation_tensor()": (lambda: ours.observation_tensor(0), lambda: theirs.observation_tensor(0)),
        "an observer's set_from": (lambda: here.set_from(ours, 0), lambda: their_tensor.set_from(theirs, 0)),
        "mask() as an array": (position.mask, lambda: np.array(theirs.legal_actions_mask(), dtype=bool)),
        "planes() as an array": (position.planes, lambda: np.array(theirs.observation_tensor(0), dtype=np.uint8)),
    }


def random_game(name: str, by_number: bool) -> Work:
    """One random game in a loop of Python."""
    start, dice = agon.game(name).start, random.Random(1)

    def by_text() -> None:
        position = start
        while moves := position.legal_moves:
            position = position.play(dice.choice(moves))

    def numbered() -> None:
        position = start
        while actions := position.legal_actions:
            position = position.play_action(dice.choice(actions))

    return numbered if by_number else by_text


def their_game(name: str) -> Work:
    """The same in OpenSpiel."""
    game, dice = pyspiel.load_game(GAMES[name]), random.Random(1)

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))

    return play


def environment(name: str) -> Work:
    """One random game in the raw environment for PettingZoo."""
    game, dice = raw_env(name), np.random.default_rng(1)

    def play() -> None:
        game.reset()
        while not any(game.terminations.values()):
            mask = game.observe(game.agent_selection)["action_mask"]
            game.step(int(dice.choice(mask.nonzero()[0])))

    return play


def main(runs: int = 30, seconds: float = 0.02) -> int:
    """Prints the tables; 1 if a limit is broken. Each side has so many turns of so many seconds."""
    broken: list[str] = []

    def holds(what: str, right: bool) -> None:
        if not right:
            broken.append(what)

    def measured(works: dict[str, Work]) -> dict[str, float]:
        return best(works, runs, seconds)

    print("| game | call | Agon, µs | OpenSpiel, µs | Agon's share |\n|---|---|---|---|---|")
    for name in GAMES:
        for what, (ours, theirs) in adapter(name).items():
            least = measured({"ours": ours, "theirs": theirs})
            here, there = 1e6 * least["ours"], 1e6 * least["theirs"]
            print(f"| {name} | {what} | {here:.2f} | {there:.2f} | {here / there:.2f} |", flush=True)
            holds(f"{what} of {name}", here <= there)
    print("\n| game | random games a second | |\n|---|---|---|")
    for name in GAMES:
        games = measured({
            "OpenSpiel, in a loop": their_game(name),
            "by text, in a loop": random_game(name, False),
            "by number, in a loop": random_game(name, True),
            "PettingZoo's raw environment": environment(name),
        })
        start = agon.game(name).start
        bulk = measured({"bulk": lambda: start.playouts(2000, seed=1, cores=1), "one": lambda: start.playouts(1)})
        games["in bulk"] = bulk["bulk"] / 2000
        for what, seconds in games.items():
            print(f"| {name} | {what} | {1 / seconds:,.0f} |", flush=True)
        beyond = 1e6 * (bulk["one"] - games["in bulk"])
        print(f"| {name} | a single playouts(1) beyond its bulk cost, µs | {beyond:.2f} |", flush=True)
        holds(f"a single random game of {name}", beyond <= 3)
        holds(f"moves by number of {name}", games["by number, in a loop"] <= 1.02 * games["by text, in a loop"])
    print("\n| game | 20,000 positions stepped and masked, ms |\n|---|---|")
    for name in agon.games():
        batch = agon.game(name).random_positions(20_000, plies=6, seed=1)
        actions = batch.masks().argmax(axis=1)
        out = np.empty((len(batch), agon.game(name).actions), dtype=bool)
        least = measured({
            "new": lambda: batch.play(actions).masks(),
            "written into": lambda: batch.play(actions).masks(out=out),
        })
        print(f"| {name} | {1e3 * least['new']:.2f} ({1e3 * least['written into']:.2f} into an array) |", flush=True)
        holds(f"the batch of {name}", 1e3 * min(least.values()) < 10)
    if broken:
        print(f"\ntoo slow: {', '.join(broken)}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

"""Agon's games in OpenSpiel (needs ``pip install open_spiel``): importing this module registers them with ``pyspiel``.

Every algorithm of OpenSpiel runs on them. The names are Agon's with ``_`` for ``-``; variants are parameters.

>>> import pyspiel
>>> import agon_games.openspiel
>>> game = pyspiel.load_game("hexthello", {"radius": 3})
>>> game.num_distinct_actions()
38
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> str(state.position.game), state.position.ply
("agon_games.game('hexthello:radius=3')", 1)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.observation import IIGObserverForPublicInfoGame

import agon_games as agon

__all__ = ["BoardGame", "BoardObserver", "BoardState", "EngineBot", "load_game", "names"]

_TERMINAL = pyspiel.PlayerId.TERMINAL
_CHANCE = pyspiel.PlayerId.CHANCE


def _parameter(text: str) -> int | str:
    """The value of an option as a parameter of OpenSpiel."""
    return int(text) if text.lstrip("-").isdigit() else text


def _longest(game: agon.Game) -> int:
    """More moves than any game has."""
    cells = len(game.cells)
    if game.actions < cells:
        # Every move fills a cell.
        return cells
    # Every move fills a cell, or an ant goes a row ahead; between two of them may be a pass.
    return 2 * cells if game.actions == cells + 1 else 2 * cells * game.shape[1]


class BoardGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Agon's as a game of OpenSpiel's."""

    kind: pyspiel.GameType
    """What OpenSpiel knows about it."""

    name: str
    """Its name in Agon."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.rules = agon.game(self.name, **given)
        opening = self.rules.opening
        outcomes = max(2, len(opening.chance_probabilities)) if self.rules.has_chance else 0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=outcomes,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_longest(self.rules),
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self, state: Any = None) -> BoardState:
        """Where a real game begins, which may be a chance event; or the position with a one-line form."""
        return BoardState(self, state)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        """Writes positions into arrays."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BoardObserver(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def observation_tensor_shape(self) -> list[int]:
        """The shape of the board's planes."""
        return list(self.rules.shape)

    def observation_tensor_size(self) -> int:
        """How many numbers the board's planes are."""
        planes, rows, columns = self.rules.shape
        return planes * rows * columns


class BoardState(pyspiel.State):  # type: ignore[misc]
    """A game in progress."""

    def __init__(self, game: BoardGame, state: Any = None) -> None:
        super().__init__(game)
        self.position = game.rules.opening
        """The position, with all that Agon knows about it."""
        if state is not None:
            text = state if isinstance(state, str) else state["position"]
            self.position = game.rules.position(text)

    def current_player(self) -> int:
        """0 or 1, or OpenSpiel's numbers for chance and for the end."""
        position = self.position
        if position.is_chance:
            return int(_CHANCE)
        return int(_TERMINAL) if position.is_over else position.side

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.legal_actions)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of the legal moves, or of the outcomes where chance decides, in rising order."""
        position = self.position
        if position.is_chance:
            chosen = player is None or player == _CHANCE
            return list(range(len(position.chance_probabilities))) if chosen else []
        if player is not None and player != position.side:
            return []
        return sorted(position.legal_actions)

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """A 1 for every number that is legal."""
        position = self.position
        if position.is_chance:
            if player is None or player == _CHANCE:
                mask = [0] * self.get_game().max_chance_outcomes()
                mask[: len(position.chance_probabilities)] = [1] * len(position.chance_probabilities)
                return mask
        elif player is None or player == position.side:
            return position._mask_list()
        return [0] * position.game.actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance decides between, with probabilities."""
        return list(enumerate(self.position.chance_probabilities))

    def _apply_action(self, action: int) -> None:
        position = self.position
        self.position = position.roll(action) if position.is_chance else position.play_action(action)

    def undo_action(self, player: int, action: int) -> None:
        """OpenSpiel keeps the history of its games in Python to itself, so nothing can be taken back in place."""
        raise NotImplementedError("take back with state.position.undo(), or clone before you play")

    def _action_to_string(self, player: int, action: int) -> str:
        if player == _CHANCE:
            return self.position.chance_outcomes[action][0]
        return self.position.game.action_move(action)

    def returns(self) -> list[float]:
        """What the game is worth to both players: 1, 0 or −1; zeros while it is on."""
        return list(self.position.returns)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The board's planes as the player sees them, its own pieces first, as one list."""
        position = self.position
        return position._plane_list(position.side if player is None else player)

    def __str__(self) -> str:
        return self.position.text

    def to_dict(self) -> dict[str, Any]:
        """The position in its one-line form."""
        return {"position": self.position.text}


class BoardObserver:
    """Writes positions as planes into one array, as the player sees them: its own pieces first."""

    def __init__(self, game: BoardGame, params: dict[str, Any] | None = None) -> None:
        if params:
            raise ValueError(f"an observation has no parameters, but {params} were given")
        self.tensor: NDArray[np.float32] = np.zeros(game.observation_tensor_size(), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {"observation": self.tensor.reshape(game.rules.shape)}

    def set_from(self, state: BoardState, player: int) -> None:
        """Writes a state into the array."""
        state.position._write_planes(player, self.tensor)

    def string_from(self, state: BoardState, player: int) -> str:
        """The board as text; both players see everything."""
        del player
        return state.position.text


class EngineBot(pyspiel.Bot):  # type: ignore[misc]
    """An Agon engine as a bot of OpenSpiel's.

    >>> from agon_games.openspiel import EngineBot, load_game
    >>> game = load_game("four_in_a_row")
    >>> bots = [EngineBot(game, level=2), EngineBot(game, level=1)]
    >>> state = game.new_initial_state()
    >>> while not state.is_terminal():
    ...     state.apply_action(bots[state.current_player()].step(state))
    >>> sum(state.returns())
    0.0
    """

    def __init__(self, game: BoardGame, *, time: float | None = None, **settings: Any) -> None:
        super().__init__()
        self._engine = agon.engine(game.rules, **settings)
        self._time = time

    def step(self, state: BoardState) -> int:
        """The number of the move that the engine chooses."""
        return state.position.move_action(self._engine.best(state.position, time=self._time).move)

    def step_with_policy(self, state: BoardState) -> tuple[list[tuple[int, float]], int]:
        """The move as a policy that is sure of it, and the move."""
        action = self.step(state)
        return [(legal, float(legal == action)) for legal in state.legal_actions()], action

    def provides_policy(self) -> bool:
        """It is sure of its moves."""
        return True

    def restart(self) -> None:
        """A new game begins."""
        self._engine.new_game()

    def restart_at(self, state: BoardState) -> None:
        """A game begins in a state."""
        del state
        self.restart()

    def inform_action(self, state: BoardState, player: int, action: int) -> None:
        """An engine sees what was played when it is its turn."""


def names() -> list[str]:
    """The games' names in OpenSpiel.

    >>> from agon_games.openspiel import names
    >>> "four_in_a_row" in names()
    True
    """
    return [_short(name) for name in agon.games()]


def load_game(name: str, params: dict[str, Any] | None = None, **options: Any) -> BoardGame:
    """A game by any of its names, with parameters, as ``pyspiel.load_game`` gives it.

    >>> from agon_games.openspiel import load_game
    >>> str(load_game("hexthello", {"radius": 3}))
    'hexthello(radius=3)'
    """
    game: BoardGame = pyspiel.load_game(_short(agon.game(name).name), {**(params or {}), **options})
    return game


def _short(name: str) -> str:
    return name.replace("-", "_")


def _register(names: Iterable[str]) -> None:
    known = set(pyspiel.registered_names())
    modes = pyspiel.GameType.ChanceMode
    for name in names:
        rules = agon.game(name)
        if _short(name) in known:
            continue
        kind = pyspiel.GameType(
            short_name=_short(name),
            long_name=rules.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=modes.EXPLICIT_STOCHASTIC if rules.has_chance else modes.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={option: _parameter(usual) for option, usual in rules.options.items()},
        )
        pyspiel.register_game(kind, type(f"{rules.title} game", (BoardGame,), {"kind": kind, "name": name}))


_register(agon.games())

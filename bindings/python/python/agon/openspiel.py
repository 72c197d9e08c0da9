"""Agon's games and engines for programs that are written against OpenSpiel's interface.

The names and meanings are those of ``pyspiel``; OpenSpiel itself is not needed.

>>> from agon.openspiel import EngineBot, load_game
>>> game = load_game("four-in-a-row")
>>> bots = [EngineBot("four-in-a-row", level=2), EngineBot("four-in-a-row", level=1)]
>>> state = game.new_initial_state()
>>> while not state.is_terminal():
...     state.apply_action(bots[state.current_player()].step(state))
>>> sum(state.returns())
0.0
"""

from __future__ import annotations

from typing import Any

import agon

CHANCE_PLAYER = -1
"""Whose turn it is when chance decides."""

TERMINAL_PLAYER = -4
"""Whose turn it is when the game is over."""


class Game:
    """A game in the manner of ``pyspiel.Game``."""

    def __init__(self, name: str, **options: object) -> None:
        self.rules = agon.game(name, **options)

    def new_initial_state(self) -> State:
        """Where a real game begins, which may be a chance event."""
        return State(self, self.rules.opening)

    def num_players(self) -> int:
        """Always two."""
        return 2

    def num_distinct_actions(self) -> int:
        """How many numbers moves can have."""
        return self.rules.actions

    def min_utility(self) -> float:
        """What a lost game is worth."""
        return -1.0

    def max_utility(self) -> float:
        """What a won game is worth."""
        return 1.0

    def utility_sum(self) -> float:
        """What one side wins the other loses."""
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        """The shape of the board's planes."""
        return list(self.rules.shape)

    def __str__(self) -> str:
        return self.rules.id


class State:
    """A game in progress in the manner of ``pyspiel.State``."""

    def __init__(self, game: Game, position: agon.Position, history: tuple[int, ...] = ()) -> None:
        self._game = game
        self._history = list(history)
        self.position = position
        """The position, with all that Agon knows about it."""

    def get_game(self) -> Game:
        """The game."""
        return self._game

    def current_player(self) -> int:
        """0 or 1, or ``CHANCE_PLAYER``, or ``TERMINAL_PLAYER``."""
        if self.position.is_over:
            return TERMINAL_PLAYER
        return CHANCE_PLAYER if self.position.is_chance else self.position.side

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def is_chance_node(self) -> bool:
        """Whether chance is to decide."""
        return self.position.is_chance

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of the moves, or of the outcomes where chance decides, in rising order."""
        if player is not None and player != self.current_player():
            return []
        if self.position.is_chance:
            return [outcome for outcome, _ in self.chance_outcomes()]
        return sorted(self.position.legal_actions)

    def legal_actions_mask(self) -> list[int]:
        """A 1 for every number that is legal."""
        legal = set(self.legal_actions())
        return [int(action in legal) for action in range(self._game.num_distinct_actions())]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance decides between, with probabilities."""
        return [(outcome, share) for outcome, (_, share) in enumerate(self.position.chance_outcomes)]

    def apply_action(self, action: int) -> None:
        """Plays a move, or lets chance fall on an outcome."""
        play = self.position.roll if self.position.is_chance else self.position.play_action
        self.position = play(action)
        self._history.append(action)

    def child(self, action: int) -> State:
        """The state after an action; this one stays as it is."""
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        """A copy."""
        return State(self._game, self.position, tuple(self._history))

    def returns(self) -> list[float]:
        """What the game is worth to both players: 1, 0 or −1; zeros while it is on."""
        winner = self.position.outcome[0] if self.position.outcome else None
        if winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if winner == 0 else [-1.0, 1.0]

    def player_return(self, player: int) -> float:
        """What the game is worth to a player."""
        return self.returns()[player]

    def history(self) -> list[int]:
        """The actions so far."""
        return list(self._history)

    def action_to_string(self, *player_and_action: int) -> str:
        """A legal action in the game's notation; the player may be left out."""
        action = player_and_action[-1]
        if self.position.is_chance:
            return self.position.chance_outcomes[action][0]
        return self.position.action_move(action)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The board's planes, flat. Both players see everything."""
        del player
        return [float(number) for number in self.position.planes().ravel()]

    def observation_string(self, player: int | None = None) -> str:
        """The board as text."""
        del player
        return str(self.position)

    def __str__(self) -> str:
        return self.position.text


class EngineBot:
    """An Agon engine as a bot of such a loop."""

    def __init__(self, game: str, *, time: float | None = None, **settings: Any) -> None:
        self._engine = agon.engine(game, **settings)
        self._time = time

    def step(self, state: State) -> int:
        """The number of the move that the engine chooses."""
        move = self._engine.best(state.position, time=self._time).move
        return state.position.legal_actions[state.position.legal_moves.index(move)]

    def restart(self) -> None:
        """A new game begins."""
        self._engine.new_game()

    def inform_action(self, state: State, player: int, action: int) -> None:
        """An engine sees what was played when it is its turn."""


def load_game(name: str, **options: object) -> Game:
    """A game by its name."""
    return Game(name, **options)

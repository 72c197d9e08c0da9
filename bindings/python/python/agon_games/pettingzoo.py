"""Agon's games as PettingZoo environments (they need ``pip install pettingzoo``).

>>> from agon_games.pettingzoo import env
>>> game = env("reversi")
>>> game.reset(seed=1)
>>> game.agents
['player_0', 'player_1']
>>> int(game.observe("player_0")["action_mask"].sum())
4
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import agon_games as agon

Observation = dict[str, NDArray[Any]]

_PIXELS = 24
"""The width of a cell of a rendered board."""

_GROUND = (31, 122, 92)
_FRAME = (18, 63, 49)
_COLOURS = [(23, 25, 29), (236, 239, 243), (242, 183, 5), (120, 90, 60)]
"""The colours of the kinds of pieces, in their order."""


def env(name: str, render_mode: str | None = None, **options: object) -> AECEnv:
    """An environment for a game, with PettingZoo's usual wrappers: an illegal action loses."""
    wrapped = raw_env(name, render_mode, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def raw_env(name: str, render_mode: str | None = None, **options: object) -> BoardEnv:
    """The environment without wrappers."""
    return BoardEnv(name, render_mode, **options)


class BoardEnv(AECEnv):  # type: ignore[misc]
    """A board game for two agents; ``player_0`` starts.

    An observation is the board as ``rows × columns × planes`` of zeros and ones as the agent sees it, its own pieces
    first (see ``Position.planes``), with the mask of the legal actions. The reward is 1 for the winner and −1 for the
    loser, at the end. Where chance decides, the environment rolls from the seed of ``reset``.
    """

    metadata: dict[str, Any] = {
        "name": "agon_v1",
        "render_modes": ["human", "ansi", "rgb_array", "svg"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, name: str, render_mode: str | None = None, **options: object) -> None:
        super().__init__()
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"boards are rendered as {', '.join(modes)}, not {render_mode!r}")
        self.game = agon.game(name, **options)
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents = list(self.possible_agents)
        self._sides = {agent: side for side, agent in enumerate(self.agents)}
        planes, rows, columns = self.game.shape
        board = spaces.Box(low=0, high=1, shape=(rows, columns, planes), dtype=np.uint8)
        mask = spaces.Box(low=0, high=1, shape=(self.game.actions,), dtype=np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": board, "action_mask": mask}) for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in self.agents}
        self._random = np.random.default_rng()
        self.position = self.game.start

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game."""
        del options
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.position = self._rolled(self.game.opening)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.side]
        self._show()

    def observe(self, agent: str) -> Observation:
        """The board as an agent sees it, and the mask of its legal actions, which is empty while it is not its turn."""
        position = self.position
        if agent == self.agent_selection:
            mask = position.mask().view(np.int8)
        else:
            mask = np.zeros(self.game.actions, dtype=np.int8)
        planes = np.ascontiguousarray(position.planes(self._sides[agent]).transpose(1, 2, 0))
        return {"observation": planes, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Plays the selected agent's move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.position = self._rolled(self.position.play_action(int(action)))
        if self.position.is_over:
            for name, worth in zip(self.agents, self.position.returns):
                self.rewards[name] = int(worth)
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.position.side]
        self._accumulate_rewards()
        self._show()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board: printed for people, as text, as an array of pixels or as a picture (SVG)."""
        if self.render_mode == "human":
            print(self.position)
        if self.render_mode == "ansi":
            return str(self.position)
        if self.render_mode == "rgb_array":
            return pixels(self.position)
        return self.position.svg if self.render_mode == "svg" else None

    def close(self) -> None:
        """There is nothing to close."""

    def _show(self) -> None:
        # Environments for people show what happens without being asked.
        if self.render_mode == "human":
            self.render()

    def _rolled(self, position: agon.Position) -> agon.Position:
        while position.is_chance:
            shares = position.chance_probabilities
            position = position.roll(int(self._random.choice(len(shares), p=shares)))
        return position


def pixels(position: agon.Position) -> NDArray[np.uint8]:
    """The board as an array of pixels: height, width, colours.

    >>> import agon_games as agon
    >>> from agon_games.pettingzoo import pixels
    >>> pixels(agon.game("reversi").start).shape
    (192, 192, 3)
    """
    _, rows, columns = position.game.shape
    # On hexagonal boards a column is half a cell.
    step = _PIXELS // 2 if columns >= 2 * rows - 1 else _PIXELS
    image = np.full((rows * _PIXELS, (columns - 1) * step + _PIXELS, 3), _GROUND, dtype=np.uint8)
    image[::_PIXELS] = _FRAME
    middle = (_PIXELS - 1) / 2
    y, x = np.mgrid[:_PIXELS, :_PIXELS]
    disc = (x - middle) ** 2 + (y - middle) ** 2 <= (0.42 * _PIXELS) ** 2
    for kind, plane in enumerate(position.planes()[:-1]):
        for row, column in zip(*plane.nonzero()):
            top, left = row * _PIXELS, column * step
            image[top : top + _PIXELS, left : left + _PIXELS][disc] = _COLOURS[kind % len(_COLOURS)]
    return image

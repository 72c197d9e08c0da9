"""Agon's games as PettingZoo environments (they need ``pip install pettingzoo``).

>>> from agon.pettingzoo import env
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

import agon

Observation = dict[str, NDArray[Any]]


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

    An observation is the board as ``rows × columns × planes`` of zeros and ones (see ``Position.planes``) with the
    mask of the legal actions. The reward is 1 for the winner and −1 for the loser, at the end. Where chance decides,
    the environment rolls from the seed of ``reset``.
    """

    metadata = {
        "name": "agon_v0",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, name: str, render_mode: str | None = None, **options: object) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError(f"boards are rendered as 'ansi' or 'svg', not {render_mode!r}")
        self.game = agon.game(name, **options)
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents = list(self.possible_agents)
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

    def observe(self, agent: str) -> Observation:
        """The board and the mask of an agent's legal actions, which is empty while it is not its turn."""
        mask = np.zeros(self.game.actions, dtype=np.int8)
        if agent == self.agent_selection and not self.position.is_over:
            mask[self.position.legal_actions] = 1
        planes = np.ascontiguousarray(self.position.planes().transpose(1, 2, 0))
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
        outcome = self.position.outcome
        if outcome is not None:
            winner = outcome[0]
            for side, name in enumerate(self.agents):
                self.rewards[name] = 0 if winner is None else 1 if side == winner else -1
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.position.side]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text, or as a picture."""
        if self.render_mode is None:
            return None
        return self.position.svg if self.render_mode == "svg" else str(self.position)

    def close(self) -> None:
        """There is nothing to close."""

    def _rolled(self, position: agon.Position) -> agon.Position:
        while position.is_chance:
            shares = [share for _, share in position.chance_outcomes]
            position = position.roll(int(self._random.choice(len(shares), p=shares)))
        return position

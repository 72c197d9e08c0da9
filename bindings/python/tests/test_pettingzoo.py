"""Environments for PettingZoo, with its own tests."""

import agon_games as agon
import numpy as np
import pytest
from agon_games.pettingzoo import env, raw_env
from pettingzoo.test import api_test, render_test, seed_test


# Its test would rather see a plain array than an array with a mask, and never an empty board.
@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("name", agon.games())
def test_pettingzoos_own_test(name):
    api_test(env(name), num_cycles=300)


@pytest.mark.parametrize("name", ["reversi", "four-in-a-row", "ants"])
def test_pettingzoos_own_seed_test(name):
    seed_test(lambda: env(name), num_cycles=100)


@pytest.mark.parametrize("name", agon.games())
def test_pettingzoos_own_render_test(name):
    render_test(lambda render_mode=None: env(name, render_mode=render_mode))


@pytest.mark.parametrize("name", agon.games())
def test_an_agent_sees_its_own_pieces_first(name):
    game = raw_env(name)
    game.reset(seed=5)
    for _ in range(6):
        game.step(int(game.observe(game.agent_selection)["action_mask"].argmax()))
    for side, agent in enumerate(game.agents):
        seen = game.observe(agent)["observation"].transpose(2, 0, 1)
        absolute = game.position.planes()
        assert (seen[0] == absolute[side]).all() and (seen[1] == absolute[1 - side]).all()
        assert (seen[2:-1] == absolute[2:-1]).all() and (seen[-1] == side).all()


def test_pixels_show_the_discs():
    game = raw_env("reversi", render_mode="rgb_array")
    game.reset()
    image = game.render()
    assert image.shape == (192, 192, 3) and image.dtype == np.uint8
    assert (image[24 * 4 + 12, 24 * 3 + 12] < 60).all() and (image[24 * 3 + 12, 24 * 3 + 12] > 200).all()


def test_rewards_at_the_end():
    game = env("four-in-a-row")
    game.reset()
    for column in (0, 1, 0, 1, 0, 1, 0):
        observation, reward, terminated, truncated, _ = game.last()
        assert (reward, terminated, truncated) == (0, False, False)
        assert observation["observation"].shape == (6, 7, 3)
        assert observation["action_mask"].tolist() == [1] * 7
        game.step(column)
    assert game.rewards == {"player_0": 1, "player_1": -1}
    assert all(game.terminations.values())


def test_an_illegal_action_loses():
    game = env("reversi")
    game.reset()
    game.step(0)
    assert game.rewards["player_0"] == -1 and all(game.terminations.values())


def test_an_engine_plays_in_an_environment():
    game = raw_env("reversi", render_mode="ansi")
    game.reset(seed=3)
    engine = agon.engine("reversi", level=3)
    dice = np.random.default_rng(1)
    for agent in game.agent_iter():
        observation, _, terminated, _, _ = game.last()
        if terminated:
            action = None
        elif agent == "player_0":
            move = engine.best(game.position).move
            action = game.position.legal_actions[game.position.legal_moves.index(move)]
        else:
            action = int(dice.choice(observation["action_mask"].nonzero()[0]))
        game.step(action)
    assert game.position.is_over and game.position.outcome[0] == 0
    assert len(game.render().splitlines()) > 8
    with pytest.raises(ValueError):
        raw_env("reversi", render_mode="hologram")

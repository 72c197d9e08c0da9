"""PettingZoo and the OpenSpiel-like loop."""

import random

import agon
import numpy as np
import pytest
from agon import openspiel
from agon.pettingzoo import env, raw_env
from pettingzoo.test import api_test, seed_test


# Its test would rather see a plain array than an array with a mask, and never an empty board.
@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("name", agon.games())
def test_pettingzoos_own_test(name):
    api_test(env(name), num_cycles=300)


@pytest.mark.parametrize("name", ["reversi", "four-in-a-row", "ants"])
def test_pettingzoos_own_seed_test(name):
    seed_test(lambda: env(name), num_cycles=100)


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
        raw_env("reversi", render_mode="human")


@pytest.mark.parametrize("name", agon.games())
def test_an_openspiel_like_loop(name):
    game = openspiel.load_game(name)
    bot = openspiel.EngineBot(name, level=2)
    bot.restart()
    dice = random.Random(4)
    state = game.new_initial_state()
    turns = 0
    while not state.is_terminal():
        if state.is_chance_node():
            assert state.current_player() == openspiel.CHANCE_PLAYER
            outcomes, shares = zip(*state.chance_outcomes())
            assert abs(sum(shares) - 1) < 1e-9 and list(outcomes) == state.legal_actions()
            state.apply_action(dice.choices(outcomes, shares)[0])
            continue
        assert state.legal_actions() == sorted(state.legal_actions())
        assert sum(state.legal_actions_mask()) == len(state.legal_actions())
        assert state.legal_actions(1 - state.current_player()) == []
        action = bot.step(state) if state.current_player() == 0 else dice.choice(state.legal_actions())
        assert state.action_to_string(state.current_player(), action) in state.position.legal_moves
        child = state.child(action)
        state.apply_action(action)
        assert str(child) == str(state) and child.history() == state.history()
        turns += 1
    assert turns > 6 and state.current_player() == openspiel.TERMINAL_PLAYER
    assert sum(state.returns()) == game.utility_sum() and state.legal_actions() == []
    winner = state.position.outcome[0]
    assert winner is None or state.player_return(winner) == game.max_utility()
    assert len(state.observation_tensor()) == np.prod(game.observation_tensor_shape())
    assert state.observation_string() == str(state.position)

"""The games in the real OpenSpiel: its own tests, and its own algorithms, unchanged."""

import random

import agon_games as agon
import numpy as np
import pyspiel
import pytest
from agon_games import openspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, generate_playthrough, mcts, minimax, random_agent
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import make_observation

SMALL = {"hexthello": {"radius": 2}}
"""Variants that are over soon."""


def loaded(name, params=None):
    return pyspiel.load_game(name.replace("-", "_"), params or {})


@pytest.fixture(params=agon.games())
def game(request):
    return loaded(request.param, SMALL.get(request.param))


def after_random_moves(game, plies, seed):
    dice, state = random.Random(seed), game.new_initial_state()
    for _ in range(plies):
        if state.is_terminal():
            break
        state.apply_action(dice.choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(dice.choice(state.legal_actions()))
    return state


def test_openspiels_own_simulation_test(game):
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_openspiels_playthrough(game):
    dice, state, actions = random.Random(3), game.new_initial_state(), []
    while not state.is_terminal():
        actions.append(dice.choice(state.legal_actions()))
        state.apply_action(actions[-1])
    text = generate_playthrough.playthrough(str(game), actions, observation_params_string="")
    assert "is_terminal = True" in text.lower() or "IsTerminal() = True" in text
    assert text == generate_playthrough.playthrough(str(game), actions, observation_params_string="")


def test_openspiels_api_expectations(game):
    """What OpenSpiel's API test asks of every game, on its way through random states."""
    dice, state = random.Random(1), game.new_initial_state()
    assert pyspiel.load_game(str(game)).num_distinct_actions() == game.num_distinct_actions()
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) and legal
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes())
            assert list(outcomes) == legal and sum(shares) == pytest.approx(1)
        else:
            player = state.current_player()
            assert state.legal_actions(player) == legal and state.legal_actions(1 - player) == []
            mask = state.legal_actions_mask(player)
            assert mask == pyspiel.State.legal_actions_mask(state, player)
            assert [number for number, flag in enumerate(mask) if flag] == legal
            for action in legal:
                text = state.action_to_string(player, action)
                assert state.string_to_action(player, text) == action
                assert text in state.position.legal_moves
            tensor = state.observation_tensor(player)
            assert tensor == pyspiel.State.observation_tensor(state, player)
            assert len(tensor) == game.observation_tensor_size()
        action = dice.choice(legal)
        child, clone = state.child(action), state.clone()
        state.apply_action(action)
        assert str(child) == str(state) != str(clone) and child.history() == state.history()
        again = game.deserialize_state(state.serialize())
        assert str(again) == str(state) and again.history() == state.history()
    assert sum(state.returns()) == game.utility_sum() and state.legal_actions() == []
    assert len(state.history()) <= game.max_game_length() + game.max_chance_nodes_in_history()


def test_mcts_plays_it(game):
    dice = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    bot = mcts.MCTSBot(game, 2.0, 12, evaluator, solve=False, random_state=dice)
    state = after_random_moves(game, 3, 2)
    for _ in range(2):
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_minimax_plays_it(game):
    state = after_random_moves(game, 3, 5)
    maximizing = state.current_player()

    def margin(state):
        first, second = state.position.score
        return (first - second) * (1 if maximizing == 0 else -1)

    if game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC:
        value, action = minimax.alpha_beta_search(
            game, state=state, value_function=margin, maximum_depth=2, maximizing_player_id=maximizing
        )
    else:
        value, action = minimax.expectiminimax(state, 1, margin, maximizing)
    assert action in state.legal_actions()
    assert np.isfinite(value)


def test_a_won_game_is_seen_by_openspiels_minimax():
    game = loaded("four-in-a-row")
    state = game.new_initial_state()
    for action in (3, 0, 3, 0, 3, 0):
        state.apply_action(action)
    assert minimax.alpha_beta_search(game, state=state, value_function=lambda s: 0, maximum_depth=2) == (1.0, 3)


def test_reinforcement_learning_environment(game):
    environment = rl_environment.Environment(game)
    assert environment.observation_spec()["info_state"] == (game.observation_tensor_size(),)
    agents = [
        random_agent.RandomAgent(player_id=player, num_actions=environment.action_spec()["num_actions"])
        for player in range(2)
    ]
    environment.seed(7)
    step = environment.reset()
    while not step.last():
        step = environment.step([agents[step.observations["current_player"]].step(step).action])
    for agent in agents:
        agent.step(step)
    assert sum(step.rewards) == 0


def test_bots_are_evaluated(game):
    bots = [
        openspiel.EngineBot(game, depth=1, hash=1),
        uniform_random.UniformRandomBot(1, np.random.RandomState(4)),
    ]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(2))
    assert sum(returns) == 0


def test_parameters():
    small = pyspiel.load_game("hexthello", {"radius": 3})
    assert small.num_distinct_actions() == 38 and str(small) == "hexthello(radius=3)"
    assert pyspiel.load_game("hexthello(radius=3)").new_initial_state().position.game.id == "hexthello:radius=3"
    assert loaded("hexthello").num_distinct_actions() == 170
    assert openspiel.load_game("othello").new_initial_state().position == agon.game("reversi").start
    with pytest.raises(ValueError, match="radius"):
        pyspiel.load_game("hexthello", {"radius": 99})


def test_observers_write_into_arrays(game):
    state = after_random_moves(game, 5, 8)
    observation = make_observation(game)
    for player in range(2):
        observation.set_from(state, player)
        assert observation.tensor.tolist() == state.observation_tensor(player)
        planes = state.position.planes(player)
        assert (observation.dict["observation"] == planes).all()
    assert observation.string_from(state, 0) == state.position.text


def test_a_state_begins_in_a_position():
    text = agon.game("reversi").start.play("f5").text
    state = loaded("reversi").new_initial_state(text)
    assert state.current_player() == 1 and str(state) == text

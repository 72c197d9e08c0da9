"""Games and positions."""

import copy
import pickle
import random

import agon_games
import agon_games as agon
import pytest


@pytest.fixture(params=agon.games())
def rules(request):
    return agon.game(request.param)


def random_game(rules, seed):
    """All positions of a random game."""
    dice = random.Random(seed)
    position = rules.opening
    seen = [position]
    while not position.is_over:
        if position.is_chance:
            outcomes = position.chance_outcomes
            assert abs(sum(share for _, share in outcomes) - 1) < 1e-9
            position = position.roll(dice.randrange(len(outcomes)))
        else:
            position = position.play(dice.choice(position.legal_moves))
        seen.append(position)
    return seen


def test_every_game_can_be_played_to_its_end(rules):
    for seed in range(3):
        game = random_game(rules, seed)
        for position in game[:-1]:
            assert position.outcome is None
            assert bool(position.legal_moves) != position.is_chance
        winner, margin = game[-1].outcome
        assert winner == (None if margin == 0 else 0 if margin > 0 else 1)
        assert game[-1].legal_moves == []


def test_positions_never_change(rules):
    position = rules.start
    before = position.text
    position.play(position.legal_moves[0])
    assert position.text == before
    with pytest.raises(AttributeError):
        position.side = 1


def test_text_equality_hash_and_pickling_agree(rules):
    for position in random_game(rules, 7):
        same = rules.position(position.text)
        assert same == position and hash(same) == hash(position)
        assert pickle.loads(pickle.dumps(position)) == position
        assert copy.copy(position) == position == copy.deepcopy(position)
    positions = random_game(rules, 8)
    assert len(set(positions)) == len(positions)
    assert positions[0] != positions[1] and positions[0] != "start"


def test_actions_are_numbers_of_the_moves(rules):
    for position in random_game(rules, 5):
        actions = position.legal_actions
        assert len(actions) == len(set(actions)) == len(position.legal_moves)
        assert all(0 <= action < rules.actions for action in actions)
        for action, move in zip(actions, position.legal_moves):
            assert position.action_move(action) == move
            assert position.play_action(action) == position.play(move)


def test_planes_hold_what_the_text_shows(rules):
    np = pytest.importorskip("numpy")
    for position in random_game(rules, 3)[::5]:
        planes = position.planes()
        assert planes.shape == rules.shape and planes.dtype == np.uint8
        board, side = position.text.split()[:2]
        assert planes[:-1].sum() == sum(symbol != "-" for symbol in board)
        assert (planes[:-1].sum(axis=0) <= 1).all()
        assert (planes[-1] == position.side).all()


def test_reversi_planes_are_the_board():
    planes = agon.game("reversi").start.planes()
    assert planes[0].nonzero()[0].tolist() == [3, 4] and planes[0][3][4] == 1
    planes[0, 0, 0] = 1  # an array of one's own, not of the position


def test_boards_are_drawn(rules):
    position = rules.start
    assert position.svg.startswith("<svg") and position._repr_svg_() == position.svg
    # A line for the columns and one for each row; the smallest board has three.
    assert len(str(position).splitlines()) > (3 if rules.name == "noughts" else 5)
    assert eval(repr(position), {"agon_games": agon_games}) == position
    again = eval(repr(rules), {"agon_games": agon_games})
    assert again == rules and hash(again) == hash(rules)


def test_chance_is_explicit_in_ants():
    ants = agon.game("ants")
    opening = ants.opening
    assert opening.is_chance and opening.legal_moves == [] and len(opening.chance_outcomes) == 256
    position = opening.roll(255)
    dice = random.Random(1)
    while not position.is_chance:
        position = position.play(dice.choice(position.legal_moves))
    assert [share for _, share in position.chance_outcomes] == [0.5, 0.5]
    none, point = position.roll(0), position.roll(1)
    assert sum(point.score) == sum(none.score) + 1
    assert pickle.loads(pickle.dumps(position)).is_chance


def test_lines_and_variants():
    assert agon.game("reversi").start.play_line("f5d6c3").legal_moves != []
    assert agon.game("hexthello", radius=3).id == "hexthello:radius=3"
    small = agon.game("hexthello:radius=3")
    assert small != agon.game("hexthello") and small.start != agon.game("hexthello").start
    assert pickle.loads(pickle.dumps(small)) == small
    assert agon.position("hexthello:radius=3", small.start.text) == small.start


def test_a_batch_is_a_list_of_positions(rules):
    positions = agon.Positions(p for p in random_game(rules, 9) if not p.is_chance)
    assert len(positions) == len(list(positions))
    assert positions[-1] == list(positions)[-1] and positions[-1].is_over
    assert [p.text for p in positions[1:4]] == [p.text for p in list(positions)[1:4]]
    assert [p for p in positions[::-2]] == list(positions)[::-2]
    assert list(pickle.loads(pickle.dumps(positions))) == list(positions)
    with pytest.raises(IndexError):
        positions[len(positions)]


def test_a_batch_answers_for_each_position(rules):
    positions = agon.Positions(p for p in random_game(rules, 11) if not p.is_chance)
    assert positions.planes().shape == (len(positions), *rules.shape)
    assert (positions.planes()[3] == positions[3].planes()).all()
    assert positions.sides().tolist() == [p.side for p in positions]
    assert positions.keys().tolist() == [p.key for p in positions]
    assert positions.scores().tolist() == [list(p.score) for p in positions]
    assert positions.mobility().tolist() == [len(p.legal_moves) for p in positions]
    over, margins = positions.results()
    assert over.tolist() == [p.is_over for p in positions]
    assert margins[-1] == positions[-1].outcome[1]
    children = positions.children()
    parents = children.parents
    played = [(i, p.play(move)) for i, p in enumerate(positions) for move in p.legal_moves]
    assert parents.tolist() == [i for i, _ in played]
    assert list(children) == [child for _, child in played]
    assert list(positions[0].children()) == [positions[0].play(m) for m in positions[0].legal_moves]


def test_symmetric_positions_share_a_key():
    start = agon.game("reversi").start
    assert len({start.play(move).canonical_key for move in start.legal_moves}) == 1
    assert len({start.play(move).key for move in start.legal_moves}) == 4

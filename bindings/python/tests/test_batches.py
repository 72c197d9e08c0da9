"""Many positions at once: stepped, masked, indexed, put together."""

import pickle
import random

import agon_games as agon
import numpy as np
import pytest


@pytest.fixture(params=agon.games())
def rules(request):
    return agon.game(request.param)


def some(rules, count=40, plies=5, seed=1):
    return rules.random_positions(count, plies=plies, seed=seed)


def test_masks_and_steps_are_those_of_the_positions(rules):
    batch, dice = agon.Positions([rules.start] * 20), np.random.default_rng(1)
    for _ in range(12):
        batch = batch.roll(seed=int(dice.integers(1000)))
        masks = batch.masks()
        assert masks.dtype == bool and masks.shape == (len(batch), rules.actions)
        for position, mask in zip(batch, masks):
            assert mask.nonzero()[0].tolist() == sorted(position.legal_actions)
            assert (position.mask() == mask).all()
        over, _ = batch.results()
        assert (masks.any(axis=1) == ~over).all()
        actions = np.where(over, -1, np.where(masks, dice.random(masks.shape), -1).argmax(axis=1))
        after = batch.play(actions)
        for position, action, next_one in zip(batch, actions.tolist(), after):
            assert next_one == (position if action == -1 else position.play_action(action))
        batch = after
    assert (batch.returns().sum(axis=1) == 0).all()
    assert [tuple(row) for row in batch.returns().tolist()] == [position.returns for position in batch]


def test_chance_is_played_by_its_outcomes():
    opening = agon.game("ants").opening
    batch = agon.Positions([opening, opening])
    assert batch.chances().all() and not batch.masks().any()
    assert batch.play([0, 255])[1] == opening.roll(255)
    assert batch.roll(3) == batch.roll(3) and not batch.roll(3).chances().any()
    with pytest.raises(agon.IllegalMove, match="position 1: '256' is not legal here: outcomes of chance are numbered"):
        batch.play([0, 256])


@pytest.mark.parametrize("kind", [list, tuple, np.array, lambda numbers: np.array(numbers, dtype=np.uint8)])
def test_indexing(kind):
    batch = some(agon.game("reversi"))
    numbers = [3, 0, 39, 3]
    assert list(batch[kind(numbers)]) == [batch[number] for number in numbers]
    truths = [number % 3 == 0 for number in range(40)]
    assert list(batch[np.array(truths)]) == list(batch[::3]) == list(batch[truths])
    assert batch[np.array([-1])][0] == batch[-1] == batch[np.int64(39)]
    assert len(batch[np.array([], dtype=int)]) == len(batch[[]]) == len(batch[np.zeros(40, dtype=bool)]) == 0


@pytest.mark.parametrize(
    ("index", "error", "words"),
    [
        ([40], IndexError, "there are 40 positions, so none at 40"),
        (np.array([-41]), IndexError, "none at -41"),
        (np.zeros(39, dtype=bool), IndexError, "40 positions, but 39 truth values"),
        (np.array([0.5]), TypeError, "not an array of float64"),
        (np.zeros((2, 2), dtype=int), ValueError, "in one dimension"),
        ("f5", TypeError, "not 'str'"),
        (None, TypeError, "not 'NoneType'"),
    ],
)
def test_wrong_indexes(index, error, words):
    with pytest.raises(error, match=words):
        some(agon.game("reversi"))[index]


@pytest.mark.parametrize(
    ("actions", "error", "words"),
    [
        ([19], ValueError, "2 positions, but 1 actions"),
        ([19, 0], agon.IllegalMove, "position 1: 'a1' is not legal here: it would turn no disc"),
        ([-2, 19], agon.IllegalMove, "position 0: '-2' is not legal here: actions are numbered 0 to 64"),
        ([19, 2**40], agon.IllegalMove, "moves are numbered 0 to 64"),
        ([True, False], TypeError, "not truth values"),
        ([1.5, 2.5], TypeError, "actions are a list or an array of numbers"),
        (19, TypeError, "not 'int'"),
    ],
)
def test_wrong_actions(actions, error, words):
    start = agon.game("reversi").start
    with pytest.raises(error, match=words):
        agon.Positions([start, start]).play(actions)


def test_a_finished_game_cannot_be_played_on():
    over = agon.game("four-in-a-row").start.play_line("0101010")
    assert agon.Positions([over]).play([-1])[0] == over
    with pytest.raises(agon.IllegalMove, match="position 0: the game is over"):
        agon.Positions([over]).play([3])


def test_putting_together():
    one, two = some(agon.game("reversi"), seed=1), some(agon.game("reversi"), seed=2)
    assert list(one + two) == list(one) + list(two) == list(agon.Positions.concatenate([one, two]))
    empty = agon.Positions([], game="othello")
    assert one + empty == one == empty + one
    with pytest.raises(ValueError, match="of one game, not of reversi and ants"):
        one + some(agon.game("ants"))
    with pytest.raises(ValueError, match="of hexthello and hexthello:radius=3"):
        agon.Positions.concatenate([some(agon.game("hexthello")), some(agon.game("hexthello", radius=3))])
    with pytest.raises(ValueError, match="at least one"):
        agon.Positions.concatenate([])
    with pytest.raises(ValueError, match="positions of reversi, not of ants"):
        agon.Positions(one, game="ants")


def test_empty_batches_have_the_right_shapes(rules):
    empty = agon.Positions([], game=rules)
    assert empty.masks().shape == (0, rules.actions) and empty.planes().shape == (0, *rules.shape)
    assert empty.scores().shape == empty.returns().shape == (0, 2) and empty.sides().shape == (0,)
    assert len(empty.children()) == 0 and empty.children().parents.shape == (0,)
    assert len(empty.play([])) == 0 == len(empty.roll()) and empty.game == rules
    assert pickle.loads(pickle.dumps(empty)) == empty and list(empty) == []


def test_planes_as_the_side_to_move_sees_them(rules):
    batch = some(rules) + some(rules, plies=4)
    relative, absolute = batch.planes(relative=True), batch.planes()
    for position, seen, board in zip(batch, relative, absolute):
        assert (seen == position.planes(position.side)).all()
        assert (seen[0] == board[position.side]).all() and (seen[1] == board[1 - position.side]).all()
        assert (seen[2:] == board[2:]).all()


def test_arrays_can_be_written_into(rules):
    batch = some(rules, count=7)
    masks, planes = np.ones((7, rules.actions), dtype=bool), np.full((7, *rules.shape), 9, dtype=np.uint8)
    assert batch.masks(out=masks) is masks and (masks == batch.masks()).all()
    assert batch.planes(out=planes) is planes and (planes == batch.planes()).all()
    assert batch[3].mask(out=masks[0]) is not None and (masks[0] == batch[3].mask()).all()
    assert (batch[2].planes(out=planes[1]) == batch[2].planes()).all()
    for wrong, words in [
        (np.ones((7, rules.actions), dtype=np.int8), "out must be an array of bool, not of int8"),
        (np.ones((6, rules.actions), dtype=bool), "out must have the shape"),
        (np.ones((rules.actions, 7), dtype=bool).T, "in one piece"),
    ]:
        with pytest.raises(ValueError, match=words):
            batch.masks(out=wrong)
    with pytest.raises(TypeError, match="out must be a NumPy array, not 'list'"):
        batch.masks(out=[])
    readonly = np.ones((7, rules.actions), dtype=bool)
    readonly.flags.writeable = False
    with pytest.raises((TypeError, ValueError)):
        batch.masks(out=readonly)


def test_children_know_their_parents(rules):
    batch = some(rules, count=10)
    children = batch.children()
    assert isinstance(children, agon.Positions)
    with pytest.raises(ValueError, match="have no parents"):
        batch.parents  # noqa: B018
    expected = [(row, child) for row, position in enumerate(batch) for child in position.children()]
    assert list(zip(children.parents.tolist(), children)) == expected
    assert batch[0].children().parents.tolist() == [0] * len(batch[0].children())


def test_images_of_a_batch(rules):
    batch = some(rules, count=10)
    for symmetry in range(rules.symmetries):
        assert list(batch.images(symmetry)) == [position.image(symmetry) for position in batch]
    with pytest.raises(ValueError, match="symmetries are numbered"):
        batch.images(rules.symmetries)


def test_thousands_of_random_games_to_the_end():
    rules, dice = agon.game("four-in-a-row"), np.random.default_rng(5)
    batch = agon.Positions([rules.start] * 3000)
    while True:
        masks = batch.masks()
        on = masks.any(axis=1)
        if not on.any():
            break
        actions = np.where(on, (masks * dice.random(masks.shape)).argmax(axis=1), -1)
        batch = batch.play(actions)
    over, margins = batch.results()
    assert over.all() and 0.5 < (margins > 0).mean() < 0.62


def test_positions_from_a_random_game_survive_a_pickle(rules):
    dice, position = random.Random(1), rules.opening
    for _ in range(12):
        if position.is_chance:
            position = position.roll(dice.randrange(len(position.chance_probabilities)))
        elif not position.is_over:
            position = position.play(dice.choice(position.legal_moves))
    again = pickle.loads(pickle.dumps(position))
    assert again == position and again.history == position.history and again.ply == position.ply
    assert again.origin == position.origin

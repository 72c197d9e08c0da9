"""What a position knows beyond its board: numbers of moves, history, images, pictures."""

import random

import agon_games as agon
import pytest


@pytest.fixture(params=[*agon.games(), "hexthello:radius=3"])
def rules(request):
    return agon.game(request.param)


def random_game(rules, seed):
    dice, position = random.Random(seed), rules.opening
    while not position.is_over:
        yield position
        if position.is_chance:
            position = position.roll(dice.randrange(len(position.chance_probabilities)))
        else:
            position = position.play(dice.choice(position.legal_moves))
    yield position


def test_a_number_means_the_same_move_in_every_position(rules):
    meant = {}
    for seed in range(12):
        for position in random_game(rules, seed):
            assert len(position.legal_actions) == len(position.legal_moves) == len(set(position.legal_actions))
            for action, move in zip(position.legal_actions, position.legal_moves):
                assert 0 <= action < rules.actions
                assert meant.setdefault(action, move) == move
                assert rules.action_move(action) == move == position.action_move(action)
                assert position.move_action(move) == action
                assert position.is_legal(move) and position.is_legal(action)
    assert len(set(meant.values())) == len(meant)


def test_playing_by_number_and_by_text_is_the_same(rules):
    for position in random_game(rules, 3):
        for action, move in zip(position.legal_actions, position.legal_moves):
            assert position.play_action(action) == position.play(move)


def test_chains_of_captures_have_numbers_of_their_own():
    ants = agon.game("ants")
    texts = [ants.action_move(action) for action in range(ants.actions)]
    assert len(set(texts)) == ants.actions == 1487 and texts[-1] == "pass"
    assert "11,0x9,2x7,0x5,2x3,0x1,2" in texts and "0,1x2,3x4,5" in texts
    # A white ant before a black one, and a free square behind it, twice.
    rows = ["----"] * 12
    rows[9], rows[8], rows[6] = "X---", "O---", "O---"
    chains = "".join(rows)
    position = ants.position(chains + " X 0 0")
    captures = [move for move in position.legal_moves if "x" in move]
    assert captures and all(ants.action_move(position.move_action(move)) == move for move in captures)


def test_numbers_that_are_none(rules):
    for action in (-1, rules.actions, 2**40):
        assert not rules.start.is_legal(action)
        with pytest.raises(agon.IllegalMove):
            rules.start.play_action(action)
        with pytest.raises(ValueError):
            rules.action_move(action)
    with pytest.raises(TypeError, match="a move is text or a number, not 'list'"):
        rules.start.is_legal([])


def test_history_can_be_played_again_and_taken_back(rules):
    line = list(random_game(rules, 7))
    last = line[-1]
    assert last.origin.play_line(" ".join(last.history)) == last
    assert last.ply == len(last.history) and last.last_move == last.history[-1]
    assert rules.start.last_move is None and rules.start.history == [] and rules.start.ply == 0
    position = last
    while position.ply:
        before = position.undo()
        assert before.ply == position.ply - 1 and before.history == position.history[:-1]
        position = before
    assert last.undo(last.ply).ply == 0 and last.undo(0) == last
    for moves in (last.ply + 1, -1):
        with pytest.raises(ValueError, match="cannot be taken back"):
            last.undo(moves)


def test_history_is_no_part_of_what_a_position_is():
    start = agon.game("reversi").start
    same = agon.game("reversi").position(start.play("f5").text)
    assert start.play("f5") == same and hash(start.play("f5")) == hash(same) and same.history == []


def test_a_line_with_a_mistake_says_where():
    with pytest.raises(agon.IllegalMove, match="move 2: 'f5' is not legal here: the square is taken"):
        agon.game("reversi").start.play_line("f5f5")


def test_cells(rules):
    position = next(p for i, p in enumerate(random_game(rules, 2)) if i == 5)
    assert len(position.cells) == len(rules.cells)
    assert "".join(cell or "-" for cell in position.cells) == position.text.split()[0]


def test_images_and_their_moves(rules):
    for position in random_game(rules, 5):
        images = position.symmetries()
        assert len(images) == rules.symmetries and images[0] == position
        assert len({image.canonical_key for image in images}) == 1
        for symmetry, image in enumerate(images):
            assert image == position.image(symmetry)
            assert sorted(image.legal_actions) == sorted(
                position.image_action(action, symmetry) for action in position.legal_actions
            )
            for action in position.legal_actions:
                played = position.play_action(action).image(symmetry)
                assert played == image.play_action(position.image_action(action, symmetry))
    with pytest.raises(ValueError, match="symmetries are numbered 0 to"):
        rules.start.image(rules.symmetries)


def test_pictures():
    start = agon.game("reversi").start
    after = start.play("f5")
    assert "#e5484d" in after.svg and "#e5484d" not in start.svg
    assert "#e5484d" not in after.picture(last_move=False)
    assert 'width="400"' in after.picture(size=400) and "marker-end" not in after.picture()
    arrows = after.picture(arrows=[("f5", "d3"), ("a1", "h8")])
    assert arrows.count("marker-end") == 2
    assert after._repr_svg_() == after.svg
    for wrong in (0, -5, 10**6):
        with pytest.raises(ValueError, match="a picture is 16 to 10000 pixels large"):
            start.picture(size=wrong)
    with pytest.raises(ValueError, match="'z9' is no cell of reversi"):
        start.picture(arrows=[("a1", "z9")])
    assert "fill-opacity" in start.picture() and "fill-opacity" not in start.picture(legal_moves=False)


@pytest.mark.parametrize(
    ("other", "name"),
    [
        ("othello", "reversi"),
        ("Othello", "reversi"),
        ("connect4", "four-in-a-row"),
        ("connect_four", "four-in-a-row"),
        ("connect-four", "four-in-a-row"),
        ("four_in_a_row", "four-in-a-row"),
        ("connect4_9x9", "connect4-9x9"),
        ("tuc-ants", "ants"),
        ("HexThello:radius=3", "hexthello:radius=3"),
    ],
)
def test_other_names(other, name):
    assert agon.game(other) == agon.game(name)
    assert agon.engine(other, level=1).game == name

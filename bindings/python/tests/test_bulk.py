"""Work in bulk."""

import agon_games as agon
import pytest


@pytest.fixture(params=agon.games())
def rules(request):
    return agon.game(request.param)


def test_perft():
    assert agon.game("reversi").start.perft(8) == 390216
    assert agon.game("reversi").start.perft(8, cores=2) == 390216
    assert agon.game("four-in-a-row").start.perft(6, cores=None) == 7**6
    assert agon.game("reversi").start.perft(0) == 1


def test_playouts_depend_on_the_seed_alone(rules):
    one = rules.opening.playouts(700, seed=5, cores=1)
    assert one == rules.opening.playouts(700, seed=5, cores=2)
    assert one != rules.opening.playouts(700, seed=6)
    assert one.games == 700 == sum(one.wins) + one.draws
    assert one.plies > 7 and -200 < one.margin < 200


def test_random_positions_depend_on_the_seed_alone(rules):
    some = rules.random_positions(50, plies=7, seed=2)
    assert list(some) == list(rules.random_positions(50, plies=7, seed=2, cores=1))
    assert list(some) != list(rules.random_positions(50, plies=7, seed=3))
    assert not any(position.is_over or position.is_chance for position in some)


def test_self_play_fills_arrays(rules):
    games = agon.self_play(rules, games=4, random_plies=4, seed=1, depth=1, hash=1)
    again = agon.self_play(rules.id, 4, 4, 1, cores=1, depth=1, hash=1)
    assert games.moves == again.moves and (games.scores == again.scores).all()
    count = len(games)
    assert count == len(games.positions) == len(games.moves) == len(games.actions)
    assert set(games.games.tolist()) == {0, 1, 2, 3}
    for position, move, action in zip(games.positions, games.moves, games.actions.tolist()):
        assert position.action_move(action) == move
    assert games.margins.shape == games.scores.shape == (count,)
    last = games.games.tolist().index(3) - 1
    ended = games.positions[last].play(games.moves[last])
    # In TUC-ANTS a last roll may still decide.
    assert ended.is_chance or ended.outcome[1] == games.margins[last]


def test_self_play_of_levels():
    games = agon.self_play("four-in-a-row", games=3, level=2, seed=8)
    assert len(games) > 3 and repr(games) == f"<{len(games)} moves of four-in-a-row>"

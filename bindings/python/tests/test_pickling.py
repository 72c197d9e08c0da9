"""Everything that is worth keeping can be pickled."""

import copy
import pickle

import agon_games as agon
import pytest

REVERSI = agon.game("reversi")
KEPT = {
    "Game": lambda: agon.game("hexthello", radius=3),
    "Position": lambda: REVERSI.start.play_line("f5d6"),
    "Positions": lambda: REVERSI.random_positions(20, plies=8, seed=1),
    "Report": lambda: agon.engine("reversi").best(REVERSI.start, depth=3),
    "Solved": lambda: agon.solve(agon.game("four-in-a-row").start.play_line("22334"), hash=1),
    "Playouts": lambda: REVERSI.start.playouts(50, seed=1),
    "SelfPlay": lambda: agon.self_play("ants", games=2, depth=1, seed=1, hash=1),
    "Record": lambda: agon.Record(REVERSI.start, ["f5", "d6"]),
    "MatchResult": lambda: agon.match("random", "random", game="reversi", games=2),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_comes_back_is_equal(name):
    kept = KEPT[name]()
    assert type(kept).__name__ == name
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(kept, protocol))
        assert type(again) is type(kept) and again == kept and repr(again) == repr(kept)
    assert copy.deepcopy(kept) == kept


def test_self_play_keeps_its_arrays():
    games = KEPT["SelfPlay"]()
    again = pickle.loads(pickle.dumps(games))
    for name in ("actions", "scores", "margins", "games"):
        assert (getattr(again, name) == getattr(games, name)).all()
    assert again.moves == games.moves and again.positions == games.positions


def test_solvers_and_engines_come_back_with_their_settings():
    solver = agon.Solver("four-in-a-row", threads=2, hash=3)
    again = pickle.loads(pickle.dumps(solver))
    assert repr(again) == repr(solver) == "agon_games.Solver('four-in-a-row', threads=2, hash=3)"
    position = agon.game("four-in-a-row").start.play_line("22334")
    assert again.solve(position).value == solver.solve(position).value
    engine = agon.engine("reversi", level=3)
    assert pickle.loads(pickle.dumps(engine)).name == engine.name


def test_one_unit_for_all_values():
    position = agon.game("four-in-a-row").start.play_line("22334")
    exact = agon.engine("four-in-a-row", hash=4).best(position, depth=40)
    assert exact.exact and exact.score == agon.solve(position, hash=4).value
    estimate = agon.engine("reversi", hash=4).best(REVERSI.start.play_line("f5d6c3"), depth=4)
    assert not estimate.exact and estimate.score_text.lstrip("+−-").startswith(f"{abs(estimate.score):.2f}")

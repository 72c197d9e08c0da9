"""A game from another crate, registered by a feature of the tests."""

import agon_games as agon
import pytest

NAME = "noughts"

pytestmark = pytest.mark.skipif(
    NAME not in agon.games(),
    reason="the wheel was built without the feature sixth-game, which registers a sixth game for tests",
)


def test_it_is_played_like_the_others():
    game = agon.game(NAME)
    assert (game.sides, game.unit) == (("white", "black"), "games")
    position = game.start.play_line("b2 a1 a3 c1 b1 b3")
    assert position.text == "OXO-X-XO- X"
    assert "c2" in position.legal_moves


def test_the_generic_engine_knows_that_it_is_a_draw():
    # Without the selective techniques, which keep a value from being called exact.
    report = agon.engine(NAME, threads=1, exact="on").best(agon.game(NAME).start, depth=9)
    assert (report.exact, report.score) == (True, 0)
    assert agon.solve(agon.game(NAME).start, hash=1).value == 0.0

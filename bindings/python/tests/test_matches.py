"""Matches of engines, programs and functions."""

import asyncio
import pickle
import random
import sys
import threading

import agon_games as agon
import pytest

PROGRAM = f"'{sys.executable}' -m agon_games player"


def anything(position):
    return random.Random(position.key).choice(position.legal_moves)


def test_a_function_against_an_engine():
    seen = []

    def player(position):
        seen.append((position.ply, position.history, position.side, threading.get_ident()))
        return position.legal_actions[0]

    result = agon.match(player, agon.engine("four-in-a-row", level=4), games=8, seed=3)
    assert result.games == 8 == len(result.records) == len(result.scores)
    assert result.wins + result.draws + result.losses == 8 and result.losses > result.wins
    assert result.points == sum(result.scores) and result.reasons == {"normal": 8}
    assert all(ply == len(history) for ply, history, _, _ in seen)
    assert {side for _, _, side, _ in seen} == {0, 1}, "it has both sides"
    assert {thread for *_, thread in seen} == {threading.get_ident()}, "it is called in this thread"


def test_openings_are_played_from_both_sides():
    lines = ["f5d6c3d3c4", "f5f6e6f4"]
    result = agon.match(anything, "random", game="reversi", games=4, openings=lines)
    starts = ["".join(record.moves) for record in result.records]
    assert [start.startswith(lines[number // 2]) for number, start in enumerate(starts)] == [True] * 4
    assert [record.players[0] == "anything" for record in result.records] == [True, False, True, False]
    position = agon.game("reversi").start.play_line("f5d6")
    result = agon.match(anything, "random", game="othello", games=2, openings=[position])
    assert all(record.positions[0] == position for record in result.records)
    same = agon.match("engine:depth=1", "engine:depth=1", game="reversi", games=4, openings=False)
    assert len({tuple(record.moves) for record in same.records}) == 1
    varied = agon.match("engine:depth=1", "engine:depth=1", game="reversi", games=8, random_plies=5, seed=2)
    assert len({tuple(record.moves[:5]) for record in varied.records}) == 4


def test_the_same_seed_is_the_same_match_on_any_number_of_cores():
    def play(cores):
        return agon.match("engine:depth=2", "random", game="hexthello:radius=3", games=12, seed=9, cores=cores)

    one, two = play(1), play(2)
    assert [record.moves for record in one.records] == [record.moves for record in two.records]
    assert one.elo == two.elo and one.elo_interval == two.elo_interval


def test_functions_on_several_cores():
    result = agon.match(anything, anything, game="ants", games=10, cores=4, seed=4)
    assert result.games == 10 and all(record.result for record in result.records)


def test_strength_and_its_interval():
    result = agon.match("engine:depth=3", "random", game="four-in-a-row", games=30, seed=1)
    low, high = result.elo_interval
    assert 0 < low < result.elo <= high and result.los > 0.95
    assert sum(result.pairs) == 15 and repr(result).startswith(f"<{result.wins} won")


def test_a_sequential_test_ends_the_match():
    result = agon.match("engine:depth=2", "random", game="reversi", games=2000, sprt=(0, 300), seed=1)
    assert result.sprt_decision == "elo1" and result.games < 2000
    llr, lower, upper = result.sprt_llr
    assert lower < 0 < upper <= llr
    short = agon.match("random", "random", game="reversi", games=2, sprt=(0, 10))
    assert short.sprt_decision == "undecided" and agon.match("random", "random", game="reversi", games=2).sprt_llr is None


@pytest.mark.parametrize(
    ("player", "game"),
    [
        (f"ugi:{PROGRAM} reversi --protocol ugi --engine level=1", "reversi"),
        (f"gtp:{PROGRAM} reversi --protocol gtp --engine level=1", "reversi"),
        (f"nboard:{PROGRAM} reversi --protocol nboard --engine level=1", "reversi"),
        (f"exec:{PROGRAM} ants --protocol ugi --engine level=1", "ants"),
        (f"exec:{PROGRAM} connect4-9x9 --engine level=1", "connect4-9x9"),
    ],
)
def test_programs_play(player, game):
    # This program is in a virtual environment that a sandbox would hide from it.
    result = agon.match(player, anything, game=game, games=2, time=60, sandbox="off")
    assert result.games == 2 and result.reasons == {"normal": 2}, [record.to_json() for record in result.records]


STUDENT = """
class AI:
    def find_legal_move(self, g, func, timeout=None):
        func(next(column for column in range(7) if g.get_player_at(0, column) is None))
"""

GAME = """
class Game:
    PLAYER_ONE, PLAYER_TWO, DRAW = 0, 1, 2

    def __init__(self):
        self.columns = [[] for _ in range(7)]

    def make_move(self, column):
        self.columns[column].append(self.get_current_player())

    def get_current_player(self):
        return sum(map(len, self.columns)) % 2

    def get_player_at(self, row, col):
        return self.columns[col][5 - row] if 5 - row < len(self.columns[col]) else None

    def get_winner(self):
        return None
"""


def test_a_student_of_the_course_plays(tmp_path):
    (tmp_path / "ai.py").write_text(STUDENT)
    (tmp_path / "game.py").write_text(GAME)
    result = agon.match(f"huji:{tmp_path}", "engine:level=3", game="four-in-a-row", games=2, time=60, sandbox="off")
    assert result.games == 2 and set(result.reasons) == {"normal"}, [record.to_json() for record in result.records]


def test_records_come_back_while_it_goes_on_and_the_callback_can_end_it():
    heard = []

    def callback(record):
        heard.append(record)
        return len(heard) < 3

    result = agon.match("random", "random", game="four-in-a-row", games=1000, callback=callback)
    assert 3 <= result.games < 1000 and len(heard) >= 3
    assert heard[0] == result.records[0]


def test_an_illegal_move_loses_the_game():
    result = agon.match(lambda position: "a1", "random", game="reversi", games=2)
    assert result.losses == 2 and result.reasons == {"illegal-move": 2}
    assert agon.match(lambda position: 10**6, "random", game="reversi", games=2).losses == 2


def test_an_exception_of_a_player_is_passed_on():
    def player(position):
        raise LookupError("lost")

    with pytest.raises(LookupError, match="lost"):
        agon.match(player, "engine:level=1", game="reversi", games=10, cores=2)
    with pytest.raises(ZeroDivisionError):
        agon.match("random", "random", game="reversi", games=4, callback=lambda record: 1 / 0)
    with pytest.raises(TypeError, match="a move as text or a number, not 'NoneType'"):
        agon.match(lambda position: None, "random", game="reversi", games=2)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (dict(player="random", opponent="random"), TypeError, "which game"),
        (dict(player="wizard", opponent="random", game="reversi"), ValueError, "'wizard' is not a player"),
        (dict(player=3, opponent="random", game="reversi"), TypeError, "something to call, not 'int'"),
        (dict(player="engine:level=99", opponent="random", game="reversi"), ValueError, "no level '99'"),
        (dict(player="ugi:/no/such/program", opponent="random", game="reversi"), ValueError, "there is no program"),
        (dict(player="gtp:cat", opponent="random", game="ants"), ValueError, "'gtp:' play reversi"),
        (dict(player="random", opponent="random", game="reversi", games=-1), ValueError, "games is a number"),
        (dict(player="random", opponent="random", game="reversi", sprt=(5, 0)), ValueError, "above the first"),
        (dict(player="random", opponent="random", game="reversi", clock="soon"), ValueError, "soon"),
        (dict(player="random", opponent="random", game="reversi", sandbox="maybe"), ValueError, "maybe"),
        (dict(player="random", opponent="random", game="reversi", openings="f5"), TypeError, "a list"),
        (dict(player="random", opponent="random", game="reversi", openings=["z9"]), ValueError, "line 1"),
        (
            dict(player="random", opponent="random", game="reversi", openings=["f5"], random_plies=3),
            ValueError,
            "not both",
        ),
    ],
)
def test_mistakes(arguments, error, words):
    player, opponent = arguments.pop("player"), arguments.pop("opponent")
    with pytest.raises(error, match=words):
        agon.match(player, opponent, **arguments)
    with pytest.raises(ValueError, match="plays ants, not reversi"):
        agon.match(agon.engine("ants"), "random", game="reversi")


def test_a_signal_ends_it_from_another_thread():
    signal, started = agon.StopSignal(), threading.Event()
    helper = threading.Thread(target=lambda: (started.wait(), signal.set()))
    helper.start()

    def player(position):
        started.set()
        return position.legal_moves[0]

    result = agon.match(player, "engine:nodes=1000000000", game="reversi", games=1000, stop=signal)
    helper.join()
    assert result.games < 1000 and signal.is_set()


def test_results_survive_a_pickle():
    result = agon.match("random", "random", game="ants", games=4, sprt=(0, 10))
    again = pickle.loads(pickle.dumps(result))
    assert again == result and again.sprt_llr == result.sprt_llr and again.records == result.records


def test_asyncio_goes_on_meanwhile():
    ticks = []

    async def thoughtful(position):
        await asyncio.sleep(0)
        return position.legal_moves[0]

    async def clock():
        while True:
            ticks.append(1)
            await asyncio.sleep(0)

    async def main():
        ticking = asyncio.create_task(clock())
        both = await asyncio.gather(
            agon.match_async(thoughtful, "random", game="four-in-a-row", games=4),
            agon.match_async(anything, agon.engine("reversi", depth=1), games=2),
        )
        ticking.cancel()
        return both

    one, two = asyncio.run(main())
    assert one.games == 4 and two.games == 2 and ticks
    assert "thoughtful" in one.records[0].players


def test_asyncio_can_cancel_it():
    async def main():
        asked = asyncio.Event()

        async def slow(position):
            asked.set()
            await asyncio.sleep(10**6)

        playing = asyncio.create_task(agon.match_async(slow, "random", game="reversi", games=1000))
        await asked.wait()
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing

    asyncio.run(main())


def test_asyncio_passes_exceptions_on():
    async def broken(position):
        raise LookupError("lost")

    with pytest.raises(LookupError, match="lost"):
        asyncio.run(agon.match_async(broken, "random", game="reversi", games=2))

"""The course's game object and computer player."""

import copy
import pickle
import sys
import threading
import warnings

import agon_games as agon
import numpy as np
import pytest
from agon_games.four_in_a_row import AI, Game


LATE = "23320220030026036615124336"
"""Near the end everything is known soon: a search ends by itself, whatever the clock says."""


def late(game):
    """A game near its end."""
    for column in LATE:
        game.make_move(int(column))
    return game


class StudentsGame:
    """A game as a student writes it, with lists and with constants of its own."""

    PLAYER_ONE, PLAYER_TWO, DRAW = "red", "blue", "nobody"

    def __init__(self):
        self.columns = [[] for _ in range(7)]
        self.winner = None
        self.player = self.PLAYER_ONE

    def make_move(self, column):
        if self.winner is not None or not 0 <= column < 7 or len(self.columns[column]) == 6:
            raise Exception("Illegal move.")
        self.columns[column].append(self.player)
        if self._has_four():
            self.winner = self.player
        elif all(len(discs) == 6 for discs in self.columns):
            self.winner = self.DRAW
        self.player = self.PLAYER_TWO if self.player == self.PLAYER_ONE else self.PLAYER_ONE

    def get_winner(self):
        return self.winner

    def get_current_player(self):
        return self.player

    def get_player_at(self, row, col):
        height = 5 - row
        return self.columns[col][height] if height < len(self.columns[col]) else None

    def _has_four(self):
        cells = {(r, c): self.get_player_at(r, c) for r in range(6) for c in range(7)}
        for (r, c), player in cells.items():
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [cells.get((r + i * dr, c + i * dc)) for i in range(4)]
                if player is not None and line == [player] * 4:
                    return True
        return False


def test_constants():
    assert (Game.PLAYER_ONE, Game.PLAYER_TWO, Game.DRAW) == (0, 1, 2)
    assert Game().DRAW == 2


def test_the_examples_of_the_course():
    g = Game()
    assert g.get_current_player() == Game.PLAYER_ONE and g.get_winner() is None
    g.make_move(3)
    assert g.get_current_player() == Game.PLAYER_TWO
    assert g.get_player_at(5, 3) == Game.PLAYER_ONE and g.get_player_at(0, 0) is None
    g = Game()
    assert AI().find_legal_move(g, g.make_move) is None
    assert g.get_current_player() == Game.PLAYER_TWO


def test_four_wins_and_ends_the_game():
    g = Game()
    for column in (3, 0, 3, 0, 3, 0, 3):
        g.make_move(column)
    assert g.get_winner() == Game.PLAYER_ONE
    with pytest.raises(Exception, match=r"^Illegal move\.$"):
        g.make_move(6)
    with pytest.raises(Exception, match=r"^No possible AI moves\.$"):
        AI().find_legal_move(g, g.make_move)


def test_a_full_board_is_a_draw():
    order = [0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 2, 3, 2, 3, 3, 2, 3, 2, 2, 3, 2, 3]
    order += [4, 5, 4, 5, 5, 4, 5, 4, 4, 5, 4, 5, 6, 6, 6, 6, 6, 6]
    g = Game()
    for column in order:
        assert g.get_winner() is None
        g.make_move(column)
    assert g.get_winner() == Game.DRAW


@pytest.mark.parametrize("column", [-1, 7, 10**30, -(10**30)])
def test_columns_off_the_board(column):
    with pytest.raises(Exception, match=r"^Illegal move\.$"):
        Game().make_move(column)
    assert Game().get_player_at(column, 0) is None


def test_a_full_column():
    g = Game()
    for _ in range(6):
        g.make_move(2)
    before = g.get_current_player()
    with pytest.raises(Exception, match=r"^Illegal move\.$"):
        g.make_move(2)
    assert g.get_current_player() == before


@pytest.mark.parametrize("column", ["3", 3.5, None, [3]])
def test_what_is_no_column(column):
    with pytest.raises(TypeError):
        Game().make_move(column)


def test_a_column_may_be_any_whole_number():
    class Third:
        def __init__(self, game):
            self.game = game

        def __index__(self):
            pickle.dumps(self.game)
            return 3

    g = Game()
    g.make_move(Third(g))
    g.make_move(np.int64(3))
    assert (g.get_player_at(5, 3), g.get_player_at(np.uint8(4), Third(g))) == (Game.PLAYER_ONE, Game.PLAYER_TWO)


def test_without_a_timeout_func_is_called_once():
    calls = []
    AI().find_legal_move(Game(), calls.append)
    assert len(calls) == 1 and calls[0] in range(7)


def test_with_a_timeout_func_is_called_at_once_and_last_with_the_answer():
    g, position = late(Game()), agon.game("four-in-a-row").start.play_line(LATE)
    calls = []
    AI().find_legal_move(g, calls.append, timeout=10**6)
    worth = {int(move): -agon.solve(position.play(move), hash=1).value for move in position.legal_moves}
    assert len(calls) > 1, "a first move at once, then a better one"
    assert worth[calls[0]] < worth[calls[-1]] == max(worth.values())
    again = []
    AI().find_legal_move(g, again.append, 0)
    assert again[0] == calls[0], "however short the time"


def test_an_exception_in_func_is_passed_on_and_ends_the_search():
    calls = []

    def refuse(column):
        calls.append(column)
        raise KeyError("no")

    for timeout in (None, 10**6):
        calls.clear()
        with pytest.raises(KeyError, match="no"):
            AI().find_legal_move(Game(), refuse, timeout)
        assert len(calls) == 1


def test_the_computer_beats_a_players_first_free_column():
    ai = AI()
    g = Game()
    while g.get_winner() is None:
        if g.get_current_player() == Game.PLAYER_ONE:
            ai.find_legal_move(g, g.make_move)
        else:
            g.make_move(next(c for c in range(7) if g.get_player_at(0, c) is None))
    assert g.get_winner() == Game.PLAYER_ONE


def test_any_object_with_the_games_methods_will_do():
    theirs, ours = late(StudentsGame()), late(Game())
    moves = [[], []]
    AI().find_legal_move(theirs, moves[0].append)
    AI().find_legal_move(ours, moves[1].append)
    assert moves[0] == moves[1]
    ai = AI()
    while theirs.get_winner() is None:
        ai.find_legal_move(theirs, theirs.make_move)
    with pytest.raises(Exception, match=r"^No possible AI moves\.$"):
        ai.find_legal_move(theirs, theirs.make_move)


def test_subclasses_may_see_the_board_their_own_way():
    class Mirrored(Game):
        def __init__(self, name):
            self.name = name

        def get_player_at(self, row, col):
            return super().get_player_at(row, 6 - col)

    g = Mirrored("glass")
    for column in (0, 6, 0, 6, 0, 6):
        g.make_move(column)
    calls = []
    AI().find_legal_move(g, calls.append)
    assert calls == [6], "the mirror image of the winning column"
    assert g.name == "glass"


def test_either_player_may_begin():
    class Reversed(StudentsGame):
        def __init__(self):
            super().__init__()
            self.player = self.PLAYER_TWO

    game = Reversed()
    for column in (0, 6, 0, 6, 0, 6):
        game.make_move(column)
    AI().find_legal_move(game, game.make_move)
    assert game.get_winner() == game.PLAYER_TWO


def test_games_that_cannot_be_are_refused():
    class Broken(StudentsGame):
        def get_player_at(self, row, col):
            return "green"

    class UpsideDown(StudentsGame):
        def get_player_at(self, row, col):
            return super().get_player_at(5 - row, col)

    class Failing(StudentsGame):
        def get_player_at(self, row, col):
            raise LookupError("board")

    class Greedy(StudentsGame):
        def get_player_at(self, row, col):
            return self.PLAYER_ONE if row == 5 else None

    upside_down = UpsideDown()
    upside_down.make_move(3)
    for game, error, words in (
        (Broken(), ValueError, r"^get_player_at\(0, 0\) gave 'green', which is neither of the players$"),
        (upside_down, ValueError, "hangs over an empty cell"),
        (Greedy(), ValueError, "has 7 discs and the other 0"),
        (Failing(), LookupError, "^'board'$|^board$"),
    ):
        with pytest.raises(error, match=words):
            AI().find_legal_move(game, print)
    with pytest.raises(AttributeError):
        AI().find_legal_move(object(), print)


class NamedGame(Game):
    """A subclass with something of its own."""

    def __init__(self, name):
        self.name = name


@pytest.mark.parametrize("make", [Game, lambda: NamedGame("Ann's")])
def test_games_can_be_copied_and_pickled(make):
    g = make()
    g.make_move(4)
    for other in (copy.copy(g), copy.deepcopy(g), pickle.loads(pickle.dumps(g))):
        assert type(other) is type(g) and repr(other) == repr(g)
        assert getattr(other, "name", None) == getattr(g, "name", None)
        other.make_move(4)
        assert other.get_player_at(4, 4) == Game.PLAYER_TWO and g.get_player_at(4, 4) is None


def test_a_game_is_itself_as_objects_of_python_are():
    one, other = Game(), Game()
    assert one == one and one != other and len({one, other}) == 2


def test_bad_arguments():
    with pytest.raises(TypeError):
        AI().find_legal_move(Game(), 3)
    for timeout in (-1, float("nan"), float("inf")):
        with pytest.raises(ValueError):
            AI().find_legal_move(Game(), print, timeout)
    with pytest.raises(TypeError):
        AI().find_legal_move(Game(), print, "soon")


def test_the_lock_is_free_while_it_thinks():
    """Another thread has the lock at two moments in the middle of one search."""
    main, seen, g = threading.get_ident(), threading.Event(), Game()
    for column in (3, 3, 3, 3, 3, 2, 3, 1, 4, 1):
        g.make_move(column)
    searches = 0
    under_way = None

    def begun(column):
        nonlocal under_way
        under_way = searches

    def think():
        nonlocal under_way
        # One that remembers nothing.
        AI().find_legal_move(g, begun, timeout=10**6)
        under_way = None

    def watch():
        before = None
        while not seen.wait(0.001):
            inside = sys._current_frames()[main].f_code is think.__code__
            now = under_way if inside else None
            if now is not None and now == before:
                seen.set()
            before = now

    watcher = threading.Thread(target=watch)
    watcher.start()
    # A search is over in a moment, and the other thread may miss it: then there is another one.
    while not seen.is_set() and searches < 1000:
        searches += 1
        think()
    was_seen = seen.is_set()
    seen.set()
    watcher.join()
    assert was_seen


def test_one_ai_thinks_of_one_thing_at_a_time():
    ai = AI()
    with pytest.raises(RuntimeError, match="thinking already"):
        ai.find_legal_move(late(Game()), lambda column: ai.find_legal_move(late(Game()), print))
    AI().find_legal_move(late(Game()), lambda column: AI().find_legal_move(late(Game()), lambda c: None))


def test_a_game_and_a_position_are_made_of_each_other():
    g = Game()
    for column in (3, 3, 4):
        g.make_move(column)
    assert g.position == agon.game("four-in-a-row").start.play_line("334")
    again = Game.from_position(g.position)
    assert type(again) is Game and again.position == g.position and again.get_current_player() == Game.PLAYER_TWO
    again.make_move(0)
    assert again.position != g.position
    assert type(Nameless.from_position(g.position)) is Nameless
    with pytest.raises(ValueError, match="a position of four-in-a-row is wanted, not of reversi"):
        Game.from_position(agon.game("reversi").start)
    with pytest.raises(TypeError):
        Game.from_position("3344")


class Nameless(Game):
    """A subclass without anything of its own."""


def test_a_game_is_printed_as_a_board():
    g = Game()
    g.make_move(3)
    assert str(g) == str(g.position) and len(str(g).splitlines()) >= 6
    assert len(str(Game()).splitlines()) >= 6


def test_arguments_that_nobody_takes_are_refused():
    for wrong in (lambda: Game(3), lambda: Game(size=4), lambda: Nameless(1)):
        with pytest.raises(TypeError, match="takes no arguments"):
            wrong()
    for wrong, words in (
        (lambda: AI(1), "AI takes a level, not 1 arguments without a name"),
        (lambda: AI(depth=3), "AI takes a level, not 'depth'"),
        (lambda: AI(level=[1]), "a level is a number or a name, not 'list'"),
    ):
        with pytest.raises(TypeError, match=words):
            wrong()
    with pytest.raises(ValueError, match="there is no level '99'"):
        AI(level=99)


def test_levels_play_and_differ():
    assert AI().level is None and AI(level=1).level == "1" and AI(level=None).level is None
    for again in (copy.copy(AI(level=2)), pickle.loads(pickle.dumps(AI(level=2)))):
        assert again.level == "2"
    g = late(Game())
    for level in (1, 3, "5"):
        for timeout in (None, 0.05):
            told = []
            AI(level=level).find_legal_move(g, told.append, timeout)
            assert told and all(column in range(7) for column in told)
            assert timeout is not None or len(told) == 1
    won, lost = 0, 0
    for game in range(10):
        g, players = Game(), [AI(level=1), AI(level=5)]
        g.make_move(game % 7)
        if game % 2:
            players.reverse()
        while g.get_winner() is None:
            players[g.get_current_player()].find_legal_move(g, g.make_move)
        strong = 1 - game % 2
        won += g.get_winner() == strong
        lost += g.get_winner() == 1 - strong
    assert won > lost


def test_a_subclass_may_have_arguments_of_its_own():
    class Mine(AI):
        def __init__(self, level, temper):
            self.temper = temper

    mine = Mine("whatever", temper=3)
    assert mine.temper == 3 and mine.level is None


def test_playing_on_the_searched_game_with_a_timeout_is_warned_of():
    g = Game()
    g.make_move(3)
    with pytest.warns(RuntimeWarning, match="func plays on the game that is being searched"):
        try:
            AI().find_legal_move(g, g.make_move, 0.05)
        except agon.IllegalMove:
            pass

    def note(column):
        noted.append(column)

    noted = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        AI().find_legal_move(late(Game()), note, 0.05)
        AI().find_legal_move(Game(), Game().make_move, 0.0)
        g = Game()
        AI().find_legal_move(g, g.make_move)
    with pytest.raises(RuntimeWarning), warnings.catch_warnings():
        warnings.simplefilter("error")
        theirs = StudentsGame()
        AI().find_legal_move(theirs, theirs.make_move, 0.05)


@pytest.mark.parametrize("line", ["3", "33", "3332", "012345", "333333", "2213321", "00112264"])
def test_with_a_timeout_a_move_is_told_once_in_a_row_and_the_last_is_the_best(line):
    g = Game.from_position(agon.game("four-in-a-row").start.play_line(line))
    told = []
    AI().find_legal_move(g, told.append, 0.3)
    assert told and all(one != next_one for one, next_one in zip(told, told[1:]))

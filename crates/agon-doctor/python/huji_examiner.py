"""Examines the ai.py and game.py of a folder, one examination a process.

Standard input: a line with the name of the examination. Standard output: "ok", or "broken RULE WHAT HAPPENED". Whatever the
code itself prints goes to standard error.
"""

import os
import signal
import sys
import traceback

ROWS, COLUMNS = 6, 7
FULL_BOARD = [0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 2, 3, 2, 3, 2, 3, 3, 2, 3, 2, 3, 2, 4, 5, 4, 5, 4, 5, 5, 4, 5, 4, 5, 4, 6, 6, 6, 6, 6, 6]
WINS = {"row": [0, 0, 1, 1, 2, 2, 3], "column": [0, 1, 0, 1, 0, 1, 0], "rising diagonal": [0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3],
        "falling diagonal": [6, 5, 5, 4, 4, 3, 4, 3, 3, 0, 3]}
MIDDLE_GAMES = [[], [3], [3, 3], [0, 6, 0, 6, 0], [3, 3, 3, 3, 3, 3], [2, 2, 4, 4, 1, 5]]


class Broken(Exception):
    """A rule, by its short name, and what happened."""


class TimeOver(BaseException):
    """Raised in the player's code when its time is over; no ordinary except clause catches it."""


def heights(moves):
    return [moves.count(column) for column in range(COLUMNS)]


def played(Game, moves):
    """A game after these moves."""
    game = Game()
    for number, column in enumerate(moves):
        attempt("make_move", lambda: game.make_move(column), f"make_move({column}) as move {number + 1} of {moves}")
    return game


def attempt(rule, call, words):
    """What a call returns; an exception breaks the rule."""
    try:
        return call()
    except Exception as error:
        traceback.print_exc()
        raise Broken(rule, f"{words} ended with {named(error)}") from None


def named(error):
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def expect(rule, found, wanted, words):
    if found != wanted or isinstance(found, bool):
        raise Broken(rule, f"{words} is {found!r}, not {wanted!r}")


def refusal(rule, call, text, words):
    """A call that must raise an exception with this text."""
    try:
        call()
    except Exception as error:
        if str(error) != text:
            raise Broken(rule, f"{words} ended with {named(error)}, whose text is not {text!r}") from None
        return
    raise Broken(rule, f"{words} was no exception")


def constants(Game, AI):
    for name, value in (("PLAYER_ONE", 0), ("PLAYER_TWO", 1), ("DRAW", 2)):
        expect("constants", attempt("constants", lambda: getattr(Game, name), f"Game.{name}"), value, f"Game.{name}")


def board(Game, AI):
    moves = [3, 3, 0, 6, 3, 0]
    game = attempt("start", Game, "Game()")
    cells = {}
    for number, column in enumerate(moves):
        player = attempt("player", game.get_current_player, "get_current_player()")
        expect("player", player, number % 2, f"get_current_player() before move {number + 1}")
        attempt("make_move", lambda: game.make_move(column), f"make_move({column})")
        cells[ROWS - 1 - moves[:number].count(column), column] = number % 2
        for row in range(ROWS):
            for col in range(COLUMNS):
                words = f"get_player_at({row}, {col}) after {moves[: number + 1]}"
                expect("cell", attempt("cell", lambda: game.get_player_at(row, col), words), cells.get((row, col)), words)


def illegal_moves(Game, AI):
    for moves, column, why in (([3] * 6, 3, "a full column"), ([], -1, "a column that is not there"), ([], 7, "a column that is not there"),
                               (WINS["column"], 5, "a game that is over")):
        game = played(Game, moves)
        words = f"make_move({column}) after {moves} ({why})"
        refusal("make_move", lambda: game.make_move(column), "Illegal move.", words)
        if why == "a full column":
            expect("make_move", game.get_current_player(), 0, "get_current_player() after an illegal move")


def winners(Game, AI):
    for name, moves in WINS.items():
        game = attempt("start", Game, "Game()")
        for number, column in enumerate(moves):
            expect("winner", attempt("winner", game.get_winner, "get_winner()"), None, f"get_winner() after {moves[:number]}")
            attempt("make_move", lambda: game.make_move(column), f"make_move({column}) after {moves[:number]}")
        expect("winner", attempt("winner", game.get_winner, "get_winner()"), 0, f"get_winner() after {moves} (a {name})")
    second = [6] + [column for pair in zip([0, 0, 0, 0], [1, 2, 1, 2]) for column in pair][:7]
    expect("winner", attempt("winner", played(Game, second).get_winner, "get_winner()"), 1, f"get_winner() after {second}")
    expect("winner", attempt("winner", played(Game, FULL_BOARD).get_winner, "get_winner()"), 2, "get_winner() on a full board without four in a row")


def legal(column, moves, words):
    """Whether a column that was given to func is one that can be played."""
    try:
        number = column.__index__()
    except Exception:
        raise Broken("find", f"{words} called func with {column!r}, which is no whole number") from None
    if not 0 <= number < COLUMNS or heights(moves)[number] == ROWS:
        raise Broken("find", f"{words} called func with column {number}, which cannot be played")
    return number


def one_call(Game, AI):
    ai = attempt("find", AI, "AI()")
    for moves in MIDDLE_GAMES:
        calls = []
        words = f"find_legal_move(game, func) after {moves}"
        attempt("find", lambda: ai.find_legal_move(played(Game, moves), calls.append), words)
        if len(calls) != 1:
            raise Broken("once", f"{words} called func {len(calls)} times")
        legal(calls[0], moves, words)
    game = Game()
    attempt("once", lambda: AI().find_legal_move(game, game.make_move), "AI().find_legal_move(g, g.make_move)")
    discs = [game.get_player_at(row, col) for row in range(ROWS) for col in range(COLUMNS)]
    if discs.count(0) != 1 or discs.count(1) != 0:
        raise Broken("once", f"after AI().find_legal_move(g, g.make_move) the board has {42 - discs.count(None)} discs, not 1")


def within(seconds, call):
    """Makes a call and interrupts it when its time is over."""
    signal.setitimer(signal.ITIMER_REAL, seconds + 0.01)
    try:
        call()
    except TimeOver:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def timeouts(Game, AI):
    ai = attempt("find", AI, "AI()")
    for seconds in (0.1, 0.5):
        for moves in MIDDLE_GAMES[:4]:
            calls = []
            words = f"find_legal_move(game, func, {seconds}) after {moves}"
            attempt("find", lambda: within(seconds, lambda: ai.find_legal_move(played(Game, moves), calls.append, seconds)), words)
            for column in calls:
                legal(column, moves, words)


def full_columns(Game, AI):
    ai = attempt("find", AI, "AI()")
    for end in (1, 2, 7, 12):
        moves = FULL_BOARD[:-end]
        calls = []
        words = f"find_legal_move(game, func) with {end} empty square{'' if end == 1 else 's'}"
        attempt("find", lambda: ai.find_legal_move(played(Game, moves), calls.append), words)
        if not calls:
            raise Broken("once", f"{words} did not call func")
        legal(calls[-1], moves, words)


def nothing_left(Game, AI):
    game = played(Game, FULL_BOARD)
    refusal("none", lambda: AI().find_legal_move(game, lambda column: None), "No possible AI moves.", "find_legal_move on a full board")


def whole_games(Game, AI):
    for side in (0, 1):
        ai, moves = attempt("find", AI, "AI()"), []
        while played(Game, moves).get_winner() is None and len(moves) < ROWS * COLUMNS:
            if len(moves) % 2 == side:
                calls = []
                words = f"find_legal_move(game, func, 0.1) after {moves}"
                attempt("find", lambda: within(0.1, lambda: ai.find_legal_move(played(Game, moves), calls.append, 0.1)), words)
                free = [column for column in range(COLUMNS) if heights(moves)[column] < ROWS]
                moves.append(legal(calls[-1], moves, words) if calls else free[0])
            else:
                free = [column for column in range(COLUMNS) if heights(moves)[column] < ROWS]
                moves.append(free[(7 * len(moves) + 3) % len(free)])


EXAMINATIONS = {
    "loading": lambda Game, AI: attempt("find", AI, "AI()"),
    "constants": constants,
    "board": board,
    "illegal-moves": illegal_moves,
    "winners": winners,
    "one-call": one_call,
    "timeouts": timeouts,
    "full-columns": full_columns,
    "nothing-left": nothing_left,
    "whole-games": whole_games,
}


def main(folder):
    questions = os.fdopen(os.dup(0), "r")
    answers = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)

    def say(text):
        os.write(answers, (" ".join(text.split())[:400] + "\n").encode("utf-8", "replace"))

    def ring(signum, frame):
        raise TimeOver()

    signal.signal(signal.SIGALRM, ring)
    sys.path.insert(0, folder)
    os.chdir(folder)
    name = questions.readline().strip()
    try:
        try:
            from game import Game
            from ai import AI
        except BaseException as error:
            traceback.print_exc()
            raise Broken("loading", f"loading game.py and ai.py ended with {named(error)}") from None
        EXAMINATIONS[name](Game, AI)
    except Broken as broken:
        say("broken {} {}".format(*broken.args))
    except BaseException as error:
        traceback.print_exc()
        say(f"broken find it ended with {named(error)}")
    else:
        say("ok")


main(sys.argv[1])

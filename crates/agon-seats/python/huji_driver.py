"""Plays four in a row with the ai.py and game.py of a folder.

Standard input: a line "think SECONDS COLUMN COLUMN ..." for every move, with the whole game so far and the time the
player has; "-" for no limit. Standard output: "ready" once, then "column N" whenever the player has a better move,
and "done" or "failed" when it has finished. Whatever the player itself prints goes to standard error.
"""

import os
import signal
import sys
import traceback


class TimeOver(BaseException):
    """Raised in the player's code when its time is over; no ordinary except clause catches it."""


def main(folder):
    questions = os.fdopen(os.dup(0), "r")
    answers = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)

    def say(text):
        os.write(answers, (text + "\n").encode("utf-8", "replace"))

    def ring(signum, frame):
        raise TimeOver()

    signal.signal(signal.SIGALRM, ring)
    sys.path.insert(0, folder)
    os.chdir(folder)
    from game import Game
    from ai import AI

    ai = AI()
    say("ready")
    for question in questions:
        _, seconds, *columns = question.split()
        think(Game, ai, seconds, [int(column) for column in columns], say)


def think(Game, ai, seconds, columns, say):
    last = []

    def func(column):
        text = spelled(column)
        if last != [text]:
            last[:] = [text]
            say("column " + text)

    try:
        game = Game()
        for column in columns:
            game.make_move(column)
        if seconds == "-":
            ai.find_legal_move(game, func)
        else:
            timeout = float(seconds)
            # A little later than from outside, where the time is kept: this only ends what nobody waits for.
            signal.setitimer(signal.ITIMER_REAL, timeout + 0.01)
            try:
                ai.find_legal_move(game, func, timeout)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
    except TimeOver:
        pass
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        say("failed")
        return
    say("done")


def spelled(column):
    """A column as a word; numbers of any kind are numbers, anything else is shown as it is."""
    try:
        return str(column.__index__())
    except Exception:
        return "".join(repr(column).split())[:80] or "nothing"


main(sys.argv[1])

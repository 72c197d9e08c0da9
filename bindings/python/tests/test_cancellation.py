"""Ctrl-C ends long work of every kind."""

import os
import signal
import sys
import threading

import agon_games as agon
import pytest
from agon_games.four_in_a_row import AI, Game

FOREVER = 10**15
NINE = agon.game("connect4-9x9")
REVERSI = agon.game("reversi")

WORK = {
    "best": lambda: agon.engine("reversi").best(REVERSI.start, nodes=FOREVER),
    "analyze": lambda: agon.engine("reversi").analyze(REVERSI.start, nodes=FOREVER),
    "best, with a callback": lambda: agon.engine("reversi").best(
        REVERSI.start, nodes=FOREVER, callback=lambda report: None
    ),
    "best_all": lambda: agon.engine("reversi").best_all([REVERSI.start] * 3, nodes=FOREVER),
    "analyze_all": lambda: agon.engine("ants").analyze_all(
        agon.game("ants").middle_games(3), nodes=FOREVER
    ),
    "solve": lambda: agon.solve(NINE.start, hash=1),
    "solve by search": lambda: agon.solve(REVERSI.start, hash=1),
    "perft": lambda: REVERSI.start.perft(14),
    "perft, far": lambda: agon.game("hexthello").start.perft(60),
    "perft on all cores": lambda: agon.game("ants").start.perft(40, cores=None),
    "playouts": lambda: NINE.start.playouts(10**9),
    "random positions": lambda: REVERSI.random_positions(10**9, plies=30),
    "self-play": lambda: agon.self_play("reversi", games=3, nodes=FOREVER),
    "a match of engines": lambda: agon.match(
        "engine:nodes=1000000000000", "engine:nodes=1000000000000", game="reversi", games=1000
    ),
    "a match with a sequential test": lambda: agon.match(
        "engine:nodes=1000000000000", "random", game="reversi", games=1000, sprt=(0, 10), cores=2
    ),
    "a match of a program": lambda: agon.match("ugi:sleep 1000000", "random", game="reversi", sandbox="off"),
    "evaluate_all": lambda: agon.engine("reversi").evaluate_all([REVERSI.start] * 3_000_000),
}


@pytest.mark.parametrize("name", WORK)
def test_ctrl_c(name):
    work = WORK[name]
    main = threading.get_ident()
    finished = threading.Event()

    def press():
        # The work's own code is the innermost one of Python: the main thread is about to begin, or in the middle of it.
        while sys._current_frames()[main].f_code is not work.__code__ and not finished.is_set():
            finished.wait(0.001)
        if not finished.is_set():
            os.kill(os.getpid(), signal.SIGINT)

    helper = threading.Thread(target=press)
    with pytest.raises(KeyboardInterrupt):
        helper.start()
        try:
            work()
        finally:
            finished.set()
    helper.join()


def test_ctrl_c_while_the_player_of_the_course_tells_a_move():
    # It knows the opening by heart and is done in a moment: the key is pressed while it waits for an answer.
    told = []

    def press(column):
        told.append(column)
        os.kill(os.getpid(), signal.SIGINT)

    player = AI()
    with pytest.raises(KeyboardInterrupt):
        player.find_legal_move(Game(), press, 10**6)
    assert len(told) == 1
    player.find_legal_move(Game(), told.append)
    assert told[1] == 3


def test_ctrl_c_reaches_a_player_of_a_match_in_its_own_code():
    def player(position):
        os.kill(os.getpid(), signal.SIGINT)
        while True:
            pass

    with pytest.raises(KeyboardInterrupt):
        agon.match(player, "random", game="reversi", games=10)


def test_after_ctrl_c_the_engine_is_as_good_as_new():
    engine = agon.engine("reversi", hash=1)

    def interrupt(report):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine.best(REVERSI.start, nodes=FOREVER, callback=interrupt)
    assert engine.best(REVERSI.start, depth=5).depth == 5

"""One of two instances over a socket: four_in_a_row.py ai PORT [IP]. It has no window, so no person can play here.

Without IP it listens and is player one, who starts; with IP it connects and is player two.
"""

import socket
import sys
import time

from ai import AI
from game import Game


def connect(port, ip):
    """The connection to the other instance, whichever of the two was started first."""
    if ip is None:
        with socket.create_server(("", port)) as listener:
            return listener.accept()[0]
    while True:
        try:
            return socket.create_connection((ip, port))
        except ConnectionError:
            time.sleep(0.2)


def play(link, me):
    """Sends and receives one digit a move; says what the other side did wrong, if anything."""
    game = Game()
    while True:
        if game.get_winner() is None and game.get_current_player() == me:
            chosen = []
            AI().find_legal_move(game, chosen.append)
            game.make_move(chosen[0])
            link.sendall(b"%d" % chosen[0])
        arrived = link.recv(64)
        if not arrived:
            return None if game.get_winner() is not None else "the other side has left"
        if len(arrived) > 1 or arrived not in b"0123456" or game.get_winner() is not None:
            return f"the other side sent {arrived}, which is no move now"
        try:
            game.make_move(int(arrived))
        except Exception as error:
            return f"the other side played column {int(arrived)}: {error}"


def main(words):
    if len(words) not in (2, 3) or words[0] != "ai" or not words[1].isdigit() or not 1 <= int(words[1]) <= 65535:
        print("Illegal program arguments.")
        sys.exit(2)
    link = connect(int(words[1]), words[2] if len(words) == 3 else None)
    with link:
        trouble = play(link, Game.PLAYER_TWO if len(words) == 3 else Game.PLAYER_ONE)
    if trouble:
        sys.exit(trouble)


if __name__ == "__main__":
    main(sys.argv[1:])

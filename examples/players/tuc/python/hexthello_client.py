"""A HexThello player that plays any legal move. Put your search into choose_move."""

import random
import sys

import hexthello as game
from connection import Connection

AGENT_NAME = "Py kit"  # the server keeps 8 characters


def choose_move(position, color):
    """The place for your search. There is at least one move, and it is color's turn, whatever position.turn says."""
    return random.choice(position.all_moves(color))


def main():
    server = Connection(6002)
    position, my_color = None, game.BLACK
    while True:
        message = server.receive(1)[0]
        if message == game.NEW_POSITION:  # also in the middle of a game: the server's board is the right one
            position = game.get_position(server)
        elif message == game.COLOR_W:
            my_color = game.WHITE
        elif message == game.COLOR_B:
            my_color = game.BLACK
        elif message == game.REQUEST_NAME:
            server.send_name(AGENT_NAME)
        elif message == game.REQUEST_MOVE:  # who cannot move is asked all the same, and passes
            move = game.Move((game.NULL_MOVE, 0), my_color)
            if position.can_move(my_color):
                move = choose_move(position, my_color)
            game.send_move(server, move)
            position.do_move(move)
        elif message == game.PREPARE_TO_RECEIVE_MOVE:  # what the opponent has played
            position.do_move(game.get_move(server, game.other_side(my_color)))
        elif message == game.QUIT:
            server.close()
            return
        else:
            sys.exit(f"the server sent {message}, which is no message of HexThello")


if __name__ == "__main__":
    main()

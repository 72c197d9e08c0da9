"""A program in the style of the course: two computer players, or a list of columns against one of them."""

import sys

from ai import AI
from game import Game

WINNERS = {Game.PLAYER_ONE: "player one", Game.PLAYER_TWO: "player two", Game.DRAW: "nobody"}


class FourInARow:
    def __init__(self, columns):
        self.game = Game()
        self.ai = AI()
        self.columns = columns

    def board(self):
        symbols = {None: ".", Game.PLAYER_ONE: "X", Game.PLAYER_TWO: "O"}
        rows = range(6)
        return "\n".join("".join(symbols[self.game.get_player_at(r, c)] for c in range(7)) for r in rows)

    def turn(self):
        human = self.columns and self.game.get_current_player() == Game.PLAYER_ONE
        if human:
            self.game.make_move(self.columns.pop(0))
        else:
            self.ai.find_legal_move(self.game, self.game.make_move)

    def play(self):
        while self.game.get_winner() is None:
            self.turn()
        print(self.board())
        print("the winner is", WINNERS[self.game.get_winner()])


if __name__ == "__main__":
    try:
        FourInARow([int(word) for word in sys.argv[1:]]).play()
    except Exception as error:
        print(error)
        sys.exit(1)

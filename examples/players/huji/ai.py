"""A computer player of Four in a Row: it wins or blocks where it can do so at once, else it plays any column."""

import copy
import random


class AI:
    def find_legal_move(self, game, func, timeout=None):
        """Calls func with a column. With a timeout it may be called again whenever a better one is found: the last
        call counts. Without one, func may be the very function that plays the move, so it is called only once."""
        columns = [column for column in range(7) if game.get_player_at(0, column) is None]
        if not columns or game.get_winner() is not None:
            raise Exception("No possible AI moves.")
        move = random.choice(columns)
        if timeout is not None:
            func(move)  # at once: from now on the time may be over at any moment
        better = self.better_move(game, columns)
        if better is not None and timeout is not None:
            func(better)
        elif timeout is None:
            func(move if better is None else better)

    def better_move(self, game, columns):
        """The place for your search. Now: a column that wins at once, else one that keeps the other side from it."""
        for player in (game.get_current_player(), 1 - game.get_current_player()):
            for column in columns:
                if self.would_win(game, column, player):
                    return column
        return None

    def would_win(self, game, column, player):
        attempt = copy.deepcopy(game)
        attempt.current = player
        attempt.make_move(column)
        return attempt.get_winner() == player

"""The rules of Four in a Row: a board of six rows and seven columns, and whose turn it is."""


class Game:
    PLAYER_ONE = 0
    PLAYER_TWO = 1
    DRAW = 2

    ROWS, COLUMNS = 6, 7
    DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]

    def __init__(self):
        self.board = [[None] * Game.COLUMNS for _ in range(Game.ROWS)]  # row 0 is the top
        self.current = Game.PLAYER_ONE
        self.winner = None

    def make_move(self, column):
        """Drops a disc of the side to move; an exception if that is not possible."""
        if self.winner is not None or column not in self.open_columns():
            raise Exception("Illegal move.")
        row = max(row for row in range(Game.ROWS) if self.board[row][column] is None)
        self.board[row][column] = self.current
        if any(self.run(row, column, direction) >= 4 for direction in Game.DIRECTIONS):
            self.winner = self.current
        elif not self.open_columns():
            self.winner = Game.DRAW
        self.current = Game.PLAYER_TWO if self.current == Game.PLAYER_ONE else Game.PLAYER_ONE

    def get_current_player(self):
        return self.current

    def get_player_at(self, row, col):
        """The player whose disc is there, or None."""
        return self.board[row][col]

    def get_winner(self):
        """PLAYER_ONE, PLAYER_TWO or DRAW; None while the game is on."""
        return self.winner

    def open_columns(self):
        return [column for column in range(Game.COLUMNS) if self.board[0][column] is None]

    def run(self, row, column, direction):
        """How many discs of one colour stand in a line through this one."""
        length = 1
        for sign in (1, -1):
            r, c = row + sign * direction[0], column + sign * direction[1]
            while 0 <= r < Game.ROWS and 0 <= c < Game.COLUMNS and self.board[r][c] == self.board[row][column]:
                length, r, c = length + 1, r + sign * direction[0], c + sign * direction[1]
        return length

"""HexThello: positions, moves, the rules, and how the server writes them."""

ARRAY_BOARD_SIZE = 15
NULL_MOVE = -50  # the row of a pass

# What a cell holds; the first two are also the players.
WHITE, BLACK, EMPTY, BLOCKED, UNUSED = range(5)

# What the server says.
NEW_POSITION, COLOR_W, COLOR_B, REQUEST_MOVE, PREPARE_TO_RECEIVE_MOVE, REQUEST_NAME, QUIT = range(101, 108)

# Along the row, along the column, along the diagonal that rises to the right.
DIRECTIONS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)]


def other_side(color):
    return BLACK if color == WHITE else WHITE


class Move:
    def __init__(self, tile, color):
        self.tile = tile  # (row, column); the row of the pass is NULL_MOVE
        self.color = color  # who moves


class Position:
    SIZE = ARRAY_BOARD_SIZE * ARRAY_BOARD_SIZE + 3  # bytes of the message

    def __init__(self, message):
        """The position of a message's body."""
        cells, n = list(message), ARRAY_BOARD_SIZE
        self.board = [cells[row * n : row * n + n] for row in range(n)]  # [row][column]
        self.score = cells[-3:-1]  # discs of white and of black
        self.turn = cells[-1]

    def copy(self):
        twin = Position.__new__(Position)
        twin.board = [row[:] for row in self.board]
        twin.score, twin.turn = self.score[:], self.turn
        return twin

    def cell(self, row, col):
        """What a cell holds; outside the array there is nothing that can be used."""
        inside = 0 <= row < ARRAY_BOARD_SIZE and 0 <= col < ARRAY_BOARD_SIZE
        return self.board[row][col] if inside else UNUSED

    def enclosed(self, row, col, color, direction):
        """The discs that a disc of color on this cell encloses in one direction."""
        run, other = [], other_side(color)
        row, col = row + direction[0], col + direction[1]
        while self.cell(row, col) == other:
            run.append((row, col))
            row, col = row + direction[0], col + direction[1]
        return run if self.cell(row, col) == color else []

    def is_legal_move(self, move):
        """Whether the move may be played. The pass is never legal here: whether it may be sent tells can_move."""
        row, col = move.tile
        return self.cell(row, col) == EMPTY and any(self.enclosed(row, col, move.color, d) for d in DIRECTIONS)

    def all_moves(self, color):
        """All moves of color that are no pass."""
        numbers = range(ARRAY_BOARD_SIZE)
        moves = [Move((row, col), color) for row in numbers for col in numbers]
        return [move for move in moves if self.is_legal_move(move)]

    def can_move(self, color):
        """Whether color has a move that is no pass."""
        return len(self.all_moves(color)) > 0

    def do_move(self, move):
        """Plays a legal move or a pass: the disc, all it turns over, the score, the turn."""
        self.turn = other_side(move.color)
        row, col = move.tile
        if row == NULL_MOVE:
            return
        turned = [tile for d in DIRECTIONS for tile in self.enclosed(row, col, move.color, d)]
        for r, c in turned + [(row, col)]:
            self.board[r][c] = move.color
        self.score[move.color] += len(turned) + 1
        self.score[other_side(move.color)] -= len(turned)


def get_position(connection):
    return Position(connection.receive(Position.SIZE))


def get_move(connection, color):
    row, col = connection.receive(2)
    return Move((row - 256 if row > 127 else row, col), color)  # bytes are unsigned here, the pass is not


def send_move(connection, move):
    connection.send(move.tile)

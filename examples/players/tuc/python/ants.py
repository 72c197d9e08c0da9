"""TUC-ANTS: positions, moves, the rules, and how the server writes them."""

BOARD_ROWS, BOARD_COLUMNS = 12, 8
MAXIMUM_MOVE_SIZE = 6  # the start square and five jumps

# What a square holds; the first two are also the players.
WHITE, BLACK, EMPTY, FOOD, BLOCKED = range(5)

# What the server says.
NEW_POSITION, COLOR_W, COLOR_B, REQUEST_MOVE, PREPARE_TO_RECEIVE_MOVE, REQUEST_NAME, QUIT = range(1, 8)


def other_side(color):
    return BLACK if color == WHITE else WHITE


def forward(player):
    """White moves down the board, black up."""
    return 1 if player == WHITE else -1


class Move:
    def __init__(self, tiles, color):
        self.tiles = tiles  # the start square, then every square landed on, as (row, column); none is the pass
        self.color = color  # who moves


class Position:
    SIZE = BOARD_ROWS * BOARD_COLUMNS + 3  # bytes of the message

    def __init__(self, message):
        """The position of a message's body."""
        cells, n = list(message), BOARD_COLUMNS
        self.board = [cells[row * n : row * n + n] for row in range(BOARD_ROWS)]  # [row][column]
        self.score = cells[-3:-1]  # points of white and of black
        self.turn = cells[-1]

    def copy(self):
        twin = Position.__new__(Position)
        twin.board = [row[:] for row in self.board]
        twin.score, twin.turn = self.score[:], self.turn
        return twin

    def square(self, row, col):
        """What a square holds; nobody goes outside the board."""
        return self.board[row][col] if 0 <= row < BOARD_ROWS and 0 <= col < BOARD_COLUMNS else BLOCKED

    def is_free(self, row, col):
        return self.square(row, col) in (EMPTY, FOOD)

    def can_jump(self, row, col, player):
        """Whether an ant of player could capture from this square: 0 no, 1 to the left, 2 to the right, 3 both. The
        square need not hold an ant, so the next jump of a chain can be looked at before the chain is played."""
        ahead = forward(player)
        left = self.square(row + ahead, col - 1) == other_side(player) and self.is_free(row + 2 * ahead, col - 2)
        right = self.square(row + ahead, col + 1) == other_side(player) and self.is_free(row + 2 * ahead, col + 2)
        return left + 2 * right

    def can_jump_to(self, row, col, player, row_dest, col_dest):
        """Whether it could capture from the first square landing on the second."""
        there = row_dest == row + 2 * forward(player) and col_dest in (col - 2, col + 2)
        return there and bool(self.can_jump(row, col, player) & (1 if col_dest < col else 2))

    def captures(self, tiles, player):
        """Every way in which a capture that has come over these squares ends: it goes on as long as it can."""
        row, col = tiles[-1]
        jump = self.can_jump(row, col, player)
        if jump == 0:
            return [Move(tiles, player)] if len(tiles) > 1 else []
        ways = [col + 2 * side for side, bit in ((-1, 1), (1, 2)) if jump & bit]
        return [move for way in ways for move in self.captures(tiles + [(row + 2 * forward(player), way)], player)]

    def steps(self, row, col, player):
        ahead = row + forward(player)
        return [Move([(row, col), (ahead, way)], player) for way in (col - 1, col + 1) if self.is_free(ahead, way)]

    def all_moves(self, player):
        """All moves of player that are no pass. Who can capture must."""
        squares = [(row, col) for row in range(BOARD_ROWS) for col in range(BOARD_COLUMNS)]
        ants = [(row, col) for row, col in squares if self.board[row][col] == player]
        captures = [move for ant in ants for move in self.captures([ant], player)]
        return captures or [move for row, col in ants for move in self.steps(row, col, player)]

    def can_move(self, player):
        """Whether player has a move that is no pass."""
        return len(self.all_moves(player)) > 0

    def is_legal(self, move):
        """Whether the move may be played. The pass is legal where nothing else is."""
        legal = [other.tiles for other in self.all_moves(move.color)] or [[]]
        return move.tiles in legal

    def do_move(self, move):
        """Plays a legal move or a pass. Food that is eaten goes; whether it gives a point only the server knows."""
        self.turn = other_side(move.color)
        for (row, col), (next_row, next_col) in zip(move.tiles, move.tiles[1:]):
            self.board[row][col] = EMPTY
            if abs(next_row - row) == 2:  # the ant that is jumped over
                self.board[(row + next_row) // 2][(col + next_col) // 2] = EMPTY
            self.board[next_row][next_col] = move.color
        if move.tiles and move.tiles[-1][0] == (BOARD_ROWS - 1 if move.color == WHITE else 0):
            row, col = move.tiles[-1]  # a queen: a point, and it leaves
            self.board[row][col] = EMPTY
            self.score[move.color] += 1


def get_position(connection):
    return Position(connection.receive(Position.SIZE))


def get_move(connection, color):
    body = connection.receive(2 * MAXIMUM_MOVE_SIZE)
    tiles = list(zip(body[0::2], body[1::2]))
    used = [row for row, _ in tiles] + [255]  # -1 comes as 255, and not after five jumps
    return Move(tiles[: used.index(255)], color)


def send_move(connection, move):
    body = [number for tile in move.tiles for number in tile] + [-1]
    body += [0] * (2 * MAXIMUM_MOVE_SIZE)
    connection.send(body[: 2 * MAXIMUM_MOVE_SIZE])

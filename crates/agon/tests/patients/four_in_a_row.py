"""One side of the two-instance game: four_in_a_row.py ai PORT [IP]. It plays the first open column."""
import socket
import sys

WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))
board = {}  # (row, column) -> player


def play(column, player):
    """Drops a disc; says whether that ends the game."""
    row = sum(1 for _, c in board if c == column)
    board[row, column] = player
    for down, right in WAYS:
        length = 1
        for sign in (1, -1):
            step = 1
            while board.get((row + sign * step * down, column + sign * step * right)) == player:
                length, step = length + 1, step + 1
        if length >= 4:
            return True
    return len(board) == 42


def first_open():
    return next(c for c in range(7) if (5, c) not in board)


port = int(sys.argv[2])
if len(sys.argv) > 3:
    me, link = 1, socket.create_connection((sys.argv[3], port))
else:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(1)
    me, link = 0, listener.accept()[0]

turn, over = 0, False
while True:
    if turn == me and not over:
        column = first_open()
        over = play(column, me)
        link.sendall(b"%d" % column)
        turn = 1 - me
    arrived = link.recv(64)
    if not arrived:
        break
    # One move at most is ours to read; anything else breaks the rules and ends the connection.
    legal = len(arrived) == 1 and arrived in b"0123456" and not over and (5, int(arrived)) not in board
    if not legal:
        break
    over, turn = play(int(arrived), 1 - me), me
link.close()

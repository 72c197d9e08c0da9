#include "ants.h"
#include "connection.h"
#include <string.h>

/* White moves down the board, black up. */
static int forward(int player) { return player == WHITE ? 1 : -1; }

/* What a square holds; nobody goes outside the board. */
static int square(const Position *pos, int row, int col) {
    int inside = row >= 0 && row < BOARD_ROWS && col >= 0 && col < BOARD_COLUMNS;
    return inside ? pos->board[row][col] : BLOCKED;
}

static int isFree(const Position *pos, int row, int col) {
    return square(pos, row, col) == EMPTY || square(pos, row, col) == FOOD;
}

int canJump(int row, int col, int player, const Position *pos) {
    int next = row + forward(player), behind = next + forward(player), other = getOtherSide(player);
    int left = square(pos, next, col - 1) == other && isFree(pos, behind, col - 2);
    int right = square(pos, next, col + 1) == other && isFree(pos, behind, col + 2);
    return left + 2 * right;
}

int canJumpTo(int row, int col, int player, const Position *pos, int rowDest, int colDest) {
    int there = rowDest == row + 2 * forward(player) && (colDest == col - 2 || colDest == col + 2);
    return there && (canJump(row, col, player, pos) & (colDest < col ? 1 : 2)) != 0;
}

/* A move with one more square, square number `at`. */
static Move goTo(Move move, int at, int row, int col) {
    move.tile[0][at] = (signed char)row;
    move.tile[1][at] = (signed char)col;
    return move;
}

/* Adds every way in which a capture that has come to square number `at` ends: it goes on as long as it can. */
static int addCaptures(const Position *pos, Move move, int at, Move *moves, int count) {
    int row = move.tile[0][at], col = move.tile[1][at], jump = canJump(row, col, move.color, pos);
    for (int side = -1; side <= 1 && at + 1 < MAXIMUM_MOVE_SIZE; side += 2)
        if (jump & (side < 0 ? 1 : 2)) {
            Move longer = goTo(move, at + 1, row + 2 * forward(move.color), col + 2 * side);
            count = addCaptures(pos, longer, at + 1, moves, count);
        }
    if (jump == 0 && at > 0)
        moves[count++] = move;
    return count;
}

static int addSteps(const Position *pos, Move move, Move *moves, int count) {
    int row = move.tile[0][0] + forward(move.color);
    for (int col = move.tile[1][0] - 1; col <= move.tile[1][0] + 1; col += 2)
        if (isFree(pos, row, col))
            moves[count++] = goTo(move, 1, row, col);
    return count;
}

int allMoves(const Position *pos, int player, Move *moves) {
    Move none = {.tile = {{-1, -1, -1, -1, -1, -1}}, .color = (signed char)player};
    int count = 0;
    for (int capturing = 1; capturing >= 0 && count == 0; capturing--) /* steps only where nothing can be captured */
        for (int row = 0; row < BOARD_ROWS; row++)
            for (int col = 0; col < BOARD_COLUMNS; col++)
                if (pos->board[row][col] == player) {
                    Move start = goTo(none, 0, row, col);
                    count = capturing ? addCaptures(pos, start, 0, moves, count) : addSteps(pos, start, moves, count);
                }
    return count;
}

int canMove(const Position *pos, int player) {
    Move moves[MOST_MOVES];
    return allMoves(pos, player, moves) > 0;
}

/* How many squares a move names; 0 is the pass. */
static int length(const Move *move) {
    int squares = 0;
    while (squares < MAXIMUM_MOVE_SIZE && move->tile[0][squares] != -1)
        squares++;
    return squares;
}

int isLegal(const Position *pos, const Move *moveToCheck) {
    Move moves[MOST_MOVES];
    int count = allMoves(pos, moveToCheck->color, moves), squares = length(moveToCheck);
    for (int i = 0; i < count; i++)
        if (length(&moves[i]) == squares && memcmp(moves[i].tile[0], moveToCheck->tile[0], squares) == 0
            && memcmp(moves[i].tile[1], moveToCheck->tile[1], squares) == 0)
            return 1;
    return squares == 0 && count == 0;
}

void doMove(Position *pos, const Move *moveToDo) {
    int player = moveToDo->color, last = length(moveToDo) - 1;
    const signed char *row = moveToDo->tile[0], *col = moveToDo->tile[1];
    pos->turn = (signed char)getOtherSide(player);
    for (int i = 0; i < last; i++) {
        pos->board[row[i]][col[i]] = EMPTY;
        if (row[i + 1] == row[i] + 2 * forward(player)) /* the ant that is jumped over */
            pos->board[row[i] + forward(player)][(col[i] + col[i + 1]) / 2] = EMPTY;
        pos->board[row[i + 1]][col[i + 1]] = (signed char)player;
    }
    if (last > 0 && row[last] == (player == WHITE ? BOARD_ROWS - 1 : 0)) { /* a queen: a point, and it leaves */
        pos->board[row[last]][col[last]] = EMPTY;
        pos->score[player]++;
    }
}

void getPosition(Position *posToGet, int mySocket) {
    _Static_assert(sizeof(Position) == 99, "a position has the size of the message");
    receiveBytes(posToGet, sizeof *posToGet, mySocket);
}

void getMove(Move *moveToGet, int mySocket) {
    signed char body[2 * MAXIMUM_MOVE_SIZE]; /* here rows and columns alternate */
    receiveBytes(body, sizeof body, mySocket);
    for (int i = 0; i < 2 * MAXIMUM_MOVE_SIZE; i++)
        moveToGet->tile[i % 2][i / 2] = body[i];
}

void sendMove(const Move *moveToSend, int mySocket) {
    signed char body[2 * MAXIMUM_MOVE_SIZE];
    for (int i = 0; i < 2 * MAXIMUM_MOVE_SIZE; i++)
        body[i] = moveToSend->tile[i % 2][i / 2];
    sendBytes(body, sizeof body, mySocket);
}

#include "hexthello.h"
#include "connection.h"

/* The six directions: along the row, along the column, along the diagonal that rises to the right. */
static const int directions[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}};

/* What a cell holds; outside the array there is nothing that can be used. */
static int cell(const Position *pos, int row, int col) {
    if (row < 0 || row >= ARRAY_BOARD_SIZE || col < 0 || col >= ARRAY_BOARD_SIZE)
        return UNUSED;
    return pos->board[row][col];
}

/* How many discs a disc of color on this cell encloses in one direction. */
static int enclosed(const Position *pos, int row, int col, int color, const int direction[2]) {
    int other = getOtherSide(color), count = 0;
    do {
        row += direction[0];
        col += direction[1];
        count++;
    } while (cell(pos, row, col) == other);
    return cell(pos, row, col) == color ? count - 1 : 0;
}

int isLegalMove(const Position *pos, const Move *moveToCheck) {
    int row = moveToCheck->tile[0], col = moveToCheck->tile[1];
    if (cell(pos, row, col) != EMPTY)
        return 0;
    for (int d = 0; d < 6; d++)
        if (enclosed(pos, row, col, moveToCheck->color, directions[d]) > 0)
            return 1;
    return 0;
}

int allMoves(const Position *pos, int color, Move *moves) {
    int count = 0;
    for (int row = 0; row < ARRAY_BOARD_SIZE; row++)
        for (int col = 0; col < ARRAY_BOARD_SIZE; col++) {
            Move move = {{(signed char)row, (signed char)col}, (signed char)color};
            if (isLegalMove(pos, &move))
                moves[count++] = move;
        }
    return count;
}

int canMove(const Position *pos, int color) {
    Move moves[MOST_MOVES];
    return allMoves(pos, color, moves) > 0;
}

void doMove(Position *pos, const Move *moveToDo) {
    int color = moveToDo->color, row = moveToDo->tile[0], col = moveToDo->tile[1];
    pos->turn = (signed char)getOtherSide(color);
    if (row == NULL_MOVE)
        return;
    for (int d = 0; d < 6; d++)
        for (int step = enclosed(pos, row, col, color, directions[d]); step > 0; step--) {
            pos->board[row + step * directions[d][0]][col + step * directions[d][1]] = (signed char)color;
            pos->score[color]++;
            pos->score[getOtherSide(color)]--;
        }
    pos->board[row][col] = (signed char)color;
    pos->score[color]++;
}

void getPosition(Position *posToGet, int mySocket) {
    _Static_assert(sizeof(Position) == 228, "a position has the size of the message");
    receiveBytes(posToGet, sizeof *posToGet, mySocket);
}

void getMove(Move *moveToGet, int mySocket) {
    receiveBytes(moveToGet->tile, sizeof moveToGet->tile, mySocket);
}

void sendMove(const Move *moveToSend, int mySocket) {
    sendBytes(moveToSend->tile, sizeof moveToSend->tile, mySocket);
}

/* A HexThello player that plays any legal move. Put your search into chooseMove. Build: make hexthello-client */
#include "connection.h"
#include "hexthello.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static const char agentName[] = "C kit"; /* the server keeps 8 characters */

/* The place for your search. There is at least one move, and it is color's turn, whatever pos->turn says. */
static Move chooseMove(const Position *pos, int color) {
    Move moves[MOST_MOVES];
    int count = allMoves(pos, color, moves);
    return moves[rand() % count];
}

int main(int argc, char *argv[]) {
    Position gamePosition = {0};
    Move move;
    int myColor = BLACK;
    srand((unsigned)(time(NULL) ^ getpid()));
    int mySocket = connectToServer(argc, argv, "6002");
    for (;;) {
        unsigned char message;
        receiveBytes(&message, 1, mySocket);
        switch (message) {
        case NM_NEW_POSITION: /* also in the middle of a game: the server's board is the right one */
            getPosition(&gamePosition, mySocket);
            break;
        case NM_COLOR_W:
        case NM_COLOR_B:
            myColor = message == NM_COLOR_W ? WHITE : BLACK;
            break;
        case NM_REQUEST_NAME:
            sendName(agentName, mySocket);
            break;
        case NM_REQUEST_MOVE: /* who cannot move is asked all the same, and passes */
            move = (Move){.tile = {NULL_MOVE, 0}, .color = (signed char)myColor};
            if (canMove(&gamePosition, myColor))
                move = chooseMove(&gamePosition, myColor);
            sendMove(&move, mySocket);
            doMove(&gamePosition, &move);
            break;
        case NM_PREPARE_TO_RECEIVE_MOVE: /* what the opponent has played */
            getMove(&move, mySocket);
            move.color = (signed char)getOtherSide(myColor);
            doMove(&gamePosition, &move);
            break;
        case NM_QUIT:
            close(mySocket);
            return 0;
        default:
            fprintf(stderr, "the server sent %d, which is no message of HexThello\n", message);
            return 1;
        }
    }
}

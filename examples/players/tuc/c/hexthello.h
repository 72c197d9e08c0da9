/* HexThello: positions, moves, the rules, and how the server writes them. */
#define ARRAY_BOARD_SIZE 15
#define MOST_MOVES 169  /* as many as there are cells */
#define NULL_MOVE (-50) /* the row of a pass */

enum { WHITE, BLACK, EMPTY, BLOCKED, UNUSED }; /* what a cell holds; the first two are also the players */

enum { /* what the server says */
    NM_NEW_POSITION = 101, NM_COLOR_W, NM_COLOR_B, NM_REQUEST_MOVE, NM_PREPARE_TO_RECEIVE_MOVE, NM_REQUEST_NAME, NM_QUIT
};

typedef struct { /* just as the server sends it */
    signed char board[ARRAY_BOARD_SIZE][ARRAY_BOARD_SIZE]; /* [row][column] */
    unsigned char score[2];                                /* discs of white and of black */
    signed char turn;
} Position;

typedef struct {
    signed char tile[2]; /* row and column; NULL_MOVE as the row is the pass */
    signed char color;   /* who moves */
} Move;

static inline int getOtherSide(int color) { return color == WHITE ? BLACK : WHITE; }

/* Plays a legal move or a pass: the disc, all it turns over, the score, the turn. */
void doMove(Position *pos, const Move *moveToDo);

/* 1 if color has a move that is no pass, else 0. */
int canMove(const Position *pos, int color);

/* 1 if the move may be played, else 0. The pass is never legal here: whether it may be sent tells canMove. */
int isLegalMove(const Position *pos, const Move *moveToCheck);

/* Writes all moves of color that are no pass to moves (with room for MOST_MOVES) and says how many there are. */
int allMoves(const Position *pos, int color, Move *moves);

void getPosition(Position *posToGet, int mySocket);
void getMove(Move *moveToGet, int mySocket);
void sendMove(const Move *moveToSend, int mySocket);

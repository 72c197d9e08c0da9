/* TUC-ANTS: positions, moves, the rules, and how the server writes them. */
#define BOARD_ROWS 12
#define BOARD_COLUMNS 8
#define MAXIMUM_MOVE_SIZE 6 /* the start square and five jumps */
#define MOST_MOVES 384      /* 12 ants, and 32 ways to jump five times */

enum { WHITE, BLACK, EMPTY, FOOD, BLOCKED }; /* what a square holds; the first two are also the players */

enum { /* what the server says */
    NM_NEW_POSITION = 1, NM_COLOR_W, NM_COLOR_B, NM_REQUEST_MOVE, NM_PREPARE_TO_RECEIVE_MOVE, NM_REQUEST_NAME, NM_QUIT
};

typedef struct { /* just as the server sends it */
    signed char board[BOARD_ROWS][BOARD_COLUMNS]; /* [row][column] */
    unsigned char score[2];                       /* points of white and of black */
    signed char turn;
} Position;

typedef struct {
    signed char tile[2][MAXIMUM_MOVE_SIZE]; /* rows and columns of all squares; row -1 after the last one */
    signed char color;                      /* who moves */
} Move;

static inline int getOtherSide(int color) { return color == WHITE ? BLACK : WHITE; }

/* Plays a legal move or a pass. Food that is eaten goes; whether it gives a point only the server knows. */
void doMove(Position *pos, const Move *moveToDo);

/* Whether an ant of player could capture from this square: 0 no, 1 to the left, 2 to the right, 3 both; and whether it
 * could do so landing on that square. There need not be an ant: so the next jump of a chain can be looked at. */
int canJump(int row, int col, int player, const Position *pos);
int canJumpTo(int row, int col, int player, const Position *pos, int rowDest, int colDest);

/* 1 if player has a move that is no pass, else 0. */
int canMove(const Position *pos, int player);

/* 1 if the move may be played, else 0. The pass, -1 as the first row, is legal where nothing else is. */
int isLegal(const Position *pos, const Move *moveToCheck);

/* Writes all moves of player that are no pass to moves (with room for MOST_MOVES) and says how many there are. */
int allMoves(const Position *pos, int player, Move *moves);

void getPosition(Position *posToGet, int mySocket);
void getMove(Move *moveToGet, int mySocket);
void sendMove(const Move *moveToSend, int mySocket);

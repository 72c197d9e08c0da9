import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** TUC-ANTS: positions, moves, the rules, and how the server writes them. */
final class Ants {
    static final int BOARD_ROWS = 12, BOARD_COLUMNS = 8;
    /** The start square and five jumps. */
    static final int MAXIMUM_MOVE_SIZE = 6;

    /** What a square holds; the first two are also the players. */
    static final int WHITE = 0, BLACK = 1, EMPTY = 2, FOOD = 3, BLOCKED = 4;

    /** What the server says. */
    static final int NEW_POSITION = 1, COLOR_W = 2, COLOR_B = 3, REQUEST_MOVE = 4,
        PREPARE_TO_RECEIVE_MOVE = 5, REQUEST_NAME = 6, QUIT = 7;

    static int getOtherSide(int color) {
        return color == WHITE ? BLACK : WHITE;
    }

    /** White moves down the board, black up. */
    private static int forward(int player) {
        return player == WHITE ? 1 : -1;
    }

    static final class Move {
        /** The start square, then every square landed on, as row and column; none is the pass. */
        final int[][] tiles;
        /** Who moves. */
        final int color;

        Move(int[][] tiles, int color) {
            this.tiles = tiles;
            this.color = color;
        }

        /** The same move with one more square. */
        private Move goingTo(int row, int col) {
            int[][] longer = Arrays.copyOf(tiles, tiles.length + 1);
            longer[tiles.length] = new int[] {row, col};
            return new Move(longer, color);
        }

        static Move receive(Connection server, int color) throws IOException {
            byte[] body = server.receive(2 * MAXIMUM_MOVE_SIZE);
            Move move = new Move(new int[0][], color);
            for (int i = 0; i < body.length && body[i] != -1; i += 2)
                move = move.goingTo(body[i], body[i + 1]);
            return move;
        }

        void send(Connection server) throws IOException {
            byte[] body = new byte[2 * MAXIMUM_MOVE_SIZE];
            if (tiles.length < MAXIMUM_MOVE_SIZE)
                body[2 * tiles.length] = -1; // after the last square
            for (int i = 0; i < 2 * tiles.length; i++)
                body[i] = (byte) tiles[i / 2][i % 2];
            server.send(body);
        }
    }

    static final class Position {
        /** By row and column. */
        final int[][] board = new int[BOARD_ROWS][BOARD_COLUMNS];
        /** Points of white and of black. */
        int[] score = new int[2];
        int turn;

        Position() {}

        Position(Position other) {
            for (int row = 0; row < BOARD_ROWS; row++)
                board[row] = other.board[row].clone();
            score = other.score.clone();
            turn = other.turn;
        }

        static Position receive(Connection server) throws IOException {
            int squares = BOARD_ROWS * BOARD_COLUMNS;
            byte[] body = server.receive(squares + 3);
            Position position = new Position();
            for (int i = 0; i < squares; i++)
                position.board[i / BOARD_COLUMNS][i % BOARD_COLUMNS] = body[i];
            position.score[WHITE] = body[squares];
            position.score[BLACK] = body[squares + 1];
            position.turn = body[squares + 2];
            return position;
        }

        /** What a square holds; nobody goes outside the board. */
        private int square(int row, int col) {
            boolean inside = row >= 0 && row < BOARD_ROWS && col >= 0 && col < BOARD_COLUMNS;
            return inside ? board[row][col] : BLOCKED;
        }

        private boolean isFree(int row, int col) {
            return square(row, col) == EMPTY || square(row, col) == FOOD;
        }

        /** Whether an ant of player could capture from this square: 0 no, 1 to the left, 2 to the right, 3 both. The
         * square need not hold an ant, so the next jump of a chain can be looked at before the chain is played. */
        int canJump(int row, int col, int player) {
            int next = row + forward(player), behind = next + forward(player), other = getOtherSide(player);
            boolean left = square(next, col - 1) == other && isFree(behind, col - 2);
            boolean right = square(next, col + 1) == other && isFree(behind, col + 2);
            return (left ? 1 : 0) + (right ? 2 : 0);
        }

        /** Whether it could capture from the first square landing on the second. */
        boolean canJumpTo(int row, int col, int player, int rowDest, int colDest) {
            boolean there = rowDest == row + 2 * forward(player) && Math.abs(colDest - col) == 2;
            return there && (canJump(row, col, player) & (colDest < col ? 1 : 2)) != 0;
        }

        /** Adds every way in which a capture that has come this far ends: it goes on as long as it can. */
        private void addCaptures(Move move, List<Move> moves) {
            int last = move.tiles.length - 1, row = move.tiles[last][0], col = move.tiles[last][1];
            int jump = canJump(row, col, move.color), behind = row + 2 * forward(move.color);
            if ((jump & 1) != 0)
                addCaptures(move.goingTo(behind, col - 2), moves);
            if ((jump & 2) != 0)
                addCaptures(move.goingTo(behind, col + 2), moves);
            if (jump == 0 && last > 0)
                moves.add(move);
        }

        private void addSteps(Move move, List<Move> moves) {
            int row = move.tiles[0][0] + forward(move.color), col = move.tiles[0][1];
            for (int side = -1; side <= 1; side += 2)
                if (isFree(row, col + side))
                    moves.add(move.goingTo(row, col + side));
        }

        /** All moves of player that are no pass. Who can capture must. */
        List<Move> allMoves(int player) {
            List<Move> captures = new ArrayList<>(), steps = new ArrayList<>();
            for (int row = 0; row < BOARD_ROWS; row++)
                for (int col = 0; col < BOARD_COLUMNS; col++)
                    if (board[row][col] == player) {
                        Move start = new Move(new int[][] {{row, col}}, player);
                        addCaptures(start, captures);
                        addSteps(start, steps);
                    }
            return captures.isEmpty() ? steps : captures;
        }

        /** Whether player has a move that is no pass. */
        boolean canMove(int player) {
            return !allMoves(player).isEmpty();
        }

        /** Whether the move may be played. The pass is legal where nothing else is. */
        boolean isLegal(Move move) {
            List<Move> moves = allMoves(move.color);
            return moves.isEmpty() ? move.tiles.length == 0
                : moves.stream().anyMatch(legal -> Arrays.deepEquals(legal.tiles, move.tiles));
        }

        /** Plays a legal move or a pass. Food that is eaten goes; whether it gives a point only the server knows. */
        void doMove(Move move) {
            int[][] tiles = move.tiles;
            int last = tiles.length - 1;
            turn = getOtherSide(move.color);
            for (int i = 0; i < last; i++) {
                board[tiles[i][0]][tiles[i][1]] = EMPTY;
                if (Math.abs(tiles[i + 1][0] - tiles[i][0]) == 2) // the ant that is jumped over
                    board[(tiles[i][0] + tiles[i + 1][0]) / 2][(tiles[i][1] + tiles[i + 1][1]) / 2] = EMPTY;
                board[tiles[i + 1][0]][tiles[i + 1][1]] = move.color;
            }
            if (last > 0 && tiles[last][0] == (move.color == WHITE ? BOARD_ROWS - 1 : 0)) {
                board[tiles[last][0]][tiles[last][1]] = EMPTY; // a queen: a point, and it leaves
                score[move.color]++;
            }
        }
    }
}

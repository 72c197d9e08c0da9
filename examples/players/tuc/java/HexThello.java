import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** HexThello: positions, moves, the rules, and how the server writes them. */
final class HexThello {
    static final int ARRAY_BOARD_SIZE = 15;
    /** The row of a pass. */
    static final int NULL_MOVE = -50;

    /** What a cell holds; the first two are also the players. */
    static final int WHITE = 0, BLACK = 1, EMPTY = 2, BLOCKED = 3, UNUSED = 4;

    /** What the server says. */
    static final int NEW_POSITION = 101, COLOR_W = 102, COLOR_B = 103, REQUEST_MOVE = 104,
        PREPARE_TO_RECEIVE_MOVE = 105, REQUEST_NAME = 106, QUIT = 107;

    /** Along the row, along the column, along the diagonal that rises to the right. */
    private static final int[][] DIRECTIONS = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}};

    static int getOtherSide(int color) {
        return color == WHITE ? BLACK : WHITE;
    }

    static final class Move {
        /** Row and column; NULL_MOVE as the row is the pass. */
        final int[] tile;
        /** Who moves. */
        final int color;

        Move(int row, int col, int color) {
            tile = new int[] {row, col};
            this.color = color;
        }

        static Move receive(Connection server, int color) throws IOException {
            byte[] body = server.receive(2);
            return new Move(body[0], body[1], color);
        }

        void send(Connection server) throws IOException {
            server.send(new byte[] {(byte) tile[0], (byte) tile[1]});
        }
    }

    static final class Position {
        /** By row and column. */
        final int[][] board = new int[ARRAY_BOARD_SIZE][ARRAY_BOARD_SIZE];
        /** Discs of white and of black. */
        int[] score = new int[2];
        int turn;

        Position() {}

        Position(Position other) {
            for (int row = 0; row < ARRAY_BOARD_SIZE; row++)
                board[row] = other.board[row].clone();
            score = other.score.clone();
            turn = other.turn;
        }

        static Position receive(Connection server) throws IOException {
            int cells = ARRAY_BOARD_SIZE * ARRAY_BOARD_SIZE;
            byte[] body = server.receive(cells + 3);
            Position position = new Position();
            for (int i = 0; i < cells; i++)
                position.board[i / ARRAY_BOARD_SIZE][i % ARRAY_BOARD_SIZE] = body[i];
            position.score[WHITE] = body[cells] & 255; // bytes are signed in Java, scores are not
            position.score[BLACK] = body[cells + 1] & 255;
            position.turn = body[cells + 2];
            return position;
        }

        /** What a cell holds; outside the array there is nothing that can be used. */
        private int cell(int row, int col) {
            boolean inside = row >= 0 && row < ARRAY_BOARD_SIZE && col >= 0 && col < ARRAY_BOARD_SIZE;
            return inside ? board[row][col] : UNUSED;
        }

        /** How many discs a disc of color on this cell encloses in one direction. */
        private int enclosed(int row, int col, int color, int[] direction) {
            int count = 0;
            do {
                row += direction[0];
                col += direction[1];
                count++;
            } while (cell(row, col) == getOtherSide(color));
            return cell(row, col) == color ? count - 1 : 0;
        }

        /** Whether the move may be played. The pass is never legal here: whether it may be sent tells canMove. */
        boolean isLegalMove(Move move) {
            if (cell(move.tile[0], move.tile[1]) != EMPTY)
                return false;
            for (int[] direction : DIRECTIONS)
                if (enclosed(move.tile[0], move.tile[1], move.color, direction) > 0)
                    return true;
            return false;
        }

        /** All moves of color that are no pass. */
        List<Move> allMoves(int color) {
            List<Move> moves = new ArrayList<>();
            for (int i = 0; i < ARRAY_BOARD_SIZE * ARRAY_BOARD_SIZE; i++) {
                Move move = new Move(i / ARRAY_BOARD_SIZE, i % ARRAY_BOARD_SIZE, color);
                if (isLegalMove(move))
                    moves.add(move);
            }
            return moves;
        }

        /** Whether color has a move that is no pass. */
        boolean canMove(int color) {
            return !allMoves(color).isEmpty();
        }

        /** Plays a legal move or a pass: the disc, all it turns over, the score, the turn. */
        void doMove(Move move) {
            int row = move.tile[0], col = move.tile[1], color = move.color;
            turn = getOtherSide(color);
            if (row == NULL_MOVE)
                return;
            for (int[] direction : DIRECTIONS)
                for (int step = enclosed(row, col, color, direction); step > 0; step--) {
                    board[row + step * direction[0]][col + step * direction[1]] = color;
                    score[color]++;
                    score[getOtherSide(color)]--;
                }
            board[row][col] = color;
            score[color]++;
        }
    }
}

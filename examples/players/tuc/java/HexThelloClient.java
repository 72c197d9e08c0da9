import java.io.IOException;
import java.util.List;
import java.util.Random;

/** A HexThello player that plays any legal move. Put your search into chooseMove. */
public final class HexThelloClient {
    private static final String AGENT_NAME = "Java kit"; // the server keeps 8 characters
    private static final Random RANDOM = new Random();

    /** The place for your search. There is at least one move, and it is color's turn, whatever position.turn says. */
    private static HexThello.Move chooseMove(HexThello.Position position, int color) {
        List<HexThello.Move> moves = position.allMoves(color);
        return moves.get(RANDOM.nextInt(moves.size()));
    }

    public static void main(String[] args) throws InterruptedException {
        try (Connection server = new Connection(args, 6002)) {
            play(server);
        } catch (IOException gone) {
            System.err.println("the server has closed the connection: " + gone.getMessage());
        }
    }

    private static void play(Connection server) throws IOException {
        HexThello.Position position = new HexThello.Position();
        int myColor = HexThello.BLACK;
        while (true) {
            int message = server.receive(1)[0];
            switch (message) {
                case HexThello.NEW_POSITION: // also in the middle of a game: the server's board is the right one
                    position = HexThello.Position.receive(server);
                    break;
                case HexThello.COLOR_W:
                case HexThello.COLOR_B:
                    myColor = message == HexThello.COLOR_W ? HexThello.WHITE : HexThello.BLACK;
                    break;
                case HexThello.REQUEST_NAME:
                    server.sendName(AGENT_NAME);
                    break;
                case HexThello.REQUEST_MOVE: // who cannot move is asked all the same, and passes
                    HexThello.Move move = new HexThello.Move(HexThello.NULL_MOVE, 0, myColor);
                    if (position.canMove(myColor))
                        move = chooseMove(position, myColor);
                    move.send(server);
                    position.doMove(move);
                    break;
                case HexThello.PREPARE_TO_RECEIVE_MOVE: // what the opponent has played
                    position.doMove(HexThello.Move.receive(server, HexThello.getOtherSide(myColor)));
                    break;
                case HexThello.QUIT:
                    return;
                default:
                    System.err.println("the server sent " + message + ", which is no message of HexThello");
                    return;
            }
        }
    }
}

import java.io.IOException;
import java.util.List;
import java.util.Random;

/** An Ants player that plays any legal move. Put your search into chooseMove. */
public final class AntsClient {
    private static final String AGENT_NAME = "Java kit"; // the server keeps 16 characters
    private static final Random RANDOM = new Random();

    /** The place for your search. There is at least one move, and it is color's turn, whatever position.turn says. */
    private static Ants.Move chooseMove(Ants.Position position, int color) {
        List<Ants.Move> moves = position.allMoves(color);
        return moves.get(RANDOM.nextInt(moves.size()));
    }

    public static void main(String[] args) throws InterruptedException {
        try (Connection server = new Connection(args, 6001)) {
            play(server);
        } catch (IOException gone) {
            System.err.println("the server has closed the connection: " + gone.getMessage());
        }
    }

    private static void play(Connection server) throws IOException {
        Ants.Position position = new Ants.Position();
        int myColor = Ants.BLACK;
        while (true) {
            int message = server.receive(1)[0];
            switch (message) {
                case Ants.NEW_POSITION: // also in the middle of a game: the server's board is the right one
                    position = Ants.Position.receive(server);
                    break;
                case Ants.COLOR_W:
                case Ants.COLOR_B:
                    myColor = message == Ants.COLOR_W ? Ants.WHITE : Ants.BLACK;
                    break;
                case Ants.REQUEST_NAME:
                    server.sendName(AGENT_NAME);
                    break;
                case Ants.REQUEST_MOVE: // who cannot move is asked all the same, and passes
                    Ants.Move move = new Ants.Move(new int[0][], myColor);
                    if (position.canMove(myColor))
                        move = chooseMove(position, myColor);
                    move.send(server);
                    position.doMove(move);
                    break;
                case Ants.PREPARE_TO_RECEIVE_MOVE: // what the opponent has played
                    position.doMove(Ants.Move.receive(server, Ants.getOtherSide(myColor)));
                    break;
                case Ants.QUIT:
                    return;
                default:
                    System.err.println("the server sent " + message + ", which is no message of Ants");
                    return;
            }
        }
    }
}

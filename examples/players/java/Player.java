import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A first player, for every game: it plays any of the legal moves it is told.
 *
 * Build:  javac Player.java
 * Try:    agon match reversi "ugi:java Player" random --games 2
 */
public class Player {
    private final Random random = new Random();
    private List<String> legalMoves = List.of(); // what the last "legalmoves" line said
    private String position = "";                // what the last "position" line said: the whole game so far

    /** The place for your ideas. Now: any legal move. */
    private String bestMove() {
        return legalMoves.get(random.nextInt(legalMoves.size()));
    }

    /** Output to a pipe is buffered: without the flush nobody ever sees the line. */
    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** Does what a line asks for; false when it is time to end. */
    private boolean obey(String line) {
        List<String> words = Arrays.asList(line.trim().split("\\s+"));
        switch (words.get(0)) {
            case "ugi" -> { // who are you, and what can be set?
                say("id name Java starter");
                say("id author you");
                // Whoever announces this option is told the legal moves before every "go".
                say("option name LegalMoves type check default false");
                say("ugiok");
            }
            case "isready" -> say("readyok"); // is everything before this done?
            case "uginewgame" -> legalMoves = List.of(); // forget the game before
            case "position" -> position = line;
            case "legalmoves" -> legalMoves = words.subList(1, words.size());
            case "go" -> { // exactly one bestmove for every go
                if (!legalMoves.isEmpty()) {
                    say("bestmove " + bestMove());
                }
            }
            case "quit" -> {
                return false;
            }
            default -> { } // ignored: that is what the protocol asks for
        }
        return true;
    }

    public static void main(String[] arguments) throws IOException {
        Player player = new Player();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        String line = input.readLine();
        while (line != null && player.obey(line)) { // null when the input ends
            line = input.readLine();
        }
    }
}

//! A first player, for every game: it plays any of the legal moves it is told.
//!
//! Build:  rustc -O player.rs
//! Try:    agon match reversi "ugi:./player" random --games 2

use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

struct Player {
    legal_moves: Vec<String>, // what the last "legalmoves" line said
    state: u64,               // of the random numbers
}

impl Player {
    /// The place for your ideas. Now: any legal move.
    fn best_move(&mut self) -> Option<&str> {
        // The standard library has no random numbers; three shifts make good enough ones.
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        let count = self.legal_moves.len().max(1) as u64;
        self.legal_moves.get((self.state % count) as usize).map(String::as_str)
    }
}

fn main() -> io::Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = now.map_or(1, |time| time.as_nanos() as u64);
    let mut player = Player { legal_moves: Vec::new(), state: seed | 1 };
    let mut output = io::stdout().lock();
    // The lines end when the input ends.
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        match words.next() {
            // Who are you, and what can be set?
            Some("ugi") => {
                writeln!(output, "id name Rust starter")?;
                writeln!(output, "id author you")?;
                // Whoever announces this option is told the legal moves before every "go".
                writeln!(output, "option name LegalMoves type check default false")?;
                writeln!(output, "ugiok")?;
            }
            // Is everything before this done?
            Some("isready") => writeln!(output, "readyok")?,
            // Forget the game before.
            Some("uginewgame") => player.legal_moves.clear(),
            Some("legalmoves") => player.legal_moves = words.map(str::to_owned).collect(),
            // Exactly one bestmove for every go.
            Some("go") => {
                if let Some(best) = player.best_move() {
                    writeln!(output, "bestmove {best}")?;
                }
            }
            Some("quit") => break,
            // Everything else is ignored: that is what the protocol asks for. The line "position …" holds the
            // whole game so far; you need it when your player knows the rules.
            _ => {}
        }
        // Output to a pipe may be buffered: without this nobody ever sees the lines.
        output.flush()?;
    }
    Ok(())
}

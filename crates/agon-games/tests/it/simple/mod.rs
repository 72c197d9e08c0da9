//! Second implementations of the rules, as plain as possible and written without looking at the fast ones:
//! arrays, loops, no cleverness. Each takes a position in its one-line form and lists every legal move with
//! the position it leads to; nothing if the game is over.

mod ants;
mod connect;
mod hexthello;
mod reversi;

/// Every legal move as text with the position after it as text.
pub(crate) type Successors = fn(&str) -> Vec<(String, String)>;

/// The plain rules of a game.
pub(crate) fn of(game: &str) -> Successors {
    match game {
        "reversi" => reversi::successors,
        "four-in-a-row" => connect::successors_7x6,
        "connect4-9x9" => connect::successors_9x9,
        "hexthello" => hexthello::successors,
        "ants" => ants::successors,
        other => panic!("no plain rules for {other}"),
    }
}

/// Perft by the plain rules: a finished game is one leaf.
pub(crate) fn perft(successors: Successors, position: &str, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let next = successors(position);
    if next.is_empty() {
        return 1;
    }
    next.iter().map(|(_, position)| perft(successors, position, depth - 1)).sum()
}

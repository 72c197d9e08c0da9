//! What must hold for any input, as functions that fuzzers and tests call with bytes; they panic if it does not.
//!
//! For every machine: no input makes it panic; the events are the same however the bytes are cut; the bytes it
//! holds are bounded; a game changes only by a legal move of the side whose turn it is.
//!
//! ```
//! let registry = agon_games::registry();
//! let games: Vec<_> = registry.games().cloned().collect();
//! for (name, holds) in agon_wire::invariants::ALL {
//!     holds(&games, b"any bytes will do");
//! }
//! ```

mod engines;
mod programs;
mod tuc;

pub use engines::{gtp_engine, gtp_gui, nboard_engine, nboard_gui, ugi_engine, ugi_gui};
pub use programs::{lines, stdio_platform, stdio_player, two_instance};
pub use tuc::{tuc_ascii, tuc_lobby, tuc_player, tuc_seat, tuc_server_messages};

use agon_core::{AnyGame, Dice, Protocol};
use std::sync::Arc;

/// An invariant: panics if it does not hold for these bytes in one of the games that the protocol is for.
pub type Invariant = fn(&[Arc<dyn AnyGame>], &[u8]);

/// Every invariant with its name.
pub const ALL: [(&str, Invariant); 15] = [
    ("lines", lines),
    ("tuc_server_messages", tuc_server_messages),
    ("tuc_seat", tuc_seat),
    ("tuc_ascii", tuc_ascii),
    ("tuc_lobby", tuc_lobby),
    ("tuc_player", tuc_player),
    ("stdio_platform", stdio_platform),
    ("stdio_player", stdio_player),
    ("two_instance", two_instance),
    ("ugi_engine", ugi_engine),
    ("ugi_gui", ugi_gui),
    ("nboard_engine", nboard_engine),
    ("nboard_gui", nboard_gui),
    ("gtp_engine", gtp_engine),
    ("gtp_gui", gtp_gui),
];

/// Cuts bytes into pieces of random lengths up to 16.
fn pieces(data: &[u8], seed: u64) -> Vec<&[u8]> {
    let mut dice = Dice::new(seed);
    let mut rest = data;
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let (piece, tail) = rest.split_at(rest.len().min(1 + dice.below(16) as usize));
        pieces.push(piece);
        rest = tail;
    }
    pieces
}

/// Runs a machine on the same bytes in one piece, in random pieces and byte by byte; what happens must be the same.
fn same_in_any_pieces(data: &[u8], run: impl Fn(&[&[u8]]) -> Vec<String>) -> Vec<String> {
    let whole = run(&[data]);
    if data.is_empty() {
        return whole;
    }
    assert_eq!(run(&pieces(data, data.len() as u64)), whole, "in random pieces");
    assert_eq!(run(&data.chunks(1).collect::<Vec<_>>()), whole, "byte by byte");
    whole
}

/// One of the games that are played over a protocol.
fn any_game(games: &[Arc<dyn AnyGame>], protocol: Protocol, choice: u8) -> Arc<dyn AnyGame> {
    let speaking: Vec<_> = games.iter().filter(|game| game.info().speaks(protocol)).collect();
    assert!(!speaking.is_empty(), "a game that is played over {protocol}");
    speaking[usize::from(choice) % speaking.len()].clone()
}

/// The first byte as a choice, and the rest.
fn choice(data: &[u8]) -> (u8, &[u8]) {
    data.split_first().map_or((0, data), |(&first, rest)| (first, rest))
}

//! Connect4 9×9 on standard input and output: numbers on lines of their own.
//!
//! A player reads the magic number first; then columns 0–8 go back and forth, and in place of a column a player may
//! read 10 (you won), 11 (you lost) or 12 (draw). `docs/protocols/connect4-9x9.md` has the details.

mod platform;
mod player;

pub use platform::{PlatformSeat, PlayerFault};
pub use player::{Connect9x9Error, Player, PlayerEvent};

/// The number of columns.
pub const COLUMNS: u8 = 9;

/// How a game ended for the player that is told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// 10.
    Won,
    /// 11.
    Lost,
    /// 12.
    Draw,
}

impl GameResult {
    /// The number it is told with.
    pub const fn number(self) -> u8 {
        match self {
            GameResult::Won => 10,
            GameResult::Lost => 11,
            GameResult::Draw => 12,
        }
    }

    /// The result that a number tells.
    pub const fn from_number(number: i64) -> Option<GameResult> {
        match number {
            10 => Some(GameResult::Won),
            11 => Some(GameResult::Lost),
            12 => Some(GameResult::Draw),
            _ => None,
        }
    }
}

/// A number on a line of its own.
fn line(number: impl std::fmt::Display) -> Vec<u8> {
    format!("{number}\n").into_bytes()
}

//! The game object of Four in a Row: a small, checked interface for programs that know nothing else of Agon.
//! The Python module has the same one.
//!
//! ```
//! use agon_connect::game_object::Game;
//! let mut game = Game::new();
//! for column in [3, 0, 3, 0, 3, 0, 3] {
//!     game.make_move(column).unwrap();
//! }
//! assert_eq!(game.get_winner(), Some(Game::PLAYER_ONE));
//! assert_eq!(game.get_player_at(5, 0), Some(Game::PLAYER_TWO));
//! assert_eq!(game.make_move(1).unwrap_err().to_string(), "Illegal move.");
//! ```

use super::{FourInARowPosition, Move};
use agon_core::{Position, Side};
use std::fmt;

const COLUMNS: usize = 7;
const ROWS: usize = 6;

/// A full column, a column that does not exist, or a move after the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove;

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Illegal move.")
    }
}

impl std::error::Error for IllegalMove {}

/// A game of Four in a Row in progress. Players and results are the numbers of its constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    position: FourInARowPosition,
}

impl Game {
    /// The player who starts.
    pub const PLAYER_ONE: u8 = 0;

    /// The other player.
    pub const PLAYER_TWO: u8 = 1;

    /// The result of a full board without four.
    pub const DRAW: u8 = 2;

    /// A game at its start.
    pub const fn new() -> Game {
        Game { position: FourInARowPosition::START }
    }

    /// Drops a disc of the current player into a column, counted from 0 at the left.
    pub fn make_move(&mut self, column: usize) -> Result<(), IllegalMove> {
        let open = column < COLUMNS && self.get_player_at(0, column).is_none();
        if !open || self.position.outcome().is_some() {
            return Err(IllegalMove);
        }
        self.position.play(Move(column as u8));
        Ok(())
    }

    /// Whose turn it is; after the end, whose it would be.
    pub fn get_current_player(&self) -> u8 {
        player(self.position.side_to_move())
    }

    /// Whose disc lies in a cell, row 0 at the top; nobody's in an empty cell or outside the board.
    pub fn get_player_at(&self, row: usize, col: usize) -> Option<u8> {
        if row >= ROWS || col >= COLUMNS {
            return None;
        }
        let cell = super::Grid::<u64, COLUMNS, ROWS>::cell(col, ROWS - 1 - row);
        let stones = self.position.stones();
        Side::BOTH.into_iter().find(|&side| stones[side] & cell != 0).map(player)
    }

    /// The winner or [`DRAW`](Self::DRAW); nothing while the game is on.
    pub fn get_winner(&self) -> Option<u8> {
        self.position.outcome().map(|outcome| outcome.winner.map_or(Self::DRAW, player))
    }

    /// The position behind it, for engines.
    pub const fn position(&self) -> &FourInARowPosition {
        &self.position
    }
}

/// A game that goes on from a position.
impl From<FourInARowPosition> for Game {
    fn from(position: FourInARowPosition) -> Game {
        Game { position }
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

const fn player(side: Side) -> u8 {
    match side {
        Side::First => Game::PLAYER_ONE,
        Side::Second => Game::PLAYER_TWO,
    }
}

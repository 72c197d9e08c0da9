//! Boards as the protocol writes them: a byte a cell, white's score, black's score, the side to move.

use super::TucGame;
use super::error::TucError;
use agon_core::{AnyPosition, PositionError, Side};

/// The body of NEW_POSITION.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WirePosition(Vec<u8>);

impl WirePosition {
    /// A body as it came; nothing if it has not the length it should have.
    pub fn received(game: &TucGame, bytes: &[u8]) -> Option<WirePosition> {
        (bytes.len() == game.position_length()).then(|| WirePosition(bytes.to_vec()))
    }

    /// The body for a position.
    pub fn of(game: &TucGame, position: &dyn AnyPosition) -> Result<WirePosition, TucError> {
        let id = game.rules().id();
        if position.game().id() != id {
            return Err(TucError::OtherGame { game: id });
        }
        let mut bytes = position.tiles();
        let [black, white] = position.score().map(score_byte);
        bytes.extend([white, black, side_byte(position.side_to_move())]);
        Ok(WirePosition(bytes))
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The board's tiles, row by row.
    pub fn tiles(&self) -> &[u8] {
        &self.0[..self.0.len() - 3]
    }

    /// The scores of black and of white, read as unsigned.
    pub fn scores(&self) -> [u8; 2] {
        let end = self.0.len();
        [self.0[end - 2], self.0[end - 3]]
    }

    /// The position; whether the scores count or the board alone, the game decides.
    pub fn read(&self, game: &TucGame) -> Result<Box<dyn AnyPosition>, TucError> {
        let wrong = |error| TucError::Position { game: game.rules().info().title.to_owned(), error };
        let side = match self.0[self.0.len() - 1] {
            0 => Side::Second,
            1 => Side::First,
            other => {
                let found = other.to_string();
                let expected = "the byte 0 (white) or 1 (black)".to_owned();
                return Err(wrong(PositionError::SideToMove { found, expected }));
            }
        };
        game.rules().from_tiles(self.tiles(), self.scores(), side).map_err(wrong)
    }
}

/// Scores are single bytes; none is above 169.
fn score_byte(score: i32) -> u8 {
    score.clamp(0, 255) as u8
}

fn side_byte(side: Side) -> u8 {
    u8::from(side == Side::First)
}

//! The board as the course's servers and players send it: 96 tiles, row by row.

use super::position::{AntsPosition, Parts, Pending};
use super::square::{COLUMNS, ROWS, Square};
use agon_core::{PositionError, Side};

/// How many tiles a board has.
pub const TILES: usize = ROWS as usize * COLUMNS as usize;

/// What a tile can be.
mod tile {
    pub(super) const WHITE_ANT: u8 = 0;
    pub(super) const BLACK_ANT: u8 = 1;
    pub(super) const EMPTY: u8 = 2;
    pub(super) const FOOD: u8 = 3;
    pub(super) const BLOCKED: u8 = 4;
}

impl AntsPosition {
    /// A position from the tiles of its board. Squares that are not land may be empty or blocked.
    pub fn from_tiles(
        tiles: &[u8; TILES],
        white_points: u8,
        black_points: u8,
        side: Side,
    ) -> Result<AntsPosition, PositionError> {
        let refuse = |why: String| Err(PositionError::Impossible(why));
        let (mut ants, mut food) = ([0; 2], 0);
        for (row, line) in (0..ROWS).zip(tiles.chunks_exact(COLUMNS.into())) {
            for (column, &tile) in (0..COLUMNS).zip(line) {
                match (Square::new(row, column), tile) {
                    (Some(square), tile::WHITE_ANT) => ants[Side::Second] |= square.bit(),
                    (Some(square), tile::BLACK_ANT) => ants[Side::First] |= square.bit(),
                    (Some(square), tile::FOOD) => food |= square.bit(),
                    (_, tile::EMPTY) | (None, tile::BLOCKED) => {}
                    (Some(square), tile::BLOCKED) => {
                        return refuse(format!("{square} is a land square, but it is said to be blocked"));
                    }
                    (None, tile::WHITE_ANT | tile::BLACK_ANT | tile::FOOD) => {
                        return refuse(format!(
                            "{row},{column} is not a land square, but it is said to hold an ant or food"
                        ));
                    }
                    _ => {
                        return refuse(format!(
                            "{row},{column} holds {tile}; a tile is 0 (white ant), 1 (black ant), 2 (empty), \
                             3 (food) or 4 (blocked)"
                        ));
                    }
                }
            }
        }
        let points = [black_points, white_points];
        AntsPosition::new(Parts { ants, food, points, side, pending: Pending::Nothing })
    }

    /// The tiles of its board; squares that are not land are empty, as the course's server sends them.
    pub fn to_tiles(&self) -> [u8; TILES] {
        let ([black, white], food) = (self.ants(), self.food());
        let mut tiles = [tile::EMPTY; TILES];
        for square in Square::all() {
            let place = usize::from(square.row() * COLUMNS + square.column());
            let holds = |board: u64| board & square.bit() != 0;
            if holds(black) {
                tiles[place] = tile::BLACK_ANT;
            } else if holds(white) {
                tiles[place] = tile::WHITE_ANT;
            } else if holds(food) {
                tiles[place] = tile::FOOD;
            }
        }
        tiles
    }
}

//! The board as the course's protocol sends it: a square array of bytes, row by row.

use super::HexThelloPosition;
use super::cells::Cells;
use agon_core::{PositionError, Side};

/// What is at a place of the array; the numbers are those on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Tile {
    /// A white disc.
    White = 0,
    /// A black disc.
    Black = 1,
    /// An empty cell.
    Empty = 2,
    /// A cell that nothing is placed on or passes through.
    Blocked = 3,
    /// A place of the array outside the hexagon.
    Unused = 4,
}

impl Tile {
    /// The tile of a byte.
    pub const fn from_byte(byte: u8) -> Option<Tile> {
        match byte {
            0 => Some(Tile::White),
            1 => Some(Tile::Black),
            2 => Some(Tile::Empty),
            3 => Some(Tile::Blocked),
            4 => Some(Tile::Unused),
            _ => None,
        }
    }
}

impl HexThelloPosition {
    /// What is at a place of the array; everything outside the hexagon is unused.
    pub fn tile(&self, row: u8, column: u8) -> Tile {
        let [black, white] = self.discs();
        if black.contains(row, column) {
            Tile::Black
        } else if white.contains(row, column) {
            Tile::White
        } else if self.empty().contains(row, column) {
            Tile::Empty
        } else if self.board().contains(row, column) {
            Tile::Blocked
        } else {
            Tile::Unused
        }
    }

    /// The whole array row by row, one byte a place: (2r + 1)² bytes.
    pub fn to_tiles(&self) -> Vec<u8> {
        let size = 2 * self.radius() + 1;
        (0..size).flat_map(|row| (0..size).map(move |column| self.tile(row, column) as u8)).collect()
    }

    /// A position from the array of a board of this radius.
    pub fn from_tiles(radius: u8, tiles: &[u8], side: Side) -> Result<HexThelloPosition, PositionError> {
        let impossible = |why: String| Err(PositionError::Impossible(why));
        // An empty position of the radius first: it refuses a radius that no board has.
        let board = HexThelloPosition::new(radius, Cells::NONE, Cells::NONE, Cells::NONE, side)?.board();
        let size = 2 * radius + 1;
        let (expected, found) = (usize::from(size).pow(2), tiles.len());
        if found != expected {
            return impossible(format!("a board of radius {radius} has {expected} tiles, not {found}"));
        }
        let [mut black, mut white, mut blocked] = [Cells::NONE; 3];
        let places = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        for ((row, column), &byte) in places.zip(tiles) {
            let used = board.contains(row, column);
            let cell = Cells::cell(row, column);
            match Tile::from_byte(byte) {
                Some(Tile::White) if used => white |= cell,
                Some(Tile::Black) if used => black |= cell,
                Some(Tile::Blocked) if used => blocked |= cell,
                Some(Tile::Empty) if used => {}
                Some(Tile::Unused) if !used => {}
                Some(Tile::Unused) => return impossible(format!("{row},{column} is a cell, so not unused")),
                Some(_) => {
                    return impossible(format!(
                        "{row},{column} is no cell and must be unused (4), not {byte}"
                    ));
                }
                None => return impossible(format!("{row},{column} holds {byte}; tiles are 0 to 4")),
            }
        }
        HexThelloPosition::new(radius, black, white, blocked, side)
    }
}

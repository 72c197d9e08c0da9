//! Moves and positions as text.

use super::cells::{Cells, columns};
use super::{HexThelloPosition, INFO, Move, Tile};
use agon_core::{MoveError, Position, PositionError, SetUp};
use std::fmt;

/// The numbers of the pieces in the layout.
const BLACK: usize = 0;
const WHITE: usize = 1;
const BLOCK: usize = 2;

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cell() {
            Some((row, column)) => write!(f, "{row},{column}"),
            None => f.write_str("pass"),
        }
    }
}

pub(super) fn parse_move(position: &HexThelloPosition, text: &str) -> Result<Move, MoveError> {
    let illegal = |why: &str| Err(MoveError::Illegal { text: text.to_owned(), why: why.to_owned() });
    let open = position.open();
    if text.eq_ignore_ascii_case("pass") {
        return if open.is_empty() {
            Ok(Move::PASS)
        } else {
            illegal("one may pass only without any other move")
        };
    }
    let Some((row, column)) = text.split_once(',').and_then(|(r, c)| Some((number(r)?, number(c)?))) else {
        return Err(MoveError::Malformed { text: text.to_owned(), expected: INFO.move_form });
    };
    let radius = position.radius();
    if row > 2 * radius {
        return illegal(&format!("the board has rows 0 to {}", 2 * radius));
    }
    let (first, last) = columns(radius, row);
    if !(first..=last).contains(&column) {
        return illegal(&format!("row {row} has columns {first} to {last}"));
    }
    match position.tile(row, column) {
        Tile::Black | Tile::White => illegal("the cell is taken"),
        Tile::Blocked | Tile::Unused => illegal("the cell is blocked"),
        Tile::Empty if open.contains(row, column) => Ok(Move(16 * row + column)),
        Tile::Empty if open.is_empty() => illegal("no disc would turn anywhere, so the move must be pass"),
        Tile::Empty => illegal("it would turn no disc"),
    }
}

/// A row or column number; one that is too large for any board is as good as the largest.
fn number(digits: &str) -> Option<u8> {
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| digits.parse().unwrap_or(u8::MAX))
}

pub(super) fn set_up(position: &HexThelloPosition) -> SetUp {
    let piece = |(row, column)| match position.tile(row, column) {
        Tile::Black => Some(BLACK),
        Tile::White => Some(WHITE),
        Tile::Blocked => Some(BLOCK),
        Tile::Empty | Tile::Unused => None,
    };
    let contents = position.board().iter().map(piece).collect();
    SetUp { contents, side: position.side_to_move(), rest: Vec::new() }
}

pub(super) fn from_set_up(radius: u8, set_up: &SetUp) -> Result<HexThelloPosition, PositionError> {
    set_up.no_more()?;
    let holding = |piece| -> Cells {
        let cells = Cells::hexagon(radius).iter().zip(&set_up.contents);
        cells.filter(|&(_, &content)| content == Some(piece)).map(|(cell, _)| cell).collect()
    };
    HexThelloPosition::new(radius, holding(BLACK), holding(WHITE), holding(BLOCK), set_up.side)
}

//! Moves and positions as text.

use super::board::{Grid, Word};
use super::layout::cell_index;
use super::{ConnectPosition, Move};
use agon_core::{GameInfo, MoveError, Position, PositionError, SetUp, Side};
use std::fmt;

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A cell's name: its column as in moves, a slash, its row counted from 1 at the bottom.
pub(super) fn cell_name(column: usize, height: usize) -> String {
    format!("{column}/{}", height + 1)
}

pub(super) fn parse_move<B: Word, const W: usize, const H: usize>(
    position: &ConnectPosition<B, W, H>,
    text: &str,
    info: &GameInfo,
) -> Result<Move, MoveError> {
    let column = match text.as_bytes() {
        [digit @ b'0'..=b'9'] if usize::from(digit - b'0') < W => digit - b'0',
        _ => return Err(MoveError::Malformed { text: text.to_owned(), expected: info.move_form }),
    };
    if position.outcome().is_some() {
        Err(MoveError::Over { text: text.to_owned() })
    } else if Grid::<B, W, H>::landing(position.mask(), usize::from(column)).any() {
        Ok(Move(column))
    } else {
        Err(MoveError::Illegal { text: text.to_owned(), why: format!("column {column} is full") })
    }
}

/// Every character is a move, so `3342` is split as well as `3 3 4 2`.
pub(super) fn split_moves(text: &str) -> Vec<&str> {
    let moves = text.char_indices().filter(|(_, c)| !c.is_whitespace() && *c != ',');
    moves.map(|(i, c)| &text[i..i + c.len_utf8()]).collect()
}

pub(super) fn set_up<B: Word, const W: usize, const H: usize>(position: &ConnectPosition<B, W, H>) -> SetUp {
    let mut contents = vec![None; W * H];
    for (piece, mut stones) in position.stones().into_iter().enumerate() {
        while stones.any() {
            let (column, height) = Grid::<B, W, H>::place(stones);
            contents[cell_index::<W, H>(column, height)] = Some(piece);
            stones = stones.without_lowest();
        }
    }
    SetUp { contents, side: position.side_to_move(), rest: Vec::new() }
}

pub(super) fn from_set_up<B: Word, const W: usize, const H: usize>(
    set_up: &SetUp,
) -> Result<ConnectPosition<B, W, H>, PositionError> {
    set_up.no_more()?;
    let mut stones = [B::EMPTY; 2];
    for column in 0..W {
        for height in 0..H {
            if let Some(&Some(piece)) = set_up.contents.get(cell_index::<W, H>(column, height)) {
                let Some(side) = stones.get_mut(piece) else {
                    let cell = cell_name(column, height);
                    let what = format!("{cell} holds a piece of kind {piece}, but there are only 0 and 1");
                    return Err(PositionError::Impossible(what));
                };
                *side |= Grid::<B, W, H>::cell(column, height);
            }
        }
    }
    ConnectPosition::new(stones[Side::First], stones[Side::Second], set_up.side)
}

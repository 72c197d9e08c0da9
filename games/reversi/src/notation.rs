//! Moves and positions as text.

use super::moves::mobility;
use super::{INFO, Move, ReversiPosition};
use agon_core::{MoveError, Position, PositionError, SetUp, Side};
use std::fmt;

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => write!(f, "{}{}", char::from(b'a' + square % 8), square / 8 + 1),
            None => f.write_str("pass"),
        }
    }
}

pub(super) fn parse_move(position: &ReversiPosition, text: &str) -> Result<Move, MoveError> {
    let illegal = |why: &str| Err(MoveError::Illegal { text: text.to_owned(), why: why.to_owned() });
    let open = mobility(position.me(), position.them());
    if text.eq_ignore_ascii_case("pass") {
        return if open == 0 { Ok(Move::PASS) } else { illegal("one may pass only without any other move") };
    }
    let mv = match text.as_bytes() {
        [column, row @ b'1'..=b'8'] if matches!(column.to_ascii_lowercase(), b'a'..=b'h') => {
            Move((row - b'1') * 8 + (column.to_ascii_lowercase() - b'a'))
        }
        _ => return Err(MoveError::Malformed { text: text.to_owned(), expected: INFO.move_form }),
    };
    let placed = 1u64 << mv.0;
    if (position.me() | position.them()) & placed != 0 {
        illegal("the square is taken")
    } else if open & placed != 0 {
        Ok(mv)
    } else if open == 0 {
        illegal("no disc would turn anywhere, so the move must be pass")
    } else {
        illegal("it would turn no disc")
    }
}

/// Splits `f5d6c3` as well as `f5 d6 pass c3`.
pub(super) fn split_moves(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || c == ',') {
        let mut rest = word;
        while !rest.is_empty() {
            let length = match rest.get(..4) {
                Some(pass) if pass.eq_ignore_ascii_case("pass") => 4,
                _ => rest.char_indices().nth(2).map_or(rest.len(), |(i, _)| i),
            };
            let (token, tail) = rest.split_at(length);
            tokens.push(token);
            rest = tail;
        }
    }
    tokens
}

pub(super) fn set_up(position: &ReversiPosition) -> SetUp {
    let [black, white] = position.discs();
    let piece = |i: usize| match (black >> i & 1, white >> i & 1) {
        (1, _) => Some(0),
        (_, 1) => Some(1),
        _ => None,
    };
    SetUp { contents: (0..64).map(piece).collect(), side: position.side_to_move(), rest: Vec::new() }
}

pub(super) fn from_set_up(set_up: &SetUp) -> Result<ReversiPosition, PositionError> {
    set_up.no_more()?;
    let discs = |piece| {
        let cells = set_up.contents.iter().enumerate().filter(|&(_, &c)| c == Some(piece));
        cells.fold(0, |board, (i, _)| board | 1u64 << i)
    };
    ReversiPosition::new(discs(Side::First.index()), discs(Side::Second.index()), set_up.side)
}

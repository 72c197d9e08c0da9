//! Moves as the protocol writes them.
//!
//! A cell (HexThello): row and column, the row of a pass is −50. A path (Ants): six pairs of row and column; the row
//! after the last pair in use is −1, and only a chain of five jumps fills all six.

use super::TucGame;
use super::error::TucError;
use crate::quoted::quoted;
use agon_core::TucMoves;

/// The row of a pass where a move is a cell: −50 as a signed byte.
const PASS_ROW: u8 = -50_i8 as u8;

/// The row that ends a path: −1 as a signed byte.
const END_ROW: u8 = -1_i8 as u8;

/// The most bytes a move has.
const LONGEST: usize = 12;

/// A move in bytes, exactly as it came: also the bytes without meaning are kept, because servers pass them on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WireMove {
    bytes: [u8; LONGEST],
    length: usize,
}

impl WireMove {
    /// A move from its bytes; nothing if they are not as many as a move of the game has.
    pub fn received(game: &TucGame, bytes: &[u8]) -> Option<WireMove> {
        let mut kept = [0; LONGEST];
        kept.get_mut(..bytes.len())?.copy_from_slice(bytes);
        (bytes.len() == game.move_length()).then_some(WireMove { bytes: kept, length: bytes.len() })
    }

    /// A move from its text, written `5,7`, `9,0-8,1`, `9,0x7,2x5,4` or `pass`. Whether it is legal is another
    /// question.
    pub fn from_text(game: &TucGame, text: &str) -> Result<WireMove, TucError> {
        let bytes = match game.moves() {
            TucMoves::Cell => cell_bytes(text),
            TucMoves::Path => path_bytes(text),
        };
        bytes.and_then(|bytes| WireMove::received(game, &bytes)).ok_or_else(|| TucError::Unsendable {
            text: quoted(text),
            game: game.rules().info().title.to_owned(),
        })
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Whether it is the null move.
    pub fn is_pass(&self) -> bool {
        let row = if self.length == 2 { PASS_ROW } else { END_ROW };
        self.bytes[0] == row
    }

    /// The move as text. Bytes that are no move give text that no rules accept.
    pub fn text(&self) -> String {
        if self.is_pass() {
            return "pass".to_owned();
        }
        // As the course's programs see them: signed.
        let square = |pair: &[u8]| format!("{},{}", pair[0] as i8, pair[1] as i8);
        if self.length == 2 {
            return square(self.bytes());
        }
        let pairs: Vec<&[u8]> = self.bytes().chunks_exact(2).take_while(|pair| pair[0] != END_ROW).collect();
        let is_step = pairs.len() == 2 && pairs[0][0].abs_diff(pairs[1][0]) == 1;
        let squares: Vec<String> = pairs.into_iter().map(square).collect();
        squares.join(if is_step { "-" } else { "x" })
    }
}

fn cell_bytes(text: &str) -> Option<Vec<u8>> {
    if text.eq_ignore_ascii_case("pass") { Some(vec![PASS_ROW, 0]) } else { Some(square(text)?.to_vec()) }
}

fn path_bytes(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(LONGEST);
    if !text.eq_ignore_ascii_case("pass") {
        for part in text.split(['-', 'x', 'X']) {
            bytes.extend(square(part)?);
        }
        if bytes.len() < 4 {
            return None;
        }
    }
    if bytes.len() < LONGEST {
        bytes.push(END_ROW);
        bytes.resize(LONGEST.max(bytes.len()), 0);
    }
    (bytes.len() == LONGEST).then_some(bytes)
}

fn square(text: &str) -> Option<[u8; 2]> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u8>().ok().filter(|&number| digits && number < 100)
    };
    let (row, column) = text.split_once(',')?;
    Some([number(row)?, number(column)?])
}

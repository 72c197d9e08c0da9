//! The 48 land squares as bits.
//!
//! Two rows share nine bits: four squares of the even row, four of the odd row, one bit that is never set.
//! That makes every diagonal step a shift by a constant, the same on all rows: 4 along the diagonals that rise
//! to the right (`/`), 5 along those that fall (`\`). A step over the left or right edge ends on one of the
//! bits that are never set, one over the top or bottom edge outside the 54 bits in use.
//!
//! ```text
//! row 0     0   1   2   3
//! row 1   4   5   6   7
//! row 2     9  10  11  12
//! row 3  13  14  15  16        … and so on, to row 11: 49 50 51 52
//! ```

use std::fmt;

/// How many rows the board has.
pub(super) const ROWS: u8 = 12;

/// How many columns the board has.
pub(super) const COLUMNS: u8 = 8;

/// How many land squares the board has.
pub(super) const CELLS: usize = 48;

/// All land squares.
pub const LAND: u64 = rows(0, 11);

/// The rows where ants become queens: row 0 for black, row 11 for white.
pub const FAR_ROWS: [u64; 2] = [rows(0, 0), rows(11, 11)];

/// Where the ants of black and of white stand at the start.
pub const HOMES: [u64; 2] = [rows(9, 11), rows(0, 2)];

/// Where food can lie.
pub const FOOD_ROWS: u64 = rows(5, 6);

/// The bit where a row begins.
const fn row_start(row: u8) -> u32 {
    row as u32 / 2 * 9 + row as u32 % 2 * 4
}

/// The land squares of some rows, the last one included.
const fn rows(first: u8, last: u8) -> u64 {
    let (mut board, mut row) = (0, first);
    while row <= last {
        board |= 0b1111 << row_start(row);
        row += 1;
    }
    board
}

/// A land square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The land square at a row 0–11 and a column 0–7; nothing if there is none.
    pub const fn new(row: u8, column: u8) -> Option<Square> {
        if row < ROWS && column < COLUMNS && (row + column) % 2 == 1 {
            Some(Square(row_start(row) as u8 + column / 2))
        } else {
            None
        }
    }

    /// The lowest square of a board, if it has any on land.
    pub const fn first_of(board: u64) -> Option<Square> {
        match board & LAND {
            0 => None,
            land => Some(Square(land.trailing_zeros() as u8)),
        }
    }

    /// All land squares in reading order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..CELLS as u8).map(|cell| Square(cell + cell / 8))
    }

    /// Its bit in a board.
    #[inline(always)]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The number of its bit.
    #[inline(always)]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its number in reading order, 0–47.
    pub const fn cell(self) -> usize {
        (self.0 - self.0 / 9) as usize
    }

    /// Its row, 0 at the top.
    pub const fn row(self) -> u8 {
        self.cell() as u8 / 4
    }

    /// Its column, 0 at the left.
    pub const fn column(self) -> u8 {
        2 * (self.cell() as u8 % 4) + (self.row() + 1) % 2
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row(), self.column())
    }
}

/// A board turned by half a turn.
pub(super) const fn half_turn(board: u64) -> u64 {
    // Square 52 − i for square i.
    board.reverse_bits() >> 11
}

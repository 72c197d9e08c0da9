//! A set of cells in four 64-bit words, laid out so that every step is a plain shift.
//!
//! Cell (row, column) is bit `4·row + column` of word `row mod 4`. Rows that are four apart share a word, 16 bits
//! apart; column 15 does not exist, so a run along a row always ends at an unused bit. From there:
//! - a step to the right is one bit up in the same word;
//! - a step down is the next word (after the last comes the first again) and 4 bits up, a step down-left the
//!   next word and 3 bits up: no edge cases, since what leaves the board lands on bits that are no cells;
//! - a whole column, or anti-diagonal, put together from the four words into one keeps its cells in order and
//!   apart, so that a single line can be worked on with ordinary arithmetic.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// The largest radius.
pub const MAX_RADIUS: u8 = 7;

/// Rows and columns of the largest board.
const SIZE: u8 = 2 * MAX_RADIUS + 1;

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cells(pub(super) [u64; 4]);

impl Cells {
    /// No cells.
    pub const NONE: Cells = Cells([0; 4]);

    /// The four words.
    #[inline(always)]
    pub const fn words(self) -> [u64; 4] {
        self.0
    }

    /// A set from its four words; the bits that are no cells may be anything until they are masked.
    #[inline(always)]
    pub const fn from_words(words: [u64; 4]) -> Cells {
        Cells(words)
    }

    /// One cell; no cell if it lies outside the largest board.
    #[inline(always)]
    pub const fn cell(row: u8, column: u8) -> Cells {
        let mut words = [0; 4];
        let bit = 4 * row as u32 + column as u32;
        if row < SIZE && column < SIZE && bit < 64 {
            words[row as usize % 4] = 1 << bit;
        }
        Cells(words)
    }

    /// The board of a radius from 2 to 7: 3r² + 3r + 1 cells, in an array of 2r + 1 rows and columns.
    #[inline]
    pub(super) fn hexagon(radius: u8) -> Cells {
        HEXAGONS[usize::from(radius)]
    }

    /// Whether a cell is in the set.
    #[inline(always)]
    pub fn contains(self, row: u8, column: u8) -> bool {
        !(self & Cells::cell(row, column)).is_empty()
    }

    /// Whether there is no cell in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        (self.0[0] | self.0[1]) | (self.0[2] | self.0[3]) == 0
    }

    /// How many cells there are.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        let w = self.0;
        (w[0].count_ones() + w[1].count_ones()) + (w[2].count_ones() + w[3].count_ones())
    }

    /// The cells four rows at a time, bit `16·row + column` within them: reading order from the lowest bit up.
    #[inline(always)]
    pub(super) fn in_reading_order(self) -> [u64; 4] {
        let mut blocks = [0; 4];
        for (i, block) in blocks.iter_mut().enumerate() {
            for (row, word) in self.0.iter().enumerate() {
                *block |= (word >> (16 * i + 4 * row) & 0x7fff) << (16 * row);
            }
        }
        blocks
    }

    /// The cells as row and column, in reading order.
    pub fn iter(self) -> impl Iterator<Item = (u8, u8)> {
        let blocks = self.in_reading_order();
        let mut number = 0;
        let mut rows = blocks[0];
        std::iter::from_fn(move || {
            while rows == 0 && number < 3 {
                number += 1;
                rows = blocks[number];
            }
            let cell = (rows != 0).then(|| rows.trailing_zeros() as u8)?;
            rows &= rows - 1;
            Some((4 * number as u8 + cell / 16, cell % 16))
        })
    }
}

/// The boards by their radius.
static HEXAGONS: [Cells; MAX_RADIUS as usize + 1] = {
    let mut boards = [Cells::NONE; MAX_RADIUS as usize + 1];
    let mut radius = 0;
    while radius <= MAX_RADIUS {
        let mut row = 0;
        while row <= 2 * radius {
            let (mut column, last) = columns(radius, row);
            while column <= last {
                boards[radius as usize].0[row as usize % 4] |= Cells::cell(row, column).0[row as usize % 4];
                column += 1;
            }
            row += 1;
        }
        radius += 1;
    }
    boards
};

/// The first and the last column of a row of a hexagon.
pub(super) const fn columns(radius: u8, row: u8) -> (u8, u8) {
    if row <= radius { (radius - row, 2 * radius) } else { (0, 3 * radius - row) }
}

/// How many cells come before a row of a hexagon in reading order.
const fn cells_above(radius: usize, row: usize) -> usize {
    // The rows grow by one cell each up to the middle one, and shrink again after it.
    let (middle, last) = (radius + 1, 2 * radius + 1);
    if row <= middle {
        row * middle + row * (row.saturating_sub(1)) / 2
    } else {
        let below = last - row;
        3 * radius * (radius + 1) + 1 - (below * middle + below * (below.saturating_sub(1)) / 2)
    }
}

/// The number of a cell of a hexagon in reading order.
#[inline]
pub(super) const fn cell_number(radius: u8, row: u8, column: u8) -> usize {
    cells_above(radius as usize, row as usize) + (column - columns(radius, row).0) as usize
}

impl FromIterator<(u8, u8)> for Cells {
    fn from_iter<I: IntoIterator<Item = (u8, u8)>>(cells: I) -> Cells {
        let mut all = Cells::NONE;
        for (row, column) in cells {
            all |= Cells::cell(row, column);
        }
        all
    }
}

/// Applies a function to all words.
#[inline(always)]
pub(super) fn each(f: impl Fn(usize) -> u64) -> Cells {
    Cells([f(0), f(1), f(2), f(3)])
}

impl BitOr for Cells {
    type Output = Cells;

    #[inline(always)]
    fn bitor(self, other: Cells) -> Cells {
        each(|i| self.0[i] | other.0[i])
    }
}

impl BitOrAssign for Cells {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Cells) {
        *self = *self | other;
    }
}

impl BitAnd for Cells {
    type Output = Cells;

    #[inline(always)]
    fn bitand(self, other: Cells) -> Cells {
        each(|i| self.0[i] & other.0[i])
    }
}

impl Not for Cells {
    type Output = Cells;

    #[inline(always)]
    fn not(self) -> Cells {
        each(|i| !self.0[i])
    }
}

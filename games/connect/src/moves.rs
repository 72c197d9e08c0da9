//! Where stones land, and what makes four: everything by shifting whole boards.

use super::board::{Grid, Word};

impl<B: Word, const W: usize, const H: usize> Grid<B, W, H> {
    /// From a cell to the next one of a line: along the row, and down and up to the right. Upwards it is 1.
    const ACROSS: [u32; 3] = [H as u32 + 1, H as u32, H as u32 + 2];

    /// The cells where a stone can land, one for each column that is not full; `mask` has the stones of both
    /// sides. Adding the bottom row carries through each column's stones to the first empty cell, or to the
    /// sentinel, which is no cell.
    #[inline(always)]
    pub fn landings(mask: B) -> B {
        mask.plus(Self::bottom()) & Self::cells()
    }

    /// The cell where a stone dropped into a column lands; none if the column is full.
    #[inline(always)]
    pub fn landing(mask: B, column: usize) -> B {
        Self::landings(mask) & Self::column(column)
    }

    /// The top cells of the columns that are not full: one bit for each legal move of a game that is not over.
    #[inline(always)]
    pub fn open(mask: B) -> B {
        !mask & Self::top()
    }

    /// Whether the stones of one side hold four in a line.
    #[inline(always)]
    pub fn has_four(stones: B) -> bool {
        let run = |distance: u32| {
            let pairs = stones & (stones >> distance);
            pairs & (pairs >> (2 * distance))
        };
        let [a, b, c] = Self::ACROSS;
        ((run(1) | run(a)) | (run(b) | run(c))).any()
    }

    /// The empty cells that would complete four for the side with the stones `stones`, whether a stone can
    /// land there now or not; `mask` has the stones of both sides. A playable win is one of these that is
    /// also in [`landings`](Self::landings).
    #[inline(always)]
    pub fn winning_cells(stones: B, mask: B) -> B {
        // Upwards the missing cell is always the last one.
        let mut wins = (stones << 1) & (stones << 2) & (stones << 3);
        for distance in Self::ACROSS {
            let (before, after) = (stones << distance, stones >> distance);
            let pairs = stones & after;
            let two_before = pairs << (2 * distance);
            let two_after = pairs >> distance;
            wins |= two_before & ((stones << (3 * distance)) | after);
            wins |= two_after & ((stones >> (3 * distance)) | before);
        }
        wins & (Self::cells() ^ mask)
    }

    /// The cells, stones included, on lines of four across or diagonally that hold at least two of `stones` and are
    /// `free` otherwise.
    #[inline(always)]
    pub fn lines_of_two(stones: B, free: B) -> B {
        let usable = stones | free;
        let mut found = B::EMPTY;
        for distance in Self::ACROSS {
            let next = stones >> distance;
            let (both, either) = (stones & next, stones | next);
            let (both_after, either_after) = (both >> (2 * distance), either >> (2 * distance));
            let two = both | both_after | either & either_after;
            let usable_pairs = usable & (usable >> distance);
            let starts = two & usable_pairs & (usable_pairs >> (2 * distance));
            let halves = starts | (starts << distance);
            found |= halves | (halves << (2 * distance));
        }
        found
    }

    /// The empty cells in which a stone makes new [`winning_cells`](Self::winning_cells), as far as it is not one itself, and
    /// some others; `mask` has the stones of both sides.
    #[inline(always)]
    pub fn makers(stones: B, mask: B) -> B {
        let upwards = (stones << 1) & (stones << 2);
        (Self::lines_of_two(stones, Self::cells() ^ mask) | upwards) & !mask
    }
}

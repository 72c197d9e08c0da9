//! The order in which moves are searched: what makes or keeps threats first.

use super::bounds::follower_rows;
use super::slot::Keyed;
use crate::Grid;

/// The weights. They were found by changing one at a time as long as that saved nodes, on the fifteen openings
/// that docs/lab/connect-four.md names.
mod weight {
    pub(super) const THREAT: i32 = 24;
    /// More for a threat that lasts to the end: on 7 × 6 on an odd row of the first player, on an even row of
    /// the second.
    pub(super) const LASTING: i32 = 8;
    /// More for a threat that stops the other side from playing below it at once.
    pub(super) const NEAR: i32 = 16;
    /// More for one that will do so after one more stone in the column.
    pub(super) const NEXT: i32 = 12;
    /// For each column away from the edge.
    pub(super) const MIDDLE: i32 = 8;
    /// For playing below an own threat, which is lost.
    pub(super) const WASTED: i32 = -40;
    /// For each line that is still open with two stones in it.
    pub(super) const LINE: i32 = 3;
    /// Keeps the sum positive.
    pub(super) const BASE: i32 = 1024;
}

/// With fewer empty cells, counting open lines costs more time than it saves.
const LINES_FROM: i32 = 18;

/// What the order looks at, the same for all moves of a position.
#[derive(Clone, Copy)]
pub(super) struct View<B> {
    /// The stones of the side to move.
    pub(super) me: B,
    /// The stones of the other side.
    pub(super) them: B,
    /// The cells that would give the side to move four.
    pub(super) my_wins: B,
    /// The cells that would give the other side four.
    pub(super) their_wins: B,
    /// Where stones can land.
    pub(super) landings: B,
    /// The rows on which threats of the side to move last.
    pub(super) lasting: B,
    /// How many cells are empty.
    pub(super) empties: i32,
}

impl<B: Keyed> View<B> {
    /// The rows on which threats of the side to move last: those it gets as the follower (see `bounds.rs`),
    /// which it is when the number of empty cells is even and the other side is to move; otherwise those that
    /// let it keep a column.
    #[inline(always)]
    pub(super) fn lasting_rows<const W: usize, const H: usize>(empties: i32) -> B {
        let rows = follower_rows::<B, W, H>();
        if empties & 1 == 0 { !rows } else { rows }
    }

    /// How promising it is to play `cell` in `column`, after which `wins` are the mover's winning cells.
    #[inline(always)]
    pub(super) fn promise<const W: usize, const H: usize>(&self, column: usize, cell: B, wins: B) -> i32 {
        // A threat right above one of the other side's will never be played.
        let threats = wins & !(self.their_wins << 1);
        let count = |cells: B| cells.count() as i32;
        let next = self.landings.plus(cell);
        let mut promise = weight::BASE
            + weight::THREAT * count(threats)
            + weight::LASTING * count(threats & self.lasting)
            + weight::NEAR * count(threats & (next << 1))
            + weight::NEXT * count(threats & (next << 2))
            + weight::WASTED * count((cell << 1) & self.my_wins)
            + weight::MIDDLE * column.min(W - 1 - column) as i32;
        if self.empties >= LINES_FROM {
            let open = Grid::<B, W, H>::cells() & !self.them;
            promise += weight::LINE * open_lines::<B, W, H>(self.me | cell, open);
        }
        promise
    }
}

/// How many lines of four lie within `open` and have at least two of the stones.
#[inline(always)]
fn open_lines<B: Keyed, const W: usize, const H: usize>(stones: B, open: B) -> i32 {
    let stride = Grid::<B, W, H>::STRIDE;
    let mut lines = 0;
    for step in [1, stride, stride - 1, stride + 1] {
        let run = open & (open >> step);
        let run = run & (run >> (2 * step));
        let both = stones & (stones >> step);
        let either = stones | (stones >> step);
        let two = both | (both >> (2 * step)) | (either & (either >> (2 * step)));
        lines += (run & two).count() as i32;
    }
    lines
}

//! Threats: the empty cells that would complete four, kept from move to move.

use crate::{ConnectPosition, Grid, Word};

/// The threats of both sides in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threats<B> {
    /// The empty cells that complete four for the side to move.
    pub mine: B,
    /// Those of the other side.
    pub theirs: B,
}

impl<B: Word> Threats<B> {
    /// The threats of a position.
    #[inline(always)]
    pub fn of<const W: usize, const H: usize>(position: &ConnectPosition<B, W, H>) -> Threats<B> {
        Threats {
            mine: Grid::<B, W, H>::winning_cells(position.me(), position.mask()),
            theirs: Grid::<B, W, H>::winning_cells(position.them(), position.mask()),
        }
    }

    /// Whether a stone of the side to move in a cell lets the other side win directly above it.
    #[inline(always)]
    pub fn lose_above(&self, cell: B) -> bool {
        ((cell << 1) & self.theirs).any()
    }

    /// Where stones of the side to move can change the number of its threats: elsewhere they make none and take none
    /// away.
    #[inline(always)]
    pub fn makers<const W: usize, const H: usize>(&self, position: &ConnectPosition<B, W, H>) -> B {
        Grid::<B, W, H>::makers(position.me(), position.mask()) | self.mine
    }

    /// The threats after a stone of the side to move was placed: its own are computed anew, the others' can
    /// only lose the cell that was taken. `stones` and `mask` are the mover's stones and all stones after it.
    #[inline(always)]
    pub fn after<const W: usize, const H: usize>(self, placed: B, stones: B, mask: B) -> Threats<B> {
        Threats { mine: self.theirs & !placed, theirs: Grid::<B, W, H>::winning_cells(stones, mask) }
    }
}

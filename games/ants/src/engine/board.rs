//! The geometry that evaluations of ants need: shifts, cones, safe steps.
//!
//! Boards are those of [`crate`]: a step along a diagonal is a shift by 4 (`/`) or 5 (`\`), to
//! smaller bits for black, which goes up, and to larger ones for white.

use crate::{AntsPosition, LAND};

/// The shifts of one step along the two diagonals.
pub(super) const DIAGONALS: [u32; 2] = [4, 5];

/// The squares of one row.
pub(super) const fn row(row: u32) -> u64 {
    0b1111 << (row / 2 * 9 + row % 2 * 4)
}

/// The squares at the left and right edge, where no ant can be jumped over.
pub(super) const EDGES: u64 = {
    let (mut edges, mut r) = (0, 0);
    while r < 12 {
        // The last square of an even row is in column 7, the first one of an odd row in column 0.
        edges |= row(r) & if r % 2 == 0 { row(r) << 3 } else { row(r) >> 3 };
        r += 1;
    }
    edges
};

/// The squares of columns 2 to 5.
pub(super) const CENTRE: u64 = {
    let (mut centre, mut r) = (0, 0);
    while r < 12 {
        // Columns 3 and 5 are the second and third square of an even row, 2 and 4 those of an odd one.
        centre |= row(r) & (row(r) << 1) & (row(r) >> 1);
        r += 1;
    }
    centre
};

/// The row that is `progress` rows ahead of a side's first row: row 11 is black's first, row 0 white's.
pub(super) const fn progress_row<const UP: bool>(progress: u32) -> u64 {
    if UP { row(11 - progress) } else { row(progress) }
}

/// A board moved forward: up for black, down for white.
#[inline(always)]
pub(super) const fn ahead<const UP: bool>(board: u64, distance: u32) -> u64 {
    if UP { board >> distance } else { board << distance }
}

/// A board moved backward.
#[inline(always)]
pub(super) const fn behind<const UP: bool>(board: u64, distance: u32) -> u64 {
    if UP { board << distance } else { board >> distance }
}

/// The ants and every square ahead that they could ever reach on an empty board.
#[inline(always)]
pub(super) const fn cone<const UP: bool>(ants: u64) -> u64 {
    let mut cone = ants;
    // Eleven rows ahead is the farthest an ant can go.
    let mut step = 0;
    while step < 11 {
        cone |= (ahead::<UP>(cone, DIAGONALS[0]) | ahead::<UP>(cone, DIAGONALS[1])) & LAND;
        step += 1;
    }
    cone
}

/// The cones of black and of white.
///
/// An ant that lies outside the other side's cone has no enemy in its own cone either, and none can ever enter
/// it: with every move of either, the rows between two ants that face each other shrink by as much as the
/// columns between them can. Such an ant is a *runaway*. It can be neither captured nor stopped (what stops an
/// own ant in its way would lie in its cone too), so it becomes a queen.
#[inline(always)]
pub(super) fn cones(position: &AntsPosition) -> [u64; 2] {
    let [black, white] = position.ants();
    [cone::<true>(black), cone::<false>(white)]
}

/// The board as one side sees it.
#[derive(Clone, Copy)]
pub(super) struct View<const UP: bool> {
    pub(super) me: u64,
    pub(super) them: u64,
    pub(super) free: u64,
}

impl<const UP: bool> View<UP> {
    #[inline(always)]
    pub(super) const fn new(me: u64, them: u64) -> View<UP> {
        View { me, them, free: LAND & !(me | them) }
    }

    /// The squares where an ant of this side could be jumped over along a diagonal: an enemy ahead of it, a
    /// free square behind it.
    #[inline(always)]
    const fn exposed(&self, diagonal: u32) -> u64 {
        behind::<UP>(self.them, diagonal) & ahead::<UP>(self.free, diagonal)
    }

    /// The ants of this side that the other side could capture now.
    #[inline(always)]
    pub(super) const fn attacked(&self) -> u64 {
        self.me & (self.exposed(DIAGONALS[0]) | self.exposed(DIAGONALS[1]))
    }

    /// Where ants can step to along a diagonal.
    #[inline(always)]
    pub(super) const fn steps(&self, diagonal: u32) -> u64 {
        ahead::<UP>(self.me, diagonal) & self.free
    }

    /// Where ants can step to along a diagonal without being captured there at once.
    #[inline(always)]
    pub(super) const fn safe_steps(&self, diagonal: u32) -> u64 {
        // An enemy straight ahead lands on the square that the step has just left.
        let other = DIAGONALS[0] + DIAGONALS[1] - diagonal;
        self.steps(diagonal) & !behind::<UP>(self.them, diagonal) & !self.exposed(other)
    }

    /// The ants behind which both squares are taken or off the board, so that nothing can jump over them.
    #[inline(always)]
    pub(super) const fn backed(&self) -> u64 {
        self.me & !(ahead::<UP>(self.free, DIAGONALS[0]) | ahead::<UP>(self.free, DIAGONALS[1]))
    }

    /// The free squares one step ahead of squares.
    #[inline(always)]
    pub(super) const fn further(&self, from: u64) -> u64 {
        (ahead::<UP>(from, DIAGONALS[0]) | ahead::<UP>(from, DIAGONALS[1])) & self.free
    }

    /// Whether any ant can step or capture.
    #[inline(always)]
    pub(super) const fn can_move(&self) -> bool {
        let steps = self.steps(DIAGONALS[0]) | self.steps(DIAGONALS[1]);
        let over =
            [ahead::<UP>(self.me, DIAGONALS[0]) & self.them, ahead::<UP>(self.me, DIAGONALS[1]) & self.them];
        let jumps = (ahead::<UP>(over[0], DIAGONALS[0]) | ahead::<UP>(over[1], DIAGONALS[1])) & self.free;
        steps | jumps != 0
    }
}

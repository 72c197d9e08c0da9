//! The moves of a position with what turns and a rank, taken best first.

use crate::solver::kernels::flips;
use agon_core::cpu::Cpu;

/// More moves than any position has.
pub(super) const MOST_MOVES: usize = 34;

/// A move and where it leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The boards after the move, as the opponent sees them.
    pub(super) me: u64,
    pub(super) them: u64,
    pub(super) key: u64,
    pub(super) rank: i32,
    pub(super) square: u8,
}

/// The moves of a position.
pub(super) struct Children<const N: usize> {
    list: [Child; N],
    length: usize,
    taken: usize,
}

impl<const N: usize> Children<N> {
    /// No moves yet.
    #[inline(always)]
    pub(super) fn none() -> Self {
        Children { list: [Child { me: 0, them: 0, key: 0, rank: 0, square: 0 }; N], length: 0, taken: 0 }
    }

    /// Adds the moves on `squares`.
    #[inline(always)]
    pub(super) fn add<C: Cpu>(&mut self, cpu: C, me: u64, them: u64, mut squares: u64) {
        while squares != 0 && self.length < N {
            let square = squares.trailing_zeros() as usize & 63;
            squares &= squares - 1;
            let turned = flips(cpu, me, them, square);
            let child = &mut self.list[self.length];
            child.me = them ^ turned;
            child.them = me ^ turned | 1 << square;
            child.square = square as u8;
            self.length += 1;
        }
    }

    #[inline(always)]
    pub(super) fn all(&mut self) -> &mut [Child] {
        let length = self.length.min(N);
        &mut self.list[..length]
    }

    #[inline(always)]
    pub(super) fn is_single(&self) -> bool {
        self.length == 1
    }

    /// Whether all have been taken.
    #[inline(always)]
    pub(super) fn is_exhausted(&self) -> bool {
        self.taken >= self.length
    }

    /// The best-ranked move that was not taken yet; of equals the one generated first.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Child> {
        let left = self.list.get_mut(self.taken..self.length)?;
        let mut best = 0;
        let mut rank = left.first()?.rank;
        for (place, child) in left.iter().enumerate().skip(1) {
            if child.rank > rank {
                (best, rank) = (place, child.rank);
            }
        }
        left.swap(0, best);
        self.taken += 1;
        left.first().copied()
    }
}

//! The kernels in plain Rust, for any processor. Moves and flips are those of the rules.

pub(super) use crate::moves::mobility;

/// The discs of `them` that turn when `me` plays on `square`.
#[inline(always)]
pub(super) fn flips(me: u64, them: u64, square: usize) -> u64 {
    crate::moves::flips(me, them, 1 << square)
}

/// The bits of `board` at the places of `mask`, moved together at the low end.
#[inline(always)]
pub(super) fn extract(board: u64, mut mask: u64) -> u64 {
    let (mut bits, mut place) = (0, 0);
    while mask != 0 {
        bits |= (board >> mask.trailing_zeros() & 1) << place;
        mask &= mask - 1;
        place += 1;
    }
    bits
}

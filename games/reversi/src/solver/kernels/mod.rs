//! The innermost computations on two 64-bit boards: where one may play, what turns, what can never turn again.
//!
//! Each has a plain version for every processor and, where it pays, one with the vector and bit instructions
//! of AVX2 and BMI2. Both give the same results; [`Cpu::WIDE`] says which one is compiled in.

mod geometry;
mod last;
mod plain;
mod stability;
#[cfg(target_arch = "x86_64")]
mod wide;

pub use geometry::CORNERS;
pub(crate) use geometry::{NEIGHBOURS, QUADRANT_OF, QUADRANT_SQUARES, transformed};
pub use last::LastFlips;
pub use stability::{EdgeTable, stable};

use agon_core::cpu::Cpu;

/// The discs of `them` that turn when `me` plays on `square`; nothing turns if the move is not allowed.
#[inline(always)]
pub fn flips<C: Cpu>(cpu: C, me: u64, them: u64, square: usize) -> u64 {
    let _ = cpu;
    #[cfg(target_arch = "x86_64")]
    if C::WIDE {
        return wide::flips_of(cpu, me, them, square);
    }
    plain::flips(me, them, square)
}

/// The squares where the side with the discs `me` may play.
#[inline(always)]
pub fn mobility<C: Cpu>(cpu: C, me: u64, them: u64) -> u64 {
    let _ = cpu;
    #[cfg(target_arch = "x86_64")]
    if C::WIDE {
        return wide::mobility_of(cpu, me, them);
    }
    plain::mobility(me, them)
}

/// The bits of `board` at the places of `mask`, moved together at the low end.
#[inline(always)]
pub fn extract<C: Cpu>(cpu: C, board: u64, mask: u64) -> u64 {
    let _ = cpu;
    #[cfg(target_arch = "x86_64")]
    if C::WIDE {
        return wide::extract_of(cpu, board, mask);
    }
    plain::extract(board, mask)
}

/// The empty squares beside a disc of `them`: where `me` might play one day.
#[inline(always)]
pub(crate) fn frontier(them: u64, empty: u64) -> u64 {
    let inner = them & 0x7e7e_7e7e_7e7e_7e7e;
    let across = (inner << 1) | (inner >> 1);
    let middle = them & 0x00ff_ffff_ffff_ff00;
    let column = (middle << 8) | (middle >> 8);
    let core = middle & inner;
    let slanting = (core << 9) | (core >> 9) | (core << 7) | (core >> 7);
    (across | column | slanting) & empty
}

/// The margin when the game is over: the empty squares go to the winner.
#[inline(always)]
pub fn final_margin(me: u64, them: u64) -> i32 {
    let (mine, theirs) = (me.count_ones() as i32, them.count_ones() as i32);
    let empty = 64 - mine - theirs;
    let margin = mine - theirs;
    margin + empty * margin.signum()
}

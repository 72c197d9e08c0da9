//! The statistics of multi-ProbCut.

use agon_search::ProbCut;

/// How many parts the game has for the statistics.
const PHASES: usize = 4;

/// The part of the game.
#[inline(always)]
pub(super) fn phase(filled: usize, size: i32) -> usize {
    (filled * PHASES / (size as usize + 1)).min(PHASES - 1)
}

pub(super) const MODELS: &[ProbCut] = &[];

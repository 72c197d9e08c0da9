//! The statistics of multi-ProbCut.

use agon_search::ProbCut;
use agon_search::probcut::read_models;
use std::sync::LazyLock;

/// How many parts the game has for the statistics.
pub(super) const PHASES: usize = 4;

/// Where a side has so few discs that it may soon have none: no model is for it, because no shallow search predicts
/// that.
pub(super) const IN_DANGER: usize = PHASES;

/// With fewer discs than this a side may soon have none.
const SAFE: u32 = 7;

/// Whether a side has so few discs that it may soon have none.
#[inline(always)]
pub(super) const fn has_few(discs: u64) -> bool {
    discs.count_ones() < SAFE
}

/// The part of the game.
#[inline(always)]
pub(super) const fn phase(discs: u32) -> usize {
    (discs as usize * PHASES / 65) % PHASES
}

/// The models; a file that cannot be read (a test would say so) means no multi-ProbCut.
pub(super) fn models() -> &'static [ProbCut] {
    static MODELS: LazyLock<Vec<ProbCut>> =
        LazyLock::new(|| read_models(include_str!("../../data/probcut.txt")).unwrap_or_default());
    &MODELS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_models_are_whole() {
        assert!(models().len() >= 20);
        assert!(models().iter().all(|model| model.phases[1] < PHASES));
        assert_eq!([0, 63, 127, u64::MAX].map(has_few), [true, true, false, false]);
        assert_eq!([4, 16, 17, 40, 64].map(phase), [0, 0, 1, 2, 3]);
    }
}

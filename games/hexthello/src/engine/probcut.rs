//! The statistics of multi-ProbCut.

use agon_search::ProbCut;
use agon_search::probcut::read_models;
use std::sync::LazyLock;

/// How many parts the game has for the statistics.
pub(super) const PHASES: usize = 4;

/// Where a side has so few discs that it may soon have none: no model is for it, because no shallow search predicts
/// that.
pub(super) const IN_DANGER: usize = PHASES;

/// The part of the game.
#[inline(always)]
pub(super) fn phase(filled: usize, size: i32) -> usize {
    (filled * PHASES / (size as usize + 1)).min(PHASES - 1)
}

/// The models of the full board; a file that cannot be read (a test would say so) means no multi-ProbCut.
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
    }
}

//! The statistics of multi-ProbCut.

use agon_search::ProbCut;
use agon_search::probcut::read_models;
use std::sync::LazyLock;

/// How many parts the game has for the statistics.
pub(super) const PHASES: usize = 4;

/// The part of the game.
#[inline(always)]
pub(super) const fn phase(discs: u32) -> usize {
    (discs as usize * PHASES / 65) % PHASES
}

/// The models; a file that cannot be read (a test would say so) means no multi-ProbCut.
pub(super) fn models() -> &'static [ProbCut] {
    static MODELS: LazyLock<Vec<ProbCut>> =
        LazyLock::new(|| read_models(include_str!("../../data/probcut/reversi.txt")).unwrap_or_default());
    &MODELS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_models_are_whole() {
        assert!(models().len() >= 20);
        assert!(models().iter().all(|model| model.phases[1] < PHASES));
        assert_eq!([4, 16, 17, 40, 64].map(phase), [0, 0, 1, 2, 3]);
    }
}

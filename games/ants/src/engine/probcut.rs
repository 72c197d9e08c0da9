//! The models of multi-ProbCut for the folded search.
//!
//! Fitted by `agon train fit ants probcut --positions 150 --depth 13` on mid-game positions, two thirds of them
//! after one or two random moves. The deviations found lie between 15 and 23 hundredths; 25 is taken for all,
//! because errors have longer tails than the normal model allows for. Depths from 14 on are extrapolated.

use agon_search::{ProbCut, Score};

const fn model(deep: i32, shallow: i32, slope: i32, offset: Score, deviation: Score) -> ProbCut {
    ProbCut { phases: [0, 0], deep, shallow, slope, offset, deviation }
}

/// Pairs of depths with their fitted models.
pub(super) const PROBCUT: &[ProbCut] = &[
    model(5, 1, 964, -9, 25),
    model(6, 2, 985, 0, 25),
    model(7, 3, 987, -2, 25),
    model(8, 4, 1000, 0, 25),
    model(9, 3, 984, -3, 25),
    model(10, 4, 988, 1, 25),
    model(11, 5, 1000, -1, 25),
    model(12, 6, 986, 2, 25),
    model(13, 5, 1000, -1, 25),
    model(14, 6, 1000, 0, 25),
    model(15, 7, 1000, 0, 25),
    model(16, 8, 1000, 0, 25),
    model(17, 7, 1000, 0, 25),
    model(18, 8, 1000, 0, 25),
];

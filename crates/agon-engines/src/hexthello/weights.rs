//! The weights of the explainable evaluation.

use super::features::TERMS;

/// The phases that weights are given for: so many in equal steps from an empty board to a full one.
pub(super) const ANCHORS: usize = 6;

/// The weights in hundredths of a disc when 0, 20, 40, 60, 80 and 100 % of the cells are filled; between them in a
/// straight line.
pub(super) const WEIGHTS: [[i32; ANCHORS]; TERMS] = [
    [1500, 1500, 1500, 1300, 1000, 300],
    [800, 800, 800, 700, 500, 200],
    [-400, -400, -400, -400, -300, 0],
    [-500, -500, -500, -500, -300, 0],
    [50, 50, 80, 80, 50, 0],
    [-50, -50, -80, -80, -50, 0],
    [100, 100, 120, 150, 150, 100],
    [100, 100, 100, 100, 80, 20],
    [-40, -40, -50, -50, -30, 0],
    [30, 30, 30, 30, 20, 0],
    [-20, -20, -20, -10, 20, 100],
    [0, 0, 0, 0, 100, 200],
    [100, 100, 100, 100, 100, 0],
];

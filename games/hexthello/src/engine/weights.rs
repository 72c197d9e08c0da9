//! The weights of the explainable evaluation.

use super::features::TERMS;

/// The phases that weights are given for: so many in equal steps from an empty board to a full one.
pub const ANCHORS: usize = 6;

/// The weights in hundredths of a disc when 0, 20, 40, 60, 80 and 100 % of the cells are filled; between them in a
/// straight line. Fitted by `agon train fit hexthello terms --games 2000 --nodes 1000 --seed 2` to games of the
/// weights before, which came from `--games 1500 --nodes 1000 --seed 1` and a first set made by hand. The last row is
/// not fitted but chosen by matches against a greedy opponent: the engine does not try to take its own last disc.
pub(super) const WEIGHTS: [[i32; ANCHORS]; TERMS] = [
    [141, 144, 192, 342, 354, -26],      // corners
    [360, 366, 248, 222, 448, 412],      // corner moves
    [-329, -328, -38, -238, -139, 68],   // beside corners
    [-928, -945, -828, -560, -255, -49], // inside corners
    [-159, -163, -69, 55, 25, -71],      // edges
    [66, 81, -40, -48, -12, -7],         // second ring
    [-114, -116, 146, 80, 41, 31],       // stability
    [23, 15, 4, 31, 28, 64],             // mobility
    [-69, -46, -46, -35, -99, -217],     // frontier
    [50, -6, 23, 29, -12, -47],          // reach
    [55, -17, 3, 2, 10, 56],             // discs
    [-27, -27, -28, -30, -32, 108],      // parity
    [-83, -95, -97, -118, -149, 15],     // turn
    [91, 68, -22, 9, 99, -16],           // edge moves
    [7, 140, 84, -116, -69, 18],         // few moves
    [0, -25, -25, -25, -25, 0],          // few discs
];

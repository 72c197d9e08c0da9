//! The weights of the explainable evaluation.

use super::features::TERMS;

/// The phases that weights are given for: so many in equal steps from an empty board to a full one.
pub const ANCHORS: usize = 6;

/// The weights in hundredths of a disc when 0, 20, 40, 60, 80 and 100 % of the cells are filled; between them in a
/// straight line.
pub(super) const WEIGHTS: [[i32; ANCHORS]; TERMS] = [
    [-1608, 254, 662, 863, 410, -120],   // corners
    [874, -82, 894, 407, 132, 623],      // corner moves
    [1182, 311, 174, -72, -126, 89],     // beside corners
    [-924, -1714, -371, -52, -460, -38], // inside corners
    [-974, -87, 1, 33, 64, -71],         // edges
    [678, 77, -52, -42, -22, -10],       // second ring
    [-1608, -110, 33, -2, 17, 30],       // stability
    [99, -34, 18, 33, 23, 111],          // mobility
    [73, -104, -19, -48, -112, -268],    // frontier
    [96, 14, 15, 19, -8, -91],           // reach
    [155, 18, -12, 1, 9, 69],            // discs
    [0, 0, 0, 0, -49, 118],              // parity
    [288, -112, -94, -122, -170, -37],   // turn
    [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
];

//! The weights of the evaluation, in hundredths of a point of the final margin.

use super::features::{COUNTS, index};

/// What each count is worth.
pub(super) const WEIGHTS: [i32; COUNTS] = {
    let mut weights = [0; COUNTS];
    let march = [40, 40, 40, 42, 44, 46, 50, 55, 62, 70, 80];
    let mut progress = 0;
    while progress < march.len() {
        weights[index::MARCH + progress] = march[progress];
        progress += 1;
    }
    weights[index::RUNAWAYS] = 100;
    weights[index::EDGE] = 4;
    weights[index::BACKED] = 4;
    weights[index::ATTACKED] = -12;
    weights[index::SAFE] = 4;
    weights[index::CRAMPED] = -25;
    weights[index::BLOCKED] = 20;
    weights[index::RESERVE] = 4;
    weights[index::OWN_FOOD] = 40;
    weights[index::NEAR_FOOD] = 12;
    weights[index::STUCK] = 0;
    weights
};

/// What having the move is worth.
pub(super) const MOVE: i32 = 5;

//! The numbers of stones at which the trained weights are given; between them they are shared out.

use super::strips::ANCHORS;
use agon_search::Score;

/// The number of stones at the first anchor, and from one to the next.
const FIRST_ANCHOR: i32 = 8;
const BETWEEN_ANCHORS: i32 = 18;

/// The anchor before a number of stones, and how much the next one counts, from 0 to 1.
pub fn shares(ply: i32) -> (usize, f32) {
    let (anchor, part) = parts(ply);
    (anchor, part as f32 / BETWEEN_ANCHORS as f32)
}

/// The anchor before a number of stones, and how much the next one counts, in parts of [`BETWEEN_ANCHORS`].
#[inline(always)]
fn parts(ply: i32) -> (usize, i32) {
    let place = (ply - FIRST_ANCHOR).clamp(0, BETWEEN_ANCHORS * (ANCHORS as i32 - 1) - 1);
    ((place / BETWEEN_ANCHORS) as usize, place % BETWEEN_ANCHORS)
}

/// A sum at each anchor, as it counts with so many stones.
#[inline(always)]
pub fn between(sum: &[Score; ANCHORS], ply: i32) -> Score {
    let (anchor, part) = parts(ply);
    (sum[anchor] * (BETWEEN_ANCHORS - part) + sum[anchor + 1] * part) / BETWEEN_ANCHORS
}

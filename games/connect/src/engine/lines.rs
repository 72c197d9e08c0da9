//! Lines still open: the places for four in which the other side has no stone yet.

use crate::{Grid, Word};

/// How many lines without a stone of the other side hold exactly one, two and three stones.
pub type Counts = [u32; 3];

/// From a cell to the next one of a line: upwards, to the right, down and up to the right.
#[inline(always)]
const fn directions<const H: usize>() -> [u32; 4] {
    [1, H as u32 + 1, H as u32, H as u32 + 2]
}

/// Counts the open lines of the side with the stones `stones`.
#[inline(always)]
pub fn count_open<B: Word, const W: usize, const H: usize>(stones: B, mask: B) -> Counts {
    let open = stones | (Grid::<B, W, H>::cells() ^ mask);
    let mut counts = [0; 3];
    for d in directions::<H>() {
        let pairs = open & (open >> d);
        let lines = pairs & (pairs >> (2 * d));
        let [a, b, c, e] = [stones, stones >> d, stones >> (2 * d), stones >> (3 * d)];
        // Adding four bits: the sum in each half, then the halves.
        let (low, both_low, high, both_high) = (a ^ b, a & b, c ^ e, c & e);
        let odd = low ^ high;
        let two = (both_low ^ both_high) ^ (low & high);
        counts[0] += (lines & odd & !two).count();
        counts[1] += (lines & two & !odd).count();
        counts[2] += (lines & two & odd).count();
    }
    counts
}

/// How many open lines hold at least two stones: along the rows of `rows`, along the other rows, and diagonally.
/// Upwards is left out: such a line is blocked as soon as it matters.
#[inline(always)]
pub fn count_pairs<B: Word, const W: usize, const H: usize>(stones: B, mask: B, rows: B) -> [u32; 3] {
    let open = stones | (Grid::<B, W, H>::cells() ^ mask);
    let held = |d: u32| {
        let pairs = open & (open >> d);
        let lines = pairs & (pairs >> (2 * d));
        let (two, one) = (stones & (stones >> d), stones | (stones >> d));
        lines & (two | (two >> (2 * d)) | (one & (one >> (2 * d))))
    };
    let [_, across, down, up] = directions::<H>();
    let level = held(across);
    [(level & rows).count(), (level & !rows).count(), held(down).count() + held(up).count()]
}

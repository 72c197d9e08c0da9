//! The kernels in plain Rust, for any processor.

/// Shift distances: along the row, the anti-diagonal, the column, the diagonal.
const SHIFTS: [u32; 4] = [1, 7, 8, 9];

/// Without the left and right edge, so that runs do not wrap around.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Which discs can be passed over, for each shift distance.
const MASKS: [u64; 4] = [INNER, INNER, u64::MAX, INNER];

/// The squares where the side with the discs `me` may play.
#[inline(always)]
pub(super) fn mobility(me: u64, them: u64) -> u64 {
    let mut found = 0;
    for (shift, mask) in SHIFTS.into_iter().zip(MASKS) {
        let pass = them & mask;
        let (up, down) = (run_up(pass, me, shift), run_down(pass, me, shift));
        found |= (up << shift) | (down >> shift);
    }
    found & !(me | them)
}

/// The discs of `them` that turn when `me` plays on `square`.
#[inline(always)]
pub(super) fn flips(me: u64, them: u64, square: usize) -> u64 {
    let placed = 1u64 << square;
    let mut turned = 0;
    for (shift, mask) in SHIFTS.into_iter().zip(MASKS) {
        let pass = them & mask;
        let (up, down) = (run_up(pass, placed, shift), run_down(pass, placed, shift));
        turned |= up & all_if((up << shift) & me) | down & all_if((down >> shift) & me);
    }
    turned
}

/// The run of discs in `pass` that begins beside `from`, towards higher squares.
#[inline(always)]
fn run_up(pass: u64, from: u64, shift: u32) -> u64 {
    let mut run = pass & (from << shift);
    run |= pass & (run << shift);
    let pairs = pass & (pass << shift);
    run |= pairs & (run << (2 * shift));
    run | pairs & (run << (2 * shift))
}

/// As [`run_up`], towards lower squares.
#[inline(always)]
fn run_down(pass: u64, from: u64, shift: u32) -> u64 {
    let mut run = pass & (from >> shift);
    run |= pass & (run >> shift);
    let pairs = pass & (pass >> shift);
    run |= pairs & (run >> (2 * shift));
    run | pairs & (run >> (2 * shift))
}

/// All ones if any bit is set.
#[inline(always)]
fn all_if(bits: u64) -> u64 {
    if bits != 0 { u64::MAX } else { 0 }
}

/// The bits of `board` at the places of `mask`, moved together at the low end.
#[inline(always)]
pub(super) fn extract(board: u64, mut mask: u64) -> u64 {
    let (mut bits, mut place) = (0, 0);
    while mask != 0 {
        bits |= (board >> mask.trailing_zeros() & 1) << place;
        mask &= mask - 1;
        place += 1;
    }
    bits
}

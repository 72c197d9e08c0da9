//! Where one may play, and what turns.
//!
//! All eight directions at once: four shift distances, each to the left and to the right, in arrays of four
//! that the compiler turns into vector instructions where the processor has them. Runs are filled in the
//! manner of Kogge and Stone: one step, then twice two steps.

/// Shift distances: along the row, the anti-diagonal, the column, the diagonal.
const SHIFTS: [u32; 4] = [1, 7, 8, 9];

/// Without the left and right edge, so that runs do not wrap around.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Which discs can be passed over, for each shift distance.
const MASKS: [u64; 4] = [INNER, INNER, u64::MAX, INNER];

#[inline(always)]
fn each(f: impl Fn(usize) -> u64) -> [u64; 4] {
    [f(0), f(1), f(2), f(3)]
}

#[inline(always)]
fn union(a: [u64; 4], b: [u64; 4]) -> u64 {
    (a[0] | b[0]) | (a[1] | b[1]) | ((a[2] | b[2]) | (a[3] | b[3]))
}

/// The squares where the side with the discs `me` may play.
#[inline(always)]
pub fn mobility(me: u64, them: u64) -> u64 {
    let pass = each(
        #[inline(always)]
        |i| them & MASKS[i],
    );
    let up = each(
        #[inline(always)]
        |i| {
            let (s, p) = (SHIFTS[i], pass[i]);
            let mut run = p & (me << s);
            run |= p & (run << s);
            let pairs = p & (p << s);
            run |= pairs & (run << (2 * s));
            run |= pairs & (run << (2 * s));
            run << s
        },
    );
    let down = each(
        #[inline(always)]
        |i| {
            let (s, p) = (SHIFTS[i], pass[i]);
            let mut run = p & (me >> s);
            run |= p & (run >> s);
            let pairs = p & (p >> s);
            run |= pairs & (run >> (2 * s));
            run |= pairs & (run >> (2 * s));
            run >> s
        },
    );
    union(up, down) & !(me | them)
}

/// The discs of `them` that turn when `me` plays on the single square `placed`.
#[inline(always)]
pub fn flips(me: u64, them: u64, placed: u64) -> u64 {
    let pass = each(
        #[inline(always)]
        |i| them & MASKS[i],
    );
    let up = each(
        #[inline(always)]
        |i| {
            let (s, p) = (SHIFTS[i], pass[i]);
            let mut run = p & (placed << s);
            run |= p & (run << s);
            let pairs = p & (p << s);
            run |= pairs & (run << (2 * s));
            run |= pairs & (run << (2 * s));
            run & mask_if((run << s) & me)
        },
    );
    let down = each(
        #[inline(always)]
        |i| {
            let (s, p) = (SHIFTS[i], pass[i]);
            let mut run = p & (placed >> s);
            run |= p & (run >> s);
            let pairs = p & (p >> s);
            run |= pairs & (run >> (2 * s));
            run |= pairs & (run >> (2 * s));
            run & mask_if((run >> s) & me)
        },
    );
    union(up, down)
}

/// All ones if any bit is set.
#[inline(always)]
fn mask_if(bits: u64) -> u64 {
    if bits != 0 { u64::MAX } else { 0 }
}

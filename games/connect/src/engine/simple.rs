//! The simple evaluation, as a first program for this game has it: counting lines.
//!
//! Every line of four without a stone of the other side counts by the number of own stones in it: one 1, two 8,
//! three 32. The difference is the value in hundredths of a stone. Nothing else: no threats, no parity, no
//! forced moves. The frozen opponents `course-0` to `course-2` are built on it, so it never changes.

use super::forced::Place;
use super::lines::{Counts, count_open};
use crate::{ConnectPosition, Word};
use agon_core::{Position, Side};
use agon_search::{Evaluator, Score, Term};

/// Lines still open, by the number of stones in them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

const WEIGHTS: [Score; 3] = [1, 8, 32];
const NAMES: [&str; 3] = ["lines with one", "lines with two", "lines with three"];

impl Simple {
    #[inline(always)]
    fn counts<B: Word, const W: usize, const H: usize>(
        position: &ConnectPosition<B, W, H>,
    ) -> (Counts, Counts) {
        let mask = position.mask();
        (count_open::<B, W, H>(position.me(), mask), count_open::<B, W, H>(position.them(), mask))
    }
}

impl<B: Word, const W: usize, const H: usize> Evaluator<ConnectPosition<B, W, H>> for Simple {
    type State = ();
    const MARGIN_IS_DISTANCE: bool = true;

    #[inline(always)]
    fn state(&self, _: &ConnectPosition<B, W, H>) {}

    #[inline(always)]
    fn evaluate(&self, _: &(), position: &ConnectPosition<B, W, H>) -> Score {
        let (mine, theirs) = Self::counts(position);
        (0..3).map(|n| WEIGHTS[n] * (mine[n] as Score - theirs[n] as Score)).sum()
    }

    #[inline(always)]
    fn bounds(&self, position: &ConnectPosition<B, W, H>) -> [Score; 2] {
        Place::bounds(position)
    }

    fn terms(&self, position: &ConnectPosition<B, W, H>) -> Vec<Term> {
        let (mine, theirs) = Self::counts(position);
        let term = |n: usize| {
            let (m, t) = (mine[n] as i32, theirs[n] as i32);
            let raw = if position.side_to_move() == Side::First { [m, t] } else { [t, m] };
            Term { name: NAMES[n], raw, weight: WEIGHTS[n], value: WEIGHTS[n] * (m - t) }
        };
        (0..3).map(term).collect()
    }
}

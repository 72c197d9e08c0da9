//! The assignment's evaluation: what one has, nothing of how it stands.

use crate::AntsPosition;
use agon_core::Position;
use agon_search::{Evaluator, Score, Term};

/// (Queens + ants + food gathered) of the side to move minus the opponent's, in hundredths.
#[derive(Clone, Copy, Debug)]
pub struct Simple;

/// Hundredths for a point or an ant.
const EACH: Score = 100;

impl Evaluator<AntsPosition> for Simple {
    type State = ();

    #[inline(always)]
    fn state(&self, _: &AntsPosition) {}

    #[inline(always)]
    fn evaluate(&self, (): &(), position: &AntsPosition) -> Score {
        let ants = position.ants().map(|ants| ants.count_ones() as Score);
        let points = position.score();
        EACH * (ants[0] + points[0] - ants[1] - points[1]) * position.side_to_move().sign()
    }

    fn terms(&self, position: &AntsPosition) -> Vec<Term> {
        let sign = position.side_to_move().sign();
        let term =
            |name, raw: [i32; 2]| Term { name, raw, weight: EACH, value: EACH * (raw[0] - raw[1]) * sign };
        vec![
            term("queens and food", position.score()),
            term("ants", position.ants().map(|ants| ants.count_ones() as i32)),
        ]
    }
}

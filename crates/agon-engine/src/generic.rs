//! The evaluations that every game gets without anybody writing one.

use agon_core::Position;
use agon_search::{Evaluator, Score, Term};

/// Who has more, and a little for having moves to choose from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Generic;

/// Hundredths of the unit for one of the margin.
const MARGIN: Score = 100;

/// Hundredths of the unit for a move to choose from.
const CHOICE: Score = 10;

impl<P: Position> Evaluator<P> for Generic {
    type State = ();

    #[inline(always)]
    fn state(&self, _: &P) {}

    #[inline(always)]
    fn evaluate(&self, _: &(), position: &P) -> Score {
        let [first, second] = position.score();
        MARGIN * (first - second) * position.side_to_move().sign() + CHOICE * position.count_moves() as Score
    }

    fn terms(&self, position: &P) -> Vec<Term> {
        let side = position.side_to_move();
        let score = position.score();
        let margin = MARGIN * (score[0] - score[1]) * side.sign();
        let choices = position.count_moves() as i32;
        let mut raw = [0, 0];
        raw[side] = choices;
        vec![
            Term { name: "margin", raw: score, weight: MARGIN, value: margin },
            Term { name: "choices", raw, weight: CHOICE, value: CHOICE * choices },
        ]
    }
}

/// Who has more, and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub struct Margin;

impl<P: Position> Evaluator<P> for Margin {
    type State = ();

    #[inline(always)]
    fn state(&self, _: &P) {}

    #[inline(always)]
    fn evaluate(&self, _: &(), position: &P) -> Score {
        let [first, second] = position.score();
        MARGIN * (first - second) * position.side_to_move().sign()
    }

    fn terms(&self, position: &P) -> Vec<Term> {
        let raw = position.score();
        let value = MARGIN * (raw[0] - raw[1]) * position.side_to_move().sign();
        vec![Term { name: "margin", raw, weight: MARGIN, value }]
    }
}

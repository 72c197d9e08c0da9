//! The evaluation that good students write: discs, corners, mobility.

use super::board::Board;
use crate::{HexThelloPosition, mobility};
use agon_core::Position;
use agon_search::{Evaluator, Score, Term};

/// Hundredths of a disc for a disc, a corner, and a move to choose from.
const WEIGHTS: [Score; 3] = [100, 2_500, 300];

const NAMES: [&str; 3] = ["discs", "corners", "mobility"];

/// Discs, corners and mobility with weights that never change: a fixed opponent to compare with.
#[derive(Clone)]
pub struct Classic {
    board: Board,
}

impl Classic {
    /// For boards of a radius.
    pub fn new(radius: u8) -> Classic {
        Classic { board: Board::new(radius) }
    }

    #[inline(always)]
    fn counts(&self, position: &HexThelloPosition) -> [[i32; 2]; 3] {
        let (me, them, empty) = (position.me(), position.them(), position.empty());
        let corners = self.board.corners;
        [
            [me.count() as i32, them.count() as i32],
            [(me & corners).count() as i32, (them & corners).count() as i32],
            [mobility(me, them, empty).count() as i32, mobility(them, me, empty).count() as i32],
        ]
    }
}

impl Evaluator<HexThelloPosition> for Classic {
    type State = ();

    #[inline(always)]
    fn state(&self, _: &HexThelloPosition) {}

    #[inline(always)]
    fn evaluate(&self, _: &(), position: &HexThelloPosition) -> Score {
        let counts = self.counts(position);
        let mut total = 0;
        for term in 0..3 {
            total += WEIGHTS[term] * (counts[term][0] - counts[term][1]);
        }
        total
    }

    fn terms(&self, position: &HexThelloPosition) -> Vec<Term> {
        let side = position.side_to_move();
        let term = |(term, [mine, theirs]): (usize, [i32; 2])| {
            let mut raw = [theirs; 2];
            raw[side] = mine;
            Term { name: NAMES[term], raw, weight: WEIGHTS[term], value: WEIGHTS[term] * (mine - theirs) }
        };
        self.counts(position).into_iter().enumerate().map(term).collect()
    }
}

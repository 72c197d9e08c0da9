//! The evaluation of the Reversi course: ten terms, counted as the course's document counts them.
//!
//! Black is max and white is min: every term counts for black and against white. It is frozen, with its search and its
//! order of moves: the opponents `novice`, `medium` and `expert` are made of it and stay what they are.

mod counts;
mod minimax;
mod order;

pub use minimax::Minimax;
pub use order::moves_in_order;

use crate::ReversiPosition;
use agon_core::Position;
use agon_search::{Score, Term};

/// How many terms there are.
const TERMS: usize = 10;

/// The names of the terms, in the course's order.
pub(super) const NAMES: [&str; TERMS] = [
    "corners",
    "mobility",
    "stable discs",
    "frontier",
    "parity",
    "discs",
    "centre",
    "wedges",
    "positioning",
    "unbalanced edges",
];

/// The weights in hundredths of a disc, early in the game and from [`MIDDLE`] on. The course's document has none: they
/// are ours, and the only thing here that is.
const WEIGHTS: [[i32; 2]; TERMS] = [
    [600, 600],
    [150, 100],
    [120, 120],
    [100, 80],
    [0, 60],
    [30, 150],
    [20, 10],
    [50, 50],
    [250, 200],
    [40, 40],
];

/// The number of discs with which the beginning of the game is over.
const MIDDLE: u32 = 20;

/// With more discs than this on the board, having more of them is good; before that, having fewer.
const NEARLY_FULL: u32 = 58;

/// The course's evaluation, with the terms that are kept.
#[derive(Clone, Debug)]
pub struct Course {
    weights: [[i32; TERMS]; 2],
}

impl Course {
    /// All ten terms.
    pub fn new() -> Course {
        Course::with(|_| true)
    }

    /// Only some terms, by name.
    pub fn with(keeps: impl Fn(&str) -> bool) -> Course {
        counts::prepare();
        let weight = |term: usize, phase: usize| if keeps(NAMES[term]) { WEIGHTS[term][phase] } else { 0 };
        Course { weights: [0, 1].map(|phase| std::array::from_fn(|term| weight(term, phase))) }
    }

    fn weights_of(&self, position: &ReversiPosition) -> &[i32; TERMS] {
        let discs = (position.me() | position.them()).count_ones();
        &self.weights[usize::from(discs >= MIDDLE)]
    }

    /// What a position is worth for black, in hundredths of a disc. A game that is over is judged like any other.
    pub fn for_black(&self, position: &ReversiPosition) -> Score {
        let weights = self.weights_of(position);
        let counts = counts::of(position);
        (0..TERMS).map(|term| weights[term] * (counts[term][0] - counts[term][1])).sum()
    }

    /// The terms that are kept, for people.
    pub fn terms(&self, position: &ReversiPosition) -> Vec<Term> {
        let (weights, sign) = (self.weights_of(position), position.side_to_move().sign());
        let term = |(term, raw): (usize, [i32; 2])| {
            let weight = weights[term];
            Term { name: NAMES[term], raw, weight, value: weight * (raw[0] - raw[1]) * sign }
        };
        let kept = |(term, _): &(usize, [i32; 2])| self.weights.iter().any(|phase| phase[*term] != 0);
        counts::of(position).into_iter().enumerate().filter(kept).map(term).collect()
    }
}

impl Default for Course {
    fn default() -> Self {
        Course::new()
    }
}

//! The explainable evaluation of HexThello: sixteen terms, each with its own weight by phase of the game.

use super::board::Board;
use super::features::{self, Counts, NAMES, TERMS};
use super::ordering::Hints;
use super::probcut;
use super::weights::{ANCHORS, WEIGHTS};
use crate::{HexThelloPosition, Move};
use agon_core::{Outcome, Position};
use agon_search::{Evaluator, Leaf, ProbCut, Score, Term, Tuning, score};

/// The evaluation for boards of one radius, with the weights of every number of filled cells.
#[derive(Clone)]
pub struct Explained {
    board: Board,
    hints: Hints,
    weights: Vec<[i32; TERMS]>,
    models: &'static [ProbCut],
}

impl Explained {
    /// All terms, for boards of a radius.
    pub fn new(radius: u8) -> Explained {
        Explained::with(radius, |_| true)
    }

    /// Only some terms, by name.
    pub fn with(radius: u8, keeps: impl Fn(&str) -> bool) -> Explained {
        let mut weights = WEIGHTS;
        for term in (0..TERMS).filter(|&term| !keeps(NAMES[term])) {
            weights[term] = [0; ANCHORS];
        }
        Explained::with_weights(radius, &weights)
    }

    /// All terms with other weights: for each term, in the order of [`names`](Self::names), its weight in
    /// hundredths of a disc at each of the anchors, equal steps from an empty board to a full one.
    pub fn with_weights(radius: u8, weights: &[[i32; ANCHORS]; TERMS]) -> Explained {
        let board = Board::new(radius);
        let row = |filled| {
            let mut row = [0; TERMS];
            for term in 0..TERMS {
                row[term] = weight(&weights[term], filled, board.size);
            }
            row
        };
        // The models were fitted on the full board, to all of these weights but the last row.
        let models = if radius == 7 && *weights == WEIGHTS { probcut::models() } else { &[] };
        Explained { board, hints: Hints::new(radius), weights: (0..=board.size).map(row).collect(), models }
    }

    /// The names of the terms, in the order of [`counts`](Self::counts).
    pub fn names() -> &'static [&'static str] {
        &NAMES
    }

    /// What each term counts, for the side to move less for the other; nothing if the game is over.
    pub fn counts(&self, position: &HexThelloPosition) -> Option<Vec<i32>> {
        let counts = features::counts(&self.board, position)?;
        Some(counts.iter().map(|[mine, theirs]| mine - theirs).collect())
    }

    /// The weights of all terms.
    pub fn weights() -> [[i32; ANCHORS]; TERMS] {
        WEIGHTS
    }

    #[inline(always)]
    fn filled(&self, position: &HexThelloPosition) -> usize {
        self.board.size as usize - position.empty().count() as usize
    }

    #[inline(always)]
    fn total(&self, position: &HexThelloPosition, counts: &Counts) -> Score {
        let weights = &self.weights[self.filled(position)];
        let mut total = 0;
        for term in 0..TERMS {
            total += weights[term] * (counts[term][0] - counts[term][1]);
        }
        total
    }
}

/// A term's weight with so many cells filled, between the anchors in a straight line.
fn weight(anchors: &[i32; ANCHORS], filled: i32, size: i32) -> i32 {
    let steps = ANCHORS as i32 - 1;
    let place = (filled * steps / size).min(steps - 1);
    let (from, to) = (anchors[place as usize], anchors[place as usize + 1]);
    from + (to - from) * (filled * steps - place * size) / size
}

impl Evaluator<HexThelloPosition> for Explained {
    type State = ();

    #[inline(always)]
    fn state(&self, _: &HexThelloPosition) {}

    #[inline(always)]
    fn evaluate(&self, state: &(), position: &HexThelloPosition) -> Score {
        match self.leaf(state, position) {
            Leaf::Over(score) | Leaf::Open(score) => score,
        }
    }

    #[inline(always)]
    fn leaf(&self, _: &(), position: &HexThelloPosition) -> Leaf {
        match features::counts(&self.board, position) {
            Some(counts) => Leaf::Open(self.total(position, &counts)),
            None => {
                let [black, white] = position.score();
                Leaf::Over(score::finished(Outcome::from_margin(black - white), position.side_to_move()))
            }
        }
    }

    #[inline(always)]
    fn hint(&self, _: &(), position: &HexThelloPosition, mv: Move) -> i32 {
        self.hints.of(position.move_slot(mv))
    }

    #[inline(always)]
    fn in_peril(&self, position: &HexThelloPosition) -> bool {
        features::has_hardly_any(&self.board, position.me())
    }

    #[inline(always)]
    fn phase(&self, position: &HexThelloPosition) -> usize {
        let has_few = |discs| features::has_few(&self.board, discs);
        if has_few(position.me()) || has_few(position.them()) {
            return probcut::IN_DANGER;
        }
        probcut::phase(self.filled(position), self.board.size)
    }

    #[inline(always)]
    fn phases(&self) -> usize {
        probcut::PHASES
    }

    #[inline(always)]
    fn probcut(&self) -> &[ProbCut] {
        self.models
    }

    fn tuning(&self) -> Tuning {
        Tuning { aspiration: 300, ..Tuning::DEFAULT }
    }

    fn terms(&self, position: &HexThelloPosition) -> Vec<Term> {
        let side = position.side_to_move();
        let weights = &self.weights[self.filled(position)];
        let term = |(term, [mine, theirs]): (usize, [i32; 2])| {
            let mut raw = [theirs; 2];
            raw[side] = mine;
            let weight = weights[term];
            Term { name: NAMES[term], raw, weight, value: weight * (mine - theirs) }
        };
        let counts = features::counts(&self.board, position).into_iter().flatten().enumerate();
        counts.filter(|(term, _)| self.weights.iter().any(|row| row[*term] != 0)).map(term).collect()
    }
}

//! The explainable evaluation of Reversi: ten terms, each with its own weight by phase of the game.

use super::{features, probcut};
use crate::{Move, ReversiPosition};
use agon_core::{Outcome, Position};
use agon_search::{Evaluator, Leaf, ProbCut, Score, Term, Tuning, score};

/// How many terms there are.
pub(super) const TERMS: usize = 10;

/// The names of the terms.
pub(super) const NAMES: [&str; TERMS] = [
    "corners",
    "mobility",
    "stability",
    "frontier",
    "parity",
    "discs",
    "centre",
    "wedges",
    "x-squares",
    "unbalanced edges",
];

/// The weights in hundredths of a disc at 60, 40, 20 and 0 empty squares; between them in a straight line. Set by
/// hand from what the terms mean; fitting them to games is still to be done.
const WEIGHTS: [[i32; 4]; TERMS] = [
    [800, 800, 700, 300],
    [70, 75, 60, 15],
    [60, 70, 90, 100],
    [-30, -35, -25, 0],
    [0, 0, 40, 90],
    [-15, -15, 0, 100],
    [15, 10, 0, 0],
    [40, 60, 60, 20],
    [-300, -300, -220, -60],
    [-80, -80, -60, 0],
];

/// Regions of empty squares mean something once there are few of them.
const PARITY_FROM: i32 = 34;

/// The evaluation, with the weights of every number of empty squares.
#[derive(Clone)]
pub struct Explained {
    weights: Box<[[i32; TERMS]; 65]>,
    models: &'static [ProbCut],
}

impl Explained {
    /// All terms.
    pub fn new() -> Explained {
        Explained::with(|_| true)
    }

    /// Only some terms, by name.
    pub fn with(keeps: impl Fn(&str) -> bool) -> Explained {
        features::prepare();
        let mut weights = Box::new([[0; TERMS]; 65]);
        for (empties, row) in weights.iter_mut().enumerate() {
            for term in (0..TERMS).filter(|&term| keeps(NAMES[term])) {
                row[term] = weight(term, empties as i32);
            }
        }
        // The models were fitted to all terms together and hold for nothing else.
        let models = if NAMES.iter().all(|name| keeps(name)) { probcut::models() } else { &[] };
        Explained { weights, models }
    }

    /// What each term counts for the side to move and for the other; `None` if the game is over.
    #[inline(always)]
    fn counts(&self, position: &ReversiPosition) -> Option<[[i32; 2]; TERMS]> {
        let (me, them) = (position.me(), position.them());
        let empty = !(me | them);
        let moves = [features::moves(me, them), features::moves(them, me)];
        if moves[0] | moves[1] == 0 {
            return None;
        }
        let stable = [features::stable(me), features::stable(them)];
        let [my_wedges, my_unbalanced] = features::edges(me, them);
        let [their_wedges, their_unbalanced] = features::edges(them, me);
        // The side to move fills an odd region last, the other an even one.
        let empties = empty.count_ones() as i32;
        let parity = if empties < PARITY_FROM { features::regions(empty) } else { [0, 0] };
        Some([
            [features::corners(me), features::corners(them)],
            moves.map(|m| m.count_ones() as i32),
            stable.map(|s| s.count_ones() as i32),
            [features::frontier(me, empty, stable[0]), features::frontier(them, empty, stable[1])],
            parity,
            [me, them].map(|d| d.count_ones() as i32),
            [features::centre(me), features::centre(them)],
            [my_wedges, their_wedges],
            [features::x_squares(me, empty), features::x_squares(them, empty)],
            [my_unbalanced, their_unbalanced],
        ])
    }

    #[inline(always)]
    fn weights_of(&self, position: &ReversiPosition) -> &[i32; TERMS] {
        &self.weights[(!(position.me() | position.them())).count_ones() as usize]
    }
}

impl Default for Explained {
    fn default() -> Self {
        Explained::new()
    }
}

/// A term's weight, between the anchors in a straight line.
fn weight(term: usize, empties: i32) -> i32 {
    let place = (60 - empties.clamp(0, 60)) / 20;
    let (from, to) = (WEIGHTS[term][place.min(2) as usize], WEIGHTS[term][(place.min(2) + 1) as usize]);
    let into = 60 - empties.clamp(0, 60) - 20 * place.min(2);
    from + (to - from) * into / 20
}

/// The score of a finished game: the discs' difference with the empty squares given to the winner, as results and
/// problems of Othello are counted.
#[inline(always)]
fn settled(position: &ReversiPosition) -> Score {
    score::finished(Outcome::from_margin(super::settled_margin(position)), position.side_to_move())
}

impl Evaluator<ReversiPosition> for Explained {
    type State = ();

    #[inline(always)]
    fn state(&self, _: &ReversiPosition) {}

    #[inline(always)]
    fn evaluate(&self, state: &(), position: &ReversiPosition) -> Score {
        match self.leaf(state, position) {
            Leaf::Over(score) | Leaf::Open(score) => score,
        }
    }

    #[inline(always)]
    fn finished(&self, position: &ReversiPosition, _: Outcome) -> Score {
        settled(position)
    }

    #[inline(always)]
    fn leaf(&self, _: &(), position: &ReversiPosition) -> Leaf {
        match self.counts(position) {
            Some(counts) => {
                let weights = self.weights_of(position);
                Leaf::Open((0..TERMS).map(|term| weights[term] * (counts[term][0] - counts[term][1])).sum())
            }
            None => Leaf::Over(settled(position)),
        }
    }

    #[inline(always)]
    fn hint(&self, _: &(), _: &ReversiPosition, mv: Move) -> i32 {
        mv.square().map_or(0, |square| HINTS[usize::from(square)])
    }

    #[inline(always)]
    fn phase(&self, position: &ReversiPosition) -> usize {
        if [position.me(), position.them()].into_iter().any(probcut::has_few) {
            return probcut::IN_DANGER;
        }
        probcut::phase((position.me() | position.them()).count_ones())
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
        Tuning { aspiration: 150, ..Tuning::DEFAULT }
    }

    fn terms(&self, position: &ReversiPosition) -> Vec<Term> {
        let side = position.side_to_move();
        let weights = self.weights_of(position);
        let term = |(term, [mine, theirs]): (usize, [i32; 2])| {
            let mut raw = [theirs; 2];
            raw[side] = mine;
            let weight = weights[term];
            Term { name: NAMES[term], raw, weight, value: weight * (mine - theirs) }
        };
        let counts = self.counts(position).into_iter().flatten().enumerate();
        counts.filter(|(term, _)| self.weights.iter().any(|row| row[*term] != 0)).map(term).collect()
    }
}

/// Corners early, the squares beside an empty corner late.
static HINTS: [i32; 64] = hints();

const fn hints() -> [i32; 64] {
    let mut hints = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let across = if column < 4 { column } else { 7 - column };
        let down = if row < 4 { row } else { 7 - row };
        hints[square] = match (across, down) {
            (0, 0) => 20_000,
            (1, 1) => -12_000,
            (0, 1) | (1, 0) => -6_000,
            (0, _) | (_, 0) => 1_000,
            _ => 0,
        };
        square += 1;
    }
    hints
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Dice, MoveList, Side};

    fn random_positions() -> Vec<ReversiPosition> {
        let mut dice = Dice::new(11);
        let mut all = Vec::new();
        for _ in 0..20 {
            let mut position = ReversiPosition::START;
            loop {
                let mut moves = MoveList::new();
                position.generate(&mut moves);
                let Some(&mv) = dice.pick(&moves) else { break };
                all.push(position);
                position.play(mv);
            }
        }
        all
    }

    #[test]
    fn the_terms_add_up_to_the_evaluation() {
        let evaluation = Explained::new();
        for position in random_positions() {
            let terms = evaluation.terms(&position);
            let total: i32 = terms.iter().map(|term| term.value).sum();
            assert_eq!(total, evaluation.evaluate(&(), &position));
            for term in &terms {
                let margin = (term.raw[0] - term.raw[1]) * position.side_to_move().sign();
                assert_eq!(term.value, term.weight * margin, "{}", term.name);
            }
        }
    }

    #[test]
    fn symmetric_positions_are_worth_the_same() {
        let evaluation = Explained::new();
        for position in random_positions() {
            let value = evaluation.evaluate(&(), &position);
            for symmetry in 1..8 {
                assert_eq!(evaluation.evaluate(&(), &position.transformed(symmetry)), value);
            }
        }
    }

    #[test]
    fn a_term_left_out_counts_nothing() {
        let without = Explained::with(|name| name != "corners");
        let corner = ReversiPosition::new(1 | 1 << 28, 1 << 27 | 1 << 36, Side::First).unwrap();
        let difference = Explained::new().evaluate(&(), &corner) - without.evaluate(&(), &corner);
        assert!(difference > 500, "{difference}");
        assert!(without.terms(&corner).iter().all(|term| term.name != "corners"));
    }

    #[test]
    fn weights_go_from_anchor_to_anchor() {
        assert_eq!(
            [60, 50, 40, 30, 20, 10, 0].map(|empties| weight(1, empties)),
            [70, 72, 75, 68, 60, 38, 15]
        );
        assert_eq!(weight(1, 64), 70);
    }
}

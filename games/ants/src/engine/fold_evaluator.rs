//! The evaluation for the folded search.

use super::board;
use super::evaluation::{Cones, prospects, rest, terms};
use super::folded::Folded;
use super::probcut::PROBCUT;
use super::weights::{WEIGHTS, Weights};
use crate::Move;
use agon_core::{Outcome, Position};
use agon_search::score::WIN;
use agon_search::{Evaluator, ProbCut, Score, Tension, Term, Tuning};

/// What a finished game of the folded search is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The expected margin and nothing else, in hundredths of a point.
    Margin,
    /// A win that no dice can take away is worth more than any margin; otherwise the expected margin.
    Win,
}

/// Judges positions of the folded game.
#[derive(Clone, Copy, Debug)]
pub struct FoldEvaluator {
    /// What a finished game is worth.
    pub aim: Aim,
    /// What unfinished ones are judged by.
    pub weights: &'static Weights,
    /// The numbers of the search.
    pub tuning: Tuning,
    /// The models of multi-ProbCut.
    pub probcut: &'static [ProbCut],
}

impl FoldEvaluator {
    /// As the engine plays.
    pub const fn new(aim: Aim) -> FoldEvaluator {
        FoldEvaluator { aim, weights: &WEIGHTS, tuning: TUNING, probcut: PROBCUT }
    }

    /// The value of a finished game for black: its expected margin in half points, and how many dice it rests on.
    #[inline(always)]
    fn value(&self, half_points: i32, rolls: i32) -> Score {
        let certain = half_points.abs() - rolls;
        match self.aim {
            Aim::Win if certain > 0 => half_points.signum() * (WIN + certain / 2),
            _ => 50 * half_points,
        }
    }
}

impl Evaluator<Folded> for FoldEvaluator {
    type State = Cones;
    const HAS_TENSION: bool = true;

    #[inline(always)]
    fn state(&self, position: &Folded) -> Cones {
        board::cones(position.board())
    }

    #[inline(always)]
    fn evaluate(&self, cones: &Cones, position: &Folded) -> Score {
        50 * position.half_points() * position.side_to_move().sign()
            + prospects(position.board(), *cones, self.weights)
    }

    #[inline(always)]
    fn finished(&self, position: &Folded, _: Outcome) -> Score {
        self.value(position.half_points(), position.rolls()) * position.side_to_move().sign()
    }

    #[inline(always)]
    fn known(&self, cones: &Cones, position: &Folded) -> Option<Score> {
        let rest = rest(position.board(), *cones)?;
        let [black, white] = rest.food;
        let half_points = position.half_points() + 2 * rest.queens + black - white;
        let value = self.value(half_points, position.rolls() + black + white);
        Some(value * position.side_to_move().sign())
    }

    #[inline(always)]
    fn hint(&self, _: &Cones, position: &Folded, mv: Move) -> i32 {
        hint(position.board(), mv)
    }

    #[inline(always)]
    fn tension(&self, position: &Folded) -> Tension {
        tension(position.board())
    }

    #[inline(always)]
    fn is_noisy(&self, _: &Folded, mv: Move) -> bool {
        mv.jumps() > 0
    }

    #[inline(always)]
    fn tuning(&self) -> Tuning {
        self.tuning
    }

    /// Phase 1, for which there are no models, is near the end: what is left out without proof would keep the
    /// search from seeing the end.
    #[inline(always)]
    fn phase(&self, position: &Folded) -> usize {
        let [black, white] = position.board().ants();
        usize::from((black | white).count_ones() <= FEW_ANTS)
    }

    #[inline(always)]
    fn probcut(&self) -> &[ProbCut] {
        self.probcut
    }

    fn terms(&self, position: &Folded) -> Vec<Term> {
        terms(position.board(), position.half_points(), self.weights)
    }
}

/// The numbers of the search for ants.
pub const TUNING: Tuning =
    Tuning { aspiration: 30, evalorder_depth: 5, lmr_moves: 2, quiescence_depth: 12, ..Tuning::DEFAULT };

/// With so many ants the end is near.
const FEW_ANTS: u32 = 8;

/// Captures are compulsory: a position with one cannot be judged as it stands.
#[inline(always)]
pub(super) fn tension(position: &crate::AntsPosition) -> Tension {
    if position.must_capture() { Tension::Forced } else { Tension::Quiet }
}

/// Longer chains first.
#[inline(always)]
pub(super) fn hint(_: &crate::AntsPosition, mv: Move) -> i32 {
    4000 * mv.jumps() as i32
}

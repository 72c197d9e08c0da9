//! The evaluation for the search with the dice explicit: everything is an expectation of win, draw and loss.

use super::board;
use super::evaluation::{Cones, prospects, rest, terms};
use super::fold_evaluator::{TUNING, hint, tension};
use super::folded::half_points;
use super::weights::WEIGHTS;
use crate::{AntsPosition, Move, Pending};
use agon_core::{Outcome, Position, Side};
use agon_search::score::{MAX_ESTIMATE, WIN, average, finished};
use agon_search::{Evaluator, Score, Tension, Term, Tuning};

/// Judges positions of the game with dice, on the scale of finished games: `WIN` stands for a certain win.
#[derive(Clone, Copy, Debug)]
pub struct ChanceEvaluator;

/// The estimate, in hundredths of a point, at which the expectation is 1/√2, that is, 85 wins in 100.
const SPREAD: i64 = 250;

/// The expectation that an estimate in hundredths of a point stands for: odd, rising, never quite a win.
#[inline(always)]
pub fn expectation(estimate: Score) -> Score {
    // In 64ths, so that the integer root is fine enough.
    let (estimate, spread) = (64 * i64::from(estimate), 64 * SPREAD);
    let length = ((estimate * estimate + spread * spread) as u64).isqrt() as i64;
    (i64::from(MAX_ESTIMATE) * estimate / length) as Score
}

/// The estimate in hundredths of a point that an expectation stands for.
pub fn estimate_of(expectation: Score) -> Score {
    let x = f64::from(expectation) / f64::from(MAX_ESTIMATE);
    (SPREAD as f64 * x / (1.0 - x * x).max(1e-4).sqrt()).round() as Score
}

/// The expectation for black if `margin` is certain and each of `dice` adds a point or not with equal chance.
pub fn rolled(margin: i32, dice: u32) -> Score {
    let (mut sum, mut ways) = (0, 1);
    for points in 0..=dice {
        let outcome = Outcome::from_margin(margin + points as i32);
        sum += ways * i64::from(finished(outcome, Side::First));
        // The binomial coefficients, one from the other.
        ways = ways * i64::from(dice - points) / i64::from(points + 1);
    }
    average(sum, 1 << dice)
}

/// The largest and the smallest final margin for black.
#[inline(always)]
fn margins(position: &AntsPosition) -> [i32; 2] {
    let [black, white] = position.ants().map(|ants| ants.count_ones() as i32);
    let food = position.food().count_ones() as i32 + i32::from(position.pending() == Pending::Roll);
    let now = half_points(position) / 2;
    [now - white - food, now + black + food]
}

/// The score of a margin, or the nearest estimate where only estimates can be.
#[inline(always)]
const fn bound(margin: i32, better: bool) -> Score {
    match (margin, better) {
        (0, _) => 0,
        (1.., true) => WIN + margin,
        (1.., false) => MAX_ESTIMATE,
        (_, true) => -MAX_ESTIMATE,
        (_, false) => -(WIN - margin),
    }
}

impl Evaluator<AntsPosition> for ChanceEvaluator {
    type State = Cones;
    const HAS_TENSION: bool = true;

    #[inline(always)]
    fn state(&self, position: &AntsPosition) -> Cones {
        board::cones(position)
    }

    #[inline(always)]
    fn advance_chance(&self, cones: &Cones, _: &AntsPosition, _: usize, _: &AntsPosition) -> Cones {
        *cones
    }

    #[inline(always)]
    fn evaluate(&self, cones: &Cones, position: &AntsPosition) -> Score {
        let margin = 50 * half_points(position) * position.side_to_move().sign();
        let [low, high] = self.bounds(position);
        expectation(margin + prospects(position, *cones, &WEIGHTS)).clamp(low, high)
    }

    #[inline(always)]
    fn known(&self, cones: &Cones, position: &AntsPosition) -> Option<Score> {
        let rest = rest(position, *cones)?;
        let [black, white] = rest.food;
        // A die of white's is one of black's, turned over.
        let margin = half_points(position) / 2 + rest.queens - white;
        Some(rolled(margin, (black + white) as u32) * position.side_to_move().sign())
    }

    #[inline(always)]
    fn hint(&self, _: &Cones, position: &AntsPosition, mv: Move) -> i32 {
        hint(position, mv)
    }

    #[inline(always)]
    fn tension(&self, position: &AntsPosition) -> Tension {
        tension(position)
    }

    #[inline(always)]
    fn is_noisy(&self, _: &AntsPosition, mv: Move) -> bool {
        mv.jumps() > 0
    }

    #[inline(always)]
    fn bounds(&self, position: &AntsPosition) -> [Score; 2] {
        let [low, high] = margins(position);
        let (low, high) = (bound(low, false), bound(high, true));
        if position.side_to_move() == Side::First { [low, high] } else { [-high, -low] }
    }

    #[inline(always)]
    fn tuning(&self) -> Tuning {
        // A hundredth of a point is worth some 4 000 units near an even game.
        let unit = MAX_ESTIMATE / SPREAD as Score;
        Tuning {
            aspiration: TUNING.aspiration * unit,
            evalorder_weight: 1,
            singular_margin: TUNING.singular_margin * unit,
            ..TUNING
        }
    }

    fn terms(&self, position: &AntsPosition) -> Vec<Term> {
        terms(position, half_points(position), &WEIGHTS)
    }
}

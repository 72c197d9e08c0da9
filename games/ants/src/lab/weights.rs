//! Fits the weights of the evaluation to self-play: the final margin of every quiet position of games from random openings,
//! with a random move now and then, by least squares (ridge towards the weights so far). After each round the new weights play
//! the old ones.

use super::contest::{contest, opening};
use super::{LabError, Say};
use crate::engine::features::{COUNTS, TURNS, counts_of, index};
use crate::engine::fold_evaluator::{Aim, FoldEvaluator};
use crate::engine::folded::Folded;
use crate::engine::techniques;
use crate::engine::weights::{Phase, WEIGHTS, Weights};
use agon_core::{Dice, MoveList, Position};
use agon_search::{Evaluator, Limits, Searcher, Techniques};

/// Weights for a full and for an empty board.
const PARAMETERS: usize = 2 * (COUNTS + TURNS);

type Parameters = [f64; PARAMETERS];

/// How much a weight is drawn towards what it was, in positions.
const RIDGE: f64 = 200.0;

/// Pairs of games that new weights play against the old ones.
const PAIRS: u64 = 60;

/// So many moves in a hundred are random.
const RANDOM: u64 = 4;

/// Weights to be fitted.
#[derive(Clone, Copy, Debug)]
pub struct WeightsTask {
    /// Games of each round.
    pub games: u64,
    /// Positions a move.
    pub nodes: u64,
    /// Rounds: each plays with the weights of the one before.
    pub rounds: u64,
    /// The seed.
    pub seed: u64,
    /// Pairs of games that new weights play against the old ones after each round.
    pub pairs: u64,
}

impl Default for WeightsTask {
    fn default() -> Self {
        WeightsTask { games: 500, nodes: 1500, rounds: 4, seed: 7, pairs: PAIRS }
    }
}

impl WeightsTask {
    /// Plays and fits, some rounds; the weights of every round are said as they stand in the source.
    pub fn run(&self, say: Say<'_>) -> Result<(), LabError> {
        let mut parameters: Parameters = std::array::from_fn(|i| {
            let (full, i) = (i < COUNTS + TURNS, i % (COUNTS + TURNS));
            let phase = WEIGHTS.end(full);
            f64::from(if i < COUNTS { phase.sides[i] } else { phase.turn[i - COUNTS] })
        });
        let mut samples: Vec<Sample> = Vec::new();
        for round in 0..self.rounds {
            let current = weights(&parameters);
            let new = self.play_round(current, round)?;
            // Older games were played with other weights: the last two rounds count.
            let old = samples.len() - samples.len().min(new.len());
            samples.drain(..old);
            samples.extend(new);
            let fitted = fit(&samples, &parameters);
            let [before, after] = [&parameters, &fitted].map(|parameters| error(&samples, parameters));
            let count = samples.len();
            say(format!("round {}: {count} positions, error {before:.1} -> {after:.1}", round + 1));
            let (full, empty) = fitted.split_at(COUNTS + TURNS);
            for (name, part) in [("FULL", full), ("EMPTY", empty)] {
                say(format!("{name} {:?}", phase(part)));
            }
            let evaluators = [weights(&fitted), current].map(|weights| evaluator(weights, Aim::Win));
            let (points, margin) = contest(evaluators, Limits::nodes(self.nodes), self.pairs)?;
            say(format!("against the old: {points:.3} of the points, margin {margin:+.2}"));
            parameters = fitted;
        }
        Ok(())
    }

    /// The positions of a round's games, played on two threads.
    fn play_round(&self, current: &'static Weights, round: u64) -> Result<Vec<Sample>, LabError> {
        let half = |part: u64| {
            let mut samples = Vec::new();
            for game in (part..self.games).step_by(2) {
                play(current, self.nodes, self.seed + round * 1_000_000 + game, &mut samples)?;
            }
            Ok(samples)
        };
        let halves: [Result<Vec<Sample>, LabError>; 2] = std::thread::scope(|scope| {
            let other = scope.spawn(|| half(1));
            // A worker that panics takes everything with it.
            [half(0), other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))]
        });
        let mut samples = Vec::new();
        for half in halves {
            samples.extend(half?);
        }
        Ok(samples)
    }
}

/// One position: its counts, and what it was worth in the end beyond the points it already had.
struct Sample {
    counts: Parameters,
    target: f64,
}

fn evaluator(weights: &'static Weights, aim: Aim) -> FoldEvaluator {
    FoldEvaluator { weights, ..FoldEvaluator::new(aim) }
}

fn sample(position: &Folded) -> Parameters {
    let (both, turn) = counts_of(position.board());
    let ants: u32 = position.board().ants().iter().map(|ants| ants.count_ones()).sum();
    let full = f64::from(ants) / 24.0;
    let sign = position.side_to_move().sign();
    let mut counts = [0.0; PARAMETERS];
    for i in 0..COUNTS + TURNS {
        let value = if i < COUNTS { (both[0][i] - both[1][i]) * sign } else { turn[i - COUNTS] };
        counts[i] = f64::from(value) * full;
        counts[COUNTS + TURNS + i] = f64::from(value) * (1.0 - full);
    }
    counts
}

/// Plays a game and adds its quiet positions.
fn play(weights: &'static Weights, nodes: u64, seed: u64, samples: &mut Vec<Sample>) -> Result<(), LabError> {
    let evaluation = evaluator(weights, Aim::Win);
    let mut searcher = Searcher::new(evaluation, Techniques { hash: 4, ..techniques() });
    let mut dice = Dice::new(seed ^ 0xabcdef);
    let mut position = opening(seed);
    let mut seen = Vec::new();
    while position.outcome().is_none() {
        if evaluation.known(&evaluation.state(&position), &position).is_some() {
            break;
        }
        if !position.board().must_capture() && position.count_moves() > 0 {
            seen.push(position);
        }
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let random = if dice.below(100) < RANDOM { dice.pick(&moves).copied() } else { None };
        let mv = match random {
            Some(mv) => mv,
            None => searcher.best(&position, Limits::nodes(nodes))?.mv,
        };
        position.play(mv);
    }
    let margin = evaluator(weights, Aim::Margin);
    let last = match margin.known(&margin.state(&position), &position) {
        Some(score) => score * position.side_to_move().sign(),
        None => 50 * position.half_points(),
    };
    for position in seen {
        let target = f64::from((last - 50 * position.half_points()) * position.side_to_move().sign());
        samples.push(Sample { counts: sample(&position), target });
    }
    Ok(())
}

/// The root of the mean square of what parameters are off by.
fn error(samples: &[Sample], parameters: &Parameters) -> f64 {
    let off = |s: &Sample| s.target - s.counts.iter().zip(parameters).map(|(a, b)| a * b).sum::<f64>();
    (samples.iter().map(|sample| off(sample).powi(2)).sum::<f64>() / samples.len().max(1) as f64).sqrt()
}

/// Least squares with a ridge towards `prior`; the runaways stay at 100.
fn fit(samples: &[Sample], prior: &Parameters) -> Parameters {
    let n = PARAMETERS;
    let mut matrix = vec![vec![0.0; n + 1]; n];
    for sample in samples {
        let x = &sample.counts;
        let error = sample.target - x.iter().zip(prior).map(|(a, b)| a * b).sum::<f64>();
        for i in (0..n).filter(|&i| x[i] != 0.0) {
            for j in 0..n {
                matrix[i][j] += x[i] * x[j];
            }
            matrix[i][n] += x[i] * error;
        }
    }
    for (i, row) in matrix.iter_mut().enumerate() {
        let fixed = i == index::RUNAWAYS || i == COUNTS + TURNS + index::RUNAWAYS;
        row[i] += if fixed { 1e12 } else { RIDGE };
    }
    for i in 0..n {
        let pivot = (i..n).max_by(|&a, &b| matrix[a][i].abs().total_cmp(&matrix[b][i].abs())).unwrap_or(i);
        matrix.swap(i, pivot);
        let pivot_row = matrix[i].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|&(j, _)| j != i) {
            let factor = row[i] / pivot_row[i];
            for (value, above) in row.iter_mut().zip(&pivot_row).skip(i) {
                *value -= factor * above;
            }
        }
    }
    std::array::from_fn(|i| prior[i] + matrix[i][n] / matrix[i][i])
}

fn phase(weights: &[f64]) -> Phase {
    let number = |i: usize| weights[i].round() as i32;
    Phase { sides: std::array::from_fn(number), turn: std::array::from_fn(|i| number(COUNTS + i)) }
}

fn weights(parameters: &Parameters) -> &'static Weights {
    let (full, empty) = parameters.split_at(COUNTS + TURNS);
    Box::leak(Box::new(Weights::between(&phase(full), &phase(empty))))
}

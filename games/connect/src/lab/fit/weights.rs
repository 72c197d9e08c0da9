//! Fits the weights: logistic regression on the results of games, by stochastic gradients whose steps shrink for each weight with what
//! it has been through (Duchi, Hazan, Singer 2011).

use super::game_line::{SCALE, STAGES, Target, read_files};
use super::{FitTask, Say};
use crate::Connect9x9Position;
use crate::engine::strips::{ANCHORS, CLASSES, LINES, PATTERNS};
use crate::engine::weights_file::{self, WEIGHTS};
use crate::engine::{Judgement, Trained};
use crate::lab::{LabError, at};
use agon_core::Position;
use agon_search::regression::{Epochs, chances, loss};
use agon_search::{Evaluator, Leaf};
use std::path::Path;

/// The first step of a weight.
const STEP: f32 = 0.03;

/// Pulls weights towards zero where the games say little.
const DECAY: f32 = 0.02;

struct Sample {
    features: Vec<(u16, i8)>,
    shares: [f32; ANCHORS],
    target: Target,
    /// What the hand-made evaluation says.
    before: f32,
}

/// Fits and writes the weights.
pub fn run(task: &FitTask<'_>, out: &Path, say: Say<'_>) -> Result<(), LabError> {
    let (games, mut known, held) = read_files(task.games, Sample::of)?;
    say(format!("{games} games, {} positions, {} held out", known.len(), held.len()));
    say(format!("held out: hand-made evaluation {:.4}", before(&held)));
    let mut model = Model::new();
    let said = |epoch: u64, known: &[Sample], model: &Model| {
        let weights = model.weights();
        let (known, held) = (judged(known, &weights), judged(&held, &weights));
        say(format!("epoch {epoch}: {known:.4}, held out {held:.4}"));
    };
    let epochs = Epochs { count: task.epochs, seed: task.seed, first_step: STEP };
    epochs.run(&mut known, &mut model, Model::learn, said);
    let weights = model.weights();
    for (from, to) in STAGES {
        let stage = |s: &&Sample| {
            let ply = 8.0 + 18.0 * (0..ANCHORS).map(|a| a as f32 * s.shares[a]).sum::<f32>();
            (from as f32..to as f32).contains(&ply)
        };
        let some = || held.iter().filter(stage);
        say(format!(
            "{from} to {to} stones, {} positions: hand-made {:.4}, trained {:.4}",
            some().count(),
            before(some()),
            judged(some(), &weights)
        ));
    }
    let rows: Vec<[i16; ANCHORS]> =
        weights.iter().map(|row| row.map(|w| (w * SCALE).round().clamp(-9999.0, 9999.0) as i16)).collect();
    let error = judged(&held, &weights);
    let comments = [
        format!("made by: {}", task.made_by),
        format!("{games} games, {} positions; loss on held-out games {error:.4}", known.len() + held.len()),
    ];
    std::fs::write(out, weights_file::write(&rows, &[], &comments)).map_err(at(out))
}

impl Sample {
    fn of(position: &Connect9x9Position, target: Target) -> Option<Sample> {
        let (features, shares) = Trained::features(position)?;
        let judgement = Judgement::default();
        let before = match judgement.leaf(&judgement.state(position), position) {
            Leaf::Open(score) => (score * position.side_to_move().sign()) as f32 / SCALE,
            Leaf::Over(_) => return None,
        };
        let features = features.into_iter().filter(|f| f.1 != 0).map(|(f, n)| (f as u16, n as i8)).collect();
        Some(Sample { features, shares, target, before })
    }
}

fn odds(sample: &Sample, weights: &[[f32; ANCHORS]]) -> f32 {
    let of = |&(feature, times): &(u16, i8)| {
        let row = &weights[usize::from(feature)];
        let worth: f32 = row.iter().zip(&sample.shares).map(|(w, share)| w * share).sum();
        worth * f32::from(times)
    };
    sample.features.iter().map(of).sum()
}

/// What the hand-made evaluation is off by.
fn before<'a>(samples: impl IntoIterator<Item = &'a Sample>) -> f32 {
    loss(samples.into_iter().map(|sample| (sample.target.result, sample.before)))
}

/// What weights are off by.
fn judged<'a>(samples: impl IntoIterator<Item = &'a Sample>, weights: &[[f32; ANCHORS]]) -> f32 {
    loss(samples.into_iter().map(|sample| (sample.target.result, odds(sample, weights))))
}

/// The weights in the making. A weight is a sum of parts that it shares with others, so that what is rare is learned from
/// what is like it: of a line's weight one part belongs to the pattern on rows of the same parity, one to the pattern
/// on the same row, one to the line itself, each once for the case and once for all cases; and each part has a share that
/// is the same through the whole game.
struct Model {
    parts: Vec<[usize; PARTS]>,
    values: Vec<[f32; ANCHORS + 1]>,
    squares: Vec<[f32; ANCHORS + 1]>,
}

const PARTS: usize = 6;

impl Model {
    fn new() -> Model {
        // The part 0 is always 0.
        let parts: Vec<[usize; PARTS]> = (0..WEIGHTS).map(Model::parts_of).collect();
        let count = parts.iter().flatten().max().map_or(0, |&last| last + 1);
        Model { parts, values: vec![[0.0; ANCHORS + 1]; count], squares: vec![[1e-4; ANCHORS + 1]; count] }
    }

    fn parts_of(weight: usize) -> [usize; PARTS] {
        // What is the same in all cases comes behind the cases.
        const ONE: usize = CLASSES * PATTERNS;
        const SHARED: usize = 3 * ONE;
        if weight >= LINES {
            return [1 + 4 * (ONE + 19 * PATTERNS) + weight - LINES, 0, 0, 0, 0, 0];
        }
        let (case, line) = (weight / ONE, weight % ONE);
        let (class, pattern) = (line / PATTERNS, line % PATTERNS);
        // The row of the line's lowest cell; diagonals are counted behind the nine rows.
        let row = if class < 27 { class / 3 } else { 9 + (class - 27) % 6 };
        let parity = if class < 27 { row % 2 } else { 2 + (row - 9) % 2 };
        let rows = |case: usize| 1 + 4 * ONE + case * 19 * PATTERNS;
        [
            1 + weight,
            1 + SHARED + line,
            rows(case) + row * PATTERNS + pattern,
            rows(3) + row * PATTERNS + pattern,
            rows(case) + (15 + parity) * PATTERNS + pattern,
            rows(3) + (15 + parity) * PATTERNS + pattern,
        ]
    }

    fn weights(&self) -> Vec<[f32; ANCHORS]> {
        let of = |parts: &[usize; PARTS]| {
            let at = |anchor| parts.iter().map(|&p| self.values[p][anchor] + self.values[p][ANCHORS]).sum();
            std::array::from_fn(at)
        };
        self.parts.iter().map(of).collect()
    }

    fn learn(&mut self, sample: &Sample, step: f32) {
        let shares = sample.shares;
        let weight = |values: &[f32; ANCHORS + 1]| -> f32 {
            values[ANCHORS] + (0..ANCHORS).map(|a| values[a] * shares[a]).sum::<f32>()
        };
        let of = |&(feature, times): &(u16, i8)| {
            let parts = self.parts[usize::from(feature)];
            parts.iter().map(|&p| weight(&self.values[p])).sum::<f32>() * f32::from(times)
        };
        let error = chances(sample.features.iter().map(of).sum()) - sample.target.chances;
        for &(feature, times) in &sample.features {
            for part in self.parts[usize::from(feature)].into_iter().filter(|&part| part > 0) {
                let (row, past) = (&mut self.values[part], &mut self.squares[part]);
                for anchor in 0..=ANCHORS {
                    let share = if anchor == ANCHORS { 1.0 } else { shares[anchor] };
                    if share == 0.0 {
                        continue;
                    }
                    let gradient = error * f32::from(times) * share + DECAY * row[anchor];
                    past[anchor] += gradient * gradient;
                    row[anchor] -= step * gradient / past[anchor].sqrt();
                }
            }
        }
    }
}

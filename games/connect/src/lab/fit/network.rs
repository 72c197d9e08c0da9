//! Fits the network to what the weights leave unexplained: logistic regression again, by gradients of small batches
//! whose steps follow their mean and spread (Kingma, Ba 2015).

use super::game_line::{SCALE, STAGES, Target, read_files};
use super::{FitTask, Say};
use crate::Connect9x9Position;
use crate::engine::Trained;
use crate::engine::anchors::shares;
use crate::engine::network::{ADDED, FULL, INPUTS, ROWS, UNITS, mirrored, rounded};
use crate::engine::strips::ANCHORS;
use crate::engine::weights_file;
use crate::lab::{LabError, at, read};
use agon_core::{Dice, Position};
use agon_search::regression::{chances, loss, shuffle};
use agon_search::{Evaluator, Leaf};
use std::path::{Path, PathBuf};

/// Positions to a step.
const BATCH: usize = 256;

/// The first step of a weight, of a new network and of one that is fitted further; it shrinks to nothing.
const STEP: f32 = 0.001;
const STEP_FURTHER: f32 = 0.0005;

/// Pulls all numbers towards zero: without it the units learn games by heart.
const DECAY: f32 = 0.05;

/// How much of the mean and of the spread of a gradient is kept at each step.
const KEPT: [f32; 2] = [0.9, 0.999];

struct Sample {
    inputs: Box<[u16]>,
    ply: usize,
    /// What the weights say.
    before: f32,
    target: Target,
}

/// The network in the making: a row for each input, then one for each anchor.
type Rows = Vec<[f32; UNITS]>;

/// Fits the network on top of a file of weights and writes it with them.
pub fn run(task: &FitTask<'_>, weights: &Path, out: &Path, say: Say<'_>) -> Result<(), LabError> {
    let text = read(weights)?;
    let (trained, (rows, earlier)) = (Trained::read(&text)?, weights_file::read(&text)?);
    let sample = |position: &Connect9x9Position, target: Target| {
        let seen = trained.uncorrected(position)?;
        let inputs = seen.inputs.into_boxed_slice();
        Some(Sample { inputs, ply: seen.ply, before: seen.estimate as f32 / SCALE, target })
    };
    let (games, mut known, held) = read_files(task.games, sample)?;
    say(format!("{games} games, {} positions, {} held out", known.len(), held.len()));
    say(format!("held out: the weights alone {:.4}", before(&held)));
    let learner = learn(task, &mut known, &held, &earlier, say);
    let largest = held.iter().map(|sample| Sight::of(sample, &learner.rows).largest()).fold(0.0, f32::max);
    if largest * FULL as f32 > f32::from(i16::MAX / 2) {
        let why = "a unit sees too much to be counted in 16 bits; fit with another seed";
        return Err(LabError::Wrong(why.to_owned()));
    }
    let network = rounded(&learner.rows);
    for (from, to) in STAGES {
        let some = || held.iter().filter(|sample| (from..to).contains(&sample.ply));
        let (before, after) = (before(some()), judged(some(), &learner.rows));
        let count = some().count();
        say(format!("{from} to {to} stones, {count} positions: weights {before:.4}, network {after:.4}"));
    }
    // What is written is read again and asked as the search asks it: rounding and all.
    let error = loss_as_played(&Trained::read(&weights_file::write(&rows, &network, &[]))?, task.games)?;
    say(format!("held out, rounded and as it is played: {error:.4}"));
    let mut comments: Vec<String> =
        text.lines().filter_map(|line| line.strip_prefix("# ")).map(str::to_owned).collect();
    if earlier.is_empty() {
        comments.truncate(2);
    }
    comments.push(format!("network made by: {}", task.made_by));
    let positions = known.len() + held.len();
    comments.push(format!("{games} games, {positions} positions; loss on held-out games {error:.4}"));
    std::fs::write(out, weights_file::write(&rows, &network, &comments)).map_err(at(out))
}

/// Goes through the samples, from a new network or from an earlier one.
fn learn(
    task: &FitTask<'_>,
    known: &mut [Sample],
    held: &[Sample],
    earlier: &[[i16; UNITS]],
    say: Say<'_>,
) -> Learner {
    let mut dice = Dice::new(task.seed);
    let mut learner = Learner::new(&mut dice, task.epochs * (known.len() / BATCH) as u64);
    if !earlier.is_empty() {
        learner.go_on_from(earlier);
        say(format!("held out: with the network before {:.4}", judged(held, &learner.rows)));
    }
    for epoch in 1..=task.epochs {
        shuffle(known, &mut dice);
        for batch in known.chunks_exact(BATCH) {
            learner.learn(batch);
        }
        let some = judged(known.iter().step_by(16), &learner.rows);
        say(format!("epoch {epoch}: {some:.4}, held out {:.4}", judged(held, &learner.rows)));
    }
    learner
}

/// What an evaluation is off by on the games held out, as the search asks it.
fn loss_as_played(trained: &Trained, games: &[PathBuf]) -> Result<f32, LabError> {
    let as_played = |position: &Connect9x9Position, target: Target| {
        let sign = position.side_to_move().sign();
        match trained.leaf(&trained.state(position), position) {
            Leaf::Open(score) => Some((target.result, (score * sign) as f32 / SCALE)),
            Leaf::Over(_) => None,
        }
    };
    Ok(loss(read_files(games, as_played)?.2))
}

/// What the weights alone are off by.
fn before<'a>(samples: impl IntoIterator<Item = &'a Sample>) -> f32 {
    loss(samples.into_iter().map(|sample| (sample.target.result, sample.before)))
}

/// What weights and network together are off by.
fn judged<'a>(samples: impl IntoIterator<Item = &'a Sample>, rows: &Rows) -> f32 {
    let odds = |sample| Sight::of(sample, rows).odds(sample, rows);
    loss(samples.into_iter().map(|sample| (sample.target.result, odds(sample))))
}

/// What the units see in a position: the board and its mirror image.
struct Sight([[f32; UNITS]; 2]);

impl Sight {
    fn of(sample: &Sample, rows: &Rows) -> Sight {
        let mut sums = [[0.0; UNITS]; 2];
        for &input in &sample.inputs {
            let input = usize::from(input);
            for (sums, row) in sums.iter_mut().zip([&rows[input], &rows[mirrored(input)]]) {
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
        }
        Sight(sums)
    }

    fn largest(&self) -> f32 {
        self.0.iter().flatten().fold(0.0, |largest: f32, sum| largest.max(sum.abs()))
    }

    /// How excited a unit is, by both images together.
    fn excited(&self, unit: usize) -> f32 {
        self.0.iter().map(|sums| sums[unit].clamp(0.0, 1.0).powi(2)).sum()
    }

    fn odds(&self, sample: &Sample, rows: &Rows) -> f32 {
        let adds = adds(sample, rows);
        sample.before + (0..UNITS).map(|unit| adds[unit] * self.excited(unit)).sum::<f32>()
    }
}

/// The anchors that count after so many stones, and how much.
fn anchors(ply: usize) -> [(usize, f32); 2] {
    let (anchor, part) = shares(ply as i32);
    [(INPUTS + anchor, 1.0 - part), (INPUTS + anchor + 1, part)]
}

/// What each unit adds in a position.
fn adds(sample: &Sample, rows: &Rows) -> [f32; UNITS] {
    let [(a, share_a), (b, share_b)] = anchors(sample.ply);
    std::array::from_fn(|unit| rows[a][unit] * share_a + rows[b][unit] * share_b)
}

struct Learner {
    rows: Rows,
    gradients: Rows,
    means: Rows,
    squares: Rows,
    done: u64,
    steps: u64,
    first_step: f32,
}

impl Learner {
    fn new(dice: &mut Dice, steps: u64) -> Learner {
        let mut random = |width: f32| std::array::from_fn(|_| (dice.unit() as f32 - 0.5) * width);
        let mut rows: Rows = (0..INPUTS).map(|_| random(0.2)).collect();
        rows.extend((0..ANCHORS).map(|_| random(0.1)));
        let zeros = vec![[0.0; UNITS]; ROWS];
        let (gradients, means, squares) = (zeros.clone(), zeros.clone(), zeros);
        Learner { rows, gradients, means, squares, done: 0, steps, first_step: STEP }
    }

    /// Begins with a network that was fitted before. It may have fewer units: those that it leaves empty see what they
    /// would see at the start, and add nothing at first.
    fn go_on_from(&mut self, earlier: &[[i16; UNITS]]) {
        let used: [bool; UNITS] = std::array::from_fn(|unit| earlier.iter().any(|row| row[unit] != 0));
        for (i, (row, earlier)) in self.rows.iter_mut().zip(earlier).enumerate() {
            let scale = if i < INPUTS { FULL as f32 } else { ADDED };
            for unit in 0..UNITS {
                if used[unit] || i >= INPUTS {
                    row[unit] = f32::from(earlier[unit]) / scale;
                }
            }
        }
        self.first_step = STEP_FURTHER;
    }

    fn learn(&mut self, batch: &[Sample]) {
        self.gradients.fill([0.0; UNITS]);
        for sample in batch {
            self.look(sample);
        }
        self.done += 1;
        let step = self.first_step * (1.0 - self.done as f32 / self.steps as f32);
        let grown = KEPT.map(|kept| 1.0 - kept.powf(self.done as f32));
        for (((row, gradients), means), squares) in
            self.rows.iter_mut().zip(&self.gradients).zip(&mut self.means).zip(&mut self.squares)
        {
            for unit in 0..UNITS {
                let gradient = gradients[unit] / batch.len() as f32;
                means[unit] += (1.0 - KEPT[0]) * (gradient - means[unit]);
                squares[unit] += (1.0 - KEPT[1]) * (gradient * gradient - squares[unit]);
                let spread = (squares[unit] / grown[1]).sqrt() + 1e-8;
                row[unit] *= 1.0 - step * DECAY;
                row[unit] -= step * (means[unit] / grown[0]) / spread;
            }
        }
    }

    /// Adds the gradient of one position.
    fn look(&mut self, sample: &Sample) {
        let sight = Sight::of(sample, &self.rows);
        let error = chances(sight.odds(sample, &self.rows)) - sample.target.chances;
        let adds = adds(sample, &self.rows);
        for (row, share) in anchors(sample.ply) {
            for unit in 0..UNITS {
                self.gradients[row][unit] += error * share * sight.excited(unit);
            }
        }
        let slope = |sum: f32| if (0.0..1.0).contains(&sum) { 2.0 * sum } else { 0.0 };
        let mut back = sight.0;
        for sums in &mut back {
            for unit in 0..UNITS {
                sums[unit] = error * adds[unit] * slope(sums[unit]);
            }
        }
        for &input in &sample.inputs {
            let input = usize::from(input);
            for (row, back) in [input, mirrored(input)].into_iter().zip(&back) {
                for (gradient, back) in self.gradients[row].iter_mut().zip(back) {
                    *gradient += back;
                }
            }
        }
    }
}

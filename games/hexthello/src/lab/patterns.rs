//! Fits the patterns: logistic regression on the results of games, by stochastic gradients whose steps shrink for each weight with what
//! it has been through (Duchi, Hazan, Singer 2011).

use super::game_line::GameLine;
use super::{LabError, Say, at, read};
use crate::HexThello;
use crate::engine::patterns::stage;
use crate::engine::shapes::{self, ALL, LANES, SHAPES};
use crate::engine::trained::{STAGES, Weights};
use crate::engine::{Explained, Patterns};
use agon_core::{Game, Position};
use agon_search::Evaluator;
use agon_search::regression::{Epochs, chances, loss};
use agon_search::score::WIN;
use std::path::{Path, PathBuf};

/// One in so many games is held out.
const HELD_OUT: usize = 20;

/// The first step of a weight. Larger steps fit the games better and play worse: search finds every weight that is large by
/// accident.
const STEP: f32 = 0.001;

/// The steps of what belongs to a single stage, in parts of that.
const STAGED: f32 = 0.3;

/// Pulls weights towards zero where the games say little.
const DECAY: f32 = 1e-4;

/// How much of the target is the search's own judgement, the rest being the result of the game.
const JUDGED: f32 = 0.3;

/// Hundredths of a disc for each unit of the logarithm of the odds: large margins count less and less.
const SCALE: f32 = 1200.0;

/// A filling seen less often has no weight.
const SELDOM: u32 = 8;

struct Sample {
    lanes: [u16; LANES],
    /// 1 if black is to move, −1 if white: lanes are as black sees them.
    sign: i8,
    stage: u8,
    target: f32,
    result: f32,
    /// What the explained evaluation says, which the patterns correct. Without the danger of losing the last disc: games
    /// of the engine against itself do not show it, and the patterns would learn to undo it.
    before: f32,
}

/// What is fitted, from what and to what.
#[derive(Clone, Copy, Debug)]
pub struct FitTask<'a> {
    /// How often all positions are gone through.
    pub epochs: u64,
    /// The seed of their order.
    pub seed: u64,
    /// The files of games.
    pub games: &'a [PathBuf],
    /// The command that asks for it, as the file will have it.
    pub made_by: &'a str,
}

/// Fits and writes the weights.
pub fn run(task: &FitTask<'_>, out: &Path, say: Say<'_>) -> Result<(), LabError> {
    let mut samples = [Vec::new(), Vec::new()];
    let mut games = 0;
    let reader = Reader {
        patterns: Patterns::with_weights(&Weights::nothing()),
        explained: Explained::with(shapes::RADIUS, |term| term != "few discs"),
    };
    for file in task.games {
        for line in read(file)?.lines() {
            // A line that was cut off is left out.
            if let Some(game) = GameLine::read(line) {
                reader.read(&game, &mut samples[usize::from(games % HELD_OUT == 0)]);
                games += 1;
            }
        }
    }
    let [mut known, held] = samples;
    say(format!("{games} games, {} positions, {} held out", known.len(), held.len()));
    say(format!("held out: explained evaluation {:.4}", before(&held)));
    let mut model = Model::new(&known);
    let said = |epoch: u64, known: &[Sample], model: &Model| {
        say(format!("epoch {epoch}: {:.4}, held out {:.4}", model.loss(known), model.loss(&held)));
    };
    let epochs = Epochs { count: task.epochs, seed: task.seed, first_step: STEP };
    epochs.run(&mut known, &mut model, Model::learn, said);
    for stage in 0..STAGES {
        let some = || held.iter().filter(|s| usize::from(s.stage) == stage);
        let (count, explained, patterns) = (some().count(), before(some()), model.loss(some()));
        say(format!("stage {stage}, {count} positions: explained {explained:.4}, patterns {patterns:.4}"));
    }
    let error = model.loss(&held);
    let comments = [
        format!("made by: {}", task.made_by),
        format!(
            "version {}; {games} games, {} positions; loss on held-out games {error:.4}",
            env!("CARGO_PKG_VERSION"),
            known.len() + held.len()
        ),
    ];
    std::fs::write(out, model.weights().write(&comments)).map_err(at(out))
}

/// What the explained evaluation is off by.
fn before<'a>(samples: impl IntoIterator<Item = &'a Sample>) -> f32 {
    loss(samples.into_iter().map(|sample| (sample.result, sample.before)))
}

struct Reader {
    patterns: Patterns,
    explained: Explained,
}

impl Reader {
    fn read(&self, game: &GameLine, samples: &mut Vec<Sample>) {
        let mut position = HexThello::standard().start();
        for (ply, &mv) in game.moves.iter().enumerate() {
            if ply >= game.opening
                && let Some(&score) = game.scores.get(ply - game.opening)
            {
                let sign = position.side_to_move().sign();
                let result = chances((100 * game.margin * sign) as f32 / SCALE);
                let judged = if score.abs() >= WIN { result } else { chances(score as f32 / SCALE) };
                samples.push(Sample {
                    lanes: *self.patterns.state(&position).lanes(),
                    sign: sign as i8,
                    stage: stage(position.empty().count() as usize, position.board().count() as usize) as u8,
                    target: (1.0 - JUDGED) * result + JUDGED * judged,
                    result,
                    before: self.explained.evaluate(&(), &position) as f32 / SCALE,
                });
            }
            position.play(mv);
        }
    }
}

/// A weight at a stage is what it is in all stages and what it is in this one besides, so that what is rare in a stage is
/// learned from the others.
#[derive(Clone, Copy)]
struct Learned {
    value: f32,
    past: f32,
}

struct Model {
    /// By number: the weight of a filling of a shape, and its sign.
    classes: Vec<Vec<(u32, i8)>>,
    shape_of_lane: [u8; LANES],
    /// By weight: in all stages, then in each.
    learned: Vec<[Learned; STAGES + 1]>,
    /// How often each weight was seen.
    seen: Vec<u32>,
}

impl Model {
    fn new(samples: &[Sample]) -> Model {
        let starts = Weights::starts();
        let moved = |shape: usize| {
            let start = starts[shape] as u32;
            shapes::classes(shape).0.into_iter().map(|(class, sign)| (start + class, sign)).collect()
        };
        let mut shape_of_lane = [0; LANES];
        for (number, shape) in ALL.iter().enumerate() {
            shape_of_lane[shape.first..shape.first + shape.places].fill(number as u8);
        }
        let new = Learned { value: 0.0, past: 1.0 };
        let mut model = Model {
            classes: (0..SHAPES).map(moved).collect(),
            shape_of_lane,
            learned: vec![[new; STAGES + 1]; starts[SHAPES]],
            seen: vec![0; starts[SHAPES]],
        };
        for sample in samples {
            for (weight, _) in model.features(sample) {
                model.seen[weight] += 1;
            }
        }
        model
    }

    /// What it is off by.
    fn loss<'a>(&self, samples: impl IntoIterator<Item = &'a Sample>) -> f32 {
        loss(samples.into_iter().map(|sample| (sample.result, self.odds(sample))))
    }

    /// The weights that a position has a part in, with how often.
    fn features(&self, sample: &Sample) -> [(usize, f32); LANES] {
        let mut features = [(0, 0.0); LANES];
        for (lane, feature) in features.iter_mut().enumerate() {
            let (weight, sign) =
                self.classes[usize::from(self.shape_of_lane[lane])][usize::from(sample.lanes[lane])];
            *feature = (weight as usize, f32::from(sign * sample.sign));
        }
        features
    }

    fn odds(&self, sample: &Sample) -> f32 {
        self.sum(&self.features(sample), sample.stage) + sample.before
    }

    fn sum(&self, features: &[(usize, f32)], stage: u8) -> f32 {
        let own = usize::from(stage) + 1;
        let of = |&(weight, times): &(usize, f32)| {
            let learned = &self.learned[weight];
            (learned[0].value + learned[own].value) * times
        };
        features.iter().map(of).sum()
    }

    fn learn(&mut self, sample: &Sample, step: f32) {
        let features = self.features(sample);
        let error = chances(self.sum(&features, sample.stage) + sample.before) - sample.target;
        let own = usize::from(sample.stage) + 1;
        for (weight, times) in features {
            if times == 0.0 {
                continue;
            }
            for (part, step) in [(0, step), (own, step * STAGED)] {
                let learned = &mut self.learned[weight][part];
                let gradient = error * times + DECAY * learned.value;
                learned.past += gradient * gradient;
                learned.value -= step * gradient / learned.past.sqrt();
            }
        }
    }

    fn weights(&self) -> Weights {
        let mut weights = Weights::nothing();
        for stage in 0..STAGES {
            for (number, weight) in weights.stage_mut(stage).iter_mut().enumerate() {
                if self.seen[number] >= SELDOM {
                    let learned = &self.learned[number];
                    let value = (learned[0].value + learned[stage + 1].value) * SCALE;
                    *weight = value.round().clamp(-9999.0, 9999.0) as i16;
                }
            }
        }
        weights
    }
}

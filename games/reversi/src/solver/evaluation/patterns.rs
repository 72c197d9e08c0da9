//! The small pattern evaluation: weights of shapes for a few stages of the game, summed.

use super::shapes::{
    FEATURES, Features, IMAGES_OF_SHAPES, INSTANCES, MOVES_MOST, MOVES_START, PARAMETERS, SPREAD,
    WeightNumbers, move_counts, own_index,
};
use agon_core::cpu::Cpu;

/// The weights of one stage of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The most empty squares of the stage.
    pub empties: u32,
    /// [`PARAMETERS`] weights in 64ths of a disc.
    pub weights: Vec<i16>,
}

/// Why weights cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The file is not one of weights, or of another version.
    #[error("the weights file does not begin with '{0}'")]
    Magic(&'static str),
    /// The file says something else than what follows.
    #[error("the weights file is damaged: {0}")]
    Damaged(String),
    /// A stage has the wrong number of weights.
    #[error("a stage has {0} weights instead of {PARAMETERS}")]
    Size(usize),
}

/// The standard deviations of the difference between two depths of search, as a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Constant, by empty squares, by depth, by probe: for searches that end in evaluations.
    pub middle: [f32; 4],
    /// Constant, by empty squares, by probe, unused: against the exact margin.
    pub end: [f32; 4],
}

/// The evaluation, ready for use.
#[derive(Debug)]
pub struct Patterns {
    /// For each stage one table for each image of a shape, one after the other.
    spread: Vec<i16>,
    /// For each stage the weights for the number of moves, and the constant.
    moves: Vec<[i16; 2 * MOVES_MOST + 1]>,
    /// Which stage belongs to each number of empty squares.
    stage_of: [u8; 65],
    deviations: Spread,
}

impl Patterns {
    /// The evaluation with these stages, the one with the fewest empty squares first; the last one serves for all
    /// positions with more.
    pub fn new(stages: &[Stage], deviations: Spread) -> Result<Patterns, WeightsError> {
        let numbers = WeightNumbers::new();
        let mut spread = Vec::with_capacity(stages.len() * SPREAD);
        let mut moves = Vec::new();
        for stage in stages {
            if stage.weights.len() != PARAMETERS {
                return Err(WeightsError::Size(stage.weights.len()));
            }
            spread.extend(numbers.0.iter().map(|&number| stage.weights[number as usize]));
            let mut counts = [0; 2 * MOVES_MOST + 1];
            counts.copy_from_slice(&stage.weights[MOVES_START..]);
            moves.push(counts);
        }
        if stages.is_empty() {
            return Err(WeightsError::Damaged("it has no stage".into()));
        }
        let stage_of = std::array::from_fn(|empties| {
            let place = stages.iter().position(|stage| stage.empties >= empties as u32);
            place.unwrap_or(stages.len() - 1) as u8
        });
        Ok(Patterns { spread, moves, stage_of, deviations })
    }

    /// The margin to be expected for the side to move, in 64ths of a disc.
    #[inline(always)]
    pub fn value<C: Cpu>(&self, cpu: C, me: u64, them: u64) -> i32 {
        let empties = (!(me | them)).count_ones() as usize;
        let stage = usize::from(self.stage_of[empties]);
        let weights = &self.spread[stage * SPREAD..][..SPREAD];
        let mut sum = 0;
        for instance in &IMAGES_OF_SHAPES {
            let index = own_index(cpu, me, them, instance.mask);
            sum += i32::from(weights[instance.start + index]);
        }
        let counts = &self.moves[stage];
        let [mine, theirs] = move_counts(cpu, me, them);
        sum += i32::from(counts[mine]) + i32::from(counts[MOVES_MOST + theirs]);
        sum + i32::from(counts[2 * MOVES_MOST])
    }

    /// See [`super::Evaluation::deviation`].
    #[inline(always)]
    pub fn deviation(&self, empties: u32, depth: u32, probe: u32) -> f32 {
        let (empties_f, depth_f, probe_f) = (empties as f32, depth as f32, probe as f32);
        let deviation = if depth >= empties {
            let [a, b, c, _] = self.deviations.end;
            a + b * empties_f + c * probe_f
        } else {
            let [a, b, c, d] = self.deviations.middle;
            a + b * empties_f + c * depth_f + d * probe_f
        };
        deviation.max(1.0)
    }
}

/// Finds the features of positions, to fit weights.
#[derive(Debug)]
pub struct FeatureFinder(WeightNumbers);

impl Default for FeatureFinder {
    fn default() -> Self {
        FeatureFinder(WeightNumbers::new())
    }
}

impl FeatureFinder {
    /// The numbers of the weights that belong to a position.
    #[inline(always)]
    pub fn features<C: Cpu>(&self, cpu: C, me: u64, them: u64) -> Features {
        let mut features = [0; FEATURES];
        for (feature, instance) in features.iter_mut().zip(&IMAGES_OF_SHAPES) {
            *feature = self.0.0[instance.start + own_index(cpu, me, them, instance.mask)];
        }
        let [mine, theirs] = move_counts(cpu, me, them);
        features[INSTANCES] = (MOVES_START + mine) as u32;
        features[INSTANCES + 1] = (MOVES_START + MOVES_MOST + theirs) as u32;
        features[INSTANCES + 2] = (MOVES_START + 2 * MOVES_MOST) as u32;
        features
    }
}

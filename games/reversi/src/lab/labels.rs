//! Random positions, solved as labels to learn from.

use super::LabError;
use crate::solver::kernels::{flips, mobility};
use crate::solver::{Limits, Options, Solver};
use agon_core::Dice;
use agon_core::cpu::Baseline;
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// Which positions are solved.
#[derive(Clone, Debug)]
pub struct LabelRun {
    /// The solver's options; its table is kept from position to position.
    pub options: Options,
    /// The empty squares of the positions.
    pub empties: u32,
    /// How many positions.
    pub positions: usize,
    /// The seed of the random games that they come from.
    pub seed: u64,
    /// How often all are solved; the best time counts.
    pub rounds: usize,
}

/// How long it took.
#[derive(Clone, Debug, Serialize)]
pub struct LabelRate {
    /// How many positions.
    pub positions: usize,
    /// Their empty squares.
    pub empties: u32,
    /// The seed.
    pub seed: u64,
    /// The nodes of all.
    pub nodes: u64,
    /// The sum of their margins, to compare runs by.
    pub margins: i64,
    /// The seconds of processor time.
    pub processor_seconds: f64,
    /// How many that makes in an hour.
    pub in_an_hour: f64,
}

impl fmt::Display for LabelRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LabelRate { positions, empties, seed, nodes, margins, processor_seconds, in_an_hour } = self;
        write!(
            f,
            "{positions} random positions with {empties} empty squares (seed {seed}): {processor_seconds:.3} s of processor \
             time, {:.0} nodes each, {:.1} M nodes/s, {:.2} million an hour (margins sum to {margins})",
            *nodes as f64 / (*positions).max(1) as f64,
            *nodes as f64 / processor_seconds.max(1e-9) / 1e6,
            in_an_hour / 1e6
        )
    }
}

impl LabelRun {
    /// Solves the positions. `clock` tells the processor time since some beginning.
    pub fn run(&self, clock: &dyn Fn() -> Duration) -> Result<LabelRate, LabError> {
        let mut dice = Dice::new(self.seed);
        let mut positions = Vec::new();
        while positions.len() < self.positions {
            positions.extend(random_position(&mut dice, self.empties));
        }
        let mut solver = Solver::new(&self.options);
        let (mut nodes, mut margins, mut seconds) = (0, 0, f64::INFINITY);
        for _ in 0..self.rounds.max(1) {
            (nodes, margins) = (0, 0);
            solver.forget();
            let begin = clock();
            for &(me, them) in &positions {
                let answer = solver.solve(me, them, Limits::default())?;
                nodes += answer.nodes;
                margins += i64::from(answer.margin);
            }
            seconds = seconds.min(clock().saturating_sub(begin).as_secs_f64());
        }
        let (positions, empties, seed) = (positions.len(), self.empties, self.seed);
        let in_an_hour = positions as f64 / seconds.max(1e-9) * 3600.0;
        Ok(LabelRate { positions, empties, seed, nodes, margins, processor_seconds: seconds, in_an_hour })
    }
}

/// A position after random moves from the start, the side to move having a move; nothing if the game ended
/// before.
fn random_position(dice: &mut Dice, empties: u32) -> Option<(u64, u64)> {
    let (mut me, mut them) = (1u64 << 28 | 1 << 35, 1u64 << 27 | 1 << 36);
    loop {
        let mut moves = mobility(Baseline, me, them);
        if moves == 0 {
            (me, them) = (them, me);
            moves = mobility(Baseline, me, them);
            if moves == 0 {
                return None;
            }
        }
        if (!(me | them)).count_ones() <= empties {
            return Some((me, them));
        }
        for _ in 0..dice.below(moves.count_ones().into()) {
            moves &= moves - 1;
        }
        let square = moves.trailing_zeros();
        let turned = flips(Baseline, me, them, square as usize);
        (me, them) = (them ^ turned, me ^ turned | 1 << square);
    }
}

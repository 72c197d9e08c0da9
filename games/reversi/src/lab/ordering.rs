//! Fits the solver's small pattern evaluation to labels that the solver makes itself, backwards in bands: few empty squares
//! exactly, more of them by a search into the bands that were fitted before.

use super::games::positions_of_game;
use super::least_squares::{Sample, errors, fit};
use super::{LabError, Say, date, deviations};
use crate::solver::evaluation::{FeatureFinder, Patterns, Spread, Stage, weights_file};
use crate::solver::{Limits, Options, Ordering, Solver};
use agon_core::Dice;
use agon_core::cpu::{self, Cpu, Task};
use agon_core::sync::lock;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

pub use super::games::PositionsFrom;

/// The fewest empty squares of the first band.
const LEAST: u32 = 7;

/// The most empty squares of any band.
const MOST: u32 = 56;

/// One game of so many is held out to judge the fit, with all its positions.
const HELD_OUT: usize = 20;

/// The positions that are taken from a game; more of them would differ less.
const OF_A_GAME: usize = 2;

/// How many games are shared out among the threads at a time.
const GAMES_AT_A_TIME: usize = 1024;

/// The steps of the fit.
const STEPS: u32 = 60;

/// The largest weight that the file can hold, in 64ths of a disc.
const LARGEST: f32 = 2032.0;

/// What to fit, and to what.
#[derive(Clone, Debug)]
pub struct OrderingTask {
    /// The seed of all games.
    pub seed: u64,
    /// At least so many positions in each band.
    pub positions: usize,
    /// The most empty squares of each band.
    pub bands: Vec<u32>,
    /// Bands up to so many empty squares are labelled exactly.
    pub exact: u32,
    /// The others by the mean of searches of so many plies and of one more.
    pub depth: u32,
    /// Draws each weight to zero as so many positions would.
    pub penalty: f32,
    /// Who plays the games after their random moves.
    pub from: PositionsFrom,
    /// Threads, which change nothing but the time.
    pub threads: usize,
    /// The command that makes the file, for its head.
    pub made_by: String,
}

/// A position with its margin in discs.
type Labelled = (u64, u64, f32);

impl OrderingTask {
    /// Makes the weights and writes them.
    pub fn run(&self, output: &Path, say: Say<'_>) -> Result<(), LabError> {
        let file = self.weights(say)?;
        say(format!("{} bytes to {}", file.len(), output.display()));
        std::fs::write(output, file).map_err(|cause| LabError::File { path: output.to_owned(), cause })
    }

    /// Makes the file of weights.
    pub fn weights(&self, say: Say<'_>) -> Result<Vec<u8>, LabError> {
        let rising = self.bands.windows(2).all(|pair| pair[0] < pair[1]);
        if !rising
            || self.bands.first().is_none_or(|&first| first < LEAST)
            || self.bands.iter().any(|&band| band > MOST)
        {
            return Err(LabError::Bands { least: LEAST, most: MOST, bands: self.bands.clone() });
        }
        let start = Instant::now();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut remarks = vec![
            format!("made by: {}", self.made_by),
            format!("seed {}, made at {}", self.seed, date::utc(now.as_secs())),
        ];
        let unknown = Spread { middle: [4.0, 0.0, 0.0, 0.0], end: [6.0, 0.0, 0.0, 0.0] };
        let finder = FeatureFinder::default();
        let (mut stages, mut least): (Vec<Stage>, u32) = (Vec::new(), LEAST);
        let mut by_empties: Vec<Vec<(u64, u64)>> = vec![Vec::new(); 65];
        for (band, &most) in self.bands.iter().enumerate() {
            let patterns = match stages.len() {
                0 => None,
                _ => Some(Arc::new(Patterns::new(&stages, unknown)?)),
            };
            let [train, test] = self.label(band as u64, least..=most, patterns);
            for &(me, them, _) in train.iter().take(20_000) {
                by_empties[(!(me | them)).count_ones() as usize].push((me, them));
            }
            let weights = fit(&sampled(&train, &finder), self.penalty, STEPS);
            let (mean, root) = errors(&sampled(&test, &finder), &weights);
            let remark = format!(
                "{least}-{most} empty squares: {} positions, {} more of other games held out: mean error {mean:.2}, root mean \
                 square {root:.2} discs",
                train.len(),
                test.len()
            );
            say(format!("{remark} ({:.0} s)", start.elapsed().as_secs_f64()));
            remarks.push(remark);
            let weights =
                weights.iter().map(|weight| (weight * 64.0).round().clamp(-LARGEST, LARGEST) as i16);
            stages.push(Stage { empties: most, weights: weights.collect() });
            least = most + 1;
        }
        let ordering = Ordering::Fitted(Arc::new(Patterns::new(&stages, unknown)?));
        let spread =
            deviations::fit(&mut Solver::new(&Options { ordering, ..Options::default() }), &by_empties, 160);
        say(format!("{spread:?} ({:.0} s)", start.elapsed().as_secs_f64()));
        Ok(weights_file::write(&remarks, &stages, &spread))
    }

    /// Positions of one band with their margins, to fit with and to judge by: the same whatever the number of threads.
    fn label(
        &self,
        band: u64,
        empties: RangeInclusive<u32>,
        patterns: Option<Arc<Patterns>>,
    ) -> [Vec<Labelled>; 2] {
        let seed = Dice::derive(self.seed, band);
        let mut lists = [Vec::new(), Vec::new()];
        let mut first = 0;
        while lists[0].len() < self.positions {
            let games = first..first + GAMES_AT_A_TIME;
            let found: Vec<Mutex<Vec<Labelled>>> = games.clone().map(|_| Mutex::default()).collect();
            let next = AtomicUsize::new(first);
            std::thread::scope(|scope| {
                for _ in 0..self.threads.max(1) {
                    scope.spawn(|| {
                        let mut labeller = Labeller::new(self, &empties, patterns.clone());
                        loop {
                            let game = next.fetch_add(1, Relaxed);
                            if !games.contains(&game) {
                                return;
                            }
                            *lock(&found[game - games.start]) =
                                labeller.game(Dice::derive(seed, game as u64));
                        }
                    });
                }
            });
            for (game, found) in games.zip(found) {
                if lists[0].len() < self.positions {
                    lists[usize::from(game % HELD_OUT == 0)].extend(lock(&found).drain(..));
                }
            }
            first += GAMES_AT_A_TIME;
        }
        lists
    }
}

/// What one thread labels games with.
struct Labeller<'t> {
    task: &'t OrderingTask,
    empties: &'t RangeInclusive<u32>,
    solver: Solver,
    player: Solver,
}

impl<'t> Labeller<'t> {
    fn new(
        task: &'t OrderingTask,
        empties: &'t RangeInclusive<u32>,
        patterns: Option<Arc<Patterns>>,
    ) -> Self {
        let ordering = patterns.map_or(Ordering::Simple, Ordering::Fitted);
        let solver = Solver::new(&Options { table_bytes: 8 << 20, ordering, ..Options::default() });
        let player = Solver::new(&Options { table_bytes: 1 << 10, ..Options::default() });
        Labeller { task, empties, solver, player }
    }

    /// The labelled positions of one game.
    fn game(&mut self, seed: u64) -> Vec<Labelled> {
        let mut dice = Dice::new(Dice::derive(seed, 1));
        let mut positions = positions_of_game(seed, self.task.from, &mut self.player);
        positions.retain(|(me, them)| self.empties.contains(&(!(me | them)).count_ones()));
        let mut list = Vec::new();
        while list.len() < OF_A_GAME && !positions.is_empty() {
            let (me, them) = positions.swap_remove(dice.below(positions.len() as u64) as usize);
            list.push((me, them, self.margin(me, them)));
        }
        list
    }

    fn margin(&mut self, me: u64, them: u64) -> f32 {
        if *self.empties.end() <= self.task.exact {
            return self.solver.solve(me, them, Limits::default()).map_or(0.0, |answer| answer.margin as f32);
        }
        let mut ahead = |depth| self.solver.look_ahead(me, them, depth).unwrap_or(0) as f32;
        (ahead(self.task.depth) + ahead(self.task.depth + 1)) / 128.0
    }
}

/// The features of all positions.
fn sampled(labelled: &[Labelled], finder: &FeatureFinder) -> Vec<Sample> {
    struct Find<'a>(&'a [Labelled], &'a FeatureFinder);
    impl Task for Find<'_> {
        type Output = Vec<Sample>;
        fn run<C: Cpu>(self, cpu: C) -> Vec<Sample> {
            let sample =
                |&(me, them, margin): &Labelled| Sample { features: self.1.features(cpu, me, them), margin };
            self.0.iter().map(sample).collect()
        }
    }
    cpu::dispatch(Find(labelled, finder))
}

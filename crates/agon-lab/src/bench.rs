//! Fixed, repeatable work: the positions and searches that `agon bench` and `agon ablate` measure with.

use agon_core::cpu::Choice;
use agon_core::{AnyGame, AnyPosition, Dice, Phase};
use agon_engine::engine::{EngineError, Limits, Stop};
use agon_engine::registry::Engines;
use agon_engine::spec::EngineSpec;
use serde::Serialize;
use std::time::Duration;

/// What a fixed workload took.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Work {
    /// The game.
    pub game: String,
    /// How many positions were searched.
    pub positions: usize,
    /// How deep.
    pub depth: u32,
    /// Positions visited: the same on every machine and every run.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
}

/// How many plies deeper than the benchmark instructions are compared.
const GAIN_DEPTH: u32 = 3;

/// What the processor's own instructions gain over the baseline's, on the same work.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Gain {
    /// Seconds of processor time with the best instructions.
    pub best: f64,
    /// Seconds of processor time with the baseline's.
    pub baseline: f64,
    /// How many times as fast that is.
    pub ratio: f64,
}

/// Processor time of this process so far, all threads together.
pub fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// Runs the benchmark with the best instructions and with the baseline's in turn, `rounds` times each; the best time of
/// each counts. Both search the same nodes, deeper than the benchmark does, so that making the table does not count.
pub fn gain(engines: &Engines, game: &dyn AnyGame, rounds: usize) -> Result<Gain, EngineError> {
    let depth = engines.info(game.info().name)?.bench_depth + GAIN_DEPTH;
    let positions = positions(engines, game, POSITIONS);
    let mut least = [f64::INFINITY; 2];
    for _ in 0..rounds.max(1) {
        for (seconds, instructions) in least.iter_mut().zip([Choice::Best, Choice::Baseline]) {
            let before = processor_time();
            work(engines, game, &positions, depth, &EngineSpec { instructions, ..EngineSpec::default() })?;
            *seconds = seconds.min((processor_time() - before).as_secs_f64());
        }
    }
    let [best, baseline] = least;
    Ok(Gain { best, baseline, ratio: baseline / best.max(1e-9) })
}

/// How many positions of a game the benchmark searches.
pub const POSITIONS: usize = 12;

/// Searches the benchmark's positions of a game to its fixed depth, with one thread and an empty table for each.
pub fn bench(engines: &Engines, game: &dyn AnyGame) -> Result<Work, EngineError> {
    let depth = engines.info(game.info().name)?.bench_depth;
    work(engines, game, &positions(engines, game, POSITIONS), depth, &EngineSpec::default())
}

/// Searches positions to a fixed depth with one thread and an empty table for each.
pub fn work(
    engines: &Engines,
    game: &dyn AnyGame,
    positions: &[Box<dyn AnyPosition>],
    depth: u32,
    spec: &EngineSpec,
) -> Result<Work, EngineError> {
    let mut engine = engines.engine(&game.id(), spec)?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let (mut nodes, mut seconds) = (0, 0.0);
    for position in positions {
        engine.new_game();
        let report = engine.best(&**position, &limits, &Stop::new(), &mut |_| {})?;
        nodes += report.nodes;
        seconds += report.seconds;
    }
    Ok(Work { game: game.id(), positions: positions.len(), depth, nodes, seconds })
}

/// Positions from the middle of games, the same for everybody: of our own games where a set of them is embedded,
/// otherwise of random ones.
pub fn positions(engines: &Engines, game: &dyn AnyGame, count: usize) -> Vec<Box<dyn AnyPosition>> {
    // The embedded ones are of the standard game.
    let standard = game.id() == game.info().name;
    let embedded =
        engines.info(&game.id()).map_or("", |info| if standard { info.bench_positions } else { "" });
    let lines = embedded.lines().filter(|line| !line.starts_with('#'));
    let own = lines.filter_map(|line| game.parse_position(line).ok());
    own.chain((0..count as u64).filter_map(|number| middle(game, number))).take(count).collect()
}

/// The position a third or half of the way through a random game.
fn middle(game: &dyn AnyGame, number: u64) -> Option<Box<dyn AnyPosition>> {
    let mut dice = Dice::new(Dice::derive(2_024, number));
    let mut position = game.opening();
    let mut turns = Vec::new();
    loop {
        match position.phase() {
            Phase::Over(_) => break,
            Phase::Chance => {
                let outcome = dice.weighted(position.chance().unwrap_or(&[1]));
                position.resolve(outcome);
            }
            Phase::Turn(_) => {
                turns.push(position.clone());
                let moves = position.legal_moves();
                let mv = dice.pick(&moves)?;
                // A legal move of the position's own list can be played.
                position.play(mv).ok()?;
            }
        }
    }
    let share = 4 + number as usize % 3;
    let place = turns.len() * share / 12;
    turns.into_iter().nth(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_game_has_fifty_positions_of_its_own() {
        let engines = agon_games::engines();
        for game in agon_games::registry().games() {
            let text = engines.info(&game.id()).unwrap().bench_positions;
            let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
            assert_eq!(lines.len(), 50, "{}", game.id());
            let keys: HashSet<_> = lines
                .iter()
                .map(|line| {
                    let position = game.parse_position(line).unwrap();
                    assert!(matches!(position.phase(), Phase::Turn(_)));
                    position.canonical_key()
                })
                .collect();
            assert_eq!(keys.len(), 50, "{}", game.id());
            assert_eq!(positions(&engines, &**game, 60).len(), 60);
        }
    }
}

//! What an engine's search reaches: nodes saved by exact techniques, depth in a time, speed-up by threads.
//!
//! The first is the same on every machine; the other two are times and belong to the machine they were taken on.

use agon_core::{AnyGame, AnyPosition};
use agon_engine::bulk::Crew;
use agon_engine::engine::{EngineError, Limits, Stop};
use agon_engine::registry::Engines;
use agon_engine::report::Report;
use agon_engine::spec::EngineSpec;
use agon_search::limits::MAX_DEPTH;
use agon_search::{Kind, TECHNIQUES};
use serde::Serialize;
use std::time::Duration;

/// Searches that take less than this say nothing about a speed-up.
const SHORTEST: f64 = 0.02;

/// How many searches run side by side at the most: each has a table of its own.
const MOST_SEARCHES: usize = 8;

/// The depth at which two searches are compared to see whether they are the same.
const COMPARED_DEPTH: u32 = 6;

/// An engine of a game and the positions it is measured on.
pub struct Measures<'a> {
    /// The engines.
    pub engines: &'a Engines,
    /// The rules.
    pub game: &'a dyn AnyGame,
    /// The positions.
    pub positions: &'a [Box<dyn AnyPosition>],
}

/// What exact techniques save.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Saving {
    /// The depth of both searches.
    pub depth: u32,
    /// How many positions.
    pub positions: usize,
    /// The geometric mean of the nodes with all exact techniques to those of plain alpha-beta.
    pub share: f64,
}

/// How deep a time reaches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reach {
    /// The time for each position.
    pub seconds: f64,
    /// How deep each position was searched that was not solved in this time.
    pub depths: Vec<u32>,
    /// How many positions were: how deep they were searched says nothing.
    pub solved: usize,
    /// The median of the depths.
    pub median: u32,
    /// The median where forced moves are plies like all others, for a search that does not count them.
    pub median_with_forced: Option<u32>,
}

/// What more threads gain.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SpeedUp {
    /// How many threads.
    pub threads: usize,
    /// The depth of all searches.
    pub depth: u32,
    /// How many positions took long enough to count.
    pub positions: usize,
    /// The geometric mean of the time of one thread to theirs.
    pub factor: f64,
    /// The geometric mean of their nodes to those of one thread.
    pub nodes: f64,
}

impl Measures<'_> {
    /// What exact techniques save at a depth. `seen` is called after every position.
    pub fn saving(&self, depth: u32, seen: &(dyn Fn() + Sync)) -> Result<Saving, EngineError> {
        let (plain, all) = (plain_alphabeta()?, with("exact", "on")?);
        let share = |(): &mut (), number: usize| {
            let position = &*self.positions[number];
            let plain = self.search(&plain, position, &to_depth(depth))?;
            let all = self.search(&all, position, &to_depth(depth))?;
            seen();
            Ok(all.nodes as f64 / plain.nodes.max(1) as f64)
        };
        // Nodes are counted, not timed: all cores may be busy.
        let cores = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_SEARCHES);
        let ratios = Crew { cores, stop: &Stop::new() }.share(self.positions.len(), || Ok(()), share)?;
        Ok(Saving { depth, positions: ratios.len(), share: geometric_mean(&ratios) })
    }

    /// How deep one thread gets in a time, all techniques on. `seen` is called after every position.
    pub fn reach(&self, time: Duration, seen: &dyn Fn()) -> Result<Reach, EngineError> {
        let (depths, solved) = self.depths(&EngineSpec::default(), time, seen)?;
        let counting = with("forced", "off")?;
        let median_with_forced = match self.differs(&counting)? {
            true => Some(median(&self.depths(&counting, time, &|| {})?.0)),
            false => None,
        };
        Ok(Reach { seconds: time.as_secs_f64(), median: median(&depths), depths, solved, median_with_forced })
    }

    /// How much sooner several threads reach a depth, the same for every position: the depth that one thread happened to
    /// reach in some time would favour the one. `seen` is called after every position.
    pub fn speed_up(&self, depth: u32, threads: usize, seen: &dyn Fn()) -> Result<SpeedUp, EngineError> {
        let together = with("threads", &threads.to_string())?;
        let (mut factors, mut nodes) = (Vec::new(), Vec::new());
        for position in self.positions {
            let one = self.search(&EngineSpec::default(), &**position, &to_depth(depth))?;
            let many = self.search(&together, &**position, &to_depth(depth))?;
            if one.seconds >= SHORTEST {
                factors.push(one.seconds / many.seconds.max(1e-9));
                nodes.push(many.nodes as f64 / one.nodes.max(1) as f64);
            }
            seen();
        }
        let (factor, nodes) = (geometric_mean(&factors), geometric_mean(&nodes));
        Ok(SpeedUp { threads, depth, positions: factors.len(), factor, nodes })
    }

    /// How deep each position is searched in a time, and how many were solved instead. A limit of depth, however large, leaves
    /// books and solvers out: it is the search that is measured.
    fn depths(
        &self,
        spec: &EngineSpec,
        time: Duration,
        seen: &dyn Fn(),
    ) -> Result<(Vec<u32>, usize), EngineError> {
        let limits = Limits { time: Some(time), ..to_depth(MAX_DEPTH) };
        let mut depths = Vec::new();
        for position in self.positions {
            let report = self.search(spec, &**position, &limits)?;
            if !report.proven {
                depths.push(report.depth);
            }
            seen();
        }
        let solved = self.positions.len() - depths.len();
        Ok((depths, solved))
    }

    /// Whether these settings change the search: then some position takes another number of nodes.
    fn differs(&self, spec: &EngineSpec) -> Result<bool, EngineError> {
        for position in self.positions {
            let limits = to_depth(COMPARED_DEPTH);
            let usual = self.search(&EngineSpec::default(), &**position, &limits)?;
            if usual.nodes != self.search(spec, &**position, &limits)?.nodes {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn search(
        &self,
        spec: &EngineSpec,
        position: &dyn AnyPosition,
        limits: &Limits,
    ) -> Result<Report, EngineError> {
        self.engines.engine(&self.game.id(), spec)?.best(position, limits, &Stop::new(), &mut |_| {})
    }
}

/// Alpha-beta in generator order and nothing else.
fn plain_alphabeta() -> Result<EngineSpec, EngineError> {
    let mut spec = with("exact", "on")?;
    for technique in TECHNIQUES {
        if technique.kind == Kind::Exact && technique.name != "alphabeta" {
            spec.set(technique.name, "off")?;
        }
    }
    Ok(spec)
}

fn with(name: &str, value: &str) -> Result<EngineSpec, EngineError> {
    let mut spec = EngineSpec::default();
    spec.set(name, value)?;
    Ok(spec)
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn median(depths: &[u32]) -> u32 {
    let mut sorted = depths.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or(0)
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench;

    #[test]
    fn exact_techniques_need_a_small_part_of_plain_alpha_betas_nodes() {
        let (engines, registry) = (agon_games::engines(), agon_games::registry());
        for (name, depth, most) in [("reversi", 6, 0.25), ("connect4-9x9", 10, 0.25), ("hexthello", 5, 0.3)] {
            let game = registry.game(name).unwrap();
            let positions = bench::positions(&engines, &*game, 6);
            let measures = Measures { engines: &engines, game: &*game, positions: &positions };
            let saving = measures.saving(depth, &|| {}).unwrap();
            assert_eq!(saving.positions, 6);
            assert!(saving.share < most, "{name}: {saving:?}");
        }
    }

    #[test]
    fn a_reach_is_the_median_and_a_speed_up_counts_long_searches_only() {
        let (engines, registry) = (agon_games::engines(), agon_games::registry());
        // The middle of this game is too far from its end to be solved in any time that matters here.
        let game = registry.game("reversi").unwrap();
        let positions = bench::positions(&engines, &*game, 3);
        let measures = Measures { engines: &engines, game: &*game, positions: &positions };
        let reach = measures.reach(Duration::from_millis(5), &|| {}).unwrap();
        assert_eq!((reach.depths.len(), reach.solved), (3, 0));
        assert!(reach.depths.contains(&reach.median));
        assert_eq!(reach.median_with_forced, None, "this game counts forced moves anyway");
        let gain = measures.speed_up(1, 2, &|| {}).unwrap();
        assert_eq!((gain.threads, gain.depth, gain.positions), (2, 1, 0));
    }

    #[test]
    fn where_forced_moves_are_not_counted_the_reach_says_so() {
        let (engines, registry) = (agon_games::engines(), agon_games::registry());
        let game = registry.game("connect4-9x9").unwrap();
        let positions = bench::positions(&engines, &*game, 3);
        let measures = Measures { engines: &engines, game: &*game, positions: &positions };
        let reach = measures.reach(Duration::from_millis(5), &|| {}).unwrap();
        assert!(reach.median_with_forced.is_some(), "{reach:?}");
    }
}

//! What an engine's searches take on some positions: depth reached, nodes, time.

use agon_core::{AnyGame, AnyPosition, Line};
use agon_engine::{EngineError, EngineSpec, Engines, Limits, Stop};
use agon_referee::openings::{OpeningError, Openings};
use serde::Serialize;
use std::fmt;

/// What the searches of some positions came to.
#[derive(Clone, Debug, Serialize)]
pub struct SearchRun {
    /// How deep each position was searched, from the shallowest to the deepest.
    pub depths: Vec<u32>,
    /// The median of the depths.
    pub median: u32,
    /// How many values were proven.
    pub proven: usize,
    /// Nodes of all searches together.
    pub nodes: u64,
    /// The geometric mean of the nodes.
    pub mean_nodes: f64,
    /// The time of all searches together.
    pub seconds: f64,
}

impl fmt::Display for SearchRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SearchRun { depths, median, proven, nodes, mean_nodes, seconds } = self;
        writeln!(f, "depths {depths:?}: median {median}, {proven} of {} proven", depths.len())?;
        let speed = *nodes as f64 / seconds.max(1e-9) / 1e6;
        write!(f, "{nodes} nodes, geometric mean {mean_nodes:.0}, {seconds:.2} s, {speed:.2} M/s")
    }
}

/// Searches every position within the limits, with an empty table for each. A limit of depth leaves books and solvers out:
/// then it is the search that is measured. `seen` is called after every position.
pub fn search_run(
    engines: &Engines,
    game: &dyn AnyGame,
    positions: &[Box<dyn AnyPosition>],
    spec: &EngineSpec,
    limits: &Limits,
    seen: &dyn Fn(),
) -> Result<SearchRun, EngineError> {
    let mut engine = engines.engine(&game.id(), spec)?;
    let mut run =
        SearchRun { depths: Vec::new(), median: 0, proven: 0, nodes: 0, mean_nodes: 0.0, seconds: 0.0 };
    let mut logs = 0.0;
    for position in positions {
        engine.new_game();
        let report = engine.best(&**position, limits, &Stop::new(), &mut |_| {})?;
        run.depths.push(report.depth);
        run.proven += usize::from(report.proven);
        run.nodes += report.nodes;
        run.seconds += report.seconds;
        logs += (report.nodes.max(1) as f64).ln();
        seen();
    }
    run.depths.sort_unstable();
    run.median = run.depths.get(run.depths.len() / 2).copied().unwrap_or(0);
    run.mean_nodes = (logs / positions.len().max(1) as f64).exp();
    Ok(run)
}

/// The positions of a text: a position or a game's moves a line; empty lines and lines after `#` are skipped.
pub fn positions_of(text: &str, game: &dyn AnyGame) -> Result<Vec<Box<dyn AnyPosition>>, OpeningError> {
    let Openings::List(list) = Openings::parse(text, game)? else { return Ok(Vec::new()) };
    let mut positions = Vec::new();
    for opening in list {
        let start = opening.position.and_then(|text| game.parse_position(&text).ok());
        let mut line = Line::new(start.unwrap_or_else(|| game.start()));
        // They could be played when the list was read.
        if opening.moves.iter().all(|mv| line.play_recorded(mv).is_ok()) {
            positions.push(line.position().boxed());
        }
    }
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_searches_what_a_text_lists() {
        let (engines, registry) = (agon_games::engines(), agon_games::registry());
        let game = registry.game("connect4-9x9").unwrap();
        let positions = positions_of("# three\n4455\n\n3\n0123\n", &*game).unwrap();
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let spec = EngineSpec::parse_settings("eval=trained").unwrap();
        let run = search_run(&engines, &*game, &positions, &spec, &limits, &|| {}).unwrap();
        assert_eq!((run.depths.as_slice(), run.median, run.proven), ([3, 3, 3].as_slice(), 3, 0));
        assert!(run.nodes > 0 && run.mean_nodes > 0.0 && run.to_string().contains("median 3"));
        assert!(positions_of("4455\nxyz\n", &*game).is_err());
    }
}

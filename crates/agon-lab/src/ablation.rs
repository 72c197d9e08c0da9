//! What each technique of the search is worth: the engine without it against the engine with it.

use crate::bench;
use agon_core::{AnyGame, AnyPosition};
use agon_engine::{EngineError, EngineSpec, Engines, Stop};
use agon_referee::{Match, MatchError, MatchReport, Openings, TimeControl};
use agon_search::{TECHNIQUES, Technique};
use agon_seats::{AbsentSeat, PlayerError, PlayerSpec};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// How deep plain minimax is asked to look.
const MINIMAX_DEPTH: u32 = 4;

/// Why an ablation could not be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AblationError {
    /// The engine has trouble.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A player cannot be seated.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// An opening cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
}

/// What to measure with.
pub struct Ablation<'a> {
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// The engines.
    pub engines: &'a Engines,
    /// Positions to search to a fixed depth.
    pub positions: Vec<Box<dyn AnyPosition>>,
    /// That depth.
    pub depth: u32,
    /// Games of each match; 0 leaves the matches out.
    pub games: usize,
    /// The time for a move in them.
    pub time: Duration,
    /// Where they start.
    pub openings: Openings,
    /// The seed.
    pub seed: u64,
    /// How many games at a time.
    pub concurrency: usize,
}

/// One row of the table: the engine without a technique.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Without {
    /// The technique that is switched off, or nothing for the engine as it is.
    pub technique: Option<&'static str>,
    /// The depth its nodes were counted at.
    pub depth: u32,
    /// Positions visited to the fixed depth.
    pub nodes: u64,
    /// The geometric mean, over positions, of its nodes to those of the engine as it is.
    pub node_ratio: f64,
    /// Seconds for all positions.
    pub seconds: f64,
    /// Its result against the engine as it is, at a fixed time a move.
    pub result: Option<MatchReport>,
}

impl Ablation<'_> {
    /// The techniques that the engine uses and that can be switched off.
    pub fn techniques(&self) -> Result<Vec<&'static Technique>, AblationError> {
        let defaults = self.engines.info(self.game.info().name)?.techniques;
        let used = |technique: &&Technique| technique.is_flag() && defaults.get(technique) == "on";
        Ok(TECHNIQUES.iter().filter(used).collect())
    }

    /// The engine as it is, then without each of its techniques; `progress` sees every row.
    pub fn run(&self, stop: &Stop, progress: &dyn Fn(&Without)) -> Result<Vec<Without>, AblationError> {
        let base = self.measure(None, self.depth, &[])?;
        progress(&base.0);
        let mut rows = vec![base.0];
        for technique in self.techniques()? {
            if stop.is_set() {
                break;
            }
            // Plain minimax visits everything: compare it where it ends.
            let shallow = technique.name == "alphabeta" && self.depth > MINIMAX_DEPTH;
            let depth = if shallow { MINIMAX_DEPTH } else { self.depth };
            let beside = if shallow { self.measure(None, depth, &[])?.1 } else { base.1.clone() };
            let mut row = self.measure(Some(technique.name), depth, &beside)?.0;
            row.result = self.contest(technique.name, stop)?;
            progress(&row);
            rows.push(row);
        }
        Ok(rows)
    }

    /// Searches every position to the fixed depth; also gives back the nodes of each.
    fn measure(
        &self,
        off: Option<&'static str>,
        depth: u32,
        base: &[u64],
    ) -> Result<(Without, Vec<u64>), AblationError> {
        let mut spec = EngineSpec::default();
        if let Some(name) = off {
            spec.set(name, "off")?;
        }
        let (mut each, mut seconds) = (Vec::new(), 0.0);
        for position in &self.positions {
            let one = std::slice::from_ref(position);
            let work = bench::work(self.engines, &*self.game, one, depth, &spec)?;
            each.push(work.nodes);
            seconds += work.seconds;
        }
        let logs = each.iter().zip(base).map(|(&n, &b)| (n.max(1) as f64 / b.max(1) as f64).ln());
        let node_ratio = (logs.sum::<f64>() / base.len().max(1) as f64).exp();
        let nodes = each.iter().sum();
        Ok((Without { technique: off, depth, nodes, node_ratio, seconds, result: None }, each))
    }

    fn contest(&self, off: &str, stop: &Stop) -> Result<Option<MatchReport>, AblationError> {
        if self.games == 0 {
            return Ok(None);
        }
        let players: [PlayerSpec; 2] = [format!("engine:{off}=off").parse()?, "engine".parse()?];
        let make =
            |player: &PlayerSpec| AbsentSeat::or_absent(player, player.seat(&*self.game, self.engines));
        let (a, b) = (|| make(&players[0]), || make(&players[1]));
        let contest = Match {
            game: self.game.clone(),
            players: [&a, &b],
            games: self.games,
            control: TimeControl::per_move(self.time),
            openings: self.openings.clone(),
            seed: self.seed,
            concurrency: self.concurrency,
            known: Default::default(),
        };
        Ok(Some(MatchReport::of(&contest.run(stop, &|_| {})?)))
    }
}

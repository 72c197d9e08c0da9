//! What the arena, the page and the command line see of an engine: text in, reports out.

use crate::report::Report;
use agon_core::{AnyPosition, Side};
use agon_search::ProbCut;
pub use agon_search::{GameClock, Term};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use thiserror::Error;

/// How long an engine may think. Several limits may be set; the first one reached ends the search. With none,
/// it uses its level's own limit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Time for this move.
    pub time: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// A clock for the rest of the game.
    pub clock: Option<GameClock>,
}

/// A signal that ends a search from another thread; the engine still answers with a legal move.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A signal that is not set yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks the search to end.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for a search that polls it.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// Why an engine cannot answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// The game is over.
    #[error("the game is over: there is no move to choose")]
    Over,
    /// The dice have not been rolled.
    #[error("chance decides here, not a player: roll first")]
    Chance,
    /// The engine is for another game.
    #[error("this engine plays {engine}, not {game}")]
    WrongGame {
        /// The engine's game.
        engine: String,
        /// The position's game.
        game: String,
    },
    /// There are no engines for this game.
    #[error("there is no engine for '{game}'; there are engines for {known}")]
    NoEngine {
        /// What was asked for.
        game: String,
        /// The games with engines.
        known: String,
    },
    /// The variant of the game does not exist.
    #[error(transparent)]
    Game(#[from] agon_core::GameError),
    /// The search was stopped before there was an answer.
    #[error("stopped before the answer was found")]
    Stopped,
    /// A setting that is not understood, in a sentence.
    #[error("{0}")]
    Setting(String),
}

/// An evaluation taken apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// Whose point of view the values are.
    pub side: Side,
    /// The terms.
    pub terms: Vec<Term>,
    /// Their sum, in hundredths.
    pub total: i32,
}

/// A player's mind: finds moves, analyses, explains.
pub trait Engine: Send {
    /// Its name with its settings, as it can be written on the command line.
    fn name(&self) -> String;

    /// Forgets what it learned in an earlier game.
    fn new_game(&mut self);

    /// The best move. `report` is called at once with some legal move and then with every improvement.
    fn best(
        &mut self,
        position: &dyn AnyPosition,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Report, EngineError>;

    /// Every legal move with its value, best first.
    fn analyze(
        &mut self,
        position: &dyn AnyPosition,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&[Report]),
    ) -> Result<Vec<Report>, EngineError>;

    /// Fits the models of multi-ProbCut to its evaluation, for nodes up to `deepest`; none where it does not search.
    /// `seen` is called after every position.
    fn fit_probcut(
        &mut self,
        positions: &[Box<dyn AnyPosition>],
        deepest: u32,
        seen: &mut dyn FnMut(),
    ) -> Result<Vec<ProbCut>, EngineError> {
        let _ = (positions, deepest, seen);
        Ok(Vec::new())
    }

    /// What the evaluation says of a position without any search, for the side to move, in hundredths of the unit;
    /// nothing where there is no evaluation to ask.
    fn evaluate(&self, position: &dyn AnyPosition) -> Result<Option<i32>, EngineError> {
        let _ = position;
        Ok(None)
    }

    /// The terms of the explainable evaluation, where the engine has one.
    fn explain(&self, position: &dyn AnyPosition) -> Result<Option<Explanation>, EngineError> {
        let _ = position;
        Ok(None)
    }
}

//! Exact values: a game's own solver where it has one, the search to the end of the game elsewhere.

use crate::engine::{Engine, EngineError, Limits, Stop};
use crate::report::whole_if_it_is;
use crate::spec::EngineSpec;
use agon_core::{AnyPosition, Phase};
use serde::Serialize;

/// A position's value under perfect play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solved {
    /// The value for the side to move, in the game's unit.
    #[serde(serialize_with = "whole_if_it_is")]
    pub value: f64,
    /// A best move; none if the game is over.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Positions looked at.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
}

impl Solved {
    /// The same with who wins as its value: 1, 0 or −1 for the side to move.
    #[must_use]
    pub fn winner(self) -> Solved {
        let value = if self.value == 0.0 { 0.0 } else { self.value.signum() };
        Solved { value, ..self }
    }
}

/// Something that finds exact values. What it learned about one position may help with the next; `clear` makes
/// it forget.
pub trait ExactSolver: Send {
    /// The exact value of a position and a move that reaches it.
    fn solve(&mut self, position: &dyn AnyPosition) -> Result<Solved, EngineError> {
        self.solve_until(position, &Stop::new())
    }

    /// The same, or [`EngineError::Stopped`] if it was stopped before.
    fn solve_until(&mut self, position: &dyn AnyPosition, stop: &Stop) -> Result<Solved, EngineError>;

    /// Who wins, sooner than by how much: the value is 1, 0 or −1 for the side to move.
    fn winner_until(&mut self, position: &dyn AnyPosition, stop: &Stop) -> Result<Solved, EngineError> {
        Ok(self.solve_until(position, stop)?.winner())
    }

    /// Forgets everything.
    fn clear(&mut self);

    /// Whether a position takes milliseconds, so that a game can be judged move by move without anybody waiting.
    fn is_quick(&self, position: &dyn AnyPosition) -> bool {
        let _ = position;
        false
    }

    /// Whether that holds from the end of an opening on.
    fn is_quick_from_openings(&self) -> bool {
        false
    }
}

/// The value of a finished game, for the side to move.
pub fn finished(position: &dyn AnyPosition) -> Result<Option<Solved>, EngineError> {
    match position.phase() {
        Phase::Over(outcome) => {
            let value = f64::from(outcome.margin * position.side_to_move().sign());
            Ok(Some(Solved { value, mv: None, nodes: 0, seconds: 0.0 }))
        }
        Phase::Chance => Err(EngineError::Chance),
        Phase::Turn(_) => Ok(None),
    }
}

/// The search, as deep as the game is long.
pub(crate) struct BySearch(pub(crate) Box<dyn Engine>);

impl BySearch {
    /// The settings of an engine that is to solve.
    pub(crate) fn spec(threads: usize, megabytes: usize) -> Result<EngineSpec, EngineError> {
        let mut spec = EngineSpec::default();
        spec.set("threads", &threads.to_string())?;
        spec.set("hash", &megabytes.to_string())?;
        // Late move reductions and the like cannot change a value at the end of the game, but they can postpone it.
        spec.set("lmr", "off")?;
        Ok(spec)
    }
}

impl ExactSolver for BySearch {
    fn solve_until(&mut self, position: &dyn AnyPosition, stop: &Stop) -> Result<Solved, EngineError> {
        if let Some(over) = finished(position)? {
            return Ok(over);
        }
        let limits = Limits { depth: Some(u32::from(u8::MAX)), ..Limits::default() };
        let report = self.0.best(position, &limits, stop, &mut |_| {})?;
        if !report.exact && stop.is_set() {
            return Err(EngineError::Stopped);
        }
        if !report.exact {
            return Err(EngineError::Setting("the search ended without a proven value".to_owned()));
        }
        Ok(Solved {
            value: report.value(),
            mv: Some(report.mv),
            nodes: report.nodes,
            seconds: report.seconds,
        })
    }

    fn clear(&mut self) {
        self.0.new_game();
    }
}

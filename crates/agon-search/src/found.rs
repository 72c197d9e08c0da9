//! What a search says, and what it is told about the moves it may choose.

use crate::score::{self, Certainty, Score, Value};
use std::time::Duration;
use thiserror::Error;

/// What a search has found so far: a move and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<M> {
    /// The move.
    pub mv: M,
    /// Its value for the side to move.
    pub value: Value,
    /// The depth that was searched; 0 if nothing was, and the move is the one that looks best.
    pub depth: u32,
    /// Whether that depth was searched to its end.
    pub complete: bool,
    /// Positions looked at so far.
    pub nodes: u64,
    /// The time so far.
    pub elapsed: Duration,
    /// The line expected, the move first. It ends where chance decides.
    pub line: Vec<M>,
    /// The chance in percent that the value is the true one, where a selective search to the end of the game says one.
    pub likely: Option<u8>,
}

impl<M> Found<M> {
    /// The value for the side to move.
    pub fn score(&self) -> Score {
        self.value.score
    }

    /// The largest depth that was searched to its end.
    pub fn complete_depth(&self) -> u32 {
        self.depth.saturating_sub(u32::from(!self.complete))
    }

    /// How certain the value is. A value from a depth that was interrupted may still rise, so it is proven at
    /// most.
    pub fn certainty(&self) -> Certainty {
        let certainty = self.value.certainty();
        let proven = self.value.score.abs() >= score::WIN;
        match (certainty, self.complete) {
            (Certainty::Exact, false) if proven => Certainty::Proven,
            (Certainty::Exact, false) => Certainty::Estimate,
            _ => certainty,
        }
    }
}

/// Called with the whole list of moves, best first, whenever a depth of an analysis is complete.
pub type Reporting<'a, M> = &'a mut dyn FnMut(&[Found<M>]);

/// Says which moves of the root may be chosen.
pub type Allows<'a, M> = &'a (dyn Fn(M) -> bool + Sync);

/// Why there is nothing to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Nothing {
    /// The game is over.
    #[error("the game is over: there is no move to choose")]
    Over,
    /// The dice have not been rolled.
    #[error("chance decides here, not a player: roll first")]
    Chance,
}

/// What a search of the root to some depth says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice<M> {
    /// The value for the side to move.
    pub(crate) value: Value,
    /// The number of the move in generator order.
    pub(crate) index: usize,
    /// The line expected, the move first.
    pub(crate) line: Vec<M>,
}

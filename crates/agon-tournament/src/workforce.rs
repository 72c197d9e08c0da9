//! The seam between a tournament and whoever plays its games.
//!
//! The [`Director`](super::Director) hands out pairs of games and takes back results; the store decides what counts.
//! A workforce may lose games, play them twice, or bring results in any order: a result is known by (tournament,
//! meeting, game), so a second one changes nothing, and games that were handed out and did not come back are
//! handed out again. The threads of this process are one workforce ([`Pool`](super::pool::Pool)); machines behind a message queue
//! can be another.

use super::schedule::{GameId, PairTask};
use agon_core::Record;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A game that was played to a verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// Which game.
    pub id: GameId,
    /// The players, the side that started first.
    pub players: [usize; 2],
    /// The whole game, with its verdict.
    pub record: Record,
    /// How long each side thought, in milliseconds.
    pub ms: [f64; 2],
}

/// What a workforce has to say.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// A game is over.
    Finished(Box<FinishedGame>),
    /// The machine failed, not a player: the game is to be played again.
    MachineFault {
        /// Which game.
        id: GameId,
        /// What happened, in a sentence.
        why: String,
    },
    /// Whoever had this pair has put it down; what has no result by now is to be handed out again.
    Returned(PairTask),
}

/// Whoever plays the games.
pub trait Workforce {
    /// How many pairs may be under way at a time.
    fn capacity(&self) -> usize;

    /// Takes a pair of games.
    fn submit(&mut self, task: PairTask);

    /// Waits for news, at most so long.
    fn wait(&mut self, patience: Duration) -> Option<News>;

    /// Gives up the games under way, which then do not count, and comes to rest.
    fn stop(&mut self);
}

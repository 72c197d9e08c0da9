//! The seam between a contest (a match, a tournament) and whoever plays its games.
//!
//! The [`Director`](crate::Director) hands out pairs of games and takes back results; the contest decides what counts.
//! A workforce may lose games, play them twice, or bring results in any order: a result is known by its meeting and
//! game, so a second one changes nothing, and games that were handed out and did not come back are handed out again.
//! The threads of this process are one workforce ([`Pool`](crate::Pool)); machines behind a message queue can be
//! another.

use agon_core::Record;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A meeting of two players at one time limit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct PairingId {
    /// The number of the time limit.
    pub clock: u32,
    /// The round, from 0.
    pub round: u32,
    /// The board within the round, from 0.
    pub board: u32,
}

/// A game: its meeting, and its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct GameId {
    /// The meeting.
    #[serde(flatten)]
    pub pairing: PairingId,
    /// The number of the game, from 0; games 2k and 2k + 1 are a pair where both sides are played.
    pub game: u32,
}

/// Games that are played one after the other by the same two players from the same opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairTask {
    /// The meeting.
    pub pairing: PairingId,
    /// Who meets, as numbers of players; who starts in an even game is first.
    pub players: [usize; 2],
    /// The numbers of the games that are to be played.
    pub games: Vec<u32>,
}

impl PairTask {
    /// The first of its games.
    pub fn first_game(&self) -> GameId {
        GameId { pairing: self.pairing, game: self.games.first().copied().unwrap_or(0) }
    }
}

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

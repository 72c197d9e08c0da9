//! Whoever looks on while the games of a tournament are played.

use super::schedule::GameId;
use agon_referee::Referee;

/// Sees games move by move, from the threads that play them; so it must not wait.
pub trait Spectator: Send + Sync {
    /// A game begins, or a move of it was played. Players are numbers, the side that started first.
    fn see(&self, id: GameId, players: [usize; 2], game: &Referee);

    /// A game has ended, or was given up.
    fn leave(&self, id: GameId);
}

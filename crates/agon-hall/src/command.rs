//! What can be asked of a table, and why it may refuse.

use super::{GuestId, Occupant};
use agon_core::{AnyPosition, MoveError, Side};
use agon_referee::TimeControl;
use agon_seats::PlayerError;
use thiserror::Error;

/// What can be asked of a table.
#[derive(Clone, Debug)]
pub enum Command {
    /// Begins the game, or goes on with it after a stop.
    Start,
    /// Stops the game: nobody is asked, clocks stand still, a move that was asked for is no longer wanted.
    Stop,
    /// Begins the game anew with new dice. If it was running, it runs on.
    Restart,
    /// Begins another game from this position after these moves, written with their rolls.
    SetUp {
        /// The start position; the game's own opening if there is none.
        start: Option<Box<dyn AnyPosition>>,
        /// Moves played before the players take over.
        moves: Vec<String>,
    },
    /// Takes back the last moves, this many. Also after the end: the game goes on from there.
    TakeBack(usize),
    /// The two players change sides.
    Swap,
    /// A side gives up.
    Resign(Side),
    /// Somebody sits down on a side, in place of whoever sat there.
    Seat(Side, Occupant),
    /// Both sides get new limits and full clocks.
    SetClock([TimeControl; 2]),
    /// A person's move.
    Play {
        /// How many moves had been played when the person chose.
        ply: usize,
        /// The move.
        text: String,
    },
}

/// Why a table did not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TableError {
    /// It runs already.
    #[error("the game is running already")]
    Running,
    /// It does not run.
    #[error("the game is not running; start it first")]
    Stopped,
    /// It is over.
    #[error("the game is over; restart it or take back a move")]
    Over,
    /// A seat is empty.
    #[error("nobody sits on {0}; seat somebody there first")]
    EmptySeat(&'static str),
    /// A move for a position that is gone.
    #[error("the move was chosen after {chosen} moves, but {played} have been played by now")]
    Stale {
        /// The ply it was chosen at.
        chosen: usize,
        /// The moves played.
        played: usize,
    },
    /// A person's move where it is not a person's turn.
    #[error("it is the turn of {side}, which {player} plays; a person has no say there")]
    NotYourTurn {
        /// The side to move.
        side: &'static str,
        /// Who plays it.
        player: String,
    },
    /// More moves than there are.
    #[error("{wanted} moves cannot be taken back; {there} can")]
    TakeBack {
        /// How many were to be taken back.
        wanted: usize,
        /// How many there are.
        there: usize,
    },
    /// A move that cannot be played; nothing has changed.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A position of another game.
    #[error("this table plays {table}, not {other}")]
    OtherGame {
        /// The table's game.
        table: String,
        /// The other one.
        other: String,
    },
    /// A player that cannot be seated.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A guest that is not there.
    #[error("there is no network player {0}; the list of connected players says who there is")]
    NoSuchGuest(GuestId),
    /// A guest that plays another game.
    #[error("network player {guest} plays {plays}, and this table {table}")]
    GuestOfOtherGame {
        /// The guest.
        guest: GuestId,
        /// What it plays.
        plays: String,
        /// What the table plays.
        table: String,
    },
    /// A guest that has not said its name yet.
    #[error("network player {0} has not said its name yet")]
    Unnamed(GuestId),
    /// The machine refuses a thread or the like.
    #[error("this machine has no room for another player: {0}")]
    Machine(String),
    /// The table has been closed.
    #[error("the table is closed")]
    Closed,
}

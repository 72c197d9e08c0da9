//! What can go wrong, in sentences.

use agon_core::{MoveError, PositionError};
use thiserror::Error;

/// Why a line could not be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UgiError {
    /// A command that is not known.
    #[error("there is no command '{word}'")]
    UnknownCommand {
        /// The first word.
        word: String,
    },
    /// A command that is not complete or has a wrong word in it.
    #[error("'{command}' is followed by '{found}'; {expected}")]
    Argument {
        /// The command.
        command: &'static str,
        /// What was found.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// Something in a `go` line that is not understood.
    #[error(
        "'{skipped}' in 'go' is left out, and {instead}; a search is limited by movetime, depth, nodes, p1time, p2time, p1inc, p2inc or movestogo, each with a whole number, or by infinite"
    )]
    Limit {
        /// What is left out.
        skipped: String,
        /// What limits the search then.
        instead: &'static str,
    },
    /// A position that cannot be.
    #[error("position: {0}")]
    Position(#[from] PositionError),
    /// A move that cannot be played.
    #[error("position: {0}")]
    Move(#[from] MoveError),
    /// A command that may not come while the engine thinks.
    #[error("'{command}' is ignored while the engine is searching; send stop and wait for bestmove")]
    Searching {
        /// The command.
        command: String,
    },
    /// A search was asked for without a position to search.
    #[error("there is no position to search; the last position command was refused")]
    NoPosition,
    /// A search was asked for in a finished game.
    #[error("the game is over in this position, so there is no move to search for")]
    GameOver,
    /// A search was asked for where the dice are to be rolled.
    #[error(
        "chance decides next in this position, so it is no player's turn and there is no move to search for"
    )]
    Chance,
    /// A line of an engine that begins well and is wrong.
    #[error("the program sent '{line}'; {expected}")]
    Reply {
        /// The line.
        line: String,
        /// What would be right.
        expected: &'static str,
    },
    /// A move nobody asked for.
    #[error("the program sent '{line}' although it had not been told to go")]
    Unasked {
        /// The line.
        line: String,
    },
    /// A line without end.
    #[error("a line was longer than the {limit} bytes that are read")]
    TooLong {
        /// The most bytes that are read.
        limit: usize,
    },
}

//! What can go wrong on a connection, in sentences.

use agon_core::{MoveError, PositionError};
use thiserror::Error;

/// Why a connection cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TucError {
    /// A server sent a code that is none.
    #[error(
        "the server sent {code} where a message begins; {game} has the messages {first} (NEW_POSITION) to {last} (QUIT)"
    )]
    UnknownMessage {
        /// The byte.
        code: u8,
        /// The game.
        game: String,
        /// The first code.
        first: u8,
        /// The last code.
        last: u8,
    },
    /// A server sent a board that cannot be.
    #[error("the server sent a position that is not one of {game}: {error}")]
    Position {
        /// The game.
        game: String,
        /// What is wrong with it.
        error: PositionError,
    },
    /// A server asked for a move, or told one, before it sent a board.
    #[error("the server sent {message} before any NEW_POSITION, so there is no board to play on")]
    NoPosition {
        /// The message's name.
        message: &'static str,
    },
    /// A server told a move of the other side that is not legal.
    #[error("the server sent the opponent's move {text}, which cannot be played here: {error}")]
    OpponentMove {
        /// The move as text.
        text: String,
        /// Why not.
        error: MoveError,
    },
    /// A server keeps asking without waiting.
    #[error("the server asked {limit} times for a move without waiting for an answer")]
    TooManyRequests {
        /// How many unanswered requests are kept.
        limit: usize,
    },
    /// Nobody asked for a move.
    #[error("there is no request to answer with {text}")]
    NotAsked {
        /// The move.
        text: String,
    },
    /// A player sent something nobody asked for.
    #[error(
        "the player sent bytes ({bytes}) that nobody had asked for; a player speaks only to answer REQUEST_NAME or REQUEST_MOVE"
    )]
    Unasked {
        /// The first of them, in hexadecimal.
        bytes: String,
    },
    /// A move that has no place in the protocol's bytes.
    #[error("'{text}' cannot be sent as a move of {game}")]
    Unsendable {
        /// The move.
        text: String,
        /// The game.
        game: String,
    },
    /// A position of another game.
    #[error("a position of another game cannot be sent in a match of {game}")]
    OtherGame {
        /// The game of the match.
        game: String,
    },
    /// A move of our own that is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// Bytes for a sentence: the first few in hexadecimal.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    let shown: Vec<String> = bytes.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let more = if bytes.len() > 12 { " …" } else { "" };
    format!("{}{more}", shown.join(" "))
}

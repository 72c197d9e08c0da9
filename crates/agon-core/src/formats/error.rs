//! What can be wrong with a file of games, as sentences.

use crate::{GameError, MoveError, PositionError, RecordError};
use thiserror::Error;

/// Games that cannot be read or written in a format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FormatError {
    /// The name of no format.
    #[error("there is no format called '{name}'; the formats are {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// Bytes that are no text.
    #[error("this is not text: byte {at} is not UTF-8")]
    NotText {
        /// Where the text breaks off, counted from 1.
        at: usize,
    },
    /// Nothing to read.
    #[error("there is no game in this file; {expected}")]
    Nothing {
        /// What a game looks like, as a clause.
        expected: &'static str,
    },
    /// One of several games is wrong.
    #[error("game {number}: {error}")]
    InGame {
        /// Which game, counted from 1.
        number: usize,
        /// What is wrong with it.
        error: Box<FormatError>,
    },
    /// One of several lines is wrong.
    #[error("line {number}: {error}")]
    InLine {
        /// Which line, counted from 1.
        number: usize,
        /// What is wrong with it.
        error: Box<FormatError>,
    },
    /// Something else stands where a part of the game should be.
    #[error("found '{found}' where {expected} should be")]
    Syntax {
        /// The text there, cut to a reasonable length.
        found: String,
        /// What should be there.
        expected: &'static str,
    },
    /// The text ends in the middle of a game.
    #[error("the game is cut off: {missing} is missing at its end")]
    CutOff {
        /// What should still come.
        missing: &'static str,
    },
    /// A game that this format can hold but Agon does not play.
    #[error("it is a game of '{found}', and only {expected} can be read")]
    OtherGame {
        /// What the file says.
        found: String,
        /// What it should say.
        expected: &'static str,
    },
    /// The file has a side move that is not to move.
    #[error("move {number} is by {mover}, but it is {to_move}'s turn")]
    Turn {
        /// Which move, counted from 1 as the file has them.
        number: usize,
        /// Who moves in the file.
        mover: &'static str,
        /// Whose turn it is.
        to_move: &'static str,
    },
    /// The format has no room for what should be written.
    #[error("this game cannot be written as {format}: {why}")]
    Unwritable {
        /// The format.
        format: &'static str,
        /// What is in the way.
        why: String,
    },
    /// A game, or a file that can only be read as a whole, beyond all measure.
    #[error("a single game or document in it has more than {most} MB")]
    TooLarge {
        /// The most megabytes.
        most: usize,
    },
    /// A file that cannot be read, as its format says it.
    #[error("{0}")]
    File(String),
    /// An unknown game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A move that cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A start position that cannot be.
    #[error("start position: {0}")]
    Position(#[from] PositionError),
    /// A record that cannot be read or replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl FormatError {
    /// A [`FormatError::Syntax`] that shows only the beginning of what was found.
    pub fn syntax(found: &str, expected: &'static str) -> FormatError {
        const SHOWN: usize = 20;
        let mut shown: String = found.chars().take(SHOWN).collect();
        if found.chars().nth(SHOWN).is_some() {
            shown.push('…');
        }
        FormatError::Syntax { found: shown, expected }
    }

    /// The same trouble, in a game that is one of several.
    pub fn in_game(self, number: usize) -> FormatError {
        FormatError::InGame { number, error: Box::new(self) }
    }

    /// The same trouble in a part of a file, before which there are so many lines and games.
    pub(crate) fn moved_by(self, lines: usize, games: usize) -> FormatError {
        match self {
            FormatError::InGame { number, error } => error.in_game(number + games),
            FormatError::InLine { number, error } => error.in_line(number + lines),
            other if games > 0 => other.in_game(games + 1),
            other => other,
        }
    }

    /// The same trouble, in a line that is one of several.
    pub fn in_line(self, number: usize) -> FormatError {
        FormatError::InLine { number, error: Box::new(self) }
    }
}

impl From<FormatError> for RecordError {
    fn from(error: FormatError) -> RecordError {
        match error {
            FormatError::Record(error) => error,
            FormatError::Game(error) => error.into(),
            FormatError::Move(error) => error.into(),
            FormatError::Position(error) => error.into(),
            other => RecordError::Format(other.to_string()),
        }
    }
}

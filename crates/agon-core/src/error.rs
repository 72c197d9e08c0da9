//! Errors as sentences for the person who caused them.

use thiserror::Error;

/// A game name or variant that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GameError {
    /// No game of that name.
    #[error("there is no game called '{name}'; the games are {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The game has no such option.
    #[error("{game} has no option '{option}'; {known}")]
    UnknownOption {
        /// The game.
        game: String,
        /// What was asked for.
        option: String,
        /// The options there are, as a clause.
        known: String,
    },
    /// The option exists but not with that value.
    #[error("{game}: '{option}' cannot be '{value}'; it takes {expected}")]
    BadOption {
        /// The game.
        game: String,
        /// The option.
        option: String,
        /// The value given.
        value: String,
        /// What it takes.
        expected: String,
    },
}

/// A move that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Not a move in this game's notation.
    #[error("'{text}' is not a move; a move is written {expected}")]
    Malformed {
        /// What was given.
        text: String,
        /// How moves are written.
        expected: &'static str,
    },
    /// A move, but not a legal one here.
    #[error("'{text}' is not legal here: {why}")]
    Illegal {
        /// The move.
        text: String,
        /// Why not.
        why: String,
    },
    /// The game is over.
    #[error("the game is over, so '{text}' cannot be played")]
    Over {
        /// The move.
        text: String,
    },
    /// A player may not roll the dice.
    #[error("'{text}' carries a roll of the dice, but only the referee rolls; send '{bare}'")]
    RollByPlayer {
        /// What was given.
        text: String,
        /// The move alone.
        bare: String,
    },
    /// In a recorded game the roll is missing.
    #[error("'{text}' decides by chance, so its roll must follow: {choices}")]
    RollMissing {
        /// The move.
        text: String,
        /// How the move is written with each roll.
        choices: String,
    },
    /// A roll where nothing is rolled.
    #[error("'{text}' carries a roll, but nothing is left to chance there; write '{bare}'")]
    RollNeedless {
        /// What was given.
        text: String,
        /// The move alone.
        bare: String,
    },
    /// A move inside a longer game is wrong.
    #[error("move {number}: {error}")]
    InGame {
        /// Which move, counted from 1.
        number: usize,
        /// What is wrong with it.
        error: Box<MoveError>,
    },
}

/// A position that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The board has too few or too many characters.
    #[error("a position of {game} has {expected} board characters, not {found}")]
    Length {
        /// The game.
        game: String,
        /// How many it should have.
        expected: String,
        /// How many it has.
        found: usize,
    },
    /// A character that stands for nothing.
    #[error("'{symbol}' at {cell} (character {index}) is nothing that can stand there; known are {known}")]
    Symbol {
        /// The character.
        symbol: char,
        /// The cell's name.
        cell: String,
        /// Its place in the text, counted from 1.
        index: usize,
        /// The characters there are.
        known: String,
    },
    /// The side to move is missing or unknown.
    #[error("after the board comes a space and the side to move, {expected}; found '{found}'")]
    SideToMove {
        /// What was found.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// Text after the end.
    #[error("'{text}' after the position is not understood{hint}")]
    Trailing {
        /// The text.
        text: String,
        /// What may stand there, as a clause, or nothing.
        hint: String,
    },
    /// The pieces cannot stand like this.
    #[error("this position cannot be: {0}")]
    Impossible(String),
}

/// A record that cannot be read or replayed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RecordError {
    /// Not JSON, or not a record.
    #[error("this is not a game record: {0}")]
    Json(String),
    /// Written by a newer Agon.
    #[error("this record has version {found}; this program reads versions up to {known}")]
    Version {
        /// The record's version.
        found: u32,
        /// The newest version known.
        known: u32,
    },
    /// An unknown game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A start position that cannot be.
    #[error("start position: {0}")]
    Position(#[from] PositionError),
    /// A move that cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The verdict contradicts the moves.
    #[error("the record says {said}, but its moves end with {found}")]
    Verdict {
        /// What it says.
        said: String,
        /// What the replay shows.
        found: String,
    },
    /// Another format's own trouble, in a sentence.
    #[error("{0}")]
    Format(String),
}

//! What a GUI sends.

use super::{evaluation, from_nboard, to_nboard};
use crate::quoted::quoted;
use agon_core::MoveError;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Why a line could not be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NBoardError {
    /// A command that is not known; engines ignore those.
    #[error("there is no command '{word}'")]
    UnknownCommand {
        /// The first words.
        word: String,
    },
    /// A number is missing or none.
    #[error("'{command}' must be followed by a number, not by '{found}'")]
    Number {
        /// The command.
        command: &'static str,
        /// What was found.
        found: String,
    },
    /// A game that cannot be read.
    #[error("set game: {0}")]
    Game(String),
    /// A move that cannot be played.
    #[error("move: {0}")]
    Move(#[from] MoveError),
    /// Nothing to think about.
    #[error("{0}")]
    NoTask(&'static str),
    /// A line without end.
    #[error("a line was longer than the {limit} bytes that are read")]
    TooLong {
        /// The most bytes that are read.
        limit: usize,
    },
}

/// A line from a GUI to an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `nboard 2`: the version of the protocol.
    NBoard(u32),
    /// `set depth 12`: how deep to look in the middle of the game.
    SetDepth(u32),
    /// `set game (;GM[Othello]…;)`: the game so far, in GGF.
    SetGame(String),
    /// `set contempt …` and whatever else can be set.
    SetOther {
        /// What is set.
        name: String,
        /// To what.
        value: String,
    },
    /// `move F5/1.2/0.5`: this was played, with its evaluation and the seconds it took.
    Move {
        /// The move as the rules write it.
        text: String,
        /// Its evaluation.
        eval: Option<f64>,
        /// Its time in seconds.
        seconds: Option<f64>,
    },
    /// `hint 3`: evaluate about this many moves.
    Hint(u32),
    /// `go`: say which move you would play.
    Go,
    /// `ping 7`: stop thinking, then say `pong 7`.
    Ping(i64),
    /// `learn`: learn the game, then say `learned`.
    Learn,
    /// `analyze`: evaluate the whole game.
    Analyze,
    /// `quit`: end.
    Quit,
}

impl FromStr for Command {
    type Err = NBoardError;

    fn from_str(line: &str) -> Result<Command, NBoardError> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match first {
            "nboard" => Ok(Command::NBoard(number("nboard", rest)?)),
            "set" => set(rest),
            "move" => Ok(played(rest)),
            "hint" if rest.is_empty() => Ok(Command::Hint(1)),
            "hint" => Ok(Command::Hint(number("hint", rest)?)),
            "go" => Ok(Command::Go),
            "ping" => Ok(Command::Ping(number("ping", rest)?)),
            "learn" => Ok(Command::Learn),
            "analyze" | "analyse" => Ok(Command::Analyze),
            "quit" => Ok(Command::Quit),
            // Version 1 sends just the move.
            word if rest.is_empty() && is_bare_move(word) => Ok(played(word)),
            word => Err(NBoardError::UnknownCommand { word: quoted(word) }),
        }
    }
}

fn number<T: FromStr>(command: &'static str, text: &str) -> Result<T, NBoardError> {
    text.parse().map_err(|_| NBoardError::Number { command, found: quoted(text) })
}

fn set(rest: &str) -> Result<Command, NBoardError> {
    let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let value = value.trim();
    match name {
        "depth" => Ok(Command::SetDepth(number("set depth", value)?)),
        "game" => Ok(Command::SetGame(value.to_owned())),
        "" => Err(NBoardError::UnknownCommand { word: "set".to_owned() }),
        _ => Ok(Command::SetOther { name: name.to_owned(), value: value.to_owned() }),
    }
}

fn played(text: &str) -> Command {
    let mut parts = text.split('/').map(str::trim);
    let text = from_nboard(parts.next().unwrap_or_default());
    let eval = parts.next().and_then(evaluation);
    Command::Move { text, eval, seconds: parts.next().and_then(evaluation) }
}

fn is_bare_move(word: &str) -> bool {
    let mv = word.split('/').next().unwrap_or_default();
    mv.eq_ignore_ascii_case("pa")
        || matches!(mv.as_bytes(), [column, b'1'..=b'8'] if matches!(column.to_ascii_lowercase(), b'a'..=b'h'))
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::NBoard(version) => write!(f, "nboard {version}"),
            Command::SetDepth(depth) => write!(f, "set depth {depth}"),
            Command::SetGame(ggf) => write!(f, "set game {ggf}"),
            Command::SetOther { name, value } => write!(f, "set {name} {value}"),
            Command::Move { text, eval, seconds } => {
                write!(f, "move {}", to_nboard(text))?;
                match (eval, seconds) {
                    (None, None) => Ok(()),
                    (Some(eval), None) => write!(f, "/{eval:.2}"),
                    (eval, Some(seconds)) => {
                        f.write_str("/")?;
                        eval.map_or(Ok(()), |eval| write!(f, "{eval:.2}"))?;
                        write!(f, "/{seconds:.2}")
                    }
                }
            }
            Command::Hint(moves) => write!(f, "hint {moves}"),
            Command::Go => f.write_str("go"),
            Command::Ping(number) => write!(f, "ping {number}"),
            Command::Learn => f.write_str("learn"),
            Command::Analyze => f.write_str("analyze"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

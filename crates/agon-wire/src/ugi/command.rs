//! What a GUI sends.

use super::go::GoWords;
use super::{Go, UgiError};
use crate::quoted::quoted;
use agon_core::{AnyGame, Line};
use std::fmt;
use std::str::FromStr;

/// A line from a GUI to an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `ugi`: say who you are and what can be set, then `ugiok`.
    Ugi,
    /// `isready`: say `readyok`.
    IsReady,
    /// `uginewgame`: forget the game before.
    NewGame,
    /// `setoption name … value …`.
    SetOption {
        /// The option.
        name: String,
        /// Its value; a button has none.
        value: Option<String>,
    },
    /// `position startpos|fen … moves …`.
    Position(PositionCommand),
    /// `legalmoves …`: the moves there are, for engines that asked for them.
    LegalMoves(Vec<String>),
    /// `go …`: think, then say `bestmove`.
    Go(Go),
    /// `query …`: say `response`.
    Query(Query),
    /// `stop`: say `bestmove` now.
    Stop,
    /// `quit`: end.
    Quit,
}

/// Where a `position` command starts from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The game's start position.
    StartPosition,
    /// A position in its one-line form.
    Fen(String),
}

/// A `position` command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    /// Where it starts from.
    pub start: Start,
    /// The moves played since, with the rolls of the dice.
    pub moves: Vec<String>,
}

/// What a `query` asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// Whether it is the first side's turn.
    P1Turn,
    /// Whether the game is over.
    GameOver,
    /// Who won.
    Result,
}

impl PositionCommand {
    /// The command for a game in progress.
    pub fn of_line(line: &Line) -> PositionCommand {
        let start = line.start();
        let start = match start.text() {
            text if text == start.game().start().text() => Start::StartPosition,
            text => Start::Fen(text),
        };
        PositionCommand { start, moves: line.moves().iter().map(|mv| mv.text.clone()).collect() }
    }

    /// Plays the moves from the start.
    pub fn line(&self, game: &dyn AnyGame) -> Result<Line, UgiError> {
        let start = match &self.start {
            Start::StartPosition => game.start(),
            Start::Fen(text) => game.parse_position(text)?,
        };
        let mut line = Line::new(start);
        line.play_text(&self.moves.join(" "))?;
        Ok(line)
    }
}

impl FromStr for Command {
    type Err = UgiError;

    fn from_str(line: &str) -> Result<Command, UgiError> {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        match first {
            "ugi" => Ok(Command::Ugi),
            "isready" => Ok(Command::IsReady),
            "uginewgame" => Ok(Command::NewGame),
            "setoption" => set_option(&rest),
            "position" => position(&rest).map(Command::Position),
            "legalmoves" => Ok(Command::LegalMoves(rest.into_iter().map(str::to_owned).collect())),
            // An engine must answer every go, so what is not understood of it is no error.
            "go" => Ok(Command::Go(GoWords::read(&rest).go)),
            "query" => query(&rest).map(Command::Query),
            "stop" => Ok(Command::Stop),
            "quit" => Ok(Command::Quit),
            word => Err(UgiError::UnknownCommand { word: quoted(word) }),
        }
    }
}

fn wrong(command: &'static str, found: &[&str], expected: &'static str) -> UgiError {
    UgiError::Argument { command, found: quoted(&found.join(" ")), expected }
}

fn set_option(rest: &[&str]) -> Result<Command, UgiError> {
    const EXPECTED: &str = "an option is set with: setoption name NAME value VALUE";
    let Some(("name", words)) = rest.split_first().map(|(first, words)| (*first, words)) else {
        return Err(wrong("setoption", rest, EXPECTED));
    };
    let end = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let name = words[..end].join(" ");
    if name.is_empty() {
        return Err(wrong("setoption", rest, EXPECTED));
    }
    let value = words.get(end + 1..).map(|value| value.join(" "));
    Ok(Command::SetOption { name, value })
}

fn position(rest: &[&str]) -> Result<PositionCommand, UgiError> {
    const EXPECTED: &str =
        "a position is set with: position startpos, or position fen POSITION, and then moves MOVES";
    let end = rest.iter().position(|&word| word == "moves").unwrap_or(rest.len());
    let start = match rest[..end].split_first() {
        Some((&"startpos", [])) => Start::StartPosition,
        Some((&"fen", fen @ [_, ..])) => Start::Fen(fen.join(" ")),
        _ => return Err(wrong("position", rest, EXPECTED)),
    };
    let moves = rest.get(end + 1..).unwrap_or_default();
    Ok(PositionCommand { start, moves: moves.iter().map(|&mv| mv.to_owned()).collect() })
}

fn query(rest: &[&str]) -> Result<Query, UgiError> {
    match rest {
        ["p1turn"] => Ok(Query::P1Turn),
        ["gameover"] => Ok(Query::GameOver),
        ["result"] => Ok(Query::Result),
        _ => Err(wrong("query", rest, "one can ask for p1turn, gameover or result")),
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Ugi => f.write_str("ugi"),
            Command::IsReady => f.write_str("isready"),
            Command::NewGame => f.write_str("uginewgame"),
            Command::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::Position(position) => position.fmt(f),
            Command::LegalMoves(moves) => write!(f, "legalmoves {}", moves.join(" ")),
            Command::Go(go) => go.fmt(f),
            Command::Query(Query::P1Turn) => f.write_str("query p1turn"),
            Command::Query(Query::GameOver) => f.write_str("query gameover"),
            Command::Query(Query::Result) => f.write_str("query result"),
            Command::Stop => f.write_str("stop"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::StartPosition => f.write_str("position startpos")?,
            Start::Fen(text) => write!(f, "position fen {text}")?,
        }
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

//! What a GUI sends.

use super::UgiError;
use crate::quoted::quoted;
use agon_core::{AnyGame, Line, Side};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

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

/// The limits of a `go` command. Only one kind is set at a time, but nothing breaks if more are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// `movetime`: think this long.
    pub move_time: Option<Duration>,
    /// `depth`: look this deep.
    pub depth: Option<u32>,
    /// `nodes`: look at this many positions.
    pub nodes: Option<u64>,
    /// `p1time`, `p2time`: what each side has left.
    pub clock: [Option<Duration>; 2],
    /// `p1inc`, `p2inc`: what each side gets for a move.
    pub increment: [Option<Duration>; 2],
    /// `infinite`: think until `stop`.
    pub infinite: bool,
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
            "go" => go(&rest).map(Command::Go),
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

fn go(rest: &[&str]) -> Result<Go, UgiError> {
    const EXPECTED: &str = "a search is limited by movetime, depth, nodes, p1time, p2time, p1inc or p2inc, each with a number, or by infinite";
    let mut go = Go::default();
    let mut words = rest.iter();
    while let Some(&word) = words.next() {
        if word == "infinite" {
            go.infinite = true;
            continue;
        }
        // Clocks may be overdrawn: then nothing is left.
        let number = words.next().and_then(|word| word.parse::<i64>().ok());
        let number = number.map(|number| number.max(0).unsigned_abs());
        let number = number.ok_or_else(|| wrong("go", rest, EXPECTED))?;
        let time = Some(Duration::from_millis(number));
        match word {
            "movetime" => go.move_time = time,
            "depth" => go.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "nodes" => go.nodes = Some(number),
            "p1time" => go.clock[Side::First] = time,
            "p2time" => go.clock[Side::Second] = time,
            "p1inc" => go.increment[Side::First] = time,
            "p2inc" => go.increment[Side::Second] = time,
            _ => return Err(wrong("go", rest, EXPECTED)),
        }
    }
    Ok(go)
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

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        let mut number = |name: &str, number: Option<u128>| match number {
            Some(number) => write!(f, " {name} {number}"),
            None => Ok(()),
        };
        let millis = |time: Option<Duration>| time.map(|time| time.as_millis());
        number("movetime", millis(self.move_time))?;
        number("depth", self.depth.map(u128::from))?;
        number("nodes", self.nodes.map(u128::from))?;
        number("p1time", millis(self.clock[Side::First]))?;
        number("p2time", millis(self.clock[Side::Second]))?;
        number("p1inc", millis(self.increment[Side::First]))?;
        number("p2inc", millis(self.increment[Side::Second]))?;
        if self.infinite { f.write_str(" infinite") } else { Ok(()) }
    }
}

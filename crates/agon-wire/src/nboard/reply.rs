//! What an engine sends.

use super::{evaluation, from_nboard, to_nboard};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// A line from an engine to a GUI.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// `set myname …`.
    Name(String),
    /// `pong 7`: all thinking about the board before has stopped.
    Pong(i64),
    /// `status …`: a text for people; empty when nothing is going on.
    Status(String),
    /// `nodestats 35805 0.25`: positions and seconds so far.
    NodeStats {
        /// Positions looked at.
        nodes: u64,
        /// Seconds.
        seconds: f64,
    },
    /// `search …`: an evaluation by search.
    Search(Hint),
    /// `book …`: an evaluation from the book.
    Book(Hint),
    /// `=== F5/1.2/0.5`: the move.
    Move(BestMove),
    /// `learned`.
    Learned,
    /// `analysis 12 -3.5`: the value of the game's position after so many moves.
    Analysis {
        /// How many moves had been made.
        moves: u32,
        /// The value for the side to move.
        eval: f64,
    },
    /// A line that means nothing here.
    Other(String),
}

/// An evaluation of a move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Hint {
    /// The move and the best play after it, as the rules write moves.
    pub line: Vec<String>,
    /// The value for the side to move, in discs.
    pub eval: f64,
    /// In the book: how many games; by search 0.
    pub games: u64,
    /// How deep, as the engine writes it: `12`, `73%`, `100%W`, `100%`.
    pub depth: String,
    /// Whatever else the engine wants to say.
    pub text: String,
}

/// The move an engine would play.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BestMove {
    /// The move as the rules write it.
    pub text: String,
    /// Its value in discs; a forced move may have none.
    pub eval: Option<f64>,
    /// The seconds it took.
    pub seconds: Option<f64>,
}

impl FromStr for Reply {
    type Err = Infallible;

    fn from_str(line: &str) -> Result<Reply, Infallible> {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("===") {
            return Ok(best_move(rest).map_or_else(|| Reply::Other(line.to_owned()), Reply::Move));
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let reply = match words[..] {
            ["set", "myname", ref name @ ..] => Some(Reply::Name(name.join(" "))),
            ["pong", number] => number.parse().ok().map(Reply::Pong),
            ["status", ref text @ ..] => Some(Reply::Status(text.join(" "))),
            ["nodestats", nodes, ref seconds @ ..] => {
                let seconds = seconds.first().and_then(|seconds| evaluation(seconds)).unwrap_or(0.0);
                evaluation(nodes).map(|nodes| Reply::NodeStats { nodes: nodes.max(0.0) as u64, seconds })
            }
            ["search", ref hint @ ..] => hint_of(hint).map(Reply::Search),
            ["book", ref hint @ ..] => hint_of(hint).map(Reply::Book),
            ["learned" | "learn"] => Some(Reply::Learned),
            ["analysis", moves, eval] => {
                let moves = moves.parse().ok();
                moves.and_then(|moves| Some(Reply::Analysis { moves, eval: evaluation(eval)? }))
            }
            _ => None,
        };
        Ok(reply.unwrap_or_else(|| Reply::Other(line.to_owned())))
    }
}

/// Reads `F5/1.2/0.5` and `F5 1.2 0.5`; both are in use.
fn best_move(rest: &str) -> Option<BestMove> {
    let mut parts = rest.trim().split(|c: char| c == '/' || c.is_whitespace());
    let text = parts.next().filter(|text| !text.is_empty())?;
    let eval = parts.next().and_then(evaluation);
    Some(BestMove { text: from_nboard(text), eval, seconds: parts.next().and_then(evaluation) })
}

/// Reads `F5d6C3 1.2 0 12 text`.
fn hint_of(words: &[&str]) -> Option<Hint> {
    let [line, eval, rest @ ..] = words else { return None };
    let games = rest.first().and_then(|games| games.parse().ok()).unwrap_or(0);
    let depth = rest.get(1).copied().unwrap_or_default().to_owned();
    let text = rest.get(2..).unwrap_or_default().join(" ");
    Some(Hint { line: moves_of(line)?, eval: evaluation(eval)?, games, depth, text })
}

/// Takes `F5d6C3` and `F5-D6-C3` apart.
fn moves_of(line: &str) -> Option<Vec<String>> {
    let letters: Vec<char> = line.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    let moves: Vec<String> =
        letters.chunks(2).map(|pair| from_nboard(&pair.iter().collect::<String>())).collect();
    (!moves.is_empty()).then_some(moves)
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "set myname {name}"),
            Reply::Pong(number) => write!(f, "pong {number}"),
            Reply::Status(text) if text.is_empty() => f.write_str("status"),
            Reply::Status(text) => write!(f, "status {text}"),
            Reply::NodeStats { nodes, seconds } => write!(f, "nodestats {nodes} {seconds:.2}"),
            Reply::Search(hint) => write!(f, "search {hint}"),
            Reply::Book(hint) => write!(f, "book {hint}"),
            Reply::Move(best) => write!(f, "=== {best}"),
            Reply::Learned => f.write_str("learned"),
            Reply::Analysis { moves, eval } => write!(f, "analysis {moves} {eval:.2}"),
            Reply::Other(line) => f.write_str(line),
        }
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line: String = self.line.iter().map(|mv| to_nboard(mv)).collect();
        let depth = if self.depth.is_empty() { "0" } else { &self.depth };
        write!(f, "{line} {:.2} {} {depth}", self.eval, self.games)?;
        if self.text.is_empty() { Ok(()) } else { write!(f, " {}", self.text) }
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_nboard(&self.text))?;
        match (self.eval, self.seconds) {
            (None, None) => Ok(()),
            (Some(eval), None) => write!(f, "/{eval:.2}"),
            (None, Some(seconds)) => write!(f, "//{seconds:.2}"),
            (Some(eval), Some(seconds)) => write!(f, "/{eval:.2}/{seconds:.2}"),
        }
    }
}

//! What an engine sends.

use super::{EngineOption, Info, Query, UgiError};
use crate::quoted::quoted;
use agon_core::{AnyPosition, Phase, Side};
use std::fmt;
use std::str::FromStr;

/// A line from an engine to a GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `id name …`.
    Name(String),
    /// `id author …`.
    Author(String),
    /// `option name … type …`.
    Option(EngineOption),
    /// `ugiok`: everything has been announced.
    UgiOk,
    /// `readyok`.
    ReadyOk,
    /// `info …`.
    Info(Info),
    /// `bestmove …`.
    BestMove(String),
    /// `response …`.
    Response(Response),
    /// A line that means nothing here: programs print all sorts of things.
    Other(String),
}

/// The answer to a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Response {
    /// To `p1turn` and `gameover`.
    Is(bool),
    /// To `result`: this side won.
    Won(Side),
    /// To `result`: nobody won.
    Draw,
    /// To `result`: the game goes on.
    None,
}

impl Response {
    /// The answer to a query in a position.
    pub fn to(query: Query, position: &dyn AnyPosition) -> Response {
        match (query, position.phase()) {
            (Query::P1Turn, _) => Response::Is(position.side_to_move() == Side::First),
            (Query::GameOver, phase) => Response::Is(matches!(phase, Phase::Over(_))),
            (Query::Result, Phase::Over(outcome)) => outcome.winner.map_or(Response::Draw, Response::Won),
            (Query::Result, _) => Response::None,
        }
    }
}

impl FromStr for Reply {
    type Err = UgiError;

    fn from_str(line: &str) -> Result<Reply, UgiError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let wrong = |expected| UgiError::Reply { line: quoted(line), expected };
        match words[..] {
            ["id", "name", ref name @ ..] => Ok(Reply::Name(name.join(" "))),
            ["id", "author", ref author @ ..] => Ok(Reply::Author(author.join(" "))),
            ["option", ref option @ ..] => EngineOption::parse(option).map(Reply::Option).ok_or_else(|| {
                wrong("an option is announced with: option name NAME type check|spin|combo|string|button …")
            }),
            ["ugiok"] => Ok(Reply::UgiOk),
            ["readyok"] => Ok(Reply::ReadyOk),
            ["info", ref info @ ..] => Ok(Reply::Info(Info::parse(info))),
            ["bestmove", mv, ..] => Ok(Reply::BestMove(mv.to_owned())),
            ["bestmove"] => Err(wrong("a move must follow: bestmove MOVE")),
            ["response", ref response @ ..] => response_of(response)
                .map(Reply::Response)
                .ok_or_else(|| wrong("a response is true, false, p1win, p2win, draw or none")),
            _ => Ok(Reply::Other(line.to_owned())),
        }
    }
}

fn response_of(words: &[&str]) -> Option<Response> {
    match words {
        ["true"] => Some(Response::Is(true)),
        ["false"] => Some(Response::Is(false)),
        ["p1win"] => Some(Response::Won(Side::First)),
        ["p2win"] => Some(Response::Won(Side::Second)),
        ["draw"] => Some(Response::Draw),
        ["none"] => Some(Response::None),
        _ => None,
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "id name {name}"),
            Reply::Author(author) => write!(f, "id author {author}"),
            Reply::Option(option) => option.fmt(f),
            Reply::UgiOk => f.write_str("ugiok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(info) => info.fmt(f),
            Reply::BestMove(mv) => write!(f, "bestmove {mv}"),
            Reply::Response(response) => write!(f, "response {response}"),
            Reply::Other(line) => f.write_str(line),
        }
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Response::Is(is) => write!(f, "{is}"),
            Response::Won(Side::First) => f.write_str("p1win"),
            Response::Won(Side::Second) => f.write_str("p2win"),
            Response::Draw => f.write_str("draw"),
            Response::None => f.write_str("none"),
        }
    }
}

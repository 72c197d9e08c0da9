//! The engines: one folder a game, on top of the search that knows no game.

pub mod connect;
pub mod engine;

pub use engine::{Engine, EngineError, Explanation, GameClock, Limits, Report, Stop, Term};

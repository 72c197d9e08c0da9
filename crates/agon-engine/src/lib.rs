//! Engines as the world sees them: settings in, reports out. A game's crate builds a [`Family`]; the registry [`Engines`] makes
//! an [`Engine`] of it for whoever asks by name.
//!
//! | module | what lives there |
//! |---|---|
//! | [`engine`] | what referee, page and command line see: the object-safe [`Engine`] and its limits |
//! | [`report`] | what an engine says of a position |
//! | [`registry`] | [`Engines`]: engines and exact solvers by the name of their game |
//! | [`family`] | the engines of one game: evaluations, levels, habits, solver |
//! | `game_engine` | the engine that a family makes: a mind with limits, levels and words |
//! | [`mind`] | what finds the moves inside an engine |
//! | [`spec`] | an engine as it is written on the command line |
//! | [`level`] | opponents of known strength |
//! | [`words`] | values as people read them |
//! | [`solving`] | exact values: a game's own solver, or the search to the end of the game |
//! | [`bulk`] | much work in one call, on several cores: judging, counting, self-play |
//! | [`generic`] | the evaluation that every game gets without anybody writing one |

pub mod bulk;
pub mod engine;
pub mod family;
mod game_engine;
pub mod generic;
pub mod level;
pub mod mind;
pub mod registry;
pub mod report;
pub mod solving;
pub mod spec;
pub mod words;

pub use engine::{Engine, EngineError, Explanation, GameClock, Limits, Stop, Term};
pub use family::{Family, FamilyInfo};
pub use generic::Generic;
pub use level::Level;
pub use mind::Mind;
pub use registry::Engines;
pub use report::Report;
pub use spec::EngineSpec;

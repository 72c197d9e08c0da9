//! The engines: one folder a game, on top of the search that knows no game.
//!
//! | module | what lives there |
//! |---|---|
//! | [`ants`] | the engine of TUC-ANTS |
//! | [`engine`] | what arena, page and command line see: the object-safe [`Engine`] |
//! | [`registry`] | engines by the name of their game |
//! | [`family`] | the engines of one game: evaluations, levels, habits |
//! | [`mind`] | what finds the moves inside an engine |
//! | [`spec`] | an engine as it is written on the command line |
//! | [`level`] | opponents of known strength |
//! | [`words`] | values as people read them |
//! | [`connect_search`] | the search engines of the connect-four games |
//! | [`reversi`] | the engines of Reversi |
//! | [`bulk`] | much work in one call, on several cores |
//! | [`mod@bench`] | fixed, repeatable work to measure with |
//! | [`measures`] | what a search reaches: nodes saved, depth in a time, speed-up |
//! | [`generic`] | the evaluation that every game gets without anybody writing one |

pub mod ants;
pub mod bench;
pub mod bulk;
pub mod connect;
pub mod connect_search;
pub mod engine;
pub mod family;
mod game_engine;
pub mod generic;
pub mod hexthello;
pub mod level;
pub mod measures;
pub mod mind;
pub mod registry;
pub mod reversi;
pub mod solving;
pub mod spec;
pub mod words;

pub use engine::{Engine, EngineError, Explanation, GameClock, Limits, Report, Stop, Term};
pub use family::{Family, FamilyInfo};
pub use generic::Generic;
pub use level::Level;
pub use mind::Mind;
pub use registry::Engines;
pub use spec::EngineSpec;

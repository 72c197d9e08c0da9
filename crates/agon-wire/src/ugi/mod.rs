//! UGI, the universal game interface: lines of words between a GUI and an engine, for every game.
//!
//! | part | what it is |
//! |---|---|
//! | [`Command`] | what a GUI sends, read and written |
//! | [`Reply`], [`Info`], [`EngineOption`] | what an engine sends, read and written |
//! | [`EngineSide`] | the engine's end: keeps the position, answers what needs no thought |
//! | [`GuiSide`] | the other end: drives a program through its games |
//!
//! One extension: an engine that announces `option name LegalMoves type check` gets a `legalmoves …` line before
//! every `go`. `docs/protocols/ugi.md` has the details.

mod command;
mod engine_side;
mod error;
mod go;
mod gui_side;
mod info;
mod option;
mod reply;

pub use command::{Command, PositionCommand, Query, Start};
pub use engine_side::{EngineEvent, EngineSide, SearchTask};
pub use error::UgiError;
pub use go::Go;
pub use gui_side::{GuiEvent, GuiSide};
pub use info::{Bound, Info, Score};
pub use option::{EngineOption, OptionKind};
pub use reply::{Reply, Response};

/// The option an engine announces to be told the legal moves.
pub const LEGAL_MOVES: &str = "LegalMoves";

//! Our engines as programs that others talk to: behind the text protocols on any reader and writer, and behind the
//! course's game servers.
//!
//! | part | what it is |
//! |---|---|
//! | [`EngineMaker`] | makes the engine, also anew when a setting changes or the level comes late |
//! | [`ugi`], [`nboard`], [`gtp`], [`connect9x9`] | one protocol each, from a reader to a writer |
//! | [`client`] | the network player of HexThello and Ants |
//! | [`server`], `arrivals` | the ascii server of HexThello and Ants, and who connects to it |
//! | `inbox` | one queue with everything that arrives and everything the engine finds |
//! | `engine_thread` | the engine in a thread of its own: tasks in, findings out |
//! | [`throughput`] | how many moves a second go through that server |
//!
//! Input is read in a thread of its own and moves are found in another, so that `stop` and `quit` are heard while
//! the engine thinks.

mod arrivals;
pub mod client;
pub mod connect9x9;
mod engine_thread;
pub mod gtp;
mod inbox;
mod maker;
pub mod nboard;
pub mod server;
#[cfg(test)]
mod test_pipes;
pub mod throughput;
pub mod ugi;

pub use maker::EngineMaker;

use agon_core::MoveError;
use agon_core::panics::Panic;
use agon_engine::EngineError;
use agon_wire::connect9x9::Connect9x9Error;
use agon_wire::tuc::TucError;
use std::io;
use thiserror::Error;

/// The name our programs go by.
pub const NAME: &str = "Agon";

/// Why a program could not go on.
#[derive(Debug, Error)]
pub enum ProgramError {
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The engine refuses.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The platform broke its protocol.
    #[error(transparent)]
    Platform(#[from] Connect9x9Error),
    /// The server broke its protocol.
    #[error(transparent)]
    Server(#[from] TucError),
    /// The engine named a move that cannot be played.
    #[error("the engine's own move was refused: {0}")]
    Move(#[from] MoveError),
    /// The engine has panicked.
    #[error(transparent)]
    Failed(#[from] Panic),
    /// A magic number that names no level.
    #[error("the magic number {0} names no level; the reference opponents have the levels 0, 1 and 2")]
    Magic(i64),
}

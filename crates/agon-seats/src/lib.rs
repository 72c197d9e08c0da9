//! Players in seats: engines, programs on pipes and on the network, folders of Python.
//!
//! | part | what it is |
//! |---|---|
//! | [`PlayerSpec`] | a player as it is written on the command line |
//! | [`ProgramSeat`] | a seat for any program, whatever it speaks and wherever it comes from |
//! | [`Source`] | where a program comes from: started in the sandbox, or connected to a [`PlayerPort`] |
//! | [`Connection`] | the way to a program: what it prints, what it complains about, how it ended |
//! | [`Protocol`] | what it speaks: [`Connect9x9`], [`Ugi`], [`NBoard`], [`Gtp`], [`Tuc`], [`Huji`] |
//! | [`pump()`] | reads what arrives on a pipe or a socket |
//! | [`listener`] | opens ports and accepts connections |
//! | [`ThinkingThread`] | a player that thinks in a thread of its own, one job after the other |
//! | [`cores`] | the processors of a server, shared by all who think on it |
//! | [`SeatFactory`] | makes seats: has the engines, the sandbox, the ports |
//!
//! A program is never trusted. What it prints is read in a thread of its own into a queue of bounded length; the
//! referee waits at that queue until the deadline and not longer. Whatever a program does, it ends its own game only.

mod connect9x9;
mod connection;
pub mod cores;
mod gtp;
mod huji;
pub mod listener;
mod nboard;
mod player_port;
pub mod players;
mod program;
mod protocol;
mod pump;
mod seat_factory;
mod session;
mod source;
mod tail;
mod thinking_thread;
mod tuc;
mod ugi;
mod waiting;

pub use connect9x9::Connect9x9;
pub use connection::Connection;
pub use gtp::Gtp;
pub use huji::Huji;
pub use nboard::NBoard;
pub use player_port::PlayerPort;
pub use players::{AbsentSeat, PlayerError, PlayerSpec};
pub use program::ProgramSeat;
pub use protocol::{Event, Lasting, Protocol};
pub use pump::pump;
pub use seat_factory::SeatFactory;
pub use source::{Launcher, Source};
pub use thinking_thread::{Thinker, ThinkingThread};
pub use tuc::Tuc;
pub use ugi::Ugi;
pub use waiting::{Nothing, Wait};

use std::time::Duration;

/// What a program may overrun for the machine's own delay.
pub const TOLERANCE: Duration = Duration::from_millis(50);

/// How long a program may take to start and to say that it is ready, before any clock runs. A virtual machine on
/// a busy computer takes seconds.
pub const START: Duration = Duration::from_secs(15);

/// How long a program may think where nothing limits it, before it is given up on.
pub const PATIENCE: Duration = Duration::from_secs(300);

//! The protocols that programs speak, as codecs and state machines: bytes in, messages and events out.
//!
//! No sockets, no threads, no clocks: a transport hands in what arrived, sends what it is told to send and
//! watches the time. So the same machine serves a blocking thread and an asynchronous task, and a test can
//! cut the bytes wherever it likes.
//!
//! | module | protocol | our side as a player | our side as the server, platform or GUI |
//! |---|---|---|---|
//! | [`tuc`] | HexThello and Ants over TCP | [`tuc::Player`] | [`tuc::ServerSeat`], [`tuc::AsciiServer`], [`tuc::Lobby`] |
//! | [`connect9x9`] | Connect4 9×9 on standard input and output | [`connect9x9::Player`] | [`connect9x9::PlatformSeat`] |
//! | [`two_instance`] | Four in a Row between two instances | [`two_instance::Link`] | the same |
//! | [`ugi`] | the universal game interface, every game | [`ugi::EngineSide`] | [`ugi::GuiSide`] |
//! | [`nboard`] | NBoard, for reversi | [`nboard::EngineSide`] | [`nboard::GuiSide`] |
//! | [`gtp`] | GTP version 2, for reversi | [`gtp::EngineSide`] | [`gtp::GuiSide`] |
//! | [`lines`] | lines of bounded length, which the text protocols share | | |
//! | [`invariants`] | what must hold for any input, as functions for fuzzers | | |
//!
//! Every machine is pulled the same way. `receive` takes bytes from the front of a slice and gives back the next
//! event, or nothing when the slice is used up:
//!
//! ```
//! use agon_wire::two_instance::Link;
//! use agon_core::Side;
//! let mut link = Link::new(Side::First);
//! assert_eq!(link.play(3).unwrap(), b"3");
//! let mut arrived: &[u8] = b"4";
//! while let Some(column) = link.receive(&mut arrived).unwrap() {
//!     assert_eq!(column, 4);
//! }
//! assert!(link.is_my_turn());
//! ```
//!
//! Whatever comes in, a machine never panics, holds a bounded number of bytes, and changes a game only by a
//! legal move of the side whose turn it is.

pub mod connect9x9;
pub mod gtp;
pub mod invariants;
pub mod lines;
pub mod nboard;
mod quoted;
pub mod tuc;
pub mod two_instance;
pub mod ugi;

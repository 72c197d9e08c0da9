//! The hall: live games whose seats change hands, and the network players that may take them.
//!
//! | part | what it is |
//! |---|---|
//! | [`Hall`] | the ports for network players, who is connected, all tables |
//! | [`Table`] | a live game of any kind in a thread of its own: commands in, events out |
//! | [`LiveGame`] | what a table does, as a state machine without threads, input or output |
//! | [`Occupant`] | who sits in a seat: a person, a player of this machine, a network player |
//! | [`LocalUsher`] | seats people, engines and programs of this machine |
//! | [`Command`], [`TableError`] | what can be asked of a table, and why it may refuse |
//! | [`Admission`], [`GuestInfo`] | which network players are let in, and what is known of them |
//! | [`Snapshot`], [`Change`] | a table as it is, and what happened on it |
//! | [`Participant`], [`Usher`] | the seam for other kinds of players |
//!
//! `docs/hall.md` describes the whole with its terminal view.

mod admission;
mod command;
mod connection;
mod guests;
#[allow(clippy::module_inception)] // Reason: the hall is the hall, and the rest of the folder is in it.
mod hall;
mod halting_clock;
mod live_game;
mod local_player;
mod occupant;
mod participant;
mod snapshot;
mod table;

pub use admission::{Admission, AdmissionLimits, Refusal};
pub use agon_seats::listener::ListenError;
pub use command::{Command, TableError};
pub use guests::GuestInfo;
pub use hall::{Hall, HallEvent, HallSetup, TableId};
pub use live_game::LiveGame;
pub use local_player::LocalUsher;
pub use occupant::{GuestId, Occupant};
pub use participant::{Letter, Mailbox, Participant, Place, Sitting, Ticket, Usher};
pub use snapshot::{Change, ClockView, SeatView, Snapshot, TableEvent};
pub use table::{Table, TableSetup};

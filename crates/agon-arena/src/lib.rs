//! The arena: players in seats, one referee, clocks, matches.
//!
//! Every way to play is the same loop: the [`Referee`] owns the position, rolls the dice, runs the clocks,
//! checks every move, writes the record and ends in a verdict. It is a state machine without input or output:
//! whoever drives it asks [`Referee::request`] whose move it is, gets an answer from that seat in whatever way,
//! and hands it back with the time. [`play()`] drives it for seats that block; a page can drive it with events.

pub mod ablation;
pub mod account;
pub mod clock;
pub mod doctor;
mod door;
pub mod elo;
pub mod grade;
pub mod hall;
pub mod ladder;
pub mod matches;
pub mod openings;
pub mod play;
pub mod players;
pub mod position_sets;
pub mod programs;
pub mod ratings;
pub mod referee;
pub mod resumption;
pub mod seat;
pub mod seats;
pub mod slips;
pub mod sprt;
pub mod time_control;
pub mod tournament;

pub use clock::{Clock, ManualClock, SystemClock};
pub use matches::{GameResult, Match, MatchError, MatchReport};
pub use openings::Openings;
pub use play::play;
pub use players::{Beginnings, PlayerError, PlayerSpec};
pub use referee::{Answer, GameSetup, Referee, Request, Ruling, Thought};
pub use seat::{AbsentSeat, Beginning, EngineSeat, Fault, RandomSeat, Reply, Seat, Setback, Turn};
pub use time_control::TimeControl;

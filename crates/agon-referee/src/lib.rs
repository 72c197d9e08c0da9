//! The referee: the one loop in which every game is played.
//!
//! The [`Referee`] owns the position, rolls the dice, runs the clocks, checks every move, writes the record and ends in a
//! verdict. It is a state machine without input or output: whoever drives it asks [`Referee::request`] whose move it is,
//! gets an answer from that seat in whatever way, and hands it back with the time. [`play()`] drives it for seats that
//! block; a page can drive it with events.
//!
//! | module | what lives there |
//! |---|---|
//! | [`referee`] | the state machine |
//! | [`setup`] | what a game is to be before it begins |
//! | [`answer`] | what a seat answers, and why it may be unable to |
//! | [`seat`] | what a seat is, and the seats of players in this process |
//! | [`mod@play`] | the loop for seats that block |
//! | [`clock`], [`time_control`] | the referee's time, and what players may use of it |
//! | [`mod@matches`], [`openings`] | games of two players from paired openings |
//! | [`director`], [`workforce`], [`pool`] | games handed out, whoever plays them: threads of this process or others |
//! | [`elo`], [`sprt`] | what the result of a match says |
//! | [`account`] | what happened to who lost by a fault, in a line |
//! | [`resumption`] | going on where a file of results ends |

pub mod account;
pub mod answer;
pub mod clock;
pub mod director;
pub mod elo;
mod evidence;
mod following;
pub mod matches;
pub mod openings;
pub mod play;
pub mod pool;
pub mod referee;
pub mod resumption;
pub mod seat;
pub mod setup;
pub mod sprt;
pub mod time_control;
pub mod workforce;

pub use answer::{Answer, Fault, Setback, Thought};
pub use clock::{Clock, ManualClock, SystemClock};
pub use director::{Contest, Director, Ended};
pub use matches::{GameResult, Match, MatchError, MatchReport};
pub use openings::{Beginnings, Openings};
pub use play::play;
pub use pool::Pool;
pub use referee::{Referee, Request, Ruling};
pub use seat::{Beginning, EngineSeat, RandomSeat, Seat, Turn};
pub use setup::GameSetup;
pub use time_control::TimeControl;

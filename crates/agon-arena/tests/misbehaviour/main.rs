//! Real processes that misbehave, in matches and in tournaments, as root and as an ordinary user: each ends its own
//! game with the right verdict, and nothing else.
#![allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.
#![allow(clippy::print_stdout)] // Reason: a test that is skipped says why.

mod machine_faults;
mod matches;
mod ordinary_user;
mod testplayer;
mod tournaments;

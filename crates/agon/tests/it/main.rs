//! The binary from outside: every command as people and programs call it.

#![allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.

mod cli;
mod course_kits;
mod doctor;
mod four_in_a_row;
mod measuring;
mod programs;
mod seats;
mod serve;
mod starter_players;
mod starters;
mod tournament;

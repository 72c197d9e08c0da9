//! The binary from outside: every command as people and programs call it.

#![allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.

mod cli;
mod course_kits;
mod doctor;
mod four_in_a_row;
mod measuring;
#[path = "../../../../games/reversi/tests/course/plain.rs"]
mod plain_course;
mod programs;
mod reversi_dialogue;
mod safety;
mod seats;
mod serve;
mod starter_players;
mod starters;
mod tournament;

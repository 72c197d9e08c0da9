//! The rules and formats of every game, from outside.

#![allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.

mod every_game;
mod fixtures;
mod formats;
mod fuzz;
mod learning;
mod perft;
mod plain_server;
mod recorded_matches;
mod reference_data;
mod simple;

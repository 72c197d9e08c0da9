//! The server from outside: its API, its socket, its tournaments, and strangers.

#![allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.

mod api;
mod bounds;
mod client;
mod conform;
mod course_platform;
mod description;
mod lockout;
mod programs_of_tournaments;
mod safety;
mod schema;
mod sixth_game;
mod socket;
mod tournaments;

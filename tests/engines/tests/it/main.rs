//! The engines from outside.

#![allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.

mod connect_search;
mod connect_solver;
mod every_game;
mod hexthello;
mod late;

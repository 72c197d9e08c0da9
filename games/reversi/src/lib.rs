//! Reversi.

pub mod solver;

//! Much work in one call, over the games of this project.

#![allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.

mod counting;
mod judging;
mod self_play;

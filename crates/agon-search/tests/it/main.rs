//! The search from outside.

#![allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.

mod anytime;
mod endings;
mod exactness;
mod selective;
mod support;

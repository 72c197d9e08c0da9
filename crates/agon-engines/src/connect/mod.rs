//! Connect four.
#![allow(missing_docs, dead_code)]
mod bounds;
mod forced;
mod memory;
mod search;
pub mod solver;
pub mod table;

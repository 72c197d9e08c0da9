//! The protocols from outside: whole dialogues, recorded matches, spoilt traffic.

#![allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.

mod documentation;
mod engine_protocols;
mod mutations;
mod recorded;
mod tuc_recordings;
mod tuc_servers;

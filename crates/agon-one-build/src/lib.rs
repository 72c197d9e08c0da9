//! The same features of shared libraries, whichever part of the workspace is built.
//!
//! Cargo chooses the features of a library for the packages that are built together. `cargo test -p agon-wire` would so
//! compile `serde_json`, and everything above it, once more than `cargo test --workspace` does, and every other choice of
//! packages once more again. This crate has no code: it asks for what all of them together ask for, and everything
//! depends on it.

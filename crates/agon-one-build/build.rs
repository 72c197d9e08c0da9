//! Does nothing: only a crate with a build script can ask for features of what builds use.

fn main() {}

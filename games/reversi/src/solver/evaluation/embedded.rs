//! The weights that come with the program.

use super::Patterns;
use std::sync::{Arc, OnceLock};

/// The weights file: a few lines of text that say where it comes from, then the packed weights.
static FILE: &[u8] = include_bytes!("../../../data/ordering.bin");

/// The evaluation that comes with the program; nothing while there is none.
pub fn embedded() -> Option<Arc<Patterns>> {
    static LOADED: OnceLock<Option<Arc<Patterns>>> = OnceLock::new();
    LOADED
        .get_or_init(|| super::weights_file::read(FILE).ok().map(|(_, patterns)| Arc::new(patterns)))
        .clone()
}

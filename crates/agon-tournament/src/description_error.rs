//! Why a description cannot be used.

use thiserror::Error;

/// A description that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DescriptionError {
    /// The file cannot be read.
    #[error("cannot read the tournament {path}: {why}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why not.
        why: String,
    },
    /// Something in it is wrong.
    #[error("line {line}: {why}")]
    Wrong {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        why: String,
    },
}

//! How a thread stands towards others when processors are scarce.

use std::fmt;

/// How a thread stands towards others when processors are scarce, as
/// [`prefer_this_thread`](crate::prefer_this_thread) could arrange it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Priority {
    /// It runs more readily than ordinary threads do.
    Raised,
    /// It is a thread like any other: the system allows no more.
    Ordinary,
}

impl fmt::Display for Priority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Priority::Raised => "raised",
            Priority::Ordinary => "ordinary",
        })
    }
}

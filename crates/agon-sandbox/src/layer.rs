//! The layers of containment.

use std::fmt;

/// One layer of containment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Layer {
    /// A process of our own above the program's, which gathers all its descendants and ends them.
    Keeper,
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Layer::Keeper => "keeper",
        })
    }
}

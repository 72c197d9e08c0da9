//! The sentences that players are held to.

use serde::Serialize;
use std::fmt;

/// A sentence of a protocol's page, word for word but for the marks of emphasis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Rule {
    /// The file in `docs/protocols/`.
    pub page: &'static str,
    /// The heading it stands under.
    pub heading: &'static str,
    /// The sentence.
    pub sentence: &'static str,
}

impl Rule {
    pub(super) const fn new(page: &'static str, heading: &'static str, sentence: &'static str) -> Rule {
        Rule { page, heading, sentence }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rule { page, heading, sentence } = self;
        write!(f, "\u{201c}{sentence}\u{201d} (docs/protocols/{page}, \u{201c}{heading}\u{201d})")
    }
}

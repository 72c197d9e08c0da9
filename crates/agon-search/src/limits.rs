//! What ends a search.

use std::time::Duration;

/// No search is deeper than this.
pub const MAX_DEPTH: u32 = 240;

/// What ends a search; the first limit reached does. With none it ends when the game is resolved, at
/// [`MAX_DEPTH`], or when it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions; exact with one thread.
    pub nodes: Option<u64>,
    /// After this time no new iteration is begun.
    pub soft: Option<Duration>,
    /// At this time the search ends, wherever it is.
    pub hard: Option<Duration>,
}

impl Limits {
    /// A number of plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A number of positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Whether only a depth limits the search, so that it can be gone to straight.
    pub(crate) fn is_depth_alone(&self) -> bool {
        self.depth.is_some() && self.nodes.is_none() && self.hard.is_none()
    }

    /// The depth that is not exceeded.
    pub(crate) fn last_depth(&self) -> u32 {
        self.depth.map_or(MAX_DEPTH, |d| d.clamp(1, MAX_DEPTH))
    }
}

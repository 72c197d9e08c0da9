//! What an attempt to solve a position may cost.

use agon_search::Clock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// When an attempt is given up: whichever comes first. Without a time it ends at the same place on every machine.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// So many nodes, for each thread; the search looks every thousand or so.
    pub nodes: u64,
    /// This time on a clock.
    pub time: Option<(&'a dyn Clock, Duration)>,
    /// Somebody says so.
    pub stop: &'a AtomicBool,
}

impl<'a> Budget<'a> {
    /// As much as it takes, until somebody says stop.
    pub fn until(stop: &'a AtomicBool) -> Budget<'a> {
        Budget { nodes: u64::MAX, time: None, stop }
    }

    /// Whether it is used up after so many nodes.
    #[cold]
    pub(super) fn is_spent(&self, nodes: u64) -> bool {
        nodes >= self.nodes
            || self.stop.load(Ordering::Relaxed)
            || self.time.is_some_and(|(clock, end)| clock.elapsed() >= end)
    }

    /// What is left of it after so many nodes.
    pub fn less(&self, nodes: u64) -> Budget<'a> {
        Budget { nodes: self.nodes.saturating_sub(nodes), ..*self }
    }
}

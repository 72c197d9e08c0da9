//! What a thread knows of the nodes that it searches together with others.

use crate::evaluator::Evaluator;
use crate::parallel::Watched;
use crate::score::Value;
use crate::transposition_table::Entry;
use crate::worker::Worker;
use agon_core::Position;
use agon_core::cpu::Cpu;

/// Moves of shallower nodes are not worth sharing between threads.
const SHARING_DEPTH: i32 = 3;

/// How many positions a thread visits at least between two looks at what the others have settled.
const HEEDING_INTERVAL: u64 = 128;

impl<P: Position, E: Evaluator<P>, C: Cpu> Worker<'_, P, E, C> {
    /// Begins to share a node if that is worth it, and says at which level.
    #[inline(always)]
    pub(crate) fn watch(&mut self, node: Watched) -> Option<usize> {
        if !self.shares_work || node.depth < SHARING_DEPTH {
            return None;
        }
        if self.gauge.nodes() >= self.watch.heeded + HEEDING_INTERVAL && !self.gauge.stopped() {
            self.heed_others();
        }
        self.watch.nodes.push(node);
        Some(self.watch.nodes.len() - 1)
    }

    /// The node of this level is done with.
    #[inline(always)]
    pub(crate) fn unwatch(&mut self, level: Option<usize>) {
        if let Some(level) = level {
            self.watch.nodes.truncate(level);
        }
    }

    /// Gives up what is being searched if another thread has settled a node above it.
    fn heed_others(&mut self) {
        self.watch.heeded = self.gauge.nodes();
        if let Some(level) = (0..self.watch.nodes.len()).find(|&level| self.decided(level).is_some()) {
            self.gauge.give_up(level);
        }
    }

    /// Whether the search was stopped only because the node of this level is settled; then it goes on from here.
    #[inline(always)]
    pub(crate) fn resume_at(&mut self, level: Option<usize>) -> bool {
        level.is_some_and(|level| self.gauge.resume_at(level))
    }

    /// What the table says by now about the node of a level, if that decides it. A value inside the window is
    /// not taken: its line is not known here.
    #[inline(always)]
    pub(crate) fn decided(&self, level: usize) -> Option<(Entry, Value)> {
        let node = &self.watch.nodes[level];
        let entry = self.ground.table.probe(node.key, node.side)?;
        let value = self.answer(&entry, node.depth, node.window)?;
        let outside = value.score >= node.window.beta || value.score <= node.window.alpha;
        outside.then_some((entry, value))
    }
}

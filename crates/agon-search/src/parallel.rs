//! Which moves are being searched right now, so that threads share the work.
//!
//! All threads search the same tree with one table. A thread that is about to search a move that another one is
//! busy with puts it off to the end of its list; by then its result is usually in the table. This is the
//! simplified form of ABDADA (Weill 1996) that Kerrigan described.
//!
//! A move that is put off keeps its rank, so that every thread reduces it alike and what one has found serves the
//! other. And a thread looks from time to time whether another one has settled a node above the one it is at; then
//! it gives up all that lies below.

use crate::evaluator::Evaluator;
use crate::score::Value;
use crate::table::Entry;
use crate::worker::{Window, Worker};
use agon_core::cpu::Cpu;
use agon_core::position::mix;
use agon_core::{Position, Side};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 14;

/// Moves of shallower nodes are not worth sharing between threads.
const SHARING_DEPTH: i32 = 3;

/// How many positions a thread visits at least between two looks at what the others have settled.
const HEEDING_INTERVAL: u64 = 128;

/// The moves being searched, by a hash of position and move; now and then one is overwritten or overlooked,
/// which costs time but changes no result.
pub(crate) struct Busy {
    slots: Vec<AtomicU64>,
}

impl Busy {
    pub(crate) fn new(threads: usize) -> Busy {
        let slots = if threads > 1 { SLOTS } else { 1 };
        Busy { slots: (0..slots).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The name of a move of a position, by its number in generator order. A different depth is different work.
    #[inline(always)]
    pub(crate) fn name(key: u64, index: u8, depth: i32) -> u64 {
        mix(key ^ (u64::from(index) << 8 | depth as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1
    }

    #[inline(always)]
    fn slot(&self, name: u64) -> &AtomicU64 {
        &self.slots[(name >> 32) as usize % self.slots.len()]
    }

    /// Whether some thread is searching it.
    #[inline(always)]
    pub(crate) fn is_busy(&self, name: u64) -> bool {
        self.slot(name).load(Relaxed) == name
    }

    /// This thread begins to search it.
    #[inline(always)]
    pub(crate) fn begin(&self, name: u64) {
        self.slot(name).store(name, Relaxed);
    }

    /// This thread is done with it.
    #[inline(always)]
    pub(crate) fn end(&self, name: u64) {
        if self.is_busy(name) {
            self.slot(name).store(0, Relaxed);
        }
    }
}

/// A node under way, as far as other threads can know it.
#[derive(Clone, Copy)]
pub(crate) struct Watched {
    pub(crate) key: u64,
    pub(crate) side: Side,
    pub(crate) depth: i32,
    pub(crate) window: Window,
}

/// What a thread knows about the work it shares.
#[derive(Default)]
pub(crate) struct Watch {
    /// The nodes under way that other threads may settle, from the root on.
    nodes: Vec<Watched>,
    /// The number of positions at the last look at what the others have settled.
    heeded: u64,
    /// Which of the nodes was settled elsewhere, while everything below it is being left.
    given_up: Option<usize>,
}

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
        self.watch.given_up = (0..self.watch.nodes.len()).find(|&level| self.decided(level).is_some());
        if self.watch.given_up.is_some() {
            self.gauge.give_up();
        }
    }

    /// Whether the search was stopped only because the node of this level is settled; then it goes on from here.
    #[inline(always)]
    pub(crate) fn resume_at(&mut self, level: Option<usize>) -> bool {
        if level.is_none() || self.watch.given_up != level {
            return false;
        }
        self.watch.given_up = None;
        self.gauge.resume();
        true
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

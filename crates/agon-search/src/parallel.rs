//! Which moves are being searched right now, so that threads share the work.
//!
//! All threads search the same tree with one table. A thread that is about to search a move that another one is
//! busy with puts it off to the end of its list; by then its result is usually in the table. This is the
//! simplified form of ABDADA (Weill 1996) that Kerrigan described.

use agon_core::position::mix;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 14;

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

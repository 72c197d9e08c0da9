//! What several threads are searching at the moment, so that they do not search the same.

use std::sync::atomic::{AtomicU64, Ordering};

/// How many places there are.
const PLACES: usize = 1 << 12;

/// The positions under way. Marks may be lost or mistaken: then two threads do the same work, or a move is
/// searched later than it could be, and nothing worse.
pub(super) struct Busy {
    places: Vec<AtomicU64>,
}

impl Busy {
    /// Nothing is under way.
    pub(super) fn new() -> Busy {
        Busy { places: (0..PLACES).map(|_| AtomicU64::new(0)).collect() }
    }

    #[inline(always)]
    fn place(&self, key: u64) -> &AtomicU64 {
        &self.places[(key >> 20) as usize % PLACES]
    }

    /// Whether some thread is at a position.
    #[inline(always)]
    pub(super) fn has(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    /// A thread begins with a position.
    #[inline(always)]
    pub(super) fn begin(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    /// A thread is done with a position.
    #[inline(always)]
    pub(super) fn end(&self, key: u64) {
        if self.has(key) {
            self.place(key).store(0, Ordering::Relaxed);
        }
    }
}

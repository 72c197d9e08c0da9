//! The clock that a search looks at.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The time since a search began. Tests put in a clock of their own.
pub trait Clock: Sync {
    /// The time since the search began.
    fn elapsed(&self) -> Duration;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }
}

impl Clock for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock that is wary of a busy machine. A search that looks at it often sees when the machine was elsewhere: its looks
/// are then far apart. What happened once will happen again, perhaps right before the end and perhaps worse, so twice
/// the widest gap so far is added to the time. On an idle machine that is next to nothing.
#[derive(Debug)]
pub struct Wary<C> {
    clock: C,
    /// A gap counts no more than this, in microseconds: the greater part of the time is for thinking.
    most: u64,
    /// When it was last looked at, in microseconds.
    looked: AtomicU64,
    /// The widest gap between two looks, in microseconds.
    gap: AtomicU64,
}

/// A gap counts no more than this, whatever the time: some work takes long only once.
const WIDEST_GAP: Duration = Duration::from_millis(50);

impl<C: Clock> Wary<C> {
    /// A wary look at a clock, for a search of so much time.
    pub fn new(clock: C, time: Duration) -> Wary<C> {
        let now = micros(clock.elapsed());
        let most = micros(WIDEST_GAP.min(time / 4));
        Wary { clock, most, looked: AtomicU64::new(now), gap: AtomicU64::new(0) }
    }

    /// The plain time.
    pub fn plain(&self) -> Duration {
        self.clock.elapsed()
    }
}

impl<C: Clock> Clock for Wary<C> {
    fn elapsed(&self) -> Duration {
        let now = self.clock.elapsed();
        let before = self.looked.swap(micros(now), Relaxed);
        let gap = micros(now).saturating_sub(before).min(self.most);
        let widest = self.gap.fetch_max(gap, Relaxed).max(gap);
        now + 2 * Duration::from_micros(widest)
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

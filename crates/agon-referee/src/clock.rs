//! Time as the referee sees it: given from outside, so that tests are exact and instant.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A monotonic clock.
pub trait Clock {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;

    /// How long to wait for something, by the machine's clock, before this clock is worth another look: until
    /// `until` is over and not just reached.
    fn patience(&self, until: Duration) -> Duration {
        until.saturating_sub(self.now()) + Duration::from_micros(100)
    }
}

/// The machine's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// A clock that starts now.
    pub fn new() -> SystemClock {
        SystemClock(Instant::now())
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        SystemClock::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock that stands still until it is moved, from whatever thread.
#[derive(Debug, Default)]
pub struct ManualClock(AtomicU64);

impl ManualClock {
    /// A clock at zero.
    pub fn new() -> ManualClock {
        ManualClock::default()
    }

    /// Lets time pass.
    pub fn advance(&self, by: Duration) {
        let nanos = u64::try_from(by.as_nanos()).unwrap_or(u64::MAX);
        self.0.fetch_add(nanos, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::SeqCst))
    }

    /// Somebody else moves this clock, so it is looked at often.
    fn patience(&self, _: Duration) -> Duration {
        Duration::from_millis(1)
    }
}

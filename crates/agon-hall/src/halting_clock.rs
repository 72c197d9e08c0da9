//! A clock that stands still while a player waits for a processor: that is nobody's thinking time.

use agon_referee::{Clock, SystemClock};
use std::time::Duration;

/// A table's clock.
pub(super) struct HaltingClock {
    clock: SystemClock,
    /// How many wait.
    halts: u32,
    /// Since when it stands still, by the system's clock.
    since: Duration,
    /// How long it stood still before.
    lost: Duration,
}

impl HaltingClock {
    pub(super) fn new() -> HaltingClock {
        HaltingClock { clock: SystemClock::new(), halts: 0, since: Duration::ZERO, lost: Duration::ZERO }
    }

    pub(super) fn halt(&mut self) {
        self.halt_at(self.clock.now());
    }

    pub(super) fn go_on(&mut self) {
        self.go_on_at(self.clock.now());
    }

    pub(super) fn now(&self) -> Duration {
        self.at(self.clock.now())
    }

    fn halt_at(&mut self, now: Duration) {
        if self.halts == 0 {
            self.since = now;
        }
        self.halts += 1;
    }

    fn go_on_at(&mut self, now: Duration) {
        self.halts = self.halts.saturating_sub(1);
        if self.halts == 0 {
            self.lost += now.saturating_sub(self.since);
        }
    }

    fn at(&self, now: Duration) -> Duration {
        let now = if self.halts > 0 { self.since } else { now };
        now.saturating_sub(self.lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_waited_for_is_not_counted() {
        let s = Duration::from_secs;
        let mut clock = HaltingClock::new();
        assert_eq!(clock.at(s(5)), s(5));
        clock.halt_at(s(5));
        assert_eq!(clock.at(s(9)), s(5));
        clock.halt_at(s(9));
        clock.go_on_at(s(10));
        assert_eq!(clock.at(s(11)), s(5), "another still waits");
        clock.go_on_at(s(12));
        assert_eq!((clock.at(s(12)), clock.at(s(20))), (s(5), s(13)));
    }
}

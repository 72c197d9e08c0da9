//! A program that stands still with all its processes, by signals: where it has no control group that can be frozen.
//!
//! In a pid namespace a signal reaches all of them at one instant, those about to be
//! born among them; elsewhere they are looked for one by one. A process that was not stopped yet may
//! have woken another meanwhile, and a timer may wake one later: so the stop is repeated as long as it lasts.

use std::ffi::c_int;

use crate::linux::stage::calls;
use crate::linux::stage::kin;

/// A program that stands still.
pub(crate) struct Still {
    pid_namespace: bool,
    /// How often the stop was repeated.
    repeated: u8,
}

impl Still {
    /// Makes it stand still.
    pub(crate) fn begin(pid_namespace: bool) -> Still {
        let still = Still { pid_namespace, repeated: 0 };
        still.stop();
        still
    }

    fn stop(&self) {
        const MOST_ROUNDS: usize = 3;
        if self.pid_namespace {
            let _ = calls::kill(-1, libc::SIGSTOP);
            return;
        }
        for _ in 0..MOST_ROUNDS {
            if !kin::signal_all(libc::SIGSTOP) {
                break;
            }
        }
    }

    /// How many milliseconds may pass before the stop is repeated.
    pub(crate) fn patience(&self) -> c_int {
        match self.repeated {
            0..=2 => 1,
            3..=4 => 5,
            // Looking for processes is work, a signal to all of them is none.
            _ if self.pid_namespace => 10,
            _ => 200,
        }
    }

    /// Stops what was woken.
    pub(crate) fn insist(&mut self) {
        self.repeated = self.repeated.saturating_add(1);
        self.stop();
    }

    /// Lets it go on.
    pub(crate) fn end(self) {
        if self.pid_namespace {
            let _ = calls::kill(-1, libc::SIGCONT);
        } else {
            kin::signal_all(libc::SIGCONT);
        }
    }
}

//! A program that stands still with all its processes.
//!
//! Where the program has a control group that can be frozen, nothing it has prepared can wake it. Elsewhere its
//! processes are stopped by a signal. In a pid namespace that reaches all of them at one instant, those about to be
//! born among them; elsewhere they are looked for until none is found running. A process that was not stopped yet may
//! have woken another meanwhile, and a timer may wake one later: so the stop is repeated as long as it lasts.

use std::ffi::c_int;

use crate::linux::stage::calls;
use crate::linux::stage::keeper::FREEZER;
use crate::linux::stage::kin;

/// A program that stands still.
pub(crate) struct Still {
    freezer: bool,
    pid_namespace: bool,
    /// How often the stop was repeated.
    repeated: u8,
}

impl Still {
    /// Makes it stand still.
    pub(crate) fn begin(freezer: bool, pid_namespace: bool) -> Still {
        let frozen = freezer && calls::write(FREEZER, b"1").is_ok();
        let still = Still { freezer: frozen, pid_namespace, repeated: 0 };
        still.stop();
        still
    }

    fn stop(&self) {
        const MOST_ROUNDS: usize = 64;
        if self.freezer {
            return;
        }
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

    /// How many milliseconds may pass before the stop is repeated; negative if it need not be.
    pub(crate) fn patience(&self) -> c_int {
        match (self.freezer, self.repeated) {
            (true, _) => -1,
            (false, 0..=2) => 1,
            (false, 3..=4) => 5,
            // Looking for processes is work, a signal to all of them is none.
            (false, _) => {
                if self.pid_namespace {
                    10
                } else {
                    50
                }
            }
        }
    }

    /// Stops what was woken.
    pub(crate) fn insist(&mut self) {
        self.repeated = self.repeated.saturating_add(1);
        self.stop();
    }

    /// Lets it go on.
    pub(crate) fn end(self) {
        if self.freezer {
            let _ = calls::write(FREEZER, b"0");
        } else if self.pid_namespace {
            let _ = calls::kill(-1, libc::SIGCONT);
        } else {
            kin::signal_all(libc::SIGCONT);
        }
    }
}

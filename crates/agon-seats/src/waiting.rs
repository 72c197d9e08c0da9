//! Waiting for something to arrive, until a moment on an injected clock.

use agon_engine::Stop;
use agon_referee::Clock;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// How often the stop signal is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// How long to wait.
#[derive(Clone, Copy)]
pub struct Wait<'a> {
    /// The clock that counts.
    pub clock: &'a dyn Clock,
    /// When it is over; nothing: never.
    pub deadline: Option<Duration>,
    /// Set when there is nothing to wait for any more.
    pub stop: &'a Stop,
}

/// Why nothing came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nothing {
    /// The time is over.
    Late,
    /// The stop signal was set.
    Stopped,
    /// Nothing will ever come.
    Closed,
}

impl<'a> Wait<'a> {
    /// A wait of this length from now on.
    pub fn lasting(clock: &'a dyn Clock, time: Duration, stop: &'a Stop) -> Wait<'a> {
        Wait { clock, deadline: Some(clock.now() + time), stop }
    }

    /// Why there is no point in waiting, if there is none.
    pub fn over(&self) -> Option<Nothing> {
        if self.stop.is_set() {
            return Some(Nothing::Stopped);
        }
        self.deadline.is_some_and(|deadline| self.clock.now() > deadline).then_some(Nothing::Late)
    }

    /// The next thing from a queue.
    pub fn next<T>(&self, queue: &Receiver<T>) -> Result<T, Nothing> {
        loop {
            let patience = self.deadline.map_or(GLANCE, |deadline| self.clock.patience(deadline));
            match queue.recv_timeout(patience.min(GLANCE)) {
                Ok(thing) => return Ok(thing),
                Err(RecvTimeoutError::Disconnected) => return Err(Nothing::Closed),
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(nothing) = self.over() {
                        // Something may have come between the two looks.
                        return queue.try_recv().map_err(|_| nothing);
                    }
                }
            }
        }
    }
}

//! One stop signal that follows another.

use agon_engine::Stop;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often the first signal is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Does work, and sets one signal soon after another is set meanwhile.
pub(crate) fn following<T>(leader: &Stop, follower: &Stop, work: impl FnOnce() -> T) -> T {
    let (over, waiting) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while waiting.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if leader.is_set() {
                    return follower.set();
                }
            }
        });
        let done = work();
        drop(over);
        done
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_signal_is_set_after_the_first_and_not_without_it() {
        let (leader, follower) = (Stop::new(), Stop::new());
        following(&leader, &follower, || ());
        assert!(!follower.is_set());
        following(&leader, &follower, || {
            leader.set();
            while !follower.is_set() {
                std::thread::yield_now();
            }
        });
        assert!(follower.is_set());
    }
}

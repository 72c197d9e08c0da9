//! Watches the memory and the processes of a program from outside.

use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::linux::memory::{self, Reckoner};
use crate::linux::processes::{self, Process};
use crate::linux::stage::calls;
use crate::{Cause, Limits, SandboxError};

/// Faster than any program fills memory, in bytes a second. What is left up to the limit divided by this is the
/// time that may pass unwatched.
const FILLING: u64 = 8 << 30;
const SHORTEST: Duration = Duration::from_millis(5);
const LONGEST: Duration = Duration::from_millis(100);

/// The longest pause while the program shares memory that it can let go of without giving it back.
const LONGEST_SHARING: Duration = Duration::from_millis(10);

/// How often a process may be found that cannot be looked at: it may be about to end.
const MOST_UNSEEN: u32 = 20;

/// What the watch and the holder of a program share.
#[derive(Debug, Default)]
struct State {
    lifeline: Option<OwnedFd>,
    verdict: Option<Cause>,
    peak_memory: u64,
    over: bool,
}

/// The lifeline of a program, and perhaps a thread that watches it.
#[derive(Debug)]
pub(crate) struct Watch {
    shared: Arc<(Mutex<State>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

/// What is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Watched {
    pub(crate) memory: bool,
    pub(crate) processes: bool,
    /// Whether the program has a network namespace of its own.
    pub(crate) own_sockets: bool,
    /// Whether every process of the program lets us look at it, or hides something.
    pub(crate) open: bool,
}

impl Watch {
    /// Only holds the lifeline.
    pub(crate) fn idle(lifeline: OwnedFd) -> Watch {
        let state = State { lifeline: Some(lifeline), ..State::default() };
        Watch { shared: Arc::new((Mutex::new(state), Condvar::new())), thread: None }
    }

    /// Starts watching.
    pub(crate) fn start(
        &mut self,
        keeper: Process,
        limits: Limits,
        watched: Watched,
    ) -> Result<(), SandboxError> {
        let shared = Arc::clone(&self.shared);
        let thread = std::thread::Builder::new()
            .name("agon-watch".to_owned())
            .spawn(move || run(&shared, keeper, limits, watched))
            .map_err(|source| SandboxError::Watch { source })?;
        self.thread = Some(thread);
        Ok(())
    }

    /// Tells the keeper something.
    pub(crate) fn tell(&self, word: u8) -> std::io::Result<()> {
        let state = lock(&self.shared.0);
        let Some(lifeline) = &state.lifeline else { return Err(std::io::ErrorKind::BrokenPipe.into()) };
        calls::write(lifeline.as_raw_fd(), &[word])?;
        Ok(())
    }

    /// Ends the program.
    pub(crate) fn cut(&self) {
        lock(&self.shared.0).lifeline = None;
    }

    /// Stops watching. Gives back why the watch ended the program, if it did, and the most memory it saw.
    pub(crate) fn stop(&mut self) -> (Option<Cause>, u64) {
        lock(&self.shared.0).over = true;
        self.shared.1.notify_all();
        if let Some(thread) = self.thread.take() {
            // A watch that panicked has nothing more to say than what is in the state.
            let _ = thread.join();
        }
        let mut state = lock(&self.shared.0);
        state.lifeline = None;
        (state.verdict, state.peak_memory)
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run(shared: &(Mutex<State>, Condvar), keeper: Process, limits: Limits, watched: Watched) {
    let mut reckoner = Reckoner::new(watched.own_sockets);
    let mut unseen = 0;
    loop {
        let start = Instant::now();
        let tree = processes::tree(keeper);
        let mut usage = reckoner.usage(&tree);
        if usage.memory > limits.memory {
            let private = memory::proportional(&tree).unwrap_or(usage.private).min(usage.private);
            usage.memory = usage.memory - usage.private + private;
        }
        unseen = if usage.unseen && watched.open { unseen + 1 } else { 0 };
        let mut state = lock(&shared.0);
        state.peak_memory = state.peak_memory.max(usage.memory);
        if watched.memory && (usage.memory > limits.memory || unseen > MOST_UNSEEN) {
            state.verdict = Some(Cause::OutOfMemory);
        } else if watched.processes && usage.tasks > u64::from(limits.processes) {
            state.verdict = Some(Cause::TooManyProcesses);
        }
        if state.verdict.is_some() {
            state.lifeline = None;
            return;
        }
        let longest = if usage.shares { LONGEST_SHARING } else { LONGEST };
        let left = limits.memory.saturating_sub(usage.memory);
        // However long a look takes, looking is a small part of the time; a larger one only where it matters.
        let idle = if usage.shares || left < limits.memory / 2 { 10 } else { 50 };
        let pause = pause(left).min(longest).max((start.elapsed() * idle).min(LONGEST));
        let waited = shared.1.wait_timeout_while(state, pause, |state| !state.over);
        if waited.unwrap_or_else(PoisonError::into_inner).0.over {
            return;
        }
    }
}

fn pause(left: u64) -> Duration {
    Duration::from_millis(left.saturating_mul(1000) / FILLING).clamp(SHORTEST, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::{Duration, pause};

    #[test]
    fn the_nearer_the_limit_the_closer_the_watch() {
        assert_eq!(pause(0), Duration::from_millis(5));
        assert_eq!(pause(256 << 20), Duration::from_millis(31));
        assert_eq!(pause(u64::MAX), Duration::from_millis(100));
    }
}

//! A player that thinks in a thread of its own, one job after the other.
//!
//! This is the one way to run an engine, or any other seat that blocks, beside whoever asks it: the programs behind the
//! protocols and the live games of a hall both use it. A panic in a job is never hidden: it is handed to whoever gave
//! the job.

use agon_core::panics::{Panic, caught};
use agon_core::sync::{lock, unpoisoned};
use std::any::Any;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// A player that can live in a [`ThinkingThread`].
pub trait Thinker: Send + 'static {
    /// How long its thread stays and waits for the next job.
    fn patience(&self) -> Duration {
        Duration::ZERO
    }

    /// Gives away what it does not need while it has no thread.
    fn rest(&mut self) -> Option<Box<dyn Any + Send>> {
        None
    }
}

struct Job<P> {
    work: Box<dyn FnOnce(&mut P) + Send>,
    failed: Box<dyn FnOnce(Panic) + Send>,
}

struct State<P> {
    jobs: VecDeque<Job<P>>,
    /// With the thread while it works.
    player: Option<P>,
    is_working: bool,
    /// Nobody has work for it any more.
    is_closed: bool,
}

struct Shared<P> {
    state: Mutex<State<P>>,
    /// There is a job, or the player is at rest, or nobody wants it any more.
    changed: Condvar,
}

/// A player and the thread that is there while it has something to do. Dropping it lets the player go when the jobs
/// under way are done, and waits for nothing.
pub struct ThinkingThread<P: Thinker> {
    name: &'static str,
    shared: Arc<Shared<P>>,
}

impl<P: Thinker> ThinkingThread<P> {
    /// A player at rest; `name` is the name of its thread.
    pub fn new(name: &'static str, player: P) -> ThinkingThread<P> {
        let state =
            State { jobs: VecDeque::new(), player: Some(player), is_working: false, is_closed: false };
        ThinkingThread {
            name,
            shared: Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() }),
        }
    }

    /// Has the player do something, after everything it was given before. If that panics, `failed` is called with the
    /// panic. An error means that there is no thread to do it in.
    pub fn give(
        &self,
        work: impl FnOnce(&mut P) + Send + 'static,
        failed: impl FnOnce(Panic) + Send + 'static,
    ) -> io::Result<()> {
        let mut state = lock(&self.shared.state);
        if !state.is_working {
            let shared = self.shared.clone();
            std::thread::Builder::new().name(self.name.to_owned()).spawn(move || shared.work())?;
            state.is_working = true;
        }
        state.jobs.push_back(Job { work: Box::new(work), failed: Box::new(failed) });
        self.shared.changed.notify_all();
        Ok(())
    }

    /// Whether the player has its thread.
    pub fn is_working(&self) -> bool {
        lock(&self.shared.state).is_working
    }

    /// Lets the thread end when the jobs under way are done, without patience.
    pub fn close(&self) {
        lock(&self.shared.state).is_closed = true;
        self.shared.changed.notify_all();
    }

    /// Waits until the player is at rest and looks at it.
    pub fn at_rest<T>(&self, look: impl FnOnce(&P) -> T) -> Option<T> {
        let state = lock(&self.shared.state);
        let state = unpoisoned(self.shared.changed.wait_while(state, |state| state.is_working));
        state.player.as_ref().map(look)
    }
}

impl<P: Thinker> Drop for ThinkingThread<P> {
    fn drop(&mut self) {
        self.close();
        let mut state = lock(&self.shared.state);
        let player = if state.is_working { None } else { state.player.take() };
        drop(state);
        // A program may take its time to end, and whoever drops this must not wait.
        if let Some(player) = player {
            let _ = std::thread::Builder::new().name("leaving".to_owned()).spawn(move || drop(player));
        }
    }
}

impl<P: Thinker> Shared<P> {
    /// Works until there is nothing to do.
    fn work(&self) {
        let Some(mut player) = lock(&self.state).player.take() else { return };
        loop {
            let idle = |state: &mut State<P>| state.jobs.is_empty() && !state.is_closed;
            let waited = self.changed.wait_timeout_while(lock(&self.state), player.patience(), idle);
            let mut state = unpoisoned(waited).0;
            let Some(job) = state.jobs.pop_front() else {
                let unneeded = player.rest();
                // Whoever has closed the thread has no use for the player; it is dropped here then.
                let gone = if state.is_closed { Some(player) } else { state.player.replace(player) };
                state.is_working = false;
                self.changed.notify_all();
                // Letting go may take a moment, and nobody must wait for the lock.
                drop(state);
                drop((unneeded, gone));
                return;
            };
            drop(state);
            if let Err(panic) = caught(|| (job.work)(&mut player)) {
                (job.failed)(panic);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    struct Counter(u32);

    impl Thinker for Counter {}

    #[test]
    fn jobs_are_done_in_order_and_a_panic_comes_back_with_its_place() {
        let thread = ThinkingThread::new("counter", Counter(0));
        let (sender, receiver) = channel();
        for job in 0..3 {
            let (done, failed) = (sender.clone(), sender.clone());
            let work = move |counter: &mut Counter| {
                counter.0 += 1;
                assert!(job != 1, "a job gone wrong (this panic is part of the test)");
                done.send(format!("job {job}")).unwrap();
            };
            thread.give(work, move |panic| failed.send(panic.to_string()).unwrap()).unwrap();
        }
        assert_eq!(receiver.recv().unwrap(), "job 0");
        let panic = receiver.recv().unwrap();
        assert!(panic.contains("thinking_thread.rs:") && panic.contains("a job gone wrong"), "{panic}");
        assert_eq!(receiver.recv().unwrap(), "job 2");
        assert_eq!(thread.at_rest(|counter| counter.0), Some(3));
    }
}

//! Long work without the interpreter's lock, that Ctrl-C ends and that may call back.
//!
//! Python runs its signal handlers on the main thread alone, and only when that thread asks for them. So the work is
//! done on a worker, and the calling thread waits, asks for signals from time to time and makes the calls into Python.
//! While it waits the lock is free.
//!
//! A worker stays when its work is done, for the next call: a new thread for every call would begin on whichever core is
//! free, with cold caches, and that costs work in bulk up to a tenth of its time. As many calls as are under way at once
//! have a worker each, so that a call made from within a callback never waits for the one around it.

use agon_core::sync::lock;
use agon_engine::Stop;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How long Ctrl-C may take to be noticed.
const TICK: Duration = Duration::from_millis(20);

/// A message from the worker; it waits for the answer whether to go on.
pub(crate) struct Calls<M> {
    messages: Sender<M>,
    answers: Receiver<bool>,
}

impl<M> Calls<M> {
    /// Sends messages from any thread; nobody waits for an answer.
    pub(crate) fn messenger(&self) -> Sender<M> {
        self.messages.clone()
    }

    /// Has the calling thread hear of something; whether the work may go on.
    pub(crate) fn call(&self, message: M) -> bool {
        self.messages.send(message).is_ok() && self.answers.recv().unwrap_or(false)
    }
}

/// Does work that is over in a moment, on this thread.
pub(crate) fn briefly<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let result = py.detach(work);
    py.check_signals()?;
    Ok(result)
}

/// So many rows are done in a few milliseconds.
const PIECE: usize = 8192;

/// Does work on many rows on this thread, some at a time, and looks for signals in between. The work ends when it says
/// `false`.
pub(crate) fn in_pieces(
    py: Python<'_>,
    rows: usize,
    mut work: impl FnMut(Range<usize>) -> bool + Send,
) -> PyResult<()> {
    for first in (0..rows).step_by(PIECE) {
        let piece = &mut work;
        if !briefly(py, move || piece(first..rows.min(first + PIECE)))? {
            break;
        }
    }
    Ok(())
}

/// Does long work that calls nobody.
pub(crate) fn silently<T: Send>(py: Python<'_>, stop: &Stop, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    // The calls are kept until the work is done: when they are gone, nobody waits any longer.
    let quiet = |calls: Calls<()>| {
        let result = work();
        drop(calls);
        result
    };
    with_calls(py, stop, quiet, |_, ()| Ok(true))
}

/// Does long work that calls `hear` with messages. `hear` says whether the work may go on; an error from it, or from
/// a signal handler, stops the work and is passed on once it has ended.
pub(crate) fn with_calls<T: Send, M: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce(Calls<M>) -> T + Send,
    mut hear: impl FnMut(Python<'_>, M) -> PyResult<bool>,
) -> PyResult<T> {
    let (messages, inbox) = channel();
    let (outbox, answers) = channel();
    let calls = Calls { messages, answers };
    let worker = Worker::get(py)?;
    let mut result = None;
    let mut trouble = None;
    worker.pool.in_place_scope(|scope| {
        let (outbox, mut inbox, result) = (outbox, inbox, &mut result);
        // What was in hand when it broke down is not used again: the search that did is said to be broken.
        scope.spawn(move |_| *result = catch_unwind(AssertUnwindSafe(|| work(calls))).ok());
        loop {
            let waiting = &mut inbox;
            let event = match py.detach(move || waiting.recv_timeout(TICK)) {
                Ok(message) if trouble.is_none() => hear(py, message).map(Some),
                Ok(_) => Ok(Some(false)),
                Err(RecvTimeoutError::Timeout) => py.check_signals().map(|()| None),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let answer = event.unwrap_or_else(|error| {
                trouble.get_or_insert(error);
                Some(false)
            });
            if answer == Some(false) {
                stop.set();
            }
            if let Some(answer) = answer {
                // Nobody may be waiting for it: then there is nothing to say.
                let _ = outbox.send(answer);
            }
        }
    });
    worker.rest(py);
    if let Some(error) = trouble {
        return Err(error);
    }
    result.ok_or_else(|| PyRuntimeError::new_err("the search broke down; please report this"))
}

/// The workers without work, and the process they belong to: in a process that was forked off there are none.
///
/// It is touched only with the interpreter's lock held, which whoever forks holds too: so nobody finds it locked by a
/// thread that does not exist any more.
static RESTING: Mutex<(u32, Vec<Worker>)> = Mutex::new((0, Vec::new()));

/// A thread that does one piece of work after another.
struct Worker {
    pool: ThreadPool,
}

impl Worker {
    /// A worker that rests, or a new one.
    fn get(_py: Python<'_>) -> PyResult<Worker> {
        let mut resting = lock(&RESTING);
        let (process, workers) = &mut *resting;
        if *process != std::process::id() {
            *process = std::process::id();
            // Their threads stayed in the other process, and cannot be told to end.
            std::mem::forget(std::mem::take(workers));
        }
        match workers.pop() {
            Some(worker) => Ok(worker),
            None => ThreadPoolBuilder::new()
                .num_threads(1)
                .thread_name(|_| "agon".to_owned())
                .build()
                .map(|pool| Worker { pool })
                .map_err(|error| PyRuntimeError::new_err(format!("no thread to think on: {error}"))),
        }
    }

    /// Is there for the next call.
    fn rest(self, _py: Python<'_>) {
        lock(&RESTING).1.push(self);
    }
}

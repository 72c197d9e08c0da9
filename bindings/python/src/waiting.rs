//! Long work without the interpreter's lock, that Ctrl-C ends and that may call back.
//!
//! Python runs its signal handlers on the main thread alone, and only when that thread asks for them. So the work is
//! done on a thread of its own, and the calling thread waits, asks for signals from time to time and makes the calls
//! into Python. While it waits the lock is free.

use agon_engines::Stop;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// How long Ctrl-C may take to be noticed.
const TICK: Duration = Duration::from_millis(20);

/// A message from the worker; it waits for the answer whether to go on.
pub(crate) struct Calls<M> {
    messages: Sender<M>,
    answers: Receiver<bool>,
}

impl<M> Calls<M> {
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
    let (messages, mut inbox) = channel();
    let (outbox, answers) = channel();
    thread::scope(|scope| {
        let calls = Calls { messages, answers };
        let worker = thread::Builder::new()
            .name("agon".to_owned())
            .spawn_scoped(scope, move || work(calls))
            .map_err(|error| PyRuntimeError::new_err(format!("no thread to think on: {error}")))?;
        let mut trouble = None;
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
        let result = py.detach(|| worker.join());
        if let Some(error) = trouble {
            return Err(error);
        }
        result.map_err(|_| PyRuntimeError::new_err("the search broke down; please report this"))
    })
}

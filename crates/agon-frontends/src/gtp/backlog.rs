//! How much input may wait: an engine that thinks takes none, and a controller that goes on writing must wait then
//! instead of filling the memory.

use agon_core::sync::{lock, unpoisoned};
use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// How many bytes may wait. So many commands are no mistake of a controller's any more, but the end of the input is
/// heard only when what came before it has been read.
pub(super) const MOST_WAITING: usize = 1024 * 1024;

#[derive(Default)]
struct State {
    waiting: usize,
    is_closed: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

/// What was read and not yet taken. When it is dropped, its readers come to their end.
#[derive(Default)]
pub(super) struct Backlog(Arc<Shared>);

/// A reader that waits while too much is waiting.
pub(super) struct PatientReader<R> {
    reader: R,
    shared: Arc<Shared>,
}

impl Backlog {
    /// The same input, read no faster than it is taken.
    pub(super) fn reader<R: Read>(&self, reader: R) -> PatientReader<R> {
        PatientReader { reader, shared: self.0.clone() }
    }

    /// So many bytes wait no longer.
    pub(super) fn taken(&self, bytes: usize) {
        let mut state = self.0.lock();
        state.waiting = state.waiting.saturating_sub(bytes);
        self.0.changed.notify_all();
    }
}

impl Drop for Backlog {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.changed.notify_all();
    }
}

impl<R: Read> Read for PatientReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let must_wait = |state: &mut State| state.waiting >= MOST_WAITING && !state.is_closed;
        let state = self.shared.changed.wait_while(self.shared.lock(), must_wait);
        if unpoisoned(state).is_closed {
            return Ok(0);
        }
        let length = self.reader.read(buffer)?;
        self.shared.lock().waiting += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{TryRecvError, channel};

    #[test]
    fn a_reader_waits_until_something_is_taken_or_nobody_takes_any_more() {
        let backlog = Backlog::default();
        let mut reader = backlog.reader(io::repeat(b'x'));
        let mut piece = vec![0; MOST_WAITING];
        assert_eq!(reader.read(&mut piece).unwrap(), MOST_WAITING);
        let (send, read) = channel();
        let thread = std::thread::spawn(move || {
            while let Ok(length @ 1..) = reader.read(&mut piece) {
                send.send(length).unwrap();
            }
        });
        // It may not have come so far yet, but it never gets further.
        assert_eq!(read.try_recv(), Err(TryRecvError::Empty));
        backlog.taken(1);
        assert_eq!(read.recv(), Ok(MOST_WAITING));
        assert_eq!(read.try_recv(), Err(TryRecvError::Empty));
        drop(backlog);
        thread.join().unwrap();
        assert!(read.recv().is_err());
    }
}

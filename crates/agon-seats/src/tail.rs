//! The last part of what a program writes to its standard error.

use super::pump;
use agon_core::sync::lock;
use std::collections::VecDeque;
use std::io::Read;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How much of it is kept.
const KEPT: usize = 8 * 1024;

/// How long the last words of a program that was ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Reads to the end in a thread of its own and keeps the last part.
#[derive(Debug)]
pub(super) struct Tail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    end: Receiver<()>,
}

impl Tail {
    /// Begins to read.
    pub(super) fn of(reader: impl Read + Send + 'static) -> std::io::Result<Tail> {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let (sender, end) = channel();
        let shared = kept.clone();
        std::thread::Builder::new().name("complaints".to_owned()).spawn(move || {
            // Dropped when the thread ends, and that is the signal.
            let _end = sender;
            pump(reader, |piece| {
                let mut kept = lock(&shared);
                kept.extend(piece);
                let surplus = kept.len().saturating_sub(KEPT);
                kept.drain(..surplus);
                true
            });
        })?;
        Ok(Tail { kept, end })
    }

    /// Everything there will be, once the program has ended; nothing if it wrote nothing.
    pub(super) fn last_words(&self) -> Option<String> {
        // Nothing is ever sent: this waits until the thread has ended.
        let _ = self.end.recv_timeout(LAST_WORDS);
        let mut kept = lock(&self.kept);
        let text = String::from_utf8_lossy(kept.make_contiguous()).trim_end().to_owned();
        (!text.is_empty()).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_cut_to_its_end() {
        let mut flood = vec![b'x'; 1 << 20];
        flood.extend_from_slice(b"the last line\n");
        let text = Tail::of(std::io::Cursor::new(flood)).unwrap().last_words().unwrap();
        assert!(text.len() < KEPT && text.ends_with("xthe last line"));
        assert_eq!(Tail::of(std::io::empty()).unwrap().last_words(), None);
    }
}

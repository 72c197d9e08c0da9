//! What a program sits at: one queue with everything that arrives and everything the engine finds.

use super::thinker::{Finding, Task, Thinker};
use agon_core::{AnyPosition, Phase};
use agon_engine::{Engine, Limits};
use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

/// How many pieces of input may wait; then the reader waits too.
const MOST_WAITING: usize = 64;

/// Longer than any opponent thinks.
const LONGEST_PONDER: Duration = Duration::from_secs(24 * 3600);

/// Something that happened.
pub(super) enum Happening {
    /// Bytes came in.
    Input(Vec<u8>),
    /// Nothing more will come in.
    EndOfInput,
    /// The engine found something in the job of this number.
    Found(u64, Finding),
}

/// Input, engine and the queue of both.
pub(super) struct Desk {
    queue: Receiver<Happening>,
    /// What came while we waited for something else.
    waiting: VecDeque<Happening>,
    sender: SyncSender<Happening>,
    thinker: Option<Thinker>,
    /// Whether the engine thinks about a position that nobody asked about.
    pondering: bool,
}

impl Desk {
    /// Starts to read, in a thread that ends with its input or with the first piece nobody wants any more.
    pub(super) fn new(reader: impl Read + Send + 'static) -> io::Result<Desk> {
        Desk::reading(reader)
    }

    /// The same for a protocol of lines: a last line without end gets one.
    pub(super) fn of_lines(reader: impl Read + Send + 'static) -> io::Result<Desk> {
        Desk::reading(reader.chain(&b"\n"[..]))
    }

    fn reading(mut reader: impl Read + Send + 'static) -> io::Result<Desk> {
        let (sender, queue) = sync_channel(MOST_WAITING);
        let input = sender.clone();
        std::thread::Builder::new().name("input".to_owned()).spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                let happening = match reader.read(&mut buffer) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Ok(0) | Err(_) => Happening::EndOfInput,
                    Ok(length) => Happening::Input(buffer[..length].to_vec()),
                };
                let end = matches!(happening, Happening::EndOfInput);
                if input.send(happening).is_err() || end {
                    return;
                }
            }
        })?;
        Ok(Desk { queue, waiting: VecDeque::new(), sender, thinker: None, pondering: false })
    }

    /// Seats the engine.
    pub(super) fn seat(&mut self, engine: Box<dyn Engine>) -> io::Result<()> {
        let sender = self.sender.clone();
        let thinker = Thinker::start(engine, move |number, finding| {
            // Nobody listens any more when the program ends.
            let _ = sender.send(Happening::Found(number, finding));
        })?;
        self.thinker = Some(thinker);
        Ok(())
    }

    /// The next thing that happens.
    pub(super) fn next(&mut self) -> Happening {
        // This desk holds a sender itself, so the queue never closes; if it did, that would be the end.
        let next = self.waiting.pop_front().or_else(|| self.queue.recv().ok());
        next.unwrap_or(Happening::EndOfInput)
    }

    /// Hands the engine a job and gives back its number.
    pub(super) fn begin(&mut self, task: Task, limits: Limits) -> u64 {
        if std::mem::take(&mut self.pondering) {
            self.stop();
        }
        self.thinker.as_mut().map_or(0, |thinker| thinker.begin(task, limits))
    }

    /// Lets the engine think about a position while nobody waits for it: what it learns helps when the move is there.
    /// The next job ends it.
    pub(super) fn ponder(&mut self, position: &dyn AnyPosition) {
        if matches!(position.phase(), Phase::Turn(_)) {
            self.begin(
                Task::Best(position.boxed()),
                Limits { time: Some(LONGEST_PONDER), ..Limits::default() },
            );
            self.pondering = true;
        }
    }

    /// Ends the job that was begun last; what it found still comes.
    pub(super) fn stop(&self) {
        if let Some(thinker) = &self.thinker {
            thinker.stop();
        }
    }

    /// Ends a job, waits until it has ended and forgets what it found.
    pub(super) fn abandon(&mut self, number: u64) {
        self.stop();
        let is_end = |happening: &Happening| matches!(happening, Happening::Found(n, Finding::Best(_) | Finding::Done) if *n == number);
        // It may have ended while we waited for something else.
        let mut ended = self.waiting.iter().any(is_end);
        while !ended && let Ok(happening) = self.queue.recv() {
            ended = is_end(&happening);
            self.waiting.push_back(happening);
        }
        self.waiting.retain(|happening| !matches!(happening, Happening::Found(n, _) if *n == number));
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        // The queue closes first: an engine that wants to say something must not wait for a place in it.
        let (_, closed) = sync_channel(0);
        self.queue = closed;
        self.thinker = None;
    }
}

//! The inbox of a program: one queue with everything that arrives and everything the engine finds.

use super::ProgramError;
use super::engine_thread::{EngineThread, Finding, Task};
use agon_core::{AnyPosition, Phase};
use agon_engine::{Engine, Limits};
use agon_seats::pump;
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
    /// The engine found something in the task of this number.
    Found(u64, Finding),
}

/// Input, engine and the queue of both.
pub(super) struct Inbox {
    queue: Receiver<Happening>,
    /// What came while we waited for something else.
    waiting: VecDeque<Happening>,
    engine: Option<EngineThread>,
    /// Whether the engine thinks about a position that nobody asked about.
    pondering: bool,
}

impl Inbox {
    /// Seats the engine and starts to read, in a thread that ends with its input or with the first piece nobody wants
    /// any more.
    pub(super) fn new(reader: impl Read + Send + 'static, engine: Box<dyn Engine>) -> io::Result<Inbox> {
        let (sender, queue) = sync_channel(MOST_WAITING);
        let input = sender.clone();
        std::thread::Builder::new().name("input".to_owned()).spawn(move || {
            pump(reader, |piece| input.send(Happening::Input(piece.to_vec())).is_ok());
            // Nobody listens any more when the program ends.
            let _ = input.send(Happening::EndOfInput);
        })?;
        let engine = seated(engine, sender);
        Ok(Inbox { queue, waiting: VecDeque::new(), engine: Some(engine), pondering: false })
    }

    /// The same for a protocol of lines: a last line without end gets one.
    pub(super) fn of_lines(reader: impl Read + Send + 'static, engine: Box<dyn Engine>) -> io::Result<Inbox> {
        Inbox::new(reader.chain(&b"\n"[..]), engine)
    }

    /// The next thing that happens. An engine that has failed ends the program.
    pub(super) fn next(&mut self) -> Result<Happening, ProgramError> {
        // The engine holds a sender, so the queue never closes; if it did, that would be the end.
        let next = self.waiting.pop_front().or_else(|| self.queue.recv().ok());
        match next.unwrap_or(Happening::EndOfInput) {
            Happening::Found(_, Finding::Failed(panic)) => Err(ProgramError::Failed(panic)),
            happening => Ok(happening),
        }
    }

    /// Hands the engine a task and gives back its number.
    pub(super) fn begin(&mut self, task: Task, limits: Limits) -> io::Result<u64> {
        if std::mem::take(&mut self.pondering) {
            self.stop();
        }
        self.engine.as_mut().map_or(Ok(0), |engine| engine.begin(task, limits))
    }

    /// Lets the engine think about a position while nobody waits for it: what it learns helps when the move is there.
    /// The next task ends it.
    pub(super) fn ponder(&mut self, position: &dyn AnyPosition) -> io::Result<()> {
        if matches!(position.phase(), Phase::Turn(_)) {
            let limits = Limits { time: Some(LONGEST_PONDER), ..Limits::default() };
            self.begin(Task::Best(position.boxed()), limits)?;
            self.pondering = true;
        }
        Ok(())
    }

    /// Ends the task that was begun last; what it found still comes.
    pub(super) fn stop(&self) {
        if let Some(engine) = &self.engine {
            engine.stop();
        }
    }

    /// Ends a task, waits until it has ended and forgets what it found, unless the engine has failed.
    pub(super) fn abandon(&mut self, number: u64) {
        self.stop();
        let is_end = |happening: &Happening| match happening {
            Happening::Found(n, Finding::Best(_) | Finding::Done | Finding::Failed(_)) => *n == number,
            _ => false,
        };
        // It may have ended while we waited for something else.
        let mut ended = self.waiting.iter().any(is_end);
        while !ended && let Ok(happening) = self.queue.recv() {
            ended = is_end(&happening);
            self.waiting.push_back(happening);
        }
        self.waiting.retain(|happening| match happening {
            Happening::Found(n, finding) => *n != number || matches!(finding, Finding::Failed(_)),
            _ => true,
        });
    }
}

fn seated(engine: Box<dyn Engine>, sender: SyncSender<Happening>) -> EngineThread {
    EngineThread::new(engine, move |number, finding| {
        // Nobody listens any more when the program ends.
        let _ = sender.send(Happening::Found(number, finding));
    })
}

impl Drop for Inbox {
    fn drop(&mut self) {
        // The queue closes first: an engine that wants to say something must not wait for a place in it.
        let (_, closed) = sync_channel(0);
        self.queue = closed;
        self.engine = None;
    }
}

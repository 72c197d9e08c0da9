//! The engine in a thread of its own.

use agon_core::{AnyPosition, Line, Phase};
use agon_engine::{Engine, EngineError, Limits, Report, Stop};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// What the engine is to do.
pub(super) enum Task {
    /// Forget the game before.
    NewGame,
    /// Another engine takes over.
    Replace(Box<dyn Engine>),
    /// Find the best move.
    Best(Box<dyn AnyPosition>),
    /// Judge every move.
    Each(Box<dyn AnyPosition>),
    /// Judge every position of a game.
    Whole(Line),
}

struct Job {
    number: u64,
    task: Task,
    limits: Limits,
    stop: Stop,
}

/// What the engine found, with the number of the job it belongs to.
pub(super) enum Finding {
    /// The best move so far.
    SoFar(Report),
    /// The moves so far, best first.
    EachSoFar(Vec<Report>),
    /// The value after so many moves of the game.
    Value(u32, Report),
    /// The best move.
    Best(Result<Report, EngineError>),
    /// The job is done; what there was to say has been said.
    Done,
}

/// A thread that owns the engine. Dropping it ends the search and waits for the thread.
pub(super) struct Thinker {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    number: u64,
    stop: Stop,
}

impl Thinker {
    /// Starts the thread; `tell` is called from it with everything it finds, and says whether to go on.
    pub(super) fn start(
        engine: Box<dyn Engine>,
        tell: impl Fn(u64, Finding) + Send + 'static,
    ) -> std::io::Result<Thinker> {
        let (jobs, incoming) = channel();
        let thread = std::thread::Builder::new()
            .name("thinker".to_owned())
            .spawn(move || work(engine, &incoming, &tell))?;
        Ok(Thinker { jobs: Some(jobs), thread: Some(thread), number: 0, stop: Stop::new() })
    }

    /// Hands over a job and gives back its number.
    pub(super) fn begin(&mut self, task: Task, limits: Limits) -> u64 {
        self.number += 1;
        self.stop = Stop::new();
        if let Some(jobs) = &self.jobs {
            let job = Job { number: self.number, task, limits, stop: self.stop.clone() };
            // The thread ends only when this half is dropped.
            let _ = jobs.send(job);
        }
        self.number
    }

    /// Ends the job that was begun last; what it found so far still comes.
    pub(super) fn stop(&self) {
        self.stop.set();
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.set();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(mut engine: Box<dyn Engine>, jobs: &Receiver<Job>, tell: &impl Fn(u64, Finding)) {
    while let Ok(Job { number, task, limits, stop }) = jobs.recv() {
        match task {
            Task::NewGame => engine.new_game(),
            Task::Replace(new) => engine = new,
            Task::Best(position) => {
                let report = best(&mut *engine, &*position, &limits, &stop, &mut |report| {
                    tell(number, Finding::SoFar(report.clone()));
                });
                tell(number, Finding::Best(report));
            }
            Task::Each(position) => {
                let mut say = |reports: &[Report]| tell(number, Finding::EachSoFar(reports.to_vec()));
                let searched =
                    catch_unwind(AssertUnwindSafe(|| engine.analyze(&*position, &limits, &stop, &mut say)));
                if let Ok(Ok(reports)) = searched {
                    say(&reports);
                }
                tell(number, Finding::Done);
            }
            Task::Whole(line) => {
                for ply in (0..=line.moves().len()).rev() {
                    let position = line.position_at(ply).filter(|p| matches!(p.phase(), Phase::Turn(_)));
                    let Some(position) = position.filter(|_| !stop.is_set()) else { continue };
                    if let Ok(report) = best(&mut *engine, position, &limits, &stop, &mut |_| {}) {
                        tell(number, Finding::Value(u32::try_from(ply).unwrap_or(u32::MAX), report));
                    }
                }
                tell(number, Finding::Done);
            }
        }
    }
}

/// The engine's move. Should it ever fail inside, the game goes on with some legal move: whoever waits for an
/// answer gets one.
fn best(
    engine: &mut dyn Engine,
    position: &dyn AnyPosition,
    limits: &Limits,
    stop: &Stop,
    report: &mut dyn FnMut(&Report),
) -> Result<Report, EngineError> {
    let mut last = None;
    let searched = catch_unwind(AssertUnwindSafe(|| {
        engine.best(position, limits, stop, &mut |found| {
            last = Some(found.clone());
            report(found);
        })
    }));
    match (searched, last) {
        (Ok(result), _) => result,
        (Err(_), Some(last)) => Ok(last),
        (Err(_), None) => match position.legal_moves().into_iter().next() {
            Some(mv) => Ok(Report {
                pv: vec![mv.clone()],
                mv,
                score: 0,
                score_text: String::new(),
                depth: 0,
                nodes: 0,
                seconds: 0.0,
                exact: false,
                proven: false,
            }),
            None => Err(EngineError::Over),
        },
    }
}

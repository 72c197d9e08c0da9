//! The engine of a program in a thread of its own: tasks in, findings out.

use agon_core::panics::Panic;
use agon_core::{AnyPosition, Line, Phase};
use agon_engine::{Engine, EngineError, Limits, Report, Stop};
use agon_seats::{Thinker, ThinkingThread};
use std::io;
use std::sync::Arc;

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

/// What the engine found, with the number of the task it belongs to.
pub(super) enum Finding {
    /// The best move so far.
    SoFar(Report),
    /// The moves so far, best first.
    EachSoFar(Vec<Report>),
    /// The value after so many moves of the game.
    Value(u32, Report),
    /// The best move.
    Best(Result<Report, EngineError>),
    /// The task is done; what there was to say has been said.
    Done,
    /// The engine has panicked.
    Failed(Panic),
}

/// Called with everything that is found and the number of its task.
type Tell = dyn Fn(u64, Finding) + Send + Sync;

/// The engine, which another one may replace.
struct Seated(Box<dyn Engine>);

impl Thinker for Seated {}

/// A thread that owns the engine. Dropping it ends the search and waits for the thread.
pub(super) struct EngineThread {
    thread: ThinkingThread<Seated>,
    tell: Arc<Tell>,
    number: u64,
    stop: Stop,
}

impl EngineThread {
    /// Seats an engine; `tell` is called from its thread.
    pub(super) fn new(
        engine: Box<dyn Engine>,
        tell: impl Fn(u64, Finding) + Send + Sync + 'static,
    ) -> EngineThread {
        let thread = ThinkingThread::new("engine", Seated(engine));
        EngineThread { thread, tell: Arc::new(tell), number: 0, stop: Stop::new() }
    }

    /// Hands over a task and gives back its number.
    pub(super) fn begin(&mut self, task: Task, limits: Limits) -> io::Result<u64> {
        self.number += 1;
        self.stop = Stop::new();
        let (number, stop) = (self.number, self.stop.clone());
        let (tell, told) = (self.tell.clone(), self.tell.clone());
        let work = move |engine: &mut Seated| {
            do_task(engine, task, &limits, &stop, &|finding| tell(number, finding));
        };
        self.thread.give(work, move |panic| told(number, Finding::Failed(panic)))?;
        Ok(number)
    }

    /// Ends the task that was begun last; what it found so far still comes.
    pub(super) fn stop(&self) {
        self.stop.set();
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop.set();
        self.thread.close();
        self.thread.at_rest(|_| ());
    }
}

fn do_task(engine: &mut Seated, task: Task, limits: &Limits, stop: &Stop, tell: &dyn Fn(Finding)) {
    let Seated(engine) = engine;
    match task {
        Task::NewGame => engine.new_game(),
        Task::Replace(new) => *engine = new,
        Task::Best(position) => {
            let mut say = |report: &Report| tell(Finding::SoFar(report.clone()));
            tell(Finding::Best(engine.best(&*position, limits, stop, &mut say)));
        }
        Task::Each(position) => {
            let mut say = |reports: &[Report]| tell(Finding::EachSoFar(reports.to_vec()));
            if let Ok(reports) = engine.analyze(&*position, limits, stop, &mut say) {
                say(&reports);
            }
            tell(Finding::Done);
        }
        Task::Whole(line) => {
            for ply in (0..=line.moves().len()).rev() {
                let position = line.position_at(ply).filter(|p| matches!(p.phase(), Phase::Turn(_)));
                let Some(position) = position.filter(|_| !stop.is_set()) else { continue };
                if let Ok(report) = engine.best(position, limits, stop, &mut |_| {}) {
                    tell(Finding::Value(u32::try_from(ply).unwrap_or(u32::MAX), report));
                }
            }
            tell(Finding::Done);
        }
    }
}

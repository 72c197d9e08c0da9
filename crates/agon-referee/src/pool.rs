//! The threads of this process as a workforce.

use crate::workforce::{News, PairTask, Workforce};
use agon_core::panics::caught;
use agon_core::sync::lock;
use agon_engine::Stop;
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::Scope;
use std::time::Duration;

/// Plays pairs of games, on one thread: it says of each game what became of it.
pub type PairPlayer<'a> = Box<dyn FnMut(&PairTask, &Stop, &dyn Fn(News)) + 'a>;

/// Whoever can play the games of a contest on several threads.
pub trait PlaysPairs: Send + Sync {
    /// A player for one thread, with what it keeps from one pair to the next, such as programs that are running.
    fn player(&self) -> PairPlayer<'_>;
}

/// Threads that play games.
pub struct Pool<'scope> {
    tasks: Option<Sender<PairTask>>,
    news: Receiver<News>,
    workers: Vec<Box<dyn FnOnce() + 'scope>>,
    stop: Stop,
}

/// What a thread does.
type Work<'scope> = Box<dyn FnOnce() + Send + 'scope>;

impl Pool<'static> {
    /// Starts `workers` threads, or as many as the system gives. Setting `stop` gives up the games under way.
    pub fn new(games: impl PlaysPairs + 'static, workers: usize, stop: &Stop) -> io::Result<Pool<'static>> {
        Pool::started(Arc::new(games), workers, stop, |work| {
            let thread = std::thread::Builder::new().spawn(work)?;
            Ok(Box::new(move || drop(thread.join())))
        })
    }
}

impl<'scope> Pool<'scope> {
    /// The same with threads that may borrow what outlives the scope.
    pub fn scoped(
        scope: &'scope Scope<'scope, '_>,
        games: impl PlaysPairs + 'scope,
        workers: usize,
        stop: &Stop,
    ) -> io::Result<Pool<'scope>> {
        Pool::started(Arc::new(games), workers, stop, |work| {
            let thread = std::thread::Builder::new().spawn_scoped(scope, work)?;
            Ok(Box::new(move || drop(thread.join())))
        })
    }

    /// Starts the threads with `spawn`, which gives back what waits for one to end.
    fn started(
        games: Arc<dyn PlaysPairs + 'scope>,
        workers: usize,
        stop: &Stop,
        mut spawn: impl FnMut(Work<'scope>) -> io::Result<Box<dyn FnOnce() + 'scope>>,
    ) -> io::Result<Pool<'scope>> {
        let (tasks, waiting) = channel::<PairTask>();
        let (tell, news) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        let mut pool = Pool { tasks: Some(tasks), news, workers: Vec::new(), stop: stop.clone() };
        for _ in 0..workers.max(1) {
            let (games, waiting, tell, stop) = (games.clone(), waiting.clone(), tell.clone(), stop.clone());
            let work = move || {
                let mut player = games.player();
                loop {
                    let next = lock(&waiting).recv();
                    let Ok(task) = next else { return };
                    work_on(&mut player, task, &stop, &tell);
                }
            };
            match spawn(Box::new(work)) {
                Ok(worker) => pool.workers.push(worker),
                Err(error) if pool.workers.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(pool)
    }
}

/// Plays a pair and says so. A player's panic is caught where the player is asked, so one that comes here is no player's
/// and no reason to lose a game either.
fn work_on(player: &mut PairPlayer<'_>, task: PairTask, stop: &Stop, tell: &Sender<News>) {
    // Nobody listens any more only when the pool is gone.
    let say = |news| drop(tell.send(news));
    if let Err(panic) = caught(|| player(&task, stop, &say)) {
        say(News::MachineFault { id: task.first_game(), why: panic.to_string() });
    }
    say(News::Returned(task));
}

impl Workforce for Pool<'_> {
    fn capacity(&self) -> usize {
        // One more than there are threads, so that none waits while a result is kept.
        self.workers.len() + 1
    }

    fn submit(&mut self, task: PairTask) {
        if let Some(tasks) = &self.tasks
            && let Err(refused) = tasks.send(task)
        {
            // Every thread is gone; the task stays with the schedule, which will ask again in another run.
            drop(refused);
        }
    }

    fn wait(&mut self, patience: Duration) -> Option<News> {
        self.news.recv_timeout(patience).ok()
    }

    fn stop(&mut self) {
        self.stop.set();
        self.tasks = None;
        for worker in self.workers.drain(..) {
            worker();
        }
    }
}

impl Drop for Pool<'_> {
    fn drop(&mut self) {
        self.stop();
    }
}

//! The threads of this process as a workforce.

use super::game_runner::GameRunner;
use super::schedule::PairTask;
use super::workforce::{News, Workforce};
use agon_core::panics::caught;
use agon_core::sync::lock;
use agon_engine::Stop;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// Threads that play games.
pub struct Pool {
    tasks: Option<Sender<PairTask>>,
    news: Receiver<News>,
    workers: Vec<JoinHandle<()>>,
    stop: Stop,
}

impl Pool {
    /// Starts `workers` threads, or as many as the system gives. Setting `stop` gives up the games under way.
    pub fn new(runner: GameRunner, workers: usize, stop: &Stop) -> std::io::Result<Pool> {
        let runner = Arc::new(runner);
        let (tasks, waiting) = channel::<PairTask>();
        let (tell, news) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        let mut pool = Pool { tasks: Some(tasks), news, workers: Vec::new(), stop: stop.clone() };
        for _ in 0..workers.max(1) {
            let (runner, waiting, tell, stop) = (runner.clone(), waiting.clone(), tell.clone(), stop.clone());
            let work = move || {
                loop {
                    let next = lock(&waiting).recv();
                    let Ok(task) = next else { return };
                    work_on(&runner, task, &stop, &tell);
                }
            };
            match std::thread::Builder::new().spawn(work) {
                Ok(worker) => pool.workers.push(worker),
                Err(error) if pool.workers.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(pool)
    }
}

/// Plays a pair and says so. A player's panic is caught where the player is asked; one that comes here is no player's
/// and no reason to lose a game either.
fn work_on(runner: &GameRunner, task: PairTask, stop: &Stop, tell: &Sender<News>) {
    // Nobody listens any more only when the pool is gone.
    let say = |news| drop(tell.send(news));
    if let Err(panic) = caught(|| runner.play_pair(&task, stop, &say)) {
        say(News::MachineFault { id: task.first_game(), why: panic.to_string() });
    }
    say(News::Returned(task));
}

impl Workforce for Pool {
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
            let _ = worker.join();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
    }
}

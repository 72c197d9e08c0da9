//! A list of tasks on several threads, with the results in the order of the list.

use super::Crew;
use crate::engine::EngineError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

impl Crew<'_> {
    /// Does the tasks 0 to `count` − 1. `hire` makes what a thread works with. The first thing that goes wrong, in the
    /// order of the tasks, ends it all.
    pub fn share<W, T: Send>(
        self,
        count: usize,
        hire: impl Fn() -> Result<W, EngineError> + Sync,
        task: impl Fn(&mut W, usize) -> Result<T, EngineError> + Sync,
    ) -> Result<Vec<T>, EngineError> {
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = || -> Result<Vec<(usize, T)>, (usize, EngineError)> {
            let mut done = Vec::new();
            let mut worker = hire().map_err(|error| (0, error))?;
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= count || failed.load(Relaxed) {
                    return Ok(done);
                }
                if self.stop.is_set() {
                    return Err((usize::MAX, EngineError::Stopped));
                }
                let result = task(&mut worker, number).map_err(|error| {
                    failed.store(true, Relaxed);
                    (number, error)
                })?;
                done.push((number, result));
            }
        };
        let parts: Vec<_> = match self.cores.clamp(1, count.max(1)) {
            1 => vec![work()],
            cores => thread::scope(|scope| {
                let crew: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
                let join = |hand: thread::ScopedJoinHandle<'_, _>| {
                    hand.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                };
                crew.into_iter().map(join).collect()
            }),
        };
        let mut all = Vec::new();
        let mut wrong = None;
        for part in parts {
            match part {
                Ok(part) => all.extend(part),
                Err((number, error)) => {
                    if wrong.as_ref().is_none_or(|&(earlier, _)| number < earlier) {
                        wrong = Some((number, error));
                    }
                }
            }
        }
        if let Some((_, error)) = wrong {
            return Err(error);
        }
        all.sort_by_key(|&(number, _)| number);
        Ok(all.into_iter().map(|(_, result)| result).collect())
    }
}

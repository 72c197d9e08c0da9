//! Which moves are being searched right now, so that threads share the work.
//!
//! All threads search the same tree with one table. A thread that is about to search a move that another one is
//! busy with puts it off to the end of its list; by then its result is usually in the table. This is the
//! simplified form of ABDADA (Weill 1996) that Kerrigan described.
//!
//! A move that is put off keeps its rank, so that every thread reduces it alike and what one has found serves the
//! other. And a thread looks from time to time whether another one has settled a node above the one it is at; then
//! it gives up all that lies below.

use crate::effort::Stage;
use crate::found::Choice;
use crate::ordering::History;
use crate::score::Score;
use crate::window::Window;
use agon_core::cpu::{self, Task};
use agon_core::position::mix;
use agon_core::sync::lock;
use agon_core::{Position, Side};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::thread::Scope;

/// A search is recursive and a move list lives in every frame: room for the deepest game.
const STACK_BYTES: usize = 64 << 20;

/// Runs a task on each of so many threads, with the chosen instructions; it is made with the thread's number.
pub(crate) fn on_threads<'scope, T: Task + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    threads: usize,
    instructions: cpu::Choice,
    task: impl Fn(usize) -> T,
) {
    for task in (0..threads).map(task) {
        let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
        // Without a thread to run on (the system refuses one), fewer search, or none and what is known already, such as
        // the first legal move, stands.
        let _ = builder.spawn_scoped(scope, move || {
            cpu::dispatch_on(instructions, task);
        });
    }
}

const SLOTS: usize = 1 << 14;

/// What the threads of a search tell each other, beyond the table.
pub(crate) struct Shared<M> {
    pub(crate) busy: Busy,
    pub(crate) common: Common<M>,
    /// Each thread's.
    pub(crate) histories: Vec<History>,
}

impl<M: Clone> Shared<M> {
    pub(crate) fn new<P: Position<Move = M>>(threads: usize) -> Shared<M> {
        let histories = (0..threads).map(|_| History::new::<P>()).collect();
        Shared { busy: Busy::new(threads), common: Common::new(), histories }
    }
}

/// The moves being searched, by a hash of position and move; now and then one is overwritten or overlooked,
/// which costs time but changes no result.
pub(crate) struct Busy {
    slots: Vec<AtomicU64>,
}

impl Busy {
    pub(crate) fn new(threads: usize) -> Busy {
        let slots = if threads > 1 { SLOTS } else { 1 };
        Busy { slots: (0..slots).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The name of a move of a position, by its number in generator order. A different depth is different work.
    #[inline(always)]
    pub(crate) fn name(key: u64, index: u8, depth: i32) -> u64 {
        mix(key ^ (u64::from(index) << 8 | depth as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1
    }

    #[inline(always)]
    fn slot(&self, name: u64) -> &AtomicU64 {
        &self.slots[(name >> 32) as usize % self.slots.len()]
    }

    /// Whether some thread is searching it.
    #[inline(always)]
    pub(crate) fn is_busy(&self, name: u64) -> bool {
        self.slot(name).load(Relaxed) == name
    }

    /// This thread begins to search it.
    #[inline(always)]
    pub(crate) fn begin(&self, name: u64) {
        self.slot(name).store(name, Relaxed);
    }

    /// This thread is done with it.
    #[inline(always)]
    pub(crate) fn end(&self, name: u64) {
        if self.is_busy(name) {
            self.slot(name).store(0, Relaxed);
        }
    }
}

/// What the threads know together of the root.
pub(crate) struct Common<M>(Mutex<Option<Progress<M>>>);

struct Progress<M> {
    stage: Stage,
    attempt: Attempt,
    /// The best move found so far, if it is better than the window's lower end.
    best: Option<Choice<M>>,
}

/// How the root is searched at a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attempt {
    pub(crate) window: Window,
    /// By how much it is to be widened next.
    pub(crate) width: Score,
    /// The number of the move to try first, if the attempt before speaks for one.
    pub(crate) first: Option<usize>,
}

impl<M: Clone> Common<M> {
    pub(crate) fn new() -> Common<M> {
        Common(Mutex::new(None))
    }

    fn progress(&self) -> MutexGuard<'_, Option<Progress<M>>> {
        lock(&self.0)
    }

    /// Enters a stage with an attempt, or with that of the thread that was there first; the stage is a later one if the
    /// others are through with this one already.
    pub(crate) fn enter(&self, stage: Stage, attempt: Attempt) -> (Stage, Attempt) {
        let mut progress = self.progress();
        match &*progress {
            Some(there) if there.stage >= stage => (there.stage, there.attempt),
            _ => {
                *progress = Some(Progress { stage, attempt, best: None });
                (stage, attempt)
            }
        }
    }

    /// Tells the others of a move of the root that is better than all before it.
    pub(crate) fn raise(&self, stage: Stage, choice: &Choice<M>) {
        if let Some(there) = self.progress().as_mut().filter(|there| there.stage == stage)
            && there.best.as_ref().is_none_or(|best| best.value.score < choice.value.score)
        {
            there.best = Some(choice.clone());
        }
    }

    /// The best move that any thread has found at a stage, if it is better than `alpha`.
    pub(crate) fn better(&self, stage: Stage, alpha: Score) -> Option<Choice<M>> {
        let progress = self.progress();
        let there = progress.as_ref().filter(|there| there.stage == stage)?;
        there.best.as_ref().filter(|best| best.value.score > alpha).cloned()
    }
}

/// A node under way, as far as other threads can know it.
#[derive(Clone, Copy)]
pub(crate) struct Watched {
    pub(crate) key: u64,
    pub(crate) side: Side,
    pub(crate) depth: i32,
    pub(crate) window: Window,
}

/// What a thread knows about the work it shares.
#[derive(Default)]
pub(crate) struct Watch {
    /// The nodes under way that other threads may settle, from the root on.
    pub(crate) nodes: Vec<Watched>,
    /// The number of positions at the last look at what the others have settled.
    pub(crate) heeded: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Value;

    const ATTEMPT: Attempt = Attempt { window: Window { alpha: -5, beta: 5 }, width: 20, first: None };

    fn choice(score: Score, index: usize) -> Choice<u8> {
        Choice { value: Value::estimated(score), index, line: vec![index as u8] }
    }

    #[test]
    fn the_first_thread_at_a_stage_sets_the_window_for_all() {
        let common = Common::<u8>::new();
        let stage = Stage::of(4);
        assert_eq!(common.enter(stage, ATTEMPT), (stage, ATTEMPT));
        let other = Attempt { first: Some(3), ..ATTEMPT };
        assert_eq!(common.enter(stage, other), (stage, ATTEMPT));
        assert_eq!(common.enter(stage.next(), other), (stage.next(), other));
        assert_eq!(
            common.enter(stage, ATTEMPT),
            (stage.next(), other),
            "who is late goes on where the others are"
        );
    }

    #[test]
    fn only_what_is_better_and_of_the_same_stage_is_passed_on() {
        let common = Common::new();
        let stage = Stage::of(4);
        common.raise(stage, &choice(2, 0));
        assert_eq!(common.better(stage, -5), None, "nobody has entered the stage");
        common.enter(stage, ATTEMPT);
        common.raise(stage, &choice(2, 0));
        common.raise(stage, &choice(1, 1));
        assert_eq!(common.better(stage, 1), Some(choice(2, 0)));
        assert_eq!(common.better(stage, 2), None);
        common.enter(stage.next(), ATTEMPT);
        assert_eq!(common.better(stage.next(), -5), None, "another window is another question");
        common.raise(stage, &choice(4, 2));
        assert_eq!(common.better(stage.next(), -5), None);
    }
}

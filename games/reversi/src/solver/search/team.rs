//! Sharing work between threads: once the first move of a position has been searched without refuting the
//! question, the others are handed to threads that have nothing to do.

use super::children::{Child, Children};
use super::upper::{Question, search_for_other};
use super::{SPLIT_FROM, Search};
use crate::solver::bounds_table::Finding;
use agon_core::cpu::Cpu;
use agon_core::sync::{lock, unpoisoned};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// How often a thread without work looks for some before it sleeps: some tens of microseconds.
const LOOKS_AWAKE: u32 = 1_000;

/// A position whose moves several threads search.
#[derive(Debug)]
pub(super) struct Split {
    parent: Option<Arc<Split>>,
    /// Set when a move has answered the question.
    over: AtomicBool,
    alpha: i32,
    found: Mutex<(i32, u8)>,
    /// The moves that were handed over and not yet searched.
    pending: AtomicUsize,
}

impl Split {
    /// Whether work below this position is useless by now.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_over())
    }
}

/// What is asked of a child.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) empties: u32,
    pub(super) alpha: i32,
    pub(super) asked: Question,
}

#[derive(Debug)]
struct Job {
    split: Arc<Split>,
    child: Child,
    task: Task,
}

/// The threads of a search and the work that waits for them.
#[derive(Debug)]
pub(in crate::solver) struct Team {
    size: usize,
    /// The threads that wait for work.
    idle: AtomicUsize,
    queued: AtomicUsize,
    jobs: Mutex<VecDeque<Job>>,
    changed: Condvar,
}

impl Team {
    pub(in crate::solver) fn new(size: usize) -> Team {
        Team {
            size,
            idle: AtomicUsize::new(0),
            queued: AtomicUsize::new(0),
            jobs: Mutex::new(VecDeque::new()),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Job>> {
        lock(&self.jobs)
    }

    /// Waits for work, or until there is nothing to wait for: awake at first, since to be woken takes longer than most waits
    /// last.
    fn wait<'t>(
        &'t self,
        jobs: MutexGuard<'t, VecDeque<Job>>,
        is_over: impl Fn() -> bool,
    ) -> MutexGuard<'t, VecDeque<Job>> {
        self.idle.fetch_add(1, Relaxed);
        drop(jobs);
        for _ in 0..LOOKS_AWAKE {
            if self.queued.load(Relaxed) > 0 || is_over() {
                break;
            }
            std::hint::spin_loop();
        }
        let mut jobs = self.lock();
        if jobs.is_empty() && !is_over() {
            jobs = unpoisoned(self.changed.wait(jobs));
        }
        self.idle.fetch_sub(1, Relaxed);
        jobs
    }

    /// Wakes all threads, to see that the search has ended.
    pub(in crate::solver) fn wake(&self) {
        let _jobs = self.lock();
        self.changed.notify_all();
    }
}

/// The shared part of one position's search, if there is one.
pub(super) struct Sharing(Option<Arc<Split>>);

impl Sharing {
    pub(super) fn none() -> Sharing {
        Sharing(None)
    }

    /// Hands a child to an idle thread; false if there is none.
    #[inline(always)]
    pub(super) fn hand_over<C: Cpu, const N: usize>(
        &mut self,
        search: &mut Search<'_, C>,
        child: &Child,
        task: &Task,
        rest: &Children<N>,
    ) -> bool {
        let team = &search.shared.team;
        if team.size < 2
            || task.empties < SPLIT_FROM
            || team.idle.load(Relaxed) <= team.queued.load(Relaxed)
            || (rest.is_exhausted() && self.0.is_none())
        {
            return false;
        }
        self.enqueue(search, child, task);
        true
    }

    #[cold]
    fn enqueue<C: Cpu>(&mut self, search: &mut Search<'_, C>, child: &Child, task: &Task) {
        let split = self.0.get_or_insert_with(|| {
            let split = Arc::new(Split {
                parent: search.split.clone(),
                over: AtomicBool::new(false),
                alpha: -task.alpha - 1,
                found: Mutex::new((super::last::NOTHING, 64)),
                pending: AtomicUsize::new(0),
            });
            search.split = Some(split.clone());
            split
        });
        split.pending.fetch_add(1, Relaxed);
        let team = &search.shared.team;
        let mut jobs = team.lock();
        jobs.push_back(Job { split: split.clone(), child: *child, task: *task });
        team.queued.store(jobs.len(), Relaxed);
        team.changed.notify_one();
    }

    /// Waits for the children that other threads search, working for them meanwhile, and joins what all found.
    #[inline(always)]
    pub(super) fn gather<C: Cpu>(self, search: &mut Search<'_, C>, found: &mut Finding) {
        if let Some(split) = self.0 {
            gather(search, &split, found);
        }
    }
}

#[cold]
fn gather<C: Cpu>(search: &mut Search<'_, C>, split: &Arc<Split>, found: &mut Finding) {
    if search.stopped || found.value > found.alpha {
        split.over.store(true, Relaxed);
    }
    let team = &search.shared.team;
    let mut jobs = team.lock();
    while split.pending.load(Relaxed) > 0 {
        if let Some(job) = jobs.pop_back() {
            team.queued.store(jobs.len(), Relaxed);
            drop(jobs);
            run(search, job);
            jobs = team.lock();
        } else {
            jobs = team.wait(jobs, || split.pending.load(Relaxed) == 0);
        }
    }
    drop(jobs);
    search.split.clone_from(&split.parent);
    search.stopped = false;
    search.check();
    let (value, square) = *lock(&split.found);
    if value > found.value {
        (found.value, found.best) = (value, square);
    }
}

/// Searches a child for another thread.
fn run<C: Cpu>(search: &mut Search<'_, C>, job: Job) {
    let before = search.split.replace(job.split.clone());
    search.stopped = false;
    search.check();
    if !search.stopped {
        let value = -search_for_other(search, &job.child, &job.task);
        if !search.stopped {
            let mut found = lock(&job.split.found);
            if value > found.0 {
                *found = (value, job.child.square);
            }
            if value > job.split.alpha {
                job.split.over.store(true, Relaxed);
            }
        }
    }
    search.split = before;
    search.stopped = false;
    search.check();
    let _jobs = search.shared.team.lock();
    job.split.pending.fetch_sub(1, Relaxed);
    search.shared.team.changed.notify_all();
}

/// Works for the others until the search has ended.
pub(in crate::solver) fn help<C: Cpu>(mut search: Search<'_, C>) {
    let shared = search.shared;
    let team = &shared.team;
    let mut jobs = team.lock();
    while !shared.halted.load(Relaxed) {
        if let Some(job) = jobs.pop_front() {
            team.queued.store(jobs.len(), Relaxed);
            drop(jobs);
            run(&mut search, job);
            jobs = team.lock();
        } else {
            jobs = team.wait(jobs, || shared.halted.load(Relaxed));
        }
    }
    // Nobody waits for what is left: the search was stopped, and its owners are told so too.
    for job in jobs.drain(..) {
        job.split.pending.fetch_sub(1, Relaxed);
    }
    team.queued.store(0, Relaxed);
    team.changed.notify_all();
    drop(jobs);
    search.check();
}

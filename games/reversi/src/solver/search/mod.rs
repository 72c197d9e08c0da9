//! The search itself: questions of the form "is the margin above α?" with a window of one disc.
//!
//! | empty squares | search |
//! |---|---|
//! | 1–4 | [`last`]: written out |
//! | 5–6 | [`shallow`]: parity only |
//! | 7–13 | [`exact`]: the table, fastest-first or the evaluation of each move |
//! | more | [`upper`]: moves ordered by shallow searches, selective where allowed, shared between threads |

mod children;
mod exact;
mod last;
mod probcut;
mod shallow;
mod sounding;
mod team;
mod upper;

pub(super) use probcut::CONFIDENCES;
pub(super) use sounding::sounding;
pub(super) use team::{Team, help};
pub(super) use upper::{Question, expanded, upper};

use super::bounds_table::BoundsTable;
use super::evaluation::Judge;
use super::kernels::{EdgeTable, QUADRANT_SQUARES, stable};
use super::options::Techniques;
use super::recent::Recent;
use agon_core::cpu::Cpu;
use agon_core::sync::lock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use team::Split;

/// The most empty squares that [`shallow`] searches.
const SHALLOW_MOST: u32 = 6;

/// The most empty squares of positions that are kept in the thread's own small table.
const RECENT_MOST: u32 = 9;

/// With so many empty squares the replies are looked up in the table before any is searched.
const ETC_FROM: u32 = 9;

/// With so many empty squares the evaluation ranks moves.
const EVALUATE_FROM: u32 = 12;

/// With so many empty squares moves are ranked by searches of a few plies.
const UPPER_FROM: u32 = 14;

/// With so many empty squares after a move it may be handed to another thread.
const SPLIT_FROM: u32 = 13;

/// How often a search looks whether it shall stop, in nodes.
const CHECK_NODES: u64 = 1 << 12;

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct Shared<'s> {
    pub(super) table: &'s BoundsTable,
    pub(super) edges: &'s EdgeTable,
    pub(super) judge: &'s Judge,
    /// The threads' small tables while no thread uses them.
    pub(super) recents: &'s Mutex<Vec<Recent>>,
    pub(super) rules: Techniques,
    pub(super) stop: Option<&'s AtomicBool>,
    /// The nodes allowed in all.
    pub(super) budget: u64,
    /// The nodes of all threads, as far as they were reported.
    pub(super) spent: AtomicU64,
    /// Set when the search has ended, for whatever reason.
    pub(super) halted: AtomicBool,
    pub(super) team: Team,
}

/// One thread's search.
pub(super) struct Search<'s, C: Cpu> {
    pub(super) cpu: C,
    pub(super) nodes: u64,
    /// The node count at which to look whether to stop.
    next_check: u64,
    /// The node count that was reported last.
    reported: u64,
    /// Its results say nothing any more: told to stop, or another thread has refuted what it works on.
    pub(super) stopped: bool,
    rules: Techniques,
    shared: &'s Shared<'s>,
    recent: Recent,
    /// The innermost shared node that this thread works below.
    split: Option<Arc<Split>>,
}

impl<'s, C: Cpu> Search<'s, C> {
    pub(super) fn new(cpu: C, shared: &'s Shared<'s>) -> Self {
        let mut search = Search {
            cpu,
            nodes: 0,
            next_check: 0,
            reported: 0,
            stopped: false,
            rules: shared.rules,
            shared,
            recent: lock(shared.recents).pop().unwrap_or_default(),
            split: None,
        };
        search.check();
        search
    }

    /// A search that goes to the end of the game, with a small table.
    pub(super) fn exact(cpu: C, shared: &'s Shared<'s>) -> Self {
        let mut search = Search::new(cpu, shared);
        search.recent.prepare();
        search
    }

    /// Looks whether to stop, and when to look again.
    #[cold]
    pub(super) fn check(&mut self) {
        let fresh = self.nodes - self.reported;
        self.reported = self.nodes;
        let spent = self.shared.spent.fetch_add(fresh, Relaxed) + fresh;
        let left = self.shared.budget.saturating_sub(spent);
        self.next_check = self.nodes + left.clamp(1, CHECK_NODES);
        if left == 0 || self.shared.stop.is_some_and(|stop| stop.load(Relaxed)) {
            self.shared.halted.store(true, Relaxed);
        }
        if self.shared.halted.load(Relaxed) || self.split.as_ref().is_some_and(|split| split.is_over()) {
            self.stopped = true;
        }
    }

    /// Whether to give up; to be asked at every node above the lowest ones.
    #[inline(always)]
    fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check();
        }
        self.stopped
    }

    /// An upper bound of the margin by the opponent's stable discs, where it is at most `alpha`. It is tried only
    /// where so high an `alpha` makes it plausible.
    #[inline(always)]
    fn stability_bound(&self, me: u64, them: u64, alpha: i32, empties: u32) -> Option<i32> {
        if !self.rules.stability || alpha < plausible(empties) {
            return None;
        }
        let bound = 64 - 2 * stable(self.shared.edges, them, me).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }
}

impl<C: Cpu> Drop for Search<'_, C> {
    fn drop(&mut self) {
        lock(self.shared.recents).push(std::mem::take(&mut self.recent));
    }
}

/// The lowest α with which it is worth counting stable discs.
#[inline(always)]
fn plausible(empties: u32) -> i32 {
    static FROM: [i8; 65] = {
        let mut from = [99; 65];
        let mut empties = 0;
        while empties < 65 {
            from[empties] = match empties {
                0..=4 => 99,
                5 => -4,
                6 => -2,
                7 => 0,
                8 | 9 => 4,
                10 | 11 => 8,
                12 | 13 => 12,
                14 | 15 => 16,
                16..=20 => 22,
                21..=25 => 28,
                _ => 36,
            };
            empties += 1;
        }
        from
    };
    i32::from(FROM[empties as usize & 63])
}

/// The set of quadrants with an odd number of the squares.
#[inline(always)]
fn odd_quadrants(empty: u64) -> u8 {
    let mut odd = 0;
    for quadrant in 0..4 {
        odd |= ((empty & QUADRANT_SQUARES[1 << quadrant]).count_ones() as u8 & 1) << quadrant;
    }
    odd
}

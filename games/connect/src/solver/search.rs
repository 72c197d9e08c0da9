//! The search: questions of the form "is the score at least β?", forced replies played out at every child,
//! bounds and the table asked before anything is searched.

mod deciding;

use super::budget::Budget;
use super::busy::Busy;
use super::children::{Children, MOST_COLUMNS, Ranking};
use super::forced::Node;
use super::result_table::ResultTable;
use super::slot::{Bounds, Keyed};
use crate::Grid;
use agon_core::compiled_for;
use agon_core::cpu::Cpu;
use std::sync::atomic::{AtomicBool, Ordering};

/// Lower than any score.
const NOTHING: i32 = i32::MIN / 2;

/// With at least so many empty cells a node asks the table for all its children at once, fetched ahead while
/// it works on them; with fewer a node asks only for itself.
const CHILDREN_FROM: i32 = 14;

/// With fewer empty cells searching again is as fast as asking.
const TABLE_FROM: i32 = 8;

/// After so many nodes the small table, which stays in the processor's cache, is given up for the large one.
const SMALL_NODES: u64 = 20_000;

/// With at least so many empty cells threads tell each other what they are at.
const SHARED_FROM: i32 = 18;

/// How often a search looks whether it shall stop.
const STOP_NODES: u64 = 1024;

/// One thread's search.
pub(super) struct Search<'t, B: Keyed, const W: usize, const H: usize> {
    small: &'t ResultTable<B, W, H>,
    large: &'t ResultTable<B, W, H>,
    /// Which of the two is in use.
    table: &'t ResultTable<B, W, H>,
    busy: Option<&'t Busy>,
    budget: Budget<'t>,
    /// Set when another thread has the answer.
    done: &'t AtomicBool,
    stopped: bool,
    nodes: u64,
}

impl<'t, B: Keyed, const W: usize, const H: usize> Search<'t, B, W, H> {
    /// A search that begins in the small table, unless the large one is in use already.
    pub(super) fn alone(
        small: &'t ResultTable<B, W, H>,
        large: &'t ResultTable<B, W, H>,
        large_used: bool,
        budget: Budget<'t>,
        done: &'t AtomicBool,
    ) -> Self {
        let table = if large_used { large } else { small };
        Search { small, large, table, busy: None, budget, done, stopped: false, nodes: 0 }
    }

    /// One of several searches on the large table.
    pub(super) fn shared(
        large: &'t ResultTable<B, W, H>,
        busy: &'t Busy,
        budget: Budget<'t>,
        done: &'t AtomicBool,
    ) -> Self {
        Search { small: large, large, table: large, busy: Some(busy), budget, done, stopped: false, nodes: 0 }
    }

    /// The positions in which moves were looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether it was told to stop; then its last answer says nothing.
    pub(super) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the large table was used.
    pub(super) fn used_large(&self) -> bool {
        std::ptr::eq(self.table, self.large)
    }

    /// A position's key in the table: the same for its mirror image.
    #[inline(always)]
    pub(super) fn spread(me: B, them: B) -> B {
        let key = Grid::<B, W, H>::packed(me, me | them);
        ResultTable::<B, W, H>::spread(key.min(Grid::<B, W, H>::mirrored(key)))
    }

    /// Whether the score of a node is at least `beta`: a lower bound if the result is, otherwise an upper one.
    /// The node has a choice of moves, and `beta` is a score that it can have (see [`Node::range`]).
    pub(super) fn search<C: Cpu>(&mut self, cpu: C, node: &Node<B>, spread: B, beta: i32) -> i32 {
        compiled_for!(cpu, self.search_here(cpu, node, spread, beta))
    }

    #[inline(always)]
    fn search_here<C: Cpu>(&mut self, cpu: C, node: &Node<B>, spread: B, beta: i32) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_NODES)
            && (self.done.load(Ordering::Relaxed) || self.budget.is_spent(self.nodes))
        {
            self.stopped = true;
        }
        let nodes_before = self.nodes;
        let empties = node.empties;
        let ask_children = empties >= CHILDREN_FROM;
        let ask_here = empties >= TABLE_FROM && !ask_children;
        if ask_here {
            self.table.prefetch(spread);
        }

        let landings = Grid::<B, W, H>::landings(node.me | node.them);
        let (mut children, replies, won) = Children::of::<W, H>(node, landings);
        if won {
            return (empties - 1) >> 1;
        }
        let high = (empties - 3) >> 1;
        if high < beta {
            return high;
        }
        if ask_children {
            self.spread_all(&mut children);
        }
        let (mut best, mut ranking) =
            match self.rank(node, landings, &mut children, &replies, ask_children, beta) {
                Ok(ranked) => ranked,
                Err(value) => return value,
            };
        if ranking.count == 0 {
            return best;
        }
        if ask_here && let Some(known) = self.table.get(spread) {
            if known.low >= beta {
                return known.low;
            }
            if known.high < beta {
                return known.high;
            }
        }
        if ask_children {
            match self.leave_out_known(&children, &mut ranking, empties, best, beta) {
                Ok(known) => best = known,
                Err(value) => return value,
            }
        }

        let result = match self.busy {
            Some(busy) if empties >= SHARED_FROM => {
                self.search_shared(cpu, &children, &ranking, busy, empties, best, beta)
            }
            _ => self.search_in_turn(cpu, &children, &ranking, empties, best, beta),
        };
        if self.stopped {
            return result;
        }
        if ask_here || ask_children {
            self.remember(node, spread, result, beta, nodes_before);
        }
        if self.nodes > SMALL_NODES && !self.used_large() {
            self.small.pour_into(self.large);
            self.table = self.large;
        }
        result
    }

    /// Writes into the table what the search of a node has shown.
    #[inline(always)]
    fn remember(&mut self, node: &Node<B>, spread: B, result: i32, beta: i32, nodes_before: u64) {
        let range = node.range();
        let bounds =
            if result >= beta { Bounds { low: result, ..range } } else { Bounds { high: result, ..range } };
        let cost = u64::BITS - (self.nodes - nodes_before).leading_zeros();
        self.table.put(spread, bounds, cost);
    }

    /// The score of a child, for the side to move in the node.
    #[inline(always)]
    fn search_child<C: Cpu>(
        &mut self,
        cpu: C,
        children: &Children<B>,
        i: usize,
        empties: i32,
        beta: i32,
    ) -> i32 {
        let child = children.node(i);
        let asked = empties >= CHILDREN_FROM || child.empties < TABLE_FROM;
        let spread = if asked { children.spread[i] } else { Self::spread(child.me, child.them) };
        if (empties - child.empties) & 1 == 0 {
            self.search(cpu, &child, spread, beta)
        } else {
            -self.search(cpu, &child, spread, 1 - beta)
        }
    }

    #[inline(always)]
    fn search_in_turn<C: Cpu>(
        &mut self,
        cpu: C,
        children: &Children<B>,
        ranking: &Ranking,
        empties: i32,
        mut best: i32,
        beta: i32,
    ) -> i32 {
        for at in 0..ranking.count {
            best = best.max(self.search_child(cpu, children, ranking.column(at), empties, beta));
            if best >= beta || self.stopped {
                break;
            }
        }
        best
    }

    /// As [`search_in_turn`](Self::search_in_turn), but what another thread is at comes last: by then its
    /// result may be in the table.
    #[inline(never)]
    #[expect(clippy::too_many_arguments)]
    fn search_shared<C: Cpu>(
        &mut self,
        cpu: C,
        children: &Children<B>,
        ranking: &Ranking,
        busy: &Busy,
        empties: i32,
        mut best: i32,
        beta: i32,
    ) -> i32 {
        let mut later = [0; MOST_COLUMNS];
        let mut delayed = 0;
        for at in 0..ranking.count + MOST_COLUMNS {
            let again = at >= ranking.count;
            if again && at - ranking.count >= delayed {
                break;
            }
            let i = if again { later[at - ranking.count] } else { ranking.column(at) };
            let key = children.spread[i].low_word();
            if !again && at > 0 && busy.has(key) {
                later[delayed] = i;
                delayed += 1;
                continue;
            }
            if at > 0
                && let Some(known) = self.known(children, i, empties)
            {
                if known.low >= beta {
                    return known.low;
                }
                if known.high < beta {
                    best = best.max(known.high);
                    continue;
                }
            }
            busy.begin(key);
            best = best.max(self.search_child(cpu, children, i, empties, beta));
            busy.end(key);
            if best >= beta || self.stopped {
                break;
            }
        }
        best
    }
}

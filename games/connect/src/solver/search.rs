//! The search: questions of the form "is the score at least β?", forced replies played out at every child,
//! bounds and the table asked before anything is searched.

use super::bounds::{when_followed, when_kept};
use super::budget::Budget;
use super::busy::Busy;
use super::children::{Children, MOST_COLUMNS, Ranking, lanes};
use super::forced::Node;
use super::order::View;
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
    #[expect(clippy::needless_range_loop, reason = "the same index goes through several arrays")]
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
            for i in 0..lanes::<B, W>() {
                children.spread[i] = Self::spread(children.me[i], children.them[i]);
            }
            for i in 0..W {
                if children.cell[i].any() {
                    self.table.prefetch(children.spread[i]);
                }
            }
        }

        let view = View {
            me: node.me,
            them: node.them,
            my_wins: node.my_wins,
            their_wins: node.their_wins,
            landings,
            lasting: View::lasting_rows::<W, H>(empties),
            empties,
        };
        let mut best = NOTHING;
        let mut ranking = Ranking::new();
        for i in 0..W {
            if !children.cell[i].any() {
                continue;
            }
            let promise_wins = children.their_wins[i];
            let mut settled = None;
            if !replies[i].without_lowest().any() {
                let mut child = children.node(i).after::<W, H>(replies[i]);
                settled = child.settle::<W, H>();
                children.me[i] = child.me;
                children.them[i] = child.them;
                children.my_wins[i] = child.my_wins;
                children.their_wins[i] = child.their_wins;
                children.empties[i] = child.empties;
                if ask_children {
                    children.spread[i] = Self::spread(child.me, child.them);
                    self.table.prefetch(children.spread[i]);
                }
            }
            let child = children.node(i);
            let same = (empties - child.empties) & 1 == 0;
            let bounds = match settled {
                Some(score) => Bounds { low: score, high: score },
                None => {
                    let forced = child.empties != empties - 1;
                    Self::bounds(&child, if same { beta } else { 1 - beta }, forced)
                }
            };
            let bounds = if same { bounds } else { Bounds { low: -bounds.high, high: -bounds.low } };
            if bounds.low >= beta {
                return bounds.low;
            }
            if bounds.high < beta {
                best = best.max(bounds.high);
                continue;
            }
            ranking.insert(i, view.promise::<W, H>(i, children.cell[i], promise_wins));
        }
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
            let mut kept = 0;
            for at in 0..ranking.count {
                let i = ranking.column(at);
                match self.known(&children, i, empties) {
                    Some(known) if known.low >= beta => return known.low,
                    Some(known) if known.high < beta => best = best.max(known.high),
                    _ => {
                        ranking.keys[kept] = ranking.keys[at];
                        kept += 1;
                    }
                }
            }
            ranking.count = kept;
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
            let range = node.range();
            let bounds = if result >= beta {
                Bounds { low: result, ..range }
            } else {
                Bounds { high: result, ..range }
            };
            let cost = u64::BITS - (self.nodes - nodes_before).leading_zeros();
            self.table.put(spread, bounds, cost);
        }
        if self.nodes > SMALL_NODES && !self.used_large() {
            self.small.pour_into(self.large);
            self.table = self.large;
        }
        result
    }

    /// Bounds on a node that has a choice of moves, without searching. `forced` says that forced replies lead
    /// here; otherwise the other side can still win, as it could one move before.
    #[inline(always)]
    fn bounds(node: &Node<B>, beta: i32, forced: bool) -> Bounds {
        let Bounds { mut low, mut high } = node.range();
        if high < beta || low >= beta {
            return Bounds { low, high };
        }
        let open = Grid::<B, W, H>::cells() ^ (node.me | node.them);
        let bound = if node.empties & 1 == 0 {
            when_followed::<B, W, H>(node.me, node.them, node.their_wins, beta)
        } else if beta > 0 && !Grid::<B, W, H>::has_four(node.me | open) {
            Some(0)
        } else {
            when_kept::<B, W, H>(node.me, node.them, node.their_wins, beta)
        };
        if let Some(bound) = bound {
            high = high.min(bound);
        }
        if beta <= 0 && forced && !Grid::<B, W, H>::has_four(node.them | open) {
            low = low.max(0);
        }
        Bounds { low, high }
    }

    /// What the table knows of a child, for the side to move in the node with so many empty cells.
    #[inline(always)]
    fn known(&self, children: &Children<B>, i: usize, empties: i32) -> Option<Bounds> {
        let known = self.table.get(children.spread[i])?;
        let same = (empties - children.empties[i]) & 1 == 0;
        Some(if same { known } else { Bounds { low: -known.high, high: -known.low } })
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

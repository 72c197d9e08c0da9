//! Seven empty squares and more, to the end of the game: the table's move before the others are generated, then
//! the moves that leave the opponent least.

use super::children::{Child, Children, MOST_MOVES};
use super::last::NOTHING;
use super::odd_quadrants;
use super::shallow::shallow;
use super::{ETC_FROM, EVALUATE_FROM, RECENT_MOST, SHALLOW_MOST, Search};
use crate::solver::bounds_table::{Finding, Level, key_of};
use crate::solver::compiled::for_each_processor;
use crate::solver::kernels::{CORNERS, QUADRANT_SQUARES, final_margin, flips, frontier, mobility, stable};
use agon_core::cpu::Cpu;

for_each_processor! {
    /// Any number of empty squares, to the end: the margin if it is above `alpha`, otherwise an upper bound.
    pub(super) fn exact(me: u64, them: u64, alpha: i32, empties: u32, key: u64) -> i32 = exact_here
}

/// The margin of a position after a move, whichever search is made for so few empty squares.
#[inline(always)]
fn after<C: Cpu>(search: &mut Search<'_, C>, child: &Child, alpha: i32, empties: u32) -> i32 {
    if empties <= SHALLOW_MOST {
        let odd = odd_quadrants(!(child.me | child.them));
        shallow(search, child.me, child.them, alpha, empties, odd)
    } else {
        exact(search, child.me, child.them, alpha, empties, child.key)
    }
}

#[inline(always)]
fn exact_here<C: Cpu>(
    search: &mut Search<'_, C>,
    me: u64,
    them: u64,
    alpha: i32,
    empties: u32,
    key: u64,
) -> i32 {
    if empties <= SHALLOW_MOST {
        return shallow(search, me, them, alpha, empties, odd_quadrants(!(me | them)));
    }
    search.nodes += 1;
    if search.must_stop() {
        return alpha;
    }
    if let Some(bound) = search.stability_bound(me, them, alpha, empties) {
        return bound;
    }
    let start = search.nodes;
    let mut tried = 64;
    let mut known = None;
    let is_recent = empties <= RECENT_MOST;
    if !search.rules.table {
    } else if is_recent {
        known = search.recent.get(key);
        if let Some(known) = known {
            if i32::from(known.lower) > alpha {
                return known.lower.into();
            }
            if i32::from(known.upper) <= alpha {
                return known.upper.into();
            }
            tried = known.best;
        }
    } else if let Some(entry) = search.shared.table.get(key) {
        if entry.level == Level::EXACT {
            if i32::from(entry.lower) > alpha {
                return entry.lower.into();
            }
            if i32::from(entry.upper) <= alpha {
                return entry.upper.into();
            }
        }
        tried = entry.moves[0];
    }
    let mut found = Finding { alpha, value: NOTHING, best: 64, level: Level::EXACT, nodes: 0 };
    if tried < 64 {
        let square = usize::from(tried);
        let turned = flips(search.cpu, me, them, square);
        if turned != 0 {
            let mut child =
                Child { me: them ^ turned, them: me ^ turned | 1 << square, key: 0, rank: 0, square: tried };
            child.key = key_of(child.me, child.them);
            found.value = -after(search, &child, -alpha - 1, empties - 1);
            found.best = tried;
        } else {
            tried = 64;
        }
    }
    if found.value <= alpha {
        let mut moves = mobility(search.cpu, me, them);
        if moves == 0 {
            if mobility(search.cpu, them, me) == 0 {
                return final_margin(me, them);
            }
            return -exact(search, them, me, -alpha - 1, empties, key_of(them, me));
        }
        if tried < 64 {
            moves &= !(1 << tried);
        }
        if empties < 16 {
            others::<C, 16>(search, me, them, moves, empties, &mut found);
        } else {
            others::<C, MOST_MOVES>(search, me, them, moves, empties, &mut found);
        }
    }
    if !search.rules.table || search.stopped {
    } else if is_recent {
        search.recent.put(key, alpha, found.value, found.best, known);
    } else {
        found.nodes = search.nodes - start;
        search.shared.table.put(key, found);
    }
    found.value
}

/// Searches the moves besides the table's.
#[inline(always)]
fn others<C: Cpu, const N: usize>(
    search: &mut Search<'_, C>,
    me: u64,
    them: u64,
    moves: u64,
    empties: u32,
    found: &mut Finding,
) {
    let alpha = found.alpha;
    let mut children = Children::<N>::none();
    children.add(search.cpu, me, them, moves);
    if search.rules.table && empties > SHALLOW_MOST + 1 {
        for child in children.all() {
            child.key = key_of(child.me, child.them);
            if empties > RECENT_MOST + 1 {
                search.shared.table.prefetch(child.key);
            }
        }
    }
    if !(children.is_single() && found.best == 64) {
        rank(search, &mut children, !(me | them), empties);
        if search.rules.enhanced_cutoff && search.rules.table && empties >= ETC_FROM {
            for child in children.all() {
                if empties <= RECENT_MOST + 1 {
                    if let Some(known) = search.recent.get(child.key)
                        && -i32::from(known.upper) > alpha
                    {
                        (found.value, found.best) = (-i32::from(known.upper), child.square);
                        return;
                    }
                } else if let Some(entry) = search.shared.table.get(child.key)
                    && entry.level == Level::EXACT
                    && -i32::from(entry.upper) > alpha
                {
                    (found.value, found.best) = (-i32::from(entry.upper), child.square);
                    return;
                }
            }
        }
    }
    while let Some(child) = children.next() {
        let value = -after(search, &child, -alpha - 1, empties - 1);
        if search.stopped {
            return;
        }
        if value > found.value {
            (found.value, found.best) = (value, child.square);
            if value > alpha {
                return;
            }
        }
    }
}

/// Ranks moves without searching: what the opponent can do then, parity, and with enough empty squares what the
/// evaluation says.
#[inline(always)]
pub(super) fn rank<C: Cpu, const N: usize>(
    search: &mut Search<'_, C>,
    children: &mut Children<N>,
    empty: u64,
    empties: u32,
) {
    let odd = QUADRANT_SQUARES[usize::from(odd_quadrants(empty))];
    let rules = search.rules;
    let judged = rules.evaluation && search.shared.judge.ranks_quickly() && empties >= EVALUATE_FROM;
    let ranked = search.shared.judge.ranks();
    for child in children.all() {
        let bit = 1u64 << child.square;
        let mut rank = 0;
        if child.me == 0 {
            child.rank = i32::MAX;
            continue;
        }
        if rules.fastest_first && ranked {
            let replies = mobility(search.cpu, child.me, child.them);
            let replies = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
            let open = frontier(child.them, !(child.me | child.them)).count_ones() as i32;
            rank -= if judged {
                MOBILITY_JUDGED * replies + POTENTIAL_JUDGED * open
            } else {
                MOBILITY * replies + POTENTIAL * open
            };
        }
        if ranked && !judged {
            rank += CORNER * i32::from(bit & CORNERS != 0);
            rank += EDGE * i32::from(bit & EDGES != 0) + X_SQUARE * i32::from(bit & X_SQUARES != 0);
            if empties >= 12 {
                rank += STABLE * stable(search.shared.edges, child.them, child.me).count_ones() as i32;
            }
        }
        if rules.parity && ranked && bit & odd != 0 {
            rank += if empties < 12 { PARITY_LATE } else { PARITY_EARLY };
        }
        if judged {
            rank -= search.shared.judge.value(search.cpu, child.me, child.them);
        }
        child.rank = rank;
    }
}

// Ranks are in 64ths of a disc: first those without an evaluation.
const MOBILITY: i32 = 320;
const POTENTIAL: i32 = 60;
const CORNER: i32 = 160;
const EDGE: i32 = 60;
const X_SQUARE: i32 = -200;
const STABLE: i32 = 40;
const PARITY_LATE: i32 = 160;
const PARITY_EARLY: i32 = 80;
const MOBILITY_JUDGED: i32 = 256;
const POTENTIAL_JUDGED: i32 = 40;

const EDGES: u64 = 0x7e81_8181_8181_817e;
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

//! Searches of a few plies that end in evaluations, in 64ths of a disc: to order moves and to begin selective
//! cuts with.

use super::Search;
use super::children::{Children, MOST_MOVES};
use crate::solver::compiled::for_each_processor;
use crate::solver::evaluation::DISC;
use crate::solver::kernels::{final_margin, flips, mobility};
use agon_core::cpu::Cpu;

/// Beyond any value.
pub(in crate::solver) const INFINITE: i32 = 1 << 20;

for_each_processor! {
    /// The value of a position by a search of `depth` plies, exact between `alpha` and `beta`, a bound outside.
    pub(in crate::solver) fn sounding(me: u64, them: u64, alpha: i32, beta: i32, depth: u32) -> i32 = sounding_here
}

#[inline(always)]
fn sounding_here<C: Cpu>(
    search: &mut Search<'_, C>,
    me: u64,
    them: u64,
    mut alpha: i32,
    beta: i32,
    depth: u32,
) -> i32 {
    search.nodes += 1;
    if depth == 0 {
        return search.shared.judge.value(search.cpu, me, them);
    }
    let moves = mobility(search.cpu, me, them);
    if moves == 0 {
        if mobility(search.cpu, them, me) == 0 {
            return final_margin(me, them) * DISC;
        }
        return -sounding(search, them, me, -beta, -alpha, depth);
    }
    let mut best = -INFINITE;
    if depth == 1 {
        let mut left = moves;
        while left != 0 {
            let square = left.trailing_zeros() as usize & 63;
            left &= left - 1;
            let turned = flips(search.cpu, me, them, square);
            search.nodes += 1;
            if them == turned {
                return 64 * DISC;
            }
            let value = -search.shared.judge.value(search.cpu, them ^ turned, me ^ turned | 1 << square);
            best = best.max(value);
            if best >= beta {
                return best;
            }
        }
        return best;
    }
    let mut children = Children::<MOST_MOVES>::none();
    children.add(search.cpu, me, them, moves);
    for child in children.all() {
        if child.me == 0 {
            return 64 * DISC;
        }
    }
    for child in children.all() {
        child.rank = if depth == 2 {
            -(mobility(search.cpu, child.me, child.them).count_ones() as i32)
        } else {
            -search.shared.judge.value(search.cpu, child.me, child.them)
        };
    }
    while let Some(child) = children.next() {
        let value = -sounding(search, child.me, child.them, -beta, -alpha, depth - 1);
        if value > best {
            best = value;
            alpha = alpha.max(value);
            if value >= beta {
                return best;
            }
        }
    }
    best
}

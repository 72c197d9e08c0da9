//! The evaluation in use.

use super::{DISC, Evaluation, Patterns, embedded};
use crate::solver::kernels::{CORNERS, frontier, mobility};
use crate::solver::options::Ordering;
use agon_core::cpu::Cpu;
use std::sync::Arc;

/// The evaluation in use.
#[derive(Debug)]
pub(in crate::solver) enum Judge {
    None,
    Simple,
    Patterns(Arc<Patterns>),
    External(Arc<dyn Evaluation>),
}

impl Judge {
    pub(in crate::solver) fn new(ordering: &Ordering) -> Judge {
        match ordering {
            Ordering::None => Judge::None,
            Ordering::Simple => Judge::Simple,
            Ordering::Patterns => embedded().map_or(Judge::Simple, Judge::Patterns),
            Ordering::Fitted(patterns) => Judge::Patterns(patterns.clone()),
            Ordering::External(evaluation) => Judge::External(evaluation.clone()),
        }
    }

    /// Whether moves are ordered at all.
    #[inline(always)]
    pub(in crate::solver) fn ranks(&self) -> bool {
        !matches!(self, Judge::None)
    }

    /// Whether its values are good enough to order moves by, rather than the opponent's mobility, and to search
    /// selectively with.
    #[inline(always)]
    pub(in crate::solver) fn is_trusted(&self) -> bool {
        matches!(self, Judge::Patterns(_) | Judge::External(_))
    }

    /// Whether an evaluation is quick enough, and better than mobility, for the lower part of the tree.
    #[inline(always)]
    pub(in crate::solver) fn ranks_quickly(&self) -> bool {
        matches!(self, Judge::Patterns(_))
    }

    /// The margin to be expected for the side to move, in 64ths of a disc.
    #[inline(always)]
    pub(in crate::solver) fn value<C: Cpu>(&self, cpu: C, me: u64, them: u64) -> i32 {
        match self {
            Judge::None => 0,
            Judge::Simple => simple(cpu, me, them),
            Judge::Patterns(patterns) => patterns.value(cpu, me, them),
            Judge::External(evaluation) => evaluation.value(me, them),
        }
    }

    /// See [`Evaluation::deviation`].
    #[inline(always)]
    pub(in crate::solver) fn deviation(&self, empties: u32, depth: u32, probe: u32) -> f32 {
        match self {
            Judge::None => 99.0,
            Judge::Simple => 14.0 - 0.25 * probe as f32,
            Judge::Patterns(patterns) => patterns.deviation(empties, depth, probe),
            Judge::External(evaluation) => evaluation.deviation(empties, depth, probe),
        }
    }
}

/// Mobility, potential mobility and corners.
#[inline(always)]
fn simple<C: Cpu>(cpu: C, me: u64, them: u64) -> i32 {
    let empty = !(me | them);
    let count = |board: u64| board.count_ones() as i32;
    let moves = count(mobility(cpu, me, them)) - count(mobility(cpu, them, me));
    let open = count(frontier(them, empty)) - count(frontier(me, empty));
    let corners = count(me & CORNERS) - count(them & CORNERS);
    moves * (3 * DISC / 2) + open * (DISC / 2) + corners * (8 * DISC) + 2 * DISC
}

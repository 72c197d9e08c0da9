//! How nodes and time are shared between the solver and the search.

use crate::solver::Budget;
use agon_search::shares::{Share, share_of_nodes, share_of_time, share_until};
use agon_search::{Clock, Limits};
use std::sync::atomic::AtomicBool;

/// How much of what is left each part may use: the proof of the whole position, then again and again a search and the
/// proof that what it chose does not lose.
pub(super) const PROOF: Share = [1, 3];
pub(super) const PROOF_AFTER_BOOK: Share = [3, 4];
pub(super) const SEARCH: Share = [2, 3];
pub(super) const VERIFY: Share = [1, 2];

/// The same for the choice among equally good moves.
pub(super) const CHOICE: Share = [1, 4];

/// A part of what is left, for the solver.
pub(super) fn budget<'a>(
    limits: &Limits,
    used: u64,
    clock: &'a dyn Clock,
    stop: &'a AtomicBool,
    share: Share,
) -> Budget<'a> {
    let time = share_of_time(limits, clock, share).map(|end| (clock, end));
    Budget { nodes: share_of_nodes(limits, used, share).unwrap_or(u64::MAX), time, stop }
}

/// A part of what is left, for the search.
pub(super) fn part(limits: &Limits, used: u64, clock: &dyn Clock, share: Share) -> Limits {
    Limits {
        nodes: share_of_nodes(limits, used, share).map(|nodes| nodes.max(1)),
        soft: limits.soft.map(|end| share_until(end, clock, share)),
        hard: limits.hard.map(|end| share_until(end, clock, share)),
        ..*limits
    }
}

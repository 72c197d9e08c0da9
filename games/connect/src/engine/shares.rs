//! How nodes and time are shared between the solver and the search.

use crate::solver::Budget;
use agon_search::limits::{Clock, Limits};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How many positions the search looks at before the solver is asked, so that there is a move in any case, and a
/// preference among equally good ones.
const GLANCE: u64 = 2_000;

/// How much of what is left each part may use: the proof of the whole position, then again and again a search and the
/// proof that what it chose does not lose.
pub(super) const PROOF: [u32; 2] = [1, 3];
pub(super) const PROOF_AFTER_BOOK: [u32; 2] = [3, 4];
pub(super) const SEARCH: [u32; 2] = [2, 3];
pub(super) const VERIFY: [u32; 2] = [1, 2];

/// The same for the choice among equally good moves.
pub(super) const CHOICE: [u32; 2] = [1, 4];

/// The limits of the first look.
pub(super) fn glance(limits: &Limits) -> Limits {
    Limits { nodes: Some(limits.nodes.map_or(GLANCE, |all| GLANCE.min(all / 8).max(1))), ..*limits }
}

/// A part of the nodes that are left.
fn nodes_left(limits: &Limits, used: u64, [part, of]: [u32; 2]) -> Option<u64> {
    limits.nodes.map(|all| all.saturating_sub(used) / u64::from(of) * u64::from(part))
}

/// The end of a part of the time that is left until `end`.
fn time_left(end: Duration, clock: &dyn Clock, [part, of]: [u32; 2]) -> Duration {
    let now = clock.elapsed();
    now + end.saturating_sub(now) * part / of
}

/// A part of what is left, for the solver.
pub(super) fn budget<'a>(
    limits: &Limits,
    used: u64,
    clock: &'a dyn Clock,
    stop: &'a AtomicBool,
    share: [u32; 2],
) -> Budget<'a> {
    let time = limits.soft.or(limits.hard).map(|end| (clock, time_left(end, clock, share)));
    Budget { nodes: nodes_left(limits, used, share).unwrap_or(u64::MAX), time, stop }
}

/// A part of what is left, for the search.
pub(super) fn part(limits: &Limits, used: u64, clock: &dyn Clock, share: [u32; 2]) -> Limits {
    Limits {
        nodes: nodes_left(limits, used, share).map(|nodes| nodes.max(1)),
        soft: limits.soft.map(|end| time_left(end, clock, share)),
        hard: limits.hard.map(|end| time_left(end, clock, share)),
        ..*limits
    }
}

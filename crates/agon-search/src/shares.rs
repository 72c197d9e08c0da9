//! How the nodes and the time of one move are shared between a search and an exact solver.

use crate::clock::Clock;
use crate::limits::Limits;
use std::time::Duration;

/// A part of a whole: so many of so many.
pub type Share = [u32; 2];

/// How many positions a search looks at before a solver is asked.
const GLANCE: u64 = 2_000;

/// The limits of a first short search before a solver is asked, so that there is a move in any case and a preference among
/// equally good ones.
///
/// ```
/// use agon_search::{Limits, shares::glance};
/// assert_eq!(glance(&Limits::nodes(800)).nodes, Some(100));
/// assert_eq!(glance(&Limits::default()).nodes, Some(2_000));
/// ```
pub fn glance(limits: &Limits) -> Limits {
    Limits { nodes: Some(limits.nodes.map_or(GLANCE, |all| GLANCE.min(all / 8).max(1))), ..*limits }
}

/// A share of the nodes that are left after `used`; nothing if nodes are not limited.
///
/// ```
/// use agon_search::{Limits, shares::share_of_nodes};
/// assert_eq!(share_of_nodes(&Limits::nodes(1_000), 400, [2, 3]), Some(400));
/// assert_eq!(share_of_nodes(&Limits::default(), 400, [2, 3]), None);
/// ```
pub fn share_of_nodes(limits: &Limits, used: u64, [part, of]: Share) -> Option<u64> {
    limits.nodes.map(|all| all.saturating_sub(used) / u64::from(of) * u64::from(part))
}

/// The end of a share of the time that is left until `end`.
pub fn share_until(end: Duration, clock: &dyn Clock, [part, of]: Share) -> Duration {
    let now = clock.elapsed();
    now + end.saturating_sub(now) * part / of
}

/// The end of a share of the time that the limits leave; nothing if time is not limited.
pub fn share_of_time(limits: &Limits, clock: &dyn Clock, share: Share) -> Option<Duration> {
    limits.soft.or(limits.hard).map(|end| share_until(end, clock, share))
}

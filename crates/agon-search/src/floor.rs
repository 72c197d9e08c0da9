//! The search that neither the clock nor a stop signal can take away.
//!
//! On a busy machine the time for a move may be over before the first position was looked at. A move that nobody has looked
//! at loses won games, so every search first does this much, however late it is. It is small enough to fit in the
//! [safety margin](crate::time::safety_margin), half a millisecond to a millisecond of processor time. Limits in
//! positions and in plies hold as they are.

/// With this depth complete, a search has seen what each move leads to and every answer to it: wins at once are taken,
/// and losses at once avoided.
const DEPTH: u32 = 2;

/// With so many positions a search has looked enough, if the first depth is complete.
const NODES: u64 = 1_000;

/// The least number of random games of a Monte-Carlo tree search: enough to try every move of a position with ten, and
/// most of the answers.
pub(crate) const GAMES: u64 = 128;

/// Whether a search may end for want of time, with this depth `complete` and so many positions looked at. Where a depth
/// `alone` limits it, that may be searched without the depths before it, so only the positions count.
pub const fn is_reached(complete: u32, nodes: u64, alone: bool) -> bool {
    complete >= DEPTH || nodes >= NODES && (complete >= 1 || alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_depth_is_always_completed() {
        assert!(!is_reached(0, 1_000_000, false));
        assert!(is_reached(0, NODES, true));
        assert!(!is_reached(1, NODES - 1, false) && is_reached(1, NODES, false));
        assert!(is_reached(DEPTH, 0, false));
    }
}

//! Bounds on the score that need no search: what a side gets by always answering in the same column.
//!
//! **Following.** Let the number of empty cells be even. The side to move leads, the other one follows: it
//! answers in the same column, above the leader's stone. In a column with an even number of cells left it so
//! gets every other row, down from the top one; these are its rows here. The columns with an odd number of
//! cells left are even in number: when the leader plays in one, the follower plays in another, and both have
//! an even number left. So the follower surely gets its rows except, perhaps, cells that can be played at once.
//!
//! **Threats.** A cell that would give the follower four and that it is sure to get shuts its column: the
//! leader, playing below it, loses at once, so it never gets a cell above it. The cells from below the threat
//! to the top are even in number. When nothing else is left the leader must play there, and the follower wins
//! with all of them unplayed but one.
//!
//! **A kept column.** Let the number of empty cells be odd. If the other side has a threat that is not on one
//! of those rows, then from below it to the top of its column, which both sides leave alone, there is an odd
//! number of cells. Without them the number of empty cells is even again: the side to move leads and the other
//! one follows. In the kept column it answers on the threat's rows.
//!
//! On 7 × 6 the second player follows when the first one is to move, on the even rows; the first player follows
//! with a threat on an odd row. On 9 × 9 the first player follows, on the odd rows, and the second with a threat
//! on an even one.

use super::slot::Keyed;
use crate::Grid;

/// The follower's rows: the top one, and every other below it.
#[inline(always)]
pub(super) fn follower_rows<B: Keyed, const W: usize, const H: usize>() -> B {
    let mut rows = B::EMPTY;
    for height in (0..H).rev().step_by(2) {
        rows |= Grid::<B, W, H>::row(height);
    }
    rows
}

/// In each column the lowest of some cells and everything above it.
#[inline(always)]
fn upwards<B: Keyed, const W: usize, const H: usize>(cells: B) -> B {
    // Within each column this is x | −x, in a number one bit wider than the column.
    let sentinels = Grid::<B, W, H>::bottom() << H as u32;
    (sentinels.minus(cells) | cells) & Grid::<B, W, H>::cells()
}

/// An upper bound on the score of the side to move, if the number of empty cells is even and the other side
/// follows; nothing if that proves nothing. Both sides' stones are given and the cells that would give the
/// follower four, none of which can be played at once. A bound that is not below `beta` need not be good.
#[inline(always)]
pub(super) fn when_followed<B: Keyed, const W: usize, const H: usize>(
    leader: B,
    follower: B,
    follower_wins: B,
    beta: i32,
) -> Option<i32> {
    let rows = follower_rows::<B, W, H>();
    let sure = follower | (rows & !leader & !Grid::<B, W, H>::landings(leader | follower));
    let threatened = upwards::<B, W, H>(follower_wins & rows);
    let shut = threatened & (threatened << 1);
    if Grid::<B, W, H>::has_four(Grid::<B, W, H>::cells() & !sure & !shut) {
        return None;
    }
    if threatened.any() {
        return Some(-((threatened & rows).count() as i32));
    }
    if beta > 0 { Some(0) } else { Some(-completed_late::<B, W, H>(follower, sure)) }
}

/// How many stones the follower has left at worst when it completes four with cells it is sure to get; 0 if it
/// has no such line. The last cell of the line may be one whose column the leader leaves alone to the end, and
/// then everything above it is unplayed.
#[inline(always)]
fn completed_late<B: Keyed, const W: usize, const H: usize>(follower: B, sure: B) -> i32 {
    let mut rows = B::EMPTY;
    for height in (1 - H % 2..H).step_by(2) {
        rows |= Grid::<B, W, H>::row(height);
        if Grid::<B, W, H>::has_four(follower | (sure & rows)) {
            return (H - height).div_ceil(2) as i32;
        }
    }
    0
}

/// As [`when_followed`], but the number of empty cells is odd and the other side keeps a column.
#[inline(always)]
pub(super) fn when_kept<B: Keyed, const W: usize, const H: usize>(
    leader: B,
    follower: B,
    follower_wins: B,
    beta: i32,
) -> Option<i32> {
    let rows = follower_rows::<B, W, H>();
    let mut keepers = follower_wins & !rows;
    if !keepers.any() {
        return None;
    }
    let cells = Grid::<B, W, H>::cells();
    let mask = leader | follower;
    let later = cells & !mask & !Grid::<B, W, H>::landings(mask);
    let threatened = upwards::<B, W, H>(follower_wins & rows);
    while keepers.any() {
        let column = Grid::<B, W, H>::column(Grid::<B, W, H>::place(keepers).0);
        let kept = upwards::<B, W, H>(keepers & column);
        keepers = keepers & !column;
        let others = threatened & !column;
        let bound = -((kept.count() + 1 + 2 * (others & rows).count()) as i32 / 2);
        if bound >= beta {
            continue;
        }
        let sure = follower | (later & ((rows & !column) | (column & !rows)));
        let threatened = kept | others;
        let shut = threatened & (threatened << 1);
        if !Grid::<B, W, H>::has_four(cells & !sure & !shut) {
            return Some(bound);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::forced::Node;
    use super::super::plain;
    use super::*;
    use crate::ConnectPosition;
    use agon_core::{Dice, MoveList, Position};

    /// Every bound that is given for random positions must hold, and some must be given.
    fn bounds_hold<const W: usize, const H: usize>(seed: u64, most_empties: usize, tries: usize) {
        let mut dice = Dice::new(seed);
        let mut given = [0; 2];
        for _ in 0..tries {
            let mut position = ConnectPosition::<u64, W, H>::START;
            let plies = W * H - 2 - dice.below(most_empties as u64 - 2) as usize;
            // Moves that do not end the game, where the dice find them.
            for _ in 0..5 * plies {
                let mut moves = MoveList::new();
                position.generate(&mut moves);
                let mut after = position;
                after.play(*dice.pick(&moves).expect("a move"));
                if after.outcome().is_none() && position.ply() < plies {
                    position = after;
                }
            }
            let node = Node::of::<W, H>(position.me(), position.them());
            let landings = Grid::<u64, W, H>::landings(position.mask());
            let quiet = ((node.my_wins | node.their_wins) & landings) == 0;
            if position.ply() < plies || !quiet {
                continue;
            }
            let followed = node.empties % 2 == 0;
            for beta in [-2, 0, 1] {
                let bound = if followed {
                    when_followed::<u64, W, H>(node.me, node.them, node.their_wins, beta)
                } else {
                    when_kept::<u64, W, H>(node.me, node.them, node.their_wins, beta)
                };
                if let Some(bound) = bound {
                    given[usize::from(followed)] += 1;
                    let score = plain::score(&position);
                    assert!(score <= bound, "{position:?} has {score}, not at most {bound}");
                }
            }
        }
        assert!(given[0] > 20 && given[1] > 50, "too few bounds were given to test them: {given:?}");
    }

    #[test]
    fn bounds_hold_on_small_boards() {
        bounds_hold::<5, 4>(1, 13, 3000);
        bounds_hold::<6, 4>(2, 13, 3000);
        bounds_hold::<4, 6>(3, 13, 3000);
        bounds_hold::<7, 6>(4, 13, 20_000);
        bounds_hold::<5, 5>(5, 13, 6000);
        bounds_hold::<4, 5>(6, 13, 6000);
        bounds_hold::<6, 5>(7, 13, 10_000);
        bounds_hold::<5, 7>(8, 13, 10_000);
    }
}

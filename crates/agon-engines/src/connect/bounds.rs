//! Bounds on the score that need no search: what a side gets by always answering in the same column.
//!
//! All of this is for boards of even height, where rows are counted from 1 at the bottom. Whoever always
//! answers in the same column, above the other side's stone, gets the even rows. The answering side here is
//! called the follower; the other one leads.
//!
//! **Pairs of columns.** Where a column has an odd number of cells left its lowest one is on an even row.
//! Before a move of the leader the number of such columns is even, so that when the leader plays in one, the
//! follower plays in another; afterwards both have an even number left. So the follower surely gets all even
//! rows except, perhaps, cells that can be played at once.
//!
//! **Threats.** A cell that gives the follower four and that it is sure to get is never reached by the leader:
//! playing below it loses at once. So cells above it are out of the leader's reach. When nothing else is left
//! the leader must play below one of these cells, and loses with everything from there up unplayed.
//!
//! **The first player's odd threat.** With an even number of cells left the first player leads. But if it has
//! a threat on an odd row and it is the second player's turn, the cells from below that threat to the top of
//! its column are odd in number and neither side wants to start them: without them the number of cells left
//! is even and the second player leads. In that column the first player then answers on the odd rows.

use super::slot::Keyed;
use agon_games::connect::Grid;

/// Rows 2, 4, 6 … of all columns.
#[inline(always)]
pub(super) fn even_rows<B: Keyed, const W: usize, const H: usize>() -> B {
    let mut rows = B::EMPTY;
    for height in (1..H).step_by(2) {
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

/// An upper bound on the score of the first player, who is to move, if the second player follows; nothing if
/// that proves nothing. Both sides' stones and the cells that would give the second player four are given.
/// A bound that is not below `beta` is of no use and need not be found.
#[inline(always)]
pub(super) fn second_follows<B: Keyed, const W: usize, const H: usize>(
    first: B,
    second: B,
    second_wins: B,
    beta: i32,
) -> Option<i32> {
    let evens = even_rows::<B, W, H>();
    let sure = second | (evens & !first & !Grid::<B, W, H>::landings(first | second));
    let threatened = upwards::<B, W, H>(second_wins & evens);
    let unreachable = threatened & (threatened << 1);
    if Grid::<B, W, H>::has_four(Grid::<B, W, H>::cells() & !sure & !unreachable) {
        return None;
    }
    if threatened.any() {
        return Some(-((threatened & evens).count() as i32));
    }
    if beta > 0 { Some(0) } else { Some(-completed_row::<B, W, H>(second, sure)) }
}

/// How many stones the second player has left at worst when it completes four with cells it is sure to get;
/// 0 if it has no such line. The last cell of a line may be the one that the leader keeps shut to the end, and
/// then everything above it is unplayed.
#[inline(always)]
fn completed_row<B: Keyed, const W: usize, const H: usize>(second: B, sure: B) -> i32 {
    let mut rows = B::EMPTY;
    for height in (1..H).step_by(2) {
        rows |= Grid::<B, W, H>::row(height);
        if Grid::<B, W, H>::has_four(second | (sure & rows)) {
            return (H - height).div_ceil(2) as i32;
        }
    }
    0
}

/// An upper bound on the score of the second player, who is to move, if the first player has a threat on an
/// odd row and follows; otherwise as [`second_follows`].
#[inline(always)]
pub(super) fn first_follows<B: Keyed, const W: usize, const H: usize>(
    second: B,
    first: B,
    first_wins: B,
    beta: i32,
) -> Option<i32> {
    let evens = even_rows::<B, W, H>();
    let mut odd_threats = first_wins & !evens;
    if !odd_threats.any() {
        return None;
    }
    let cells = Grid::<B, W, H>::cells();
    let mask = first | second;
    let later = cells & !mask & !Grid::<B, W, H>::landings(mask);
    let threatened = upwards::<B, W, H>(first_wins & evens);
    while odd_threats.any() {
        let column = Grid::<B, W, H>::column(Grid::<B, W, H>::place(odd_threats).0);
        let kept = upwards::<B, W, H>(odd_threats & column);
        odd_threats = odd_threats & !column;
        let others = threatened & !column;
        let bound = -((kept.count() + 1 + 2 * (others & evens).count()) as i32 / 2);
        if bound >= beta {
            continue;
        }
        let sure = first | (later & ((evens & !column) | (column & !evens)));
        let threatened = kept | others;
        let unreachable = threatened & (threatened << 1);
        if !Grid::<B, W, H>::has_four(cells & !sure & !unreachable) {
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
    use agon_core::{Dice, MoveList, Position, Side};
    use agon_games::connect::ConnectPosition;

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
            let first = position.side_to_move() == Side::First;
            for beta in [-2, 0, 1] {
                let bound = if first {
                    second_follows::<u64, W, H>(node.me, node.them, node.their_wins, beta)
                } else {
                    first_follows::<u64, W, H>(node.me, node.them, node.their_wins, beta)
                };
                if let Some(bound) = bound {
                    given[usize::from(first)] += 1;
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
    }
}

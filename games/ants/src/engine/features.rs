//! What the evaluation counts for each side.

use super::board::{CENTRE, DIAGONALS, EDGES, View, ahead, behind, progress_row};
use crate::AntsPosition;
use agon_core::{Position, Side};

/// Where each count stands in [`Counts`].
pub mod index {
    /// Ants in contact, by the rows they have gone: 0 to 10.
    pub const MARCH: usize = 0;
    /// Ants that nothing can stop any more.
    pub const RUNAWAYS: usize = 11;
    /// Ants in contact on the left or right edge.
    pub const EDGE: usize = 12;
    /// Ants in contact, not on the edge, behind which both squares are taken.
    pub const BACKED: usize = 13;
    /// Ants that the other side could capture at once.
    pub const ATTACKED: usize = 14;
    /// Safe steps, up to [`super::MOST_SAFE`].
    pub const SAFE: usize = 15;
    /// Safe steps, up to [`super::FEW_SAFE`]: the last ones count most.
    pub const LAST_SAFE: usize = 16;
    /// 1 if every step loses an ant.
    pub const CRAMPED: usize = 17;
    /// 1 if there is no move at all: passing is free.
    pub const BLOCKED: usize = 18;
    /// Steps that runaways have before them, up to [`super::MOST_RESERVE`].
    pub const RESERVE: usize = 19;
    /// Ants in contact that cannot step.
    pub const STUCK: usize = 20;
    /// Neighbours along a diagonal, both in contact.
    pub const PAIRS: usize = 21;
    /// Ants in contact on columns 2 to 5.
    pub const CENTRE: usize = 22;
    /// Food that an ant can safely step on at once.
    pub const FOOD_1: usize = 23;
    /// Food within two steps.
    pub const FOOD_2: usize = 24;
}

/// How many counts there are for a side.
pub const COUNTS: usize = 25;

/// Where each count for the side to move stands in [`Turn`].
pub mod turn {
    /// Always 1: having the move.
    pub const MOVE: usize = 0;
    /// 1 if every step loses an ant, with the move at hand.
    pub const CRAMPED: usize = 1;
    /// 1 if there is food to be taken safely at once.
    pub const NEAR_FOOD: usize = 2;
    /// 1 if one of its ants is attacked: it can still be saved.
    pub const ATTACKED: usize = 3;
    /// 1 or −1: whether the rows that all ants in contact have gone are an even or an odd number. Every step
    /// of an ant in contact turns it round, so it stays with one side until an ant is taken or breaks through.
    pub const OPPOSITION: usize = 4;
}

/// How many counts there are for the side to move.
pub const TURNS: usize = 5;

/// What is counted for the side to move.
pub type Turn = [i32; TURNS];

/// What is counted for the side to move, from the counts of both sides.
#[inline(always)]
pub(super) fn turn(counts: &[Counts; 2], side: Side) -> Turn {
    let mine = &counts[side];
    let mut odd = 0;
    let mut progress = 1;
    while progress < 11 {
        odd += counts[0][index::MARCH + progress] + counts[1][index::MARCH + progress];
        progress += 2;
    }
    [1, mine[index::CRAMPED], mine[index::FOOD_1].min(1), mine[index::ATTACKED].min(1), 1 - 2 * (odd & 1)]
}

/// More safe steps than this are no better.
pub const MOST_SAFE: i32 = 10;

/// So many safe steps are few.
pub const FEW_SAFE: i32 = 3;

/// A larger reserve than this is no better.
pub const MOST_RESERVE: i32 = 12;

/// What is counted for a side.
pub type Counts = [i32; COUNTS];

/// What is counted for black and for white.
#[inline(always)]
pub(super) fn counts(position: &AntsPosition, cones: [u64; 2]) -> [Counts; 2] {
    let [black, white] = position.ants();
    let food = position.food();
    [
        side_counts(View::<true>::new(black, white), food, cones),
        side_counts(View::<false>::new(white, black), food, [cones[1], cones[0]]),
    ]
}

/// The counts of black and of white and of the side to move, from scratch.
pub fn counts_of(position: &AntsPosition) -> ([Counts; 2], Turn) {
    let both = counts(position, super::board::cones(position));
    (both, turn(&both, position.side_to_move()))
}

#[inline(always)]
fn count(board: u64) -> i32 {
    board.count_ones() as i32
}

/// `cones` are this side's and the other's.
#[inline(always)]
fn side_counts<const UP: bool>(view: View<UP>, food: u64, cones: [u64; 2]) -> Counts {
    let mut counts = [0; COUNTS];
    let contact = view.me & cones[1];
    let runaways = view.me & !cones[1];
    let mut reserve = 0;
    for progress in 0..11 {
        let row = progress_row::<UP>(progress);
        counts[index::MARCH + progress as usize] = count(contact & row);
        reserve += (11 - progress as i32) * count(runaways & row);
    }
    let safe = DIAGONALS.map(|diagonal| view.safe_steps(diagonal));
    let steps = DIAGONALS.map(|diagonal| view.steps(diagonal));
    let movers = DIAGONALS.map(|d| behind::<UP>(view.steps(d), d));
    let safe_count = count(safe[0]) + count(safe[1]);
    let two = view.further(steps[0] | steps[1]);
    counts[index::RUNAWAYS] = count(runaways);
    counts[index::EDGE] = count(contact & EDGES);
    counts[index::BACKED] = count(contact & view.backed() & !EDGES);
    counts[index::ATTACKED] = count(view.attacked());
    counts[index::SAFE] = safe_count.min(MOST_SAFE);
    counts[index::LAST_SAFE] = safe_count.min(FEW_SAFE);
    counts[index::CRAMPED] = i32::from(safe_count == 0 && steps[0] | steps[1] != 0);
    counts[index::BLOCKED] = i32::from(!view.can_move());
    counts[index::RESERVE] = reserve.min(MOST_RESERVE);
    counts[index::STUCK] = count(contact & !(movers[0] | movers[1]));
    counts[index::PAIRS] = DIAGONALS.map(|d| count(contact & ahead::<UP>(contact, d))).into_iter().sum();
    counts[index::CENTRE] = count(contact & CENTRE);
    counts[index::FOOD_1] = count(food & (safe[0] | safe[1]));
    counts[index::FOOD_2] = count(food & (steps[0] | steps[1] | two));
    counts
}

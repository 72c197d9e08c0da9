//! What the evaluation counts for each side.

use super::board::{DIAGONALS, EDGES, View, progress_row};
use agon_games::ants::AntsPosition;

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
    /// Safe steps of ants in contact, up to [`super::MOST_SAFE`].
    pub const SAFE: usize = 15;
    /// 1 if every step loses an ant and there is no runaway to move instead.
    pub const CRAMPED: usize = 16;
    /// 1 if there is no move at all: passing is free.
    pub const BLOCKED: usize = 17;
    /// Steps that runaways have before them, up to [`super::MOST_RESERVE`].
    pub const RESERVE: usize = 18;
    /// Food that only this side can reach.
    pub const OWN_FOOD: usize = 19;
    /// Food that an ant can safely step on at once.
    pub const NEAR_FOOD: usize = 20;
    /// Ants in contact that cannot step.
    pub const STUCK: usize = 21;
}

/// How many counts there are for a side.
pub const COUNTS: usize = 22;

/// More safe steps than this are no better.
pub const MOST_SAFE: i32 = 6;

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

/// The counts of black and of white, from scratch.
pub fn counts_of(position: &AntsPosition) -> [Counts; 2] {
    counts(position, super::board::cones(position))
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
    let movers = DIAGONALS.map(|d| super::board::behind::<UP>(view.steps(d), d));
    let safe_count = count(safe[0]) + count(safe[1]);
    counts[index::RUNAWAYS] = count(runaways);
    counts[index::EDGE] = count(contact & EDGES);
    counts[index::BACKED] = count(contact & view.backed() & !EDGES);
    counts[index::ATTACKED] = count(view.attacked());
    counts[index::SAFE] = safe_count.min(MOST_SAFE);
    counts[index::CRAMPED] = i32::from(safe_count == 0 && steps[0] | steps[1] != 0);
    counts[index::BLOCKED] = i32::from(!view.can_move());
    counts[index::RESERVE] = reserve.min(MOST_RESERVE);
    counts[index::OWN_FOOD] = count(food & cones[0] & !cones[1]);
    counts[index::NEAR_FOOD] = count(food & (safe[0] | safe[1]));
    counts[index::STUCK] = count(contact & !(movers[0] | movers[1]));
    counts
}

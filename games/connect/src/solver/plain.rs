//! The plainest exact search, to test the fast one against on small boards: alpha-beta over the rules.

use crate::{ConnectPosition, Word};
use agon_core::{MoveList, Position};

/// The exact score of a position for the side to move, as the solver gives it.
pub fn score<B: Word, const W: usize, const H: usize>(position: &ConnectPosition<B, W, H>) -> i32 {
    negamax(position, -i32::MAX, i32::MAX)
}

fn negamax<B: Word, const W: usize, const H: usize>(
    position: &ConnectPosition<B, W, H>,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome.margin_for(position.side_to_move());
    }
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    let mut best = -i32::MAX;
    for &mv in &moves {
        let mut after = *position;
        after.play(mv);
        best = best.max(-negamax(&after, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

//! What a game and its evaluation do, as plain functions, for code that runs once a search.
//!
//! The games' methods are inlined wherever they are used, because that is how a hot loop gets the processor's
//! instructions ([`agon_core::cpu`]). Elsewhere that only makes the program large and slow to build.

use crate::evaluator::Evaluator;
use crate::score::Score;
use crate::worker;
use agon_core::{MoveList, Position};

/// The legal moves.
#[inline(never)]
pub(crate) fn moves<P: Position>(position: &P) -> MoveList<P::Move> {
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    moves
}

/// The position after a move.
#[inline(never)]
pub(crate) fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut next = *position;
    next.play(mv);
    next
}

/// See [`Evaluator::state`].
#[inline(never)]
pub(crate) fn state<P: Position, E: Evaluator<P>>(evaluator: &E, position: &P) -> E::State {
    evaluator.state(position)
}

/// See [`Evaluator::advance`].
#[inline(never)]
pub(crate) fn advance<P: Position, E: Evaluator<P>>(
    evaluator: &E,
    state: &E::State,
    position: &P,
    mv: P::Move,
    next: &P,
) -> E::State {
    evaluator.advance(state, position, mv, next)
}

/// How a position looks to its side to move, without a search.
#[inline(never)]
pub fn evaluate<P: Position, E: Evaluator<P>>(evaluator: &E, position: &P) -> Score {
    evaluator.evaluate(&state(evaluator, position), position)
}

/// See [`worker::looks`].
#[inline(never)]
pub(crate) fn looks<P: Position, E: Evaluator<P>>(
    evaluator: &E,
    position: &P,
    state: &E::State,
    mv: P::Move,
) -> Score {
    worker::looks(evaluator, position, state, mv, after(position, mv))
}

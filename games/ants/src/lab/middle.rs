//! Positions from the middle of the engine's own games.

use crate::AntsPosition;
use crate::engine::fold_evaluator::{Aim, FoldEvaluator};
use crate::engine::folded::Folded;
use crate::engine::techniques;
use agon_core::{Dice, MoveList, Position};
use agon_search::{Limits, Searcher, Techniques};

/// How the engine judges.
pub(super) const FOLD: FoldEvaluator = FoldEvaluator::new(Aim::Win);

/// Positions a move in these games.
const NODES: u64 = 500;

/// Random plies at their start.
const RANDOM_PLIES: u64 = 8;

/// So many positions, each of another game, 16 to 40 plies from its start.
pub(super) fn positions(count: usize) -> Vec<AntsPosition> {
    (0..).filter_map(|seed| middle(seed, 16 + seed % 25)).take(count).collect()
}

fn middle(seed: u64, plies: u64) -> Option<AntsPosition> {
    let mut dice = Dice::new(seed);
    let mut position = AntsPosition::OPENING;
    position.resolve(dice.below(256) as usize);
    let mut searcher = Searcher::new(FOLD, Techniques { hash: 1, ..techniques() });
    for ply in 0..plies {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let mv = if ply < RANDOM_PLIES {
            *dice.pick(&moves)?
        } else {
            searcher.best(&Folded::new(position), Limits::nodes(NODES)).ok()?.mv
        };
        position.play(mv);
        if position.chance().is_some() {
            position.resolve(dice.below(2) as usize);
        }
    }
    position.outcome().is_none().then_some(position)
}

/// The position after up to two random moves: most positions of a search are off the path of good play.
pub(super) fn astray(position: &AntsPosition, number: u64) -> Option<AntsPosition> {
    let (mut position, mut dice) = (*position, Dice::new(number));
    for _ in 0..number % 3 {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        position.play(*dice.pick(&moves)?);
        if position.chance().is_some() {
            position.resolve(0);
        }
    }
    position.outcome().is_none().then_some(position)
}

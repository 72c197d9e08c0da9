//! Players by the name of their evaluation.

use super::{LabError, read};
use crate::engine::trained::Weights;
use crate::engine::{Classic, Explained, Patterns};
use crate::{HexThello, HexThelloPosition, Move};
use agon_core::{Dice, Game, MoveList, Position};
use agon_engine::generic::Margin;
use agon_search::{Evaluator, Found, Limits, Searcher, Techniques};
use std::path::Path;

/// The radius of the board that everything is fitted for.
pub(super) const RADIUS: u8 = 7;

/// Finds moves for positions, and forgets.
pub(super) trait Player {
    fn forget(&mut self);
    fn find(&mut self, position: &HexThelloPosition, limits: Limits) -> Option<Found<Move>>;
}

impl<E: Evaluator<HexThelloPosition>> Player for Searcher<HexThelloPosition, E> {
    fn forget(&mut self) {
        Searcher::forget(self);
    }

    fn find(&mut self, position: &HexThelloPosition, limits: Limits) -> Option<Found<Move>> {
        // The only error is that the game is over.
        self.best(position, limits).ok()
    }
}

/// A player by its evaluation: `explained`, `corners`, `simple`, `-` for the embedded weights, or a file of weights.
pub(super) fn player(weights: &str, hash: usize) -> Result<Box<dyn Player>, LabError> {
    let techniques = Techniques { hash, ..Techniques::default() };
    Ok(match weights {
        "explained" => Box::new(Searcher::new(Explained::new(RADIUS), techniques)),
        "corners" => Box::new(Searcher::new(Classic::new(RADIUS), techniques)),
        "simple" => Box::new(Searcher::new(Margin, techniques)),
        "-" => Box::new(Searcher::new(Patterns::new(RADIUS), techniques)),
        file => {
            let weights = Weights::read(&read(Path::new(file))?)?;
            Box::new(Searcher::new(Patterns::with_weights(&weights), techniques))
        }
    })
}

/// A position some random moves from the start.
pub(super) fn opening(dice: &mut Dice, plies: u64) -> HexThelloPosition {
    let mut position = HexThello::standard().start();
    for _ in 0..plies {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        if let Some(&mv) = dice.pick(&moves) {
            position.play(mv);
        }
    }
    position
}

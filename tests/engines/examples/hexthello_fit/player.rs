//! Players by the name of their evaluation.

use agon_hexthello::engine::trained::Weights;
use agon_hexthello::engine::{Classic, Explained, Patterns};
use agon_hexthello::{HexThelloPosition, Move};
use agon_search::{Evaluator, Found, Limits, Score, Searcher, Techniques};
use std::error::Error;

/// The radius of the board that everything is fitted for.
pub(crate) const RADIUS: u8 = 7;

/// Finds moves for positions, and forgets.
pub(crate) trait Player {
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

/// Who has more discs.
struct Discs;

impl Evaluator<HexThelloPosition> for Discs {
    type State = ();

    #[inline(always)]
    fn state(&self, _: &HexThelloPosition) {}

    #[inline(always)]
    fn evaluate(&self, _: &(), position: &HexThelloPosition) -> Score {
        100 * (position.me().count() as Score - position.them().count() as Score)
    }
}

/// A player by its evaluation: `explained`, `corners`, `simple`, `-` for the embedded weights, or a file of weights.
pub(crate) fn player(weights: &str, hash: usize) -> Result<Box<dyn Player>, Box<dyn Error>> {
    let techniques = Techniques { hash, ..Techniques::default() };
    Ok(match weights {
        "explained" => Box::new(Searcher::new(Explained::new(RADIUS), techniques)),
        "corners" => Box::new(Searcher::new(Classic::new(RADIUS), techniques)),
        "simple" => Box::new(Searcher::new(Discs, techniques)),
        "-" => Box::new(Searcher::new(Patterns::new(RADIUS), techniques)),
        file => {
            let weights = Weights::read(&std::fs::read_to_string(file)?)?;
            Box::new(Searcher::new(Patterns::with_weights(&weights), techniques))
        }
    })
}

//! HexThello: the trained evaluation, the explainable one, the simpler ones to compare with, the levels.

mod board;
mod classic;
mod explained;
mod features;
mod levels;
mod ordering;
pub mod patterns;
mod probcut;
pub mod shapes;
pub mod trained;
mod weights;

pub use classic::Classic;
pub use explained::Explained;
pub use features::TERMS;
pub use patterns::Patterns;
pub use weights::ANCHORS;

use crate::HexThello;
use crate::HexThelloPosition;
use agon_engine::family::Family;
use agon_engine::mind::Mind;
use agon_search::{Searcher, Techniques};

/// The engines of HexThello.
pub fn family() -> Family<HexThello> {
    Family::<HexThello>::new()
        .mind(
            "patterns",
            "the explained terms, corrected by trained patterns in 96 places of the board",
            patterns,
        )
        .evaluation_with_terms(
            "explained",
            "sixteen terms, each with its weight by phase, shown by explain",
            &features::NAMES,
            |game: &HexThello, keeps| Explained::with(game.radius(), keeps),
        )
        .evaluation("corners", "discs, corners and mobility", |game: &HexThello| Classic::new(game.radius()))
        .evaluation("simple", "who has more discs", |_| agon_engine::generic::Margin)
        .levels(levels::LEVELS)
        .moves_left(moves_left)
        .bench_depth(7)
        .bench_positions(include_str!("../../data/midgame.txt"))
}

/// The trained evaluation; boards that it was not made for have the explained one.
fn patterns(game: &HexThello, techniques: Techniques) -> Box<dyn Mind<HexThelloPosition>> {
    match game.radius() {
        shapes::RADIUS if trained::Weights::embedded().is_ok() => {
            Box::new(Searcher::new(Patterns::new(shapes::RADIUS), techniques))
        }
        radius => Box::new(Searcher::new(Explained::new(radius), techniques)),
    }
}

/// Half of the empty cells; a few more, because the game is decided before its end.
fn moves_left(position: &HexThelloPosition) -> u32 {
    position.empty().count().div_ceil(2) + 2
}

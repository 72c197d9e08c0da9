//! HexThello: the explainable evaluation, the simpler ones to compare with, the levels.

mod board;
mod classic;
mod explained;
mod features;
mod levels;
mod ordering;
mod probcut;
mod weights;

pub use classic::Classic;
pub use explained::Explained;
pub use features::TERMS;
pub use weights::ANCHORS;

use crate::family::Family;
use agon_games::HexThello;
use agon_games::hexthello::HexThelloPosition;

/// The engines of HexThello.
pub fn family() -> Family<HexThello> {
    Family::<HexThello>::new()
        .evaluation_with_terms(
            "explained",
            "fifteen terms, each with its weight by phase, shown by explain",
            &features::NAMES,
            |game: &HexThello, keeps| Explained::with(game.radius(), keeps),
        )
        .evaluation("corners", "discs, corners and mobility", |game: &HexThello| Classic::new(game.radius()))
        .evaluation("simple", "who has more discs", |_| crate::generic::Margin)
        .levels(levels::LEVELS)
        .moves_left(moves_left)
        .bench_depth(7)
}

/// Half of the empty cells; a few more, because the game is decided before its end.
fn moves_left(position: &HexThelloPosition) -> u32 {
    position.empty().count().div_ceil(2) + 2
}

//! Reversi: the explainable evaluation, its simpler relatives, the course's evaluation, the levels.

pub mod course;
mod explained;
mod features;
mod finisher;
mod levels;
mod probcut;

pub use course::{Course, Minimax};
pub use explained::Explained;
pub use finisher::Finisher;

use crate::Reversi;
use crate::ReversiPosition;
use agon_core::Position;
use agon_engine::family::Family;

/// The engines of Reversi.
pub fn family() -> Family<Reversi> {
    Family::new()
        .mind(
            "proof",
            "the exact solver where it reaches the end, the explained evaluation before",
            |_, techniques| Box::new(Finisher::new(Explained::default(), techniques)),
        )
        .evaluation_with_terms(
            "explained",
            "ten terms, each with its weight by phase, shown by explain",
            &explained::NAMES,
            |_, keeps| Explained::with(keeps),
        )
        .mind_with_terms(
            "course",
            "the ten terms of the Reversi course as it counts them, with its minimax",
            &course::NAMES,
            |_, techniques, keeps| Box::new(Minimax::new(Course::with(keeps), &techniques)),
        )
        .evaluation("classic", "corners and mobility", |_| {
            Explained::with(|name| matches!(name, "corners" | "mobility"))
        })
        .evaluation("simple", "who has more discs", |_| agon_engine::generic::Margin)
        .levels(levels::LEVELS)
        .opponents(levels::OPPONENTS)
        .moves_left(moves_left)
        .bench_depth(9)
        .bench_positions(include_str!("../../data/midgame.txt"))
        .solver(crate::exact::solver)
}

/// Half of the empty squares; a few more, because the game is decided before its end.
fn moves_left(position: &ReversiPosition) -> u32 {
    let empty = 64 - position.score().iter().sum::<i32>();
    (empty as u32).div_ceil(2) + 2
}

/// Black's margin in a finished game, the empty squares given to the winner.
#[inline(always)]
pub(crate) fn settled_margin(position: &ReversiPosition) -> i32 {
    let [black, white] = position.score();
    let margin = black - white;
    margin + margin.signum() * (64 - black - white)
}

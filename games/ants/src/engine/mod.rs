//! The engine of TUC-ANTS; `docs/engines/ants.md` says how it judges and why.
//!
//! | module | what lives there |
//! |---|---|
//! | [`folded`] | the game with every die counted as half a point |
//! | [`features`] | what the evaluation counts |
//! | [`fold_evaluator`] | the evaluation for the folded search |
//! | [`chance_evaluator`] | the evaluation for the search with explicit dice |
//! | [`weights`] | what each count is worth |
//! | [`simple`] | the assignment's evaluation |

mod board;
pub mod chance_evaluator;
mod evaluation;
pub mod features;
pub mod fold_evaluator;
pub mod folded;
mod levels;
mod passed;
mod probcut;
pub mod simple;
#[cfg(test)]
mod tests;
mod thinker;
pub mod weights;

use crate::Ants;
use crate::AntsPosition;
use agon_engine::{Family, Mind};
use agon_search::Techniques;
use simple::Simple;
use thinker::{Thinker, Treatment};

/// The engines of TUC-ANTS.
pub fn family() -> Family<Ants> {
    let thinker = |treatment| {
        move |_: &Ants, techniques| -> Box<dyn Mind<AntsPosition>> {
            Box::new(Thinker::new(treatment, techniques))
        }
    };
    let full = "material, runaways, tempo and food; dice folded, explicit once the end is in sight";
    let margin = "the same for the expected margin alone, dice always folded";
    let chance = "the same on the scale of win, draw and loss, dice always explicit";
    Family::new()
        .mind("full", full, thinker(Treatment::Switching))
        .mind("margin", margin, thinker(Treatment::Folded))
        .mind("chance", chance, thinker(Treatment::Explicit))
        .evaluation("simple", "the assignment's: queens, ants and food gathered", |_| Simple)
        .levels(levels::LEVELS)
        .techniques(techniques())
        .moves_left(moves_left)
        .bench_depth(10)
        .bench_positions(include_str!("../../data/midgame.txt"))
}

/// Without singular extensions: they gain nothing here (48 of 100 points at 5 000 positions a move), and their cuts
/// keep the search from seeing the end.
pub fn techniques() -> Techniques {
    Techniques { singular: false, ..Techniques::default() }
}

/// About half of the steps that a side's ants have before them are ever made.
fn moves_left(position: &AntsPosition) -> u32 {
    let steps: u32 = (0..12)
        .map(|row| {
            let ants = position.ants().map(|ants| (ants & board::row(row)).count_ones());
            row * ants[0] + (11 - row) * ants[1]
        })
        .sum();
    (steps / 4).clamp(5, 40)
}

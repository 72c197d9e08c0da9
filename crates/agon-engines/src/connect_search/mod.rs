//! The engines of the connect-four games that search: Connect4 9×9, and Four in a Row with the same code.
//!
//! | module | what lives there |
//! |---|---|
//! | [`threats`] | the cells that would complete four, kept from move to move |
//! | [`forced`] | forced play without search |
//! | [`zugzwang`] | who has to give way when the board fills up |
//! | [`lines`] | lines still open |
//! | [`prover`] | the exact solver where it reaches the end, the search elsewhere |
//! | [`judgement`] | the evaluation made of these |
//! | [`simple`] | the simple evaluation, counting lines |
//! | `middle_games` | positions to measure with |
//! | `levels` | the levels 1 to 10 and the frozen opponents |
//! | [`ai`] | the computer player of the game object |

pub mod ai;
pub mod forced;
pub mod judgement;
mod levels;
pub mod lines;
mod middle_games;
pub mod prover;
pub mod simple;
#[cfg(test)]
mod tests;
pub mod threats;
pub mod zugzwang;

pub use ai::Ai;
pub use judgement::{Judgement, Weights};
pub use middle_games::MIDDLE_GAMES;
pub use prover::Prover;
pub use simple::Simple;

use crate::connect::Keyed;
use crate::family::Family;
use crate::words::by_distance;
use agon_core::Game;
use agon_games::connect::{Connect, ConnectPosition, Described, Word};
use agon_games::{Connect9x9, FourInARow};
use agon_search::Techniques;

/// The techniques that suit the connect-four games. Sorting moves by the evaluation of what they lead to and
/// extending single good moves cost more than they gain here: threats order the moves, and forced moves are
/// followed without search.
pub fn techniques() -> Techniques {
    Techniques { evalorder: false, singular: false, ..Techniques::default() }
}

/// The engines of a board; `solved_from` is the number of stones from which the exact solver is asked.
fn family<B: Keyed, const W: usize, const H: usize>(solved_from: usize) -> Family<Connect<B, W, H>>
where
    Connect<B, W, H>: Described + Game<Position = ConnectPosition<B, W, H>>,
{
    Family::new()
        .mind(
            "proof",
            "the exact solver where it reaches the end, threats before that",
            move |_, techniques| Box::new(Prover::<B, W, H>::new(techniques, solved_from)),
        )
        .evaluation("threats", "threats, zugzwang, open lines, centre", |_| Judgement::default())
        .evaluation("simple", "lines still open, by the stones in them", |_| Simple)
        .techniques(techniques())
        .words(|_, position, found| by_distance(stones_left, position, found))
        .moves_left(|position| (stones_left(position) as u32).div_ceil(3))
        .bench_depth(10)
}

/// With fewer stones the solver hardly ever gets to the end of a 9 × 9 game in the time of a move.
const SOLVED_FROM_9X9: usize = 26;

/// The same for 7 × 6.
const SOLVED_FROM_7X6: usize = 4;

fn stones_left<B: Word, const W: usize, const H: usize>(position: &ConnectPosition<B, W, H>) -> i32 {
    (W * H) as i32 - position.ply() as i32
}

/// The engines of Connect4 9×9.
pub fn connect4_9x9() -> Family<Connect9x9> {
    family(SOLVED_FROM_9X9).levels(levels::CONNECT9X9).opponents(levels::COURSE)
}

/// The engines of Four in a Row.
pub fn four_in_a_row() -> Family<FourInARow> {
    family(SOLVED_FROM_7X6).levels(levels::FOUR_IN_A_ROW)
}

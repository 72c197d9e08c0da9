//! The engines of the connect-four games that search: Connect4 9×9, and Four in a Row with the same code.
//!
//! | module | what lives there |
//! |---|---|
//! | [`threats`] | the cells that would complete four, kept from move to move |
//! | [`forced`] | forced play without search |
//! | [`zugzwang`] | who has to give way when the board fills up |
//! | [`lines`] | lines still open |
//! | [`judgement`] | the hand-made evaluation made of these |
//! | [`strips`] | lines of four with what each is worth, kept from move to move |
//! | [`column_fight`] | what the threats say about who has to give way |
//! | [`network`] | a small network that corrects both |
//! | [`anchors`] | the numbers of stones at which weights are given |
//! | [`trained`] | the trained evaluation of Connect4 9×9, made of all three |
//! | [`weights_file`] | the file that holds its weights |
//! | [`prover`] | the exact solver where it reaches the end, the search elsewhere |
//! | `shares` | how nodes and time are shared between the two |
//! | [`simple`] | the simple evaluation, counting lines |
//! | [`opening_book`] | what long searches say of the first moves of Connect4 9×9 |
//! | `middle_games` | positions to measure with |
//! | `levels` | the levels 1 to 10 and the frozen opponents |
//! | [`ai`] | the computer player of the game object |

pub mod ai;
pub mod anchors;
pub mod column_fight;
pub mod forced;
pub mod judgement;
mod levels;
pub mod lines;
mod middle_games;
pub mod network;
pub mod opening_book;
pub mod prover;
mod shares;
pub mod simple;
pub mod strips;
#[cfg(test)]
mod tests;
pub mod threats;
pub mod trained;
#[cfg(test)]
mod trained_tests;
pub mod weights_file;
pub mod zugzwang;

pub use ai::Ai;
pub use judgement::{Judgement, Weights};
pub use middle_games::middle_games;
pub use opening_book::OpeningBook;
pub use prover::Prover;
pub use simple::Simple;
pub use trained::Trained;

use crate::solver::Book;
use crate::{Connect, Connect9x9Position, ConnectPosition, Described, FourInARowPosition, Word};
use crate::{Connect9x9, FourInARow};
use agon_core::Game;
use agon_engine::family::Family;
use agon_engine::words::by_distance;
use agon_search::Techniques;

/// The techniques that suit the connect-four games. Sorting moves by the evaluation of what they lead to and
/// extending single good moves cost more than they gain here: threats order the moves, and forced moves are
/// followed without search. What refuted another line seldom refutes this one, and would not be reduced.
pub fn techniques() -> Techniques {
    Techniques { evalorder: false, singular: false, killers: false, counters: false, ..Techniques::default() }
}

/// What both games have, after what a game has for itself.
fn family<B: Word, const W: usize, const H: usize>(
    family: Family<Connect<B, W, H>>,
) -> Family<Connect<B, W, H>>
where
    Connect<B, W, H>: Described + Game<Position = ConnectPosition<B, W, H>>,
{
    family
        .evaluation("threats", "threats, zugzwang, open lines, centre", |_| Judgement::default())
        .evaluation("simple", "lines still open, by the stones in them", |_| Simple)
        .techniques(techniques())
        .words(|game, position, found| by_distance(game.info().scores.unit, stones_left, position, found))
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

/// The strongest player of Connect4 9×9, with its opening book. A book that is damaged is done without.
fn strongest(techniques: Techniques) -> Prover<Trained, u128, 9, 9> {
    let advise = |position: &Connect9x9Position| OpeningBook::embedded().ok()?.line(position);
    Prover::new(Trained::embedded(), techniques, SOLVED_FROM_9X9).with_openings(advise)
}

/// The engines of Connect4 9×9.
pub fn connect4_9x9() -> Family<Connect9x9> {
    let own = Family::new()
        .mind(
            "proof",
            "the opening book, the exact solver where it reaches the end, the trained evaluation between them",
            |_, techniques| Box::new(strongest(techniques)),
        )
        .evaluation("trained", "lines by place and pattern, threats, zugzwang", |_| Trained::embedded());
    family(own)
        .levels(levels::CONNECT9X9)
        .opponents(levels::COURSE)
        .bench_positions(include_str!("../../data/connect4-9x9-midgame.txt"))
        .solver(crate::exact::connect4_9x9)
}

/// The strongest player of Four in a Row, with its book. A book that is damaged is done without: the solver finds the same.
fn perfect(techniques: Techniques) -> Prover<Judgement, u64, 7, 6> {
    let look_up = |position: &FourInARowPosition| Book::embedded().ok()?.values(position);
    // It is read here, so that no clock runs meanwhile.
    let _ = Book::embedded();
    Prover::new(Judgement::default(), techniques, SOLVED_FROM_7X6).with_book(look_up)
}

/// The engines of Four in a Row.
pub fn four_in_a_row() -> Family<FourInARow> {
    let own = Family::new().mind(
        "proof",
        "the book, then the exact solver where it reaches the end, threats elsewhere",
        |_, techniques| Box::new(perfect(techniques)),
    );
    family(own)
        .levels(levels::FOUR_IN_A_ROW)
        .bench_positions(include_str!("../../data/four-in-a-row-midgame.txt"))
        .solver(crate::exact::four_in_a_row)
}

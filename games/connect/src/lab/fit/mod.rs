//! Making the evaluation of Connect4 9×9 from games that it plays against itself. Everything comes from the seed, so the same
//! call makes the same file.
//!
//! | module | what it does |
//! |---|---|
//! | [`games`] | plays games, one a line |
//! | [`label`] | gives the positions of games the results that the exact solver proves |
//! | [`weights`] | fits the weights to games, a tenth of them held out to judge the fit |
//! | [`network`] | fits the network to what the weights leave unexplained |
//! | [`versus`] | plays two evaluations against each other |
//! | `game_line` | a game as a line of text |
//! | `player` | an evaluation with its search |

mod game_line;
pub mod games;
pub mod label;
pub mod network;
mod player;
pub mod versus;
pub mod weights;

use std::path::PathBuf;

/// Where a fit says how far it is.
pub type Say<'a> = &'a mut dyn FnMut(String);

/// What is fitted, from what and to what.
#[derive(Clone, Copy, Debug)]
pub struct FitTask<'a> {
    /// How often all positions are gone through.
    pub epochs: u64,
    /// The seed of their order.
    pub seed: u64,
    /// The files of games.
    pub games: &'a [PathBuf],
    /// The command that asks for it, as the file will have it.
    pub made_by: &'a str,
}

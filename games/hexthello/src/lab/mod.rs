//! Making the numbers of HexThello's evaluations from games of the engine against itself. Everything comes from the seed, so
//! the same call makes the same numbers.
//!
//! | module | what it does |
//! |---|---|
//! | [`terms`] | fits the weights of the explained terms to the results of self-play |
//! | [`games`] | plays games for the patterns, one a line |
//! | [`patterns`] | fits the patterns to games, a twentieth of them held out to judge the fit |
//! | [`versus`] | plays two evaluations against each other |
//! | [`wipe_outs`] | finds positions in which a side is wiped out and believes to be safe |
//! | `game_line` | a game as a line of text |
//! | `player` | an evaluation with its search |

mod game_line;
pub mod games;
pub mod patterns;
mod player;
pub mod terms;
pub mod versus;
pub mod wipe_outs;

use crate::engine::trained::WeightsError;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Where a fit says how far it is.
pub type Say<'a> = &'a mut dyn FnMut(String);

/// Why something could not be made.
#[derive(Debug, Error)]
pub enum LabError {
    /// A file cannot be read or written.
    #[error("cannot use {path}: {cause}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// A file holds no patterns.
    #[error(transparent)]
    Patterns(#[from] WeightsError),
    /// A file holds another number of weights than there are.
    #[error("there must be {wanted} weights, not {found}")]
    Terms {
        /// How many there must be.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// A contestant that is none.
    #[error("'{0}' is no player: a player is written EVALUATION@POSITIONS or EVALUATION@dDEPTH")]
    Contestant(String),
}

/// The text of a file.
fn read(path: &Path) -> Result<String, LabError> {
    std::fs::read_to_string(path).map_err(at(path))
}

/// What makes an error of a file's trouble.
fn at(path: &Path) -> impl Fn(std::io::Error) -> LabError + '_ {
    |cause| LabError::File { path: path.to_owned(), cause }
}

//! The laboratory of the connect-four games: what measures their solver and engines, and what their numbers are fitted with.
//!
//! | module | what lives there |
//! |---|---|
//! | [`solver_bench`] | the solver of Four in a Row on sets of positions and on the empty board |
//! | [`perfection`] | how soon all values of Four in a Row are exact, and whether the strongest level plays perfectly |
//! | [`solved`] | how many positions of Connect4 9×9 the solver reaches the end of |
//! | [`fit`] | games, labels, weights, network and matches: how the evaluation of Connect4 9×9 is made |

pub mod fit;
pub mod perfection;
pub mod solved;
pub mod solver_bench;

use crate::engine::weights_file::WeightsError;
use agon_engine::EngineError;
use agon_search::TechniqueError;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why something could not be measured or made.
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
    /// A file of games has a line that is none.
    #[error("line {line} of {path}: {what}")]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// A file holds no weights.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A setting of the search that there is not.
    #[error(transparent)]
    Technique(#[from] TechniqueError),
    /// A setting that is none.
    #[error("'{0}' is no setting of the search; settings look like lmr=off")]
    Setting(String),
    /// The engine has trouble.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// What was found is not what must be.
    #[error("{0}")]
    Wrong(String),
}

/// The text of a file.
fn read(path: &Path) -> Result<String, LabError> {
    std::fs::read_to_string(path).map_err(|cause| LabError::File { path: path.to_owned(), cause })
}

/// What makes an error of a file's trouble.
fn at(path: &Path) -> impl Fn(std::io::Error) -> LabError + '_ {
    |cause| LabError::File { path: path.to_owned(), cause }
}

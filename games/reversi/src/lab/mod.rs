//! The laboratory of Reversi: what its exact solver is measured with, and what the evaluation that orders the solver's moves
//! is fitted with. Everything random comes from a seed, so the same call makes the same positions and the same weights.
//!
//! | module | what it does |
//! |---|---|
//! | [`ffo`] | solves the published FFO endgames and compares their scores and moves |
//! | [`labels`] | solves random positions, as labels to learn from, and says how many that makes in an hour |
//! | [`ordering`] | fits the pattern evaluation that orders the solver's moves |
//! | `games` | positions from games of our own |
//! | `least_squares` | the fit of the weights |
//! | `deviations` | the fit of how far searches of different depths differ |
//! | `date` | a time as a date |

mod date;
mod deviations;
pub mod ffo;
mod games;
pub mod labels;
mod least_squares;
pub mod ordering;

use crate::solver::Overlap;
use crate::solver::evaluation::WeightsError;
use std::path::PathBuf;
use thiserror::Error;

/// Where a fit says how far it is.
pub type Say<'a> = &'a mut dyn FnMut(String);

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
    /// A line of a file of endgames is none.
    #[error(
        "line {line} of {path} is no endgame: a board of 64 squares, the side to move, and scores like G8:+18"
    )]
    Endgame {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
    },
    /// The boards of a position overlap.
    #[error(transparent)]
    Overlap(#[from] Overlap),
    /// The fitted weights cannot be used.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The bands of a fit do not rise.
    #[error("the bands must rise, from at least {least} to at most {most} empty squares: {bands:?}")]
    Bands {
        /// The fewest empty squares of the first band.
        least: u32,
        /// The most of the last.
        most: u32,
        /// What was given.
        bands: Vec<u32>,
    },
}

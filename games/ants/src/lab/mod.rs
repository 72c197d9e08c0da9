//! The laboratory of TUC-ANTS: what its search is measured with, and what its numbers are fitted with.
//!
//! | module | what it does |
//! |---|---|
//! | [`dice`] | what explicit dice cost the search against folded ones |
//! | [`probcut`] | fits the models of multi-ProbCut |
//! | [`weights`] | fits the weights of the evaluation to self-play |
//! | [`numbers`] | plays changed numbers of the search against those that are |
//! | `middle` | positions from the middle of its own games |
//! | `contest` | pairs of games between two evaluators |

mod contest;
pub mod dice;
mod middle;
pub mod numbers;
pub mod probcut;
pub mod weights;

use agon_search::Nothing;
use thiserror::Error;

/// Where a fit says how far it is.
pub type Say<'a> = &'a mut dyn FnMut(String);

/// Why something could not be measured or made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LabError {
    /// A search found no move.
    #[error("a search found no move: {0:?}")]
    Search(Nothing),
    /// There is nothing to measure with.
    #[error("there are no positions with food among these; take more")]
    NoFood,
    /// A number of the search that there is not.
    #[error(
        "'{0}' is no number of the search: there are aspiration, evalorder_depth, evalorder_weight, lmr_depth, lmr_moves, \
         singular_margin and quiescence_depth, written like lmr_moves=2, and probcut=0"
    )]
    Number(String),
}

impl From<Nothing> for LabError {
    fn from(nothing: Nothing) -> LabError {
        LabError::Search(nothing)
    }
}

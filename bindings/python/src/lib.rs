//! Agon for Python: a thin layer over the libraries, without logic of its own.
//!
//! | module | what lives there |
//! |---|---|
//! | `rules` | games by name, with what is worked out once |
//! | `game`, `position`, `batch` | games, positions, many positions |
//! | `engine`, `report`, `solving` | engines and solvers and what they answer |
//! | `bulk` | random games and self-play |
//! | `record` | whole games |
//! | `four_in_a_row` | the course's game object and its computer player |
//! | `numbers` | numbers from Python, checked |
//! | `pickling` | how values are pickled |
//! | `waiting` | long work without the interpreter's lock |
//! | `arrays` | results as NumPy arrays |
//! | `errors` | the libraries' errors as exceptions |

mod arrays;
mod batch;
mod bulk;
mod engine;
mod errors;
mod four_in_a_row;
mod game;
mod numbers;
mod pickling;
mod position;
mod record;
mod report;
mod rules;
mod solving;
mod waiting;

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs Agon's command line, the program's name first, and gives back the exit code.
#[pyfunction]
fn run(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| agon::run(args))
}

/// The compiled part of the package `agon`.
#[pymodule]
mod _agon {
    #[pymodule_export]
    use super::batch::{_positions, Positions};
    #[pymodule_export]
    use super::bulk::{Playouts, SelfPlayed, self_play};
    #[pymodule_export]
    use super::course;
    #[pymodule_export]
    use super::engine::{_engine, Engine, engine};
    #[pymodule_export]
    use super::errors::{IllegalMove, NoLegalMove};
    #[pymodule_export]
    use super::game::{Game, game, games};
    #[pymodule_export]
    use super::position::{Position, position};
    #[pymodule_export]
    use super::record::{Record, read_records, write_records};
    #[pymodule_export]
    use super::report::{Report, Solved, Term};
    #[pymodule_export]
    use super::run;
    #[pymodule_export]
    use super::solving::{Solver, solve};
}

/// The course's game object of Four in a Row and its computer player.
#[pymodule(submodule)]
mod course {
    #[pymodule_export]
    use super::four_in_a_row::{AI, Game};
}

//! Agon for Python: a thin layer over the libraries, without logic of its own.
//!
//! | module | what lives there |
//! |---|---|
//! | `rules` | games by name, with what is worked out once |
//! | `game` | games |
//! | `position`, `past`, `numbered`, `views` | positions: playing, history, numbers and planes, pictures and counting |
//! | `batch`, `many` | many positions: as a list, and what is asked about all of them |
//! | `engine`, `report`, `solving` | engines and solvers and what they answer |
//! | `bulk` | random games and self-play |
//! | `record` | whole games |
//! | `matches`, `players`, `standing` | matches, who plays in them, what they came to |
//! | `four_in_a_row`, `course_player` | the course's game object and its computer player |
//! | `numbers` | numbers from Python, checked |
//! | `pickling` | how values are pickled |
//! | `waiting` | long work without the interpreter's lock |
//! | `arrays` | results as NumPy arrays |
//! | `errors` | the libraries' errors as exceptions |

mod arrays;
mod batch;
mod bulk;
mod course_player;
mod engine;
mod errors;
mod four_in_a_row;
mod game;
mod many;
mod matches;
mod numbered;
mod numbers;
mod past;
mod pickling;
mod players;
mod position;
mod record;
mod report;
mod rules;
mod solving;
mod standing;
mod views;
mod waiting;

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs Agon's command line, the program's name first, and gives back the exit code.
#[pyfunction]
fn run(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| agon::run(args))
}

/// The compiled part of the package `agon_games`.
#[pymodule]
mod _agon {
    #[pymodule_export]
    use super::batch::{_positions, Positions};
    #[pymodule_export]
    use super::bulk::{_playouts, _self_played, Playouts, SelfPlayed, self_play};
    #[pymodule_export]
    use super::course;
    #[pymodule_export]
    use super::engine::{_engine, Engine, engine};
    #[pymodule_export]
    use super::errors::{IllegalMove, NoLegalMove};
    #[pymodule_export]
    use super::game::{Game, game, games};
    #[pymodule_export]
    use super::matches::{StopSignal, play_match};
    #[pymodule_export]
    use super::position::{_replay, Position, position};
    #[pymodule_export]
    use super::record::{Record, read_records, write_records};
    #[pymodule_export]
    use super::report::{_report, _solved, Report, Solved, Term};
    #[pymodule_export]
    use super::run;
    #[pymodule_export]
    use super::solving::{_solver, Solver, solve};
    #[pymodule_export]
    use super::standing::{_match_result, MatchResult};
}

/// The course's game object of Four in a Row and its computer player.
#[pymodule(submodule)]
mod course {
    #[pymodule_export]
    use super::course_player::AI;
    #[pymodule_export]
    use super::four_in_a_row::Game;
}

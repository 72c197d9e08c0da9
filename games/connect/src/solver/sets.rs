//! Sets of positions with known scores, and how long a solver takes over one.
//!
//! A set is a text file. Each line has the columns played, counted from 1, a space, and the exact score for the
//! side to move.

use super::slot::Keyed;
use super::whole::Scored;
use crate::{ConnectPosition, Grid, Move};
use agon_core::Position;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// Why a set cannot be used.
#[derive(Debug, Error)]
pub enum SetError {
    /// The file or folder cannot be read.
    #[error("cannot read {path}: {cause}")]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// A line is not as it should be.
    #[error("line {line} of {path}: {what}")]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// The folder has no sets.
    #[error("there are no sets in {0}: their names begin with Test_")]
    Empty(PathBuf),
}

/// A position and its score.
#[derive(Clone, Copy, Debug)]
pub struct Known<B: Keyed, const W: usize, const H: usize> {
    /// The position.
    pub position: ConnectPosition<B, W, H>,
    /// Its exact score for the side to move.
    pub score: i32,
}

/// One line of a benchmark.
#[derive(Clone, Debug, Serialize)]
pub struct SetRow {
    /// The set's name.
    pub set: String,
    /// How many positions were solved.
    pub positions: usize,
    /// Mean time for a position, in microseconds.
    pub mean_microseconds: f64,
    /// Mean number of nodes for a position.
    pub mean_nodes: f64,
    /// Nodes a second.
    pub nodes_per_second: f64,
    /// How many scores were wrong.
    pub errors: usize,
}

/// The position after the columns played, counted from 1.
pub fn position_after<B: Keyed, const W: usize, const H: usize>(
    columns: &str,
) -> Result<ConnectPosition<B, W, H>, String> {
    let mut position = ConnectPosition::START;
    for letter in columns.chars() {
        let column = letter.to_digit(10).filter(|&digit| digit >= 1 && digit as usize <= W);
        let column = column.ok_or_else(|| format!("{letter:?} is not a column from 1 to {W}"))? as usize - 1;
        if position.outcome().is_some() {
            return Err(format!("the game is over before the last of the moves {columns}"));
        }
        if Grid::<B, W, H>::landing(position.mask(), column) == B::EMPTY {
            return Err(format!("column {letter} is full before the last of the moves {columns}"));
        }
        position.play(Move::into_column(column as u8));
    }
    Ok(position)
}

/// The positions of a set.
pub fn read_set<B: Keyed, const W: usize, const H: usize>(
    path: &Path,
) -> Result<Vec<Known<B, W, H>>, SetError> {
    let text =
        std::fs::read_to_string(path).map_err(|cause| SetError::Read { path: path.to_owned(), cause })?;
    let mut known = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |what: String| SetError::Line { path: path.to_owned(), line: number + 1, what };
        let (columns, score) = line
            .split_once(' ')
            .ok_or_else(|| wrong("expected the columns played, a space and the score".to_owned()))?;
        let position = position_after(columns).map_err(wrong)?;
        let score = score.trim().parse().map_err(|_| wrong(format!("{score:?} is not a score")))?;
        known.push(Known { position, score });
    }
    Ok(known)
}

/// The sets in a folder, by name.
pub fn sets_in(folder: &Path) -> Result<Vec<PathBuf>, SetError> {
    let read = |cause| SetError::Read { path: folder.to_owned(), cause };
    let mut sets = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(read)? {
        let path = entry.map_err(read)?.path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("Test_")) {
            sets.push(path);
        }
    }
    sets.sort();
    if sets.is_empty() { Err(SetError::Empty(folder.to_owned())) } else { Ok(sets) }
}

/// Solves up to `limit` positions of a set, with everything forgotten before each of them outside the measured
/// time. Any solver can be measured: `forget` and `solve` are its two abilities. `clock` tells the time since
/// some beginning.
pub fn bench_set<S, B: Keyed, const W: usize, const H: usize>(
    path: &Path,
    limit: usize,
    clock: &dyn Fn() -> Duration,
    solver: &mut S,
    forget: impl Fn(&mut S),
    solve: impl Fn(&mut S, &ConnectPosition<B, W, H>) -> Scored,
) -> Result<SetRow, SetError> {
    let known = read_set::<B, W, H>(path)?;
    let (mut time, mut nodes, mut errors, mut positions) = (Duration::ZERO, 0, 0, 0);
    for known in known.iter().take(limit) {
        forget(solver);
        let start = clock();
        let scored = solve(solver, &known.position);
        time += clock() - start;
        nodes += scored.nodes;
        errors += usize::from(scored.score != known.score);
        positions += 1;
    }
    let count = positions.max(1) as f64;
    Ok(SetRow {
        set: path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
        positions,
        mean_microseconds: time.as_secs_f64() * 1e6 / count,
        mean_nodes: nodes as f64 / count,
        nodes_per_second: nodes as f64 / time.as_secs_f64().max(1e-9),
        errors,
    })
}

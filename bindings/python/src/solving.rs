//! `agon_games.Solver` and `solve`: exact values.

use crate::errors::Told;
use crate::game::GameOrName;
use crate::numbers::number;
use crate::pickling::{Rebuilt, rebuilt_by};
use crate::position::Position;
use crate::report::Solved;
use crate::rules::ENGINES;
use crate::waiting;
use agon_engine::Stop;
use agon_engine::solving::ExactSolver;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::sync::{Mutex, TryLockError};

/// The largest table, in megabytes.
const MOST_MEGABYTES: usize = 1 << 20;

/// Finds exact values, and remembers what it finds out for the next position. A copy or a pickled one begins anew.
///
/// >>> import agon_games as agon
/// >>> solver = agon.Solver("four-in-a-row", hash=1)
/// >>> solver.solve(agon.game("four-in-a-row").start.play_line("22334")).value
/// -18.0
#[pyclass(frozen, module = "agon_games", name = "Solver")]
pub(crate) struct Solver {
    id: String,
    threads: usize,
    hash: usize,
    inner: Mutex<Box<dyn ExactSolver>>,
}

#[pymethods]
impl Solver {
    /// A solver for a game; `hash` are the megabytes of its table.
    #[new]
    #[pyo3(signature = (game, *, threads = 1, hash = 64))]
    fn new(game: GameOrName<'_>, threads: i64, hash: i64) -> PyResult<Solver> {
        let (threads, hash) = (number("threads", 1, threads)?, number("hash", 1, hash)?);
        if threads > 1024 || hash > MOST_MEGABYTES {
            let told = format!("threads are 1 to 1024, and hash is 1 to {MOST_MEGABYTES} megabytes");
            return Err(PyValueError::new_err(told));
        }
        let id = game.rules()?.id.clone();
        let inner = Mutex::new(ENGINES.solver(&id, threads, hash).map_err(Told::told)?);
        Ok(Solver { id, threads, hash, inner })
    }

    /// The exact value of a position and a move that reaches it.
    #[pyo3(signature = (position, /))]
    fn solve(&self, py: Python<'_>, position: &Position) -> PyResult<Solved> {
        let mut inner = match self.inner.try_lock() {
            Ok(inner) => inner,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(PyRuntimeError::new_err(
                    "this solver is at work already; every thread needs its own",
                ));
            }
        };
        let (stop, inner, position) = (Stop::new(), &mut **inner, &*position.inner);
        let solved = waiting::silently(py, &stop, || inner.solve_until(position, &stop))?;
        Ok(Solved(solved.map_err(Told::told)?))
    }

    fn __repr__(&self) -> String {
        let Solver { id, threads, hash, .. } = self;
        format!("agon_games.Solver('{id}', threads={threads}, hash={hash})")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Rebuilt<'py, (String, usize, usize)>> {
        rebuilt_by(py, "_solver", (self.id.clone(), self.threads, self.hash))
    }
}

/// A solver with an empty memory, for pickling.
#[pyfunction]
pub(crate) fn _solver(game: GameOrName<'_>, threads: i64, hash: i64) -> PyResult<Solver> {
    Solver::new(game, threads, hash)
}

/// The exact value of a position and a move that reaches it.
///
/// >>> import agon_games as agon
/// >>> solved = agon.solve(agon.game("four-in-a-row").start.play_line("22334"), hash=1)
/// >>> solved.value
/// -18.0
#[pyfunction]
#[pyo3(signature = (position, *, threads = 1, hash = 64))]
pub(crate) fn solve(py: Python<'_>, position: &Position, threads: i64, hash: i64) -> PyResult<Solved> {
    Solver::new(GameOrName::Name(position.rules.id.clone()), threads, hash)?.solve(py, position)
}

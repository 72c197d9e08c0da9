//! Random games and self-play as Python sees them.

use crate::arrays::array;
use crate::batch::Positions;
use crate::engine::{Asked, in_units, limits, spec_of};
use crate::errors::Told;
use crate::game::GameOrName;
use crate::numbers::{self, cores_or_all};
use crate::pickling::{Rebuilt, rebuilt_by};
use crate::rules::{ENGINES, Rules};
use crate::waiting;
use agon_core::playouts::Tally;
use agon_engine::Stop;
use agon_engine::bulk::Crew;
use agon_engine::bulk::judging::Judge;
use agon_engine::bulk::self_play::{Played, SelfPlay};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// How random games ended.
#[pyclass(frozen, module = "agon_games", name = "Playouts", eq)]
#[derive(PartialEq)]
pub(crate) struct Playouts(pub(crate) Tally);

#[pymethods]
impl Playouts {
    /// How many were played.
    #[getter]
    fn games(&self) -> u64 {
        self.0.games
    }

    /// How many each side won.
    #[getter]
    fn wins(&self) -> (u64, u64) {
        (self.0.wins[0], self.0.wins[1])
    }

    /// How many nobody won.
    #[getter]
    fn draws(&self) -> u64 {
        self.0.draws()
    }

    /// The first side's mean margin.
    #[getter]
    fn margin(&self) -> f64 {
        self.0.margin as f64 / self.0.games.max(1) as f64
    }

    /// The mean number of moves.
    #[getter]
    fn plies(&self) -> f64 {
        self.0.plies as f64 / self.0.games.max(1) as f64
    }

    fn __repr__(&self) -> String {
        let [first, second] = self.0.wins;
        format!("<{first} won, {second} lost, {} drawn>", self.0.draws())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Rebuilt<'py, TallyParts>> {
        let Tally { games, wins, margin, plies } = self.0;
        rebuilt_by(py, "_playouts", (games, (wins[0], wins[1]), margin, plies))
    }
}

/// What a pickled tally is made of: games, wins, the sums of margins and of plies.
type TallyParts = (u64, (u64, u64), i64, u64);

/// A tally from its parts, for pickling.
#[pyfunction]
pub(crate) fn _playouts(games: u64, wins: (u64, u64), margin: i64, plies: u64) -> Playouts {
    Playouts(Tally { games, wins: [wins.0, wins.1], margin, plies })
}

/// Games of an engine against itself, as arrays: one entry a move that the engine chose.
#[pyclass(frozen, module = "agon_games", name = "SelfPlay")]
pub(crate) struct SelfPlayed {
    rules: Arc<Rules>,
    played: Played,
    positions: Py<Positions>,
}

#[pymethods]
impl SelfPlayed {
    /// The positions.
    #[getter]
    fn positions(&self, py: Python<'_>) -> Py<Positions> {
        self.positions.clone_ref(py)
    }

    /// The moves chosen.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.played.moves.clone()
    }

    /// The numbers of the moves chosen, an array.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let batch = self.positions.get();
        let mut actions: Vec<i32> = Vec::with_capacity(self.played.moves.len());
        batch.rows.visit(0..batch.rows.count(), &mut |row, position| {
            // The engine's own move is legal.
            actions.push(position.action_of(&self.played.moves[row]).map_or(-1, |number| number as i32));
        });
        array(py, &actions, &[actions.len()])
    }

    /// The engine's values for the side to move, in the game's unit, an array.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let scores: Vec<f64> = self.played.scores.iter().map(|&score| in_units(score)).collect();
        array(py, &scores, &[scores.len()])
    }

    /// The first side's margins at the end of the games, an array.
    #[getter]
    fn margins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.played.margins, &[self.played.margins.len()])
    }

    /// The numbers of the games, an array.
    #[getter]
    fn games<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.played.games, &[self.played.games.len()])
    }

    fn __len__(&self) -> usize {
        self.played.moves.len()
    }

    fn __repr__(&self) -> String {
        format!("<{} moves of {}>", self.played.moves.len(), self.rules.id)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<SelfPlayed>() else { return Ok(false) };
        let (one, two) = (&self.played, &other.get().played);
        let same = one.moves == two.moves
            && one.scores == two.scores
            && one.margins == two.margins
            && one.games == two.games;
        Ok(same && self.positions.bind(py).eq(other.get().positions.bind(py))?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Rebuilt<'py, PlayedParts>> {
        let Played { moves, scores, margins, games, .. } = self.played.clone();
        rebuilt_by(py, "_self_played", (self.positions.clone_ref(py), moves, scores, margins, games))
    }
}

/// What pickled games are made of: positions, moves, values, margins, numbers.
type PlayedParts = (Py<Positions>, Vec<String>, Vec<i32>, Vec<i32>, Vec<u32>);

/// Games from their parts, for pickling.
#[pyfunction]
pub(crate) fn _self_played(
    positions: Py<Positions>,
    moves: Vec<String>,
    scores: Vec<i32>,
    margins: Vec<i32>,
    games: Vec<u32>,
) -> PyResult<SelfPlayed> {
    let count = positions.get().rows.count();
    if [moves.len(), scores.len(), margins.len(), games.len()] != [count; 4] {
        return Err(PyValueError::new_err("these are not the parts of games"));
    }
    let rules = positions.get().rules.clone();
    let played = Played { positions: Vec::new(), moves, scores, margins, games };
    Ok(SelfPlayed { rules, played, positions })
}

/// Lets an engine play against itself on all cores. Every game begins with some random moves; the same seed gives the
/// same games.
///
/// >>> import agon_games as agon
/// >>> games = agon.self_play("four-in-a-row", games=4, random_plies=6, depth=2, seed=1)
/// >>> len(games) == len(games.positions) == len(games.scores)
/// True
#[pyfunction]
#[pyo3(signature = (game, games, random_plies = 8, seed = 0, cores = None, *, time = None, depth = None, nodes = None, level = None, threads = None, **settings))]
#[allow(clippy::too_many_arguments)] // Reason: they are keywords in Python.
pub(crate) fn self_play(
    py: Python<'_>,
    game: GameOrName<'_>,
    games: i64,
    random_plies: i64,
    seed: i128,
    cores: Option<i64>,
    time: Option<f64>,
    depth: Option<i64>,
    nodes: Option<i64>,
    level: Option<Asked>,
    threads: Option<i64>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<SelfPlayed> {
    let (games, random_plies) =
        (numbers::count("games", games)?, numbers::count("random_plies", random_plies)?);
    let (seed, cores) = (numbers::seed(seed)?, cores_or_all(cores)?);
    let rules = game.rules()?;
    let spec = spec_of(level, threads, settings)?;
    let (limits, stop) = (limits(time, depth, nodes)?, Stop::new());
    let judge = Judge { engines: &ENGINES, game: &rules.id, spec: &spec };
    let task = SelfPlay { game: &*rules.game, judge, games, random_plies, limits: &limits, seed };
    let work = || task.run(Crew { cores, stop: &stop });
    let mut played = waiting::silently(py, &stop, work)?.map_err(Told::told)?;
    let items = std::mem::take(&mut played.positions);
    let positions = Py::new(py, Positions::of(&rules, items.into_iter()))?;
    Ok(SelfPlayed { rules, played, positions })
}

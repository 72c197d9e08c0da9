//! Random games and self-play as Python sees them.

use crate::arrays::array;
use crate::batch::Positions;
use crate::engine::{Asked, limits, spec_of};
use crate::errors::Told;
use crate::game::GameOrName;
use crate::numbers::{self, cores_or_all};
use crate::rules::{ENGINES, Rules};
use crate::waiting;
use agon_core::AnyPosition;
use agon_core::playouts::Tally;
use agon_engine::Stop;
use agon_engine::bulk::Crew;
use agon_engine::bulk::judging::Judge;
use agon_engine::bulk::self_play::{Played, SelfPlay};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// How random games ended.
#[pyclass(frozen, module = "agon", name = "Playouts", eq)]
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
}

/// Games of an engine against itself, as arrays: one entry a move that the engine chose.
#[pyclass(frozen, module = "agon", name = "SelfPlay")]
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
        let numbering = &self.rules.numbering;
        let number = |position: &dyn AnyPosition, mv: &String| {
            let place = position.legal_moves().iter().position(|legal| legal == mv);
            place.and_then(|place| position.actions(numbering).get(place).copied()).map_or(-1, |n| n as i32)
        };
        let positions = self.positions.get().items.iter();
        let actions: Vec<i32> =
            positions.zip(&self.played.moves).map(|(position, mv)| number(&**position, mv)).collect();
        array(py, &actions, &[actions.len()])
    }

    /// The engine's values for the side to move, in hundredths of the unit, an array.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.played.scores, &[self.played.scores.len()])
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
}

/// Lets an engine play against itself on all cores. Every game begins with some random moves; the same seed gives the
/// same games.
///
/// >>> import agon
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
    let positions = Py::new(py, Positions { rules: rules.clone(), items })?;
    Ok(SelfPlayed { rules, played, positions })
}

//! `agon_games.Engine`: a player's mind.

use crate::arrays::array;
use crate::batch::Many;
use crate::errors::{Told, type_name};
use crate::game::GameOrName;
use crate::numbers::{cores_or_all, number};
use crate::pickling::{Rebuilt, rebuilt_by};
use crate::position::Position;
use crate::report::{Report, Term};
use crate::rules::{ENGINES, Rules};
use crate::waiting;
use agon_core::Rows;
use agon_core::sync::lock;
use agon_engine::bulk::Crew;
use agon_engine::bulk::judging::Judge;
use agon_engine::{Engine as Mind, EngineError, EngineSpec, Limits, Stop};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

/// A search of so many positions is over in a moment, so no thread is started for it.
const BRIEF_NODES: u64 = 20_000;

/// The same for a depth.
const BRIEF_DEPTH: u32 = 2;

/// So many evaluations are over in a moment too: about ten milliseconds in Reversi.
const BRIEF_EVALUATIONS: usize = 100_000;

/// An engine of a game: finds moves, analyses, explains.
///
/// >>> import agon_games as agon
/// >>> start = agon.game("reversi").start
/// >>> engine = agon.engine("reversi", level=5)
/// >>> engine.best(start).move in start.legal_moves
/// True
/// >>> [report.move for report in engine.analyze(start)] != []
/// True
#[pyclass(frozen, module = "agon_games", name = "Engine")]
pub(crate) struct Engine {
    pub(crate) rules: Arc<Rules>,
    pub(crate) spec: EngineSpec,
    mind: Mutex<Box<dyn Mind>>,
    /// Ends the search under way, if there is one.
    stop: Mutex<Stop>,
    /// Whether its own limits end every search in a moment.
    brief: bool,
}

/// The level that was asked for, as it is written on the command line.
pub(crate) struct Asked(pub(crate) String);

impl FromPyObject<'_, '_> for Asked {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Asked> {
        let number = object.extract::<i64>().map(|number| number.to_string());
        let told =
            |_| PyTypeError::new_err(format!("a level is a number or a name, not '{}'", type_name(&object)));
        number.or_else(|_| object.extract()).map(Asked).map_err(told)
    }
}

/// An engine for a game, by a level or with settings as on the command line: `depth=6`, `lmr=False`, `eval="simple"`.
///
/// >>> import agon_games as agon
/// >>> agon.engine("reversi", level=10, threads=2).name
/// 'engine:level=10:threads=2'
/// >>> agon.engine("reversi", depth=6, lmr=False).name
/// 'engine:depth=6:lmr=off'
#[pyfunction]
#[pyo3(signature = (game, level = None, threads = None, **settings))]
pub(crate) fn engine(
    game: GameOrName<'_>,
    level: Option<Asked>,
    threads: Option<i64>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Engine> {
    Engine::new(game.rules()?, spec_of(level, threads, settings)?)
}

/// An engine from its name, for pickling.
#[pyfunction]
pub(crate) fn _engine(game: GameOrName<'_>, name: &str) -> PyResult<Engine> {
    Engine::new(game.rules()?, name.parse().map_err(EngineError::told)?)
}

/// An engine's settings from keywords.
pub(crate) fn spec_of(
    level: Option<Asked>,
    threads: Option<i64>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<EngineSpec> {
    let mut spec = EngineSpec::default();
    let mut set = |name: &str, value: &str| spec.set(name, value).map_err(Told::told);
    if let Some(level) = level {
        set("level", &level.0)?;
    }
    if let Some(threads) = threads {
        set("threads", &threads.to_string())?;
    }
    let mut time = None;
    for (name, value) in settings.into_iter().flatten() {
        let name: String = name.extract()?;
        match (name.as_str(), value.cast::<PyBool>(), value.extract::<f64>()) {
            (name, Ok(flag), _) => set(name, if flag.is_true() { "on" } else { "off" })?,
            ("time", _, Ok(seconds)) => time = Some(duration(seconds)?),
            (name, ..) => set(name, &value.str()?.to_cow()?)?,
        }
    }
    spec.time = time.or(spec.time);
    Ok(spec)
}

pub(crate) fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("a time is a number of seconds from 0, not {seconds}")))
}

/// The limits of a search from keywords.
pub(crate) fn limits(time: Option<f64>, depth: Option<i64>, nodes: Option<i64>) -> PyResult<Limits> {
    Ok(Limits {
        time: time.map(duration).transpose()?,
        depth: depth.map(|depth| number("depth", 1, depth)).transpose()?,
        nodes: nodes.map(|nodes| number("nodes", 1, nodes)).transpose()?,
        clock: None,
    })
}

fn is_brief(depth: Option<u32>, nodes: Option<u64>) -> bool {
    depth.is_some_and(|depth| depth <= BRIEF_DEPTH) || nodes.is_some_and(|nodes| nodes <= BRIEF_NODES)
}

impl Engine {
    fn new(rules: Arc<Rules>, spec: EngineSpec) -> PyResult<Engine> {
        let mind = ENGINES.engine(&rules.id, &spec).map_err(Told::told)?;
        let levels = ENGINES.info(rules.game.info().name).map_err(Told::told)?.levels;
        let level = levels.iter().find(|level| Some(level.name) == spec.level.as_deref());
        let brief =
            is_brief(spec.depth, spec.nodes) || level.is_some_and(|level| is_brief(level.depth, level.nodes));
        Ok(Engine { rules, spec, mind: Mutex::new(mind), stop: Mutex::default(), brief })
    }

    /// The mind, unless it is busy.
    fn mind(&self) -> PyResult<MutexGuard<'_, Box<dyn Mind>>> {
        match self.mind.try_lock() {
            Ok(mind) => Ok(mind),
            // A search that broke down leaves nothing behind that the next one would rely on.
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("this engine is thinking already; every thread needs its own"))
            }
        }
    }

    /// The signal that ends the search about to begin.
    fn stop_signal(&self) -> Stop {
        let stop = Stop::new();
        *lock(&self.stop) = stop.clone();
        stop
    }

    /// One search. What it says to `tell` as it goes on is what the callback hears.
    fn search<Told, Found>(
        &self,
        py: Python<'_>,
        limits: Limits,
        callback: Option<Py<PyAny>>,
        think: impl FnOnce(&mut dyn Mind, &Limits, &Stop, &mut dyn FnMut(Told)) -> Result<Found, EngineError>
        + Send,
    ) -> PyResult<Found>
    where
        Told: for<'py> IntoPyObject<'py> + Send,
        Found: Send,
    {
        let mut mind = self.mind()?;
        let (mind, stop) = (&mut **mind, self.stop_signal());
        let found = match callback {
            None if self.brief || is_brief(limits.depth, limits.nodes) => {
                waiting::briefly(py, || think(mind, &limits, &stop, &mut |_| {}))?
            }
            None => waiting::silently(py, &stop, || think(mind, &limits, &stop, &mut |_| {}))?,
            Some(callback) => waiting::with_calls(
                py,
                &stop,
                |calls| {
                    think(mind, &limits, &stop, &mut |told| {
                        if !stop.is_set() && !calls.call(told) {
                            stop.set();
                        }
                    })
                },
                |py, told: Told| {
                    let answer = callback.call1(py, (told.into_bound_py_any(py)?,))?;
                    // Only `False` ends the search; most callbacks give back nothing.
                    Ok(!answer.bind(py).is(PyBool::new(py, false)))
                },
            )?,
        };
        found.map_err(EngineError::told)
    }

    /// One question about many positions, on several cores. Up to `brief` of them are over in a moment.
    fn ask_all<Found: Send>(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        cores: Option<i64>,
        brief: usize,
        ask: impl FnOnce(Judge<'_>, &Many, Crew<'_>) -> Result<Found, EngineError> + Send,
    ) -> PyResult<Found> {
        let cores = cores_or_all(cores)?;
        let many = Many::read(positions)?;
        many.check(&self.rules)?;
        // Its mind stays idle, but it is busy: `stop` ends this and nothing else.
        let (_busy, stop) = (self.mind()?, self.stop_signal());
        let judge = Judge { engines: &ENGINES, game: &self.rules.id, spec: &self.spec };
        let work = || ask(judge, &many, Crew { cores, stop: &stop });
        let found = match many.count() <= brief {
            true => waiting::briefly(py, work),
            false => waiting::silently(py, &stop, work),
        };
        found?.map_err(EngineError::told)
    }
}

#[pymethods]
impl Engine {
    /// Its name with its settings, as on the command line.
    #[getter]
    fn name(&self) -> String {
        self.spec.to_string()
    }

    /// The id of its game.
    #[getter]
    fn game(&self) -> &str {
        &self.rules.id
    }

    /// Forgets what it learned in earlier searches.
    fn new_game(&self) -> PyResult<()> {
        self.mind()?.new_game();
        Ok(())
    }

    /// Ends the search under way in another thread; it still answers with a legal move. Work on many positions has no
    /// answer then: it ends with a RuntimeError.
    fn stop(&self) {
        lock(&self.stop).set();
    }

    /// The best move. `time` is in seconds; without any limit the engine's own holds. `callback` gets a report at once,
    /// then with every improvement; if it returns False the search ends, and an exception ends it and is passed on.
    #[pyo3(signature = (position, *, time = None, depth = None, nodes = None, callback = None))]
    fn best(
        &self,
        py: Python<'_>,
        position: &Position,
        time: Option<f64>,
        depth: Option<i64>,
        nodes: Option<i64>,
        callback: Option<Py<PyAny>>,
    ) -> PyResult<Report> {
        let (limits, inner) = (limits(time, depth, nodes)?, &*position.inner);
        let found = self.search(py, limits, callback, |mind, limits, stop, tell| {
            mind.best(inner, limits, stop, &mut |report| tell(Report(report.clone())))
        })?;
        Ok(Report(found))
    }

    /// Every legal move with its value, best first. `callback` gets the whole list each time.
    #[pyo3(signature = (position, *, time = None, depth = None, nodes = None, callback = None))]
    fn analyze(
        &self,
        py: Python<'_>,
        position: &Position,
        time: Option<f64>,
        depth: Option<i64>,
        nodes: Option<i64>,
        callback: Option<Py<PyAny>>,
    ) -> PyResult<Vec<Report>> {
        let (limits, inner) = (limits(time, depth, nodes)?, &*position.inner);
        let found = self.search(py, limits, callback, |mind, limits, stop, tell| {
            mind.analyze(inner, limits, stop, &mut |list| tell(reports(list.to_vec())))
        })?;
        Ok(reports(found))
    }

    /// The best moves of many positions, on all cores. What was learned about one is forgotten before the next, so the
    /// answers do not depend on the number of cores.
    ///
    /// >>> import agon_games as agon
    /// >>> some = agon.game("reversi").middle_games(4)
    /// >>> len(agon.engine("reversi").best_all(some, depth=3))
    /// 4
    #[pyo3(signature = (positions, *, cores = None, time = None, depth = None, nodes = None))]
    fn best_all(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        cores: Option<i64>,
        time: Option<f64>,
        depth: Option<i64>,
        nodes: Option<i64>,
    ) -> PyResult<Vec<Report>> {
        let limits = limits(time, depth, nodes)?;
        let found =
            self.ask_all(py, positions, cores, 0, |judge, many, crew| judge.best(many, &limits, crew));
        Ok(reports(found?))
    }

    /// Every legal move of many positions with its value, on all cores.
    #[pyo3(signature = (positions, *, cores = None, time = None, depth = None, nodes = None))]
    fn analyze_all(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        cores: Option<i64>,
        time: Option<f64>,
        depth: Option<i64>,
        nodes: Option<i64>,
    ) -> PyResult<Vec<Vec<Report>>> {
        let limits = limits(time, depth, nodes)?;
        let found =
            self.ask_all(py, positions, cores, 0, |judge, many, crew| judge.analyze(many, &limits, crew));
        Ok(found?.into_iter().map(reports).collect())
    }

    /// What the evaluation says of many positions without any search: an array of values for the sides to move, in the
    /// game's unit. Every position must be at a player's turn.
    ///
    /// >>> import agon_games as agon
    /// >>> some = agon.game("reversi").random_positions(1000, plies=20, seed=1)
    /// >>> agon.engine("reversi").evaluate_all(some).shape
    /// (1000,)
    #[pyo3(signature = (positions, *, cores = None))]
    fn evaluate_all<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        cores: Option<i64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let values =
            self.ask_all(py, positions, cores, BRIEF_EVALUATIONS, |judge, many, crew| match many {
                Many::Batch(batch) => judge.evaluate(&*batch.get().rows, crew),
                Many::Single(_) => judge.evaluate(many, crew),
            })?;
        let values: Vec<f64> = values.into_iter().map(in_units).collect();
        array(py, &values, &[values.len()])
    }

    /// What the evaluation says of a position without any search, for the side to move, in the game's unit.
    #[pyo3(signature = (position, /))]
    fn evaluate(&self, position: &Position) -> PyResult<f64> {
        let value = self.mind()?.evaluate(&*position.inner).map_err(Told::told)?;
        let value = value
            .ok_or_else(|| PyValueError::new_err(format!("{} has no evaluation to ask", self.name())))?;
        Ok(in_units(value))
    }

    /// The terms of the evaluation, where it has some to show.
    ///
    /// >>> import agon_games as agon
    /// >>> engine = agon.engine("reversi", eval="explained")
    /// >>> "corners" in [term.name for term in engine.explain(agon.game("reversi").start)]
    /// True
    #[pyo3(signature = (position, /))]
    fn explain(&self, position: &Position) -> PyResult<Vec<Term>> {
        let explanation = self.mind()?.explain(&*position.inner).map_err(Told::told)?;
        Ok(explanation.map_or(Vec::new(), |told| told.terms.into_iter().map(Term).collect()))
    }

    fn __repr__(&self) -> String {
        format!("<{} of {}>", self.spec, self.rules.id)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Rebuilt<'py, (String, String)>> {
        rebuilt_by(py, "_engine", (self.rules.id.clone(), self.spec.to_string()))
    }
}

/// Hundredths of the game's unit in that unit.
pub(crate) fn in_units(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}

fn reports(list: Vec<agon_engine::Report>) -> Vec<Report> {
    list.into_iter().map(Report).collect()
}

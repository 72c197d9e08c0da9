//! `agon_games.four_in_a_row.AI`: the computer player of the course.

use crate::engine::Asked;
use crate::errors::{NoLegalMove, Told};
use crate::four_in_a_row::{Game, refused, takes_none};
use crate::rules::ENGINES;
use crate::waiting;
use agon_connect::engine::Ai;
use agon_connect::{FourInARow, FourInARowPosition, Grid, game_object};
use agon_core::{Game as _, Side, Typed};
use agon_engine::{Engine, EngineError, EngineSpec, Limits, Stop};
use pyo3::exceptions::{PyRuntimeError, PyRuntimeWarning, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use std::ops::ControlFlow;
use std::sync::{Mutex, TryLockError};
use std::time::Duration;

const COLUMNS: usize = 7;
const ROWS: usize = 6;

/// A computer player for anything that has the game's methods. With a `level` it plays as weak or strong as that level of
/// the engines.
///
/// >>> from agon_games.four_in_a_row import AI, Game
/// >>> g = Game()
/// >>> AI().find_legal_move(g, g.make_move)
/// >>> AI(level=1).find_legal_move(g, g.make_move)
/// >>> g.get_current_player() == Game.PLAYER_ONE
/// True
#[pyclass(frozen, subclass, module = "agon_games.four_in_a_row", name = "AI")]
pub(crate) struct AI {
    level: Option<String>,
    inner: Mutex<Mind>,
}

/// Who thinks.
enum Mind {
    /// As well as it can.
    Strong(Box<Ai>),
    /// An engine of some level.
    Level(Box<dyn Engine>),
}

impl Mind {
    fn of(level: Option<&str>) -> PyResult<Mind> {
        let Some(level) = level else { return Ok(Mind::Strong(Box::new(Ai::new()))) };
        let mut spec = EngineSpec::default();
        spec.set("level", level).map_err(Told::told)?;
        let name = FourInARow::standard().info().name;
        ENGINES.engine(name, &spec).map(Mind::Level).map_err(Told::told)
    }

    /// Finds a column and says so to `tell`, which says whether it wants to hear of more.
    fn find(
        &mut self,
        position: &FourInARowPosition,
        timeout: Option<Duration>,
        stop: &Stop,
        tell: &mut dyn FnMut(usize) -> bool,
    ) -> Result<(), EngineError> {
        match self {
            Mind::Strong(ai) => {
                let tell =
                    |column| if tell(column) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
                ai.find_until(position, tell, timeout, stop.flag()).map_err(|_| EngineError::Over)
            }
            Mind::Level(engine) => {
                let position = Typed::new(FourInARow::standard()).position(*position);
                let limits = Limits { time: timeout, ..Limits::default() };
                let mut told = None;
                let mut hear = |column: &str| {
                    if told.as_deref() != Some(column) && !stop.is_set() {
                        told = Some(column.to_owned());
                        // The engine's own moves are columns.
                        if !column.parse().is_ok_and(&mut *tell) {
                            stop.set();
                        }
                    }
                };
                let found = engine.best(&*position, &limits, stop, &mut |report| {
                    if timeout.is_some() {
                        hear(&report.mv);
                    }
                })?;
                hear(&found.mv);
                Ok(())
            }
        }
    }
}

#[pymethods]
impl AI {
    /// A computer player. Other arguments are for subclasses that take some.
    #[new]
    #[classmethod]
    #[pyo3(signature = (*args, **kwargs))]
    fn new(
        class: &Bound<'_, PyType>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<AI> {
        let mut level = None;
        if takes_none(class)? {
            let refused = |what: String| Err(PyTypeError::new_err(format!("AI takes a level, not {what}")));
            if !args.is_empty() {
                return refused(format!("{} arguments without a name", args.len()));
            }
            for (name, value) in kwargs.into_iter().flatten() {
                match name.extract::<String>()?.as_str() {
                    "level" if value.is_none() => {}
                    "level" => level = Some(value.extract::<Asked>()?.0),
                    other => return refused(format!("'{other}'")),
                }
            }
        }
        let inner = Mutex::new(Mind::of(level.as_deref())?);
        Ok(AI { level, inner })
    }

    /// The level, if it plays at one.
    #[getter]
    fn level(&self) -> Option<&str> {
        self.level.as_deref()
    }

    /// Finds a legal column and calls `func` with it.
    ///
    /// Without a timeout `func` is called exactly once. With one (in seconds) it is called at once with a first legal
    /// move and again each time a better one is found; the last call is the answer. With no legal move the error is
    /// `No possible AI moves.` An exception in `func` ends the search and is passed on. With a timeout `func` must not play
    /// on the game itself, because it may be called several times: a RuntimeWarning says so.
    #[pyo3(signature = (game, func, timeout = None))]
    fn find_legal_move(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        func: Py<PyAny>,
        timeout: Option<f64>,
    ) -> PyResult<()> {
        let timeout = timeout
            .map(Duration::try_from_secs_f64)
            .transpose()
            .map_err(|_| PyValueError::new_err("a timeout is a number of seconds from 0"))?;
        if !func.bind(py).is_callable() {
            return Err(PyTypeError::new_err("func must be something to call with a column"));
        }
        let position = read(game)?;
        let mut mind = match self.inner.try_lock() {
            Ok(mind) => mind,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(PyRuntimeError::new_err(
                    "this AI is thinking already; every thread needs its own",
                ));
            }
        };
        let mut warned = timeout.is_none();
        let (stop, mind) = (Stop::new(), &mut *mind);
        let found = waiting::with_calls(
            py,
            &stop,
            |calls| mind.find(&position, timeout, &stop, &mut |column| calls.call(column)),
            |py, column: usize| {
                func.call1(py, (column,))?;
                if !warned && plays_on(game, &position, func.bind(py)) {
                    warned = true;
                    let told = c"func plays on the game that is being searched, and with a timeout it may be called several times; let it note the column, and play the last one afterwards";
                    PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), told, 1)?;
                }
                Ok(true)
            },
        )?;
        found.map_err(|error| match error {
            EngineError::Over => NoLegalMove::new_err("No possible AI moves."),
            other => other.told(),
        })
    }

    /// What a copy or a pickled one is made with.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("level", &self.level)?;
        Ok((PyTuple::empty(py), named))
    }
}

/// Whether what was just called has played on the game itself.
fn plays_on(game: &Bound<'_, PyAny>, before: &FourInARowPosition, func: &Bound<'_, PyAny>) -> bool {
    match game.cast::<Game>().map(|own| own.try_borrow().map(|own| *own.game.position())) {
        Ok(Ok(now)) => now != *before,
        Ok(Err(_)) => false,
        // Of another kind of game only its own methods are known to play on it.
        Err(_) => func.getattr("__self__").is_ok_and(|owner| owner.is(game)),
    }
}

/// The position behind anything that has the game's methods.
fn read(game: &Bound<'_, PyAny>) -> PyResult<FourInARowPosition> {
    if let Ok(own) = game.cast_exact::<Game>() {
        return Ok(*own.try_borrow()?.game.position());
    }
    if !game.call_method0("get_winner")?.is_none() {
        return Err(NoLegalMove::new_err("No possible AI moves."));
    }
    let player = |name: &str, usual: u8| {
        let constant = game.getattr_opt(name)?;
        constant.map_or_else(|| Ok(usual.into_pyobject(game.py())?.into_any()), Ok::<_, PyErr>)
    };
    let players = [
        player("PLAYER_ONE", game_object::Game::PLAYER_ONE)?,
        player("PLAYER_TWO", game_object::Game::PLAYER_TWO)?,
    ];
    let whose = |value: &Bound<'_, PyAny>, asked: &str| -> PyResult<Side> {
        for side in Side::BOTH {
            if value.eq(&players[side])? {
                return Ok(side);
            }
        }
        let found = value.repr()?;
        Err(PyValueError::new_err(format!("{asked} gave {found}, which is neither of the players")))
    };
    let mover = whose(&game.call_method0("get_current_player")?, "get_current_player()")?;
    let mut stones = [0u64; 2];
    for row in 0..ROWS {
        for col in 0..COLUMNS {
            let value = game.call_method1("get_player_at", (row, col))?;
            if !value.is_none() {
                let side = whose(&value, &format!("get_player_at({row}, {col})"))?;
                stones[side] |= Grid::<u64, COLUMNS, ROWS>::cell(col, ROWS - 1 - row);
            }
        }
    }
    // Whoever began, the search sees the side to move and the other.
    let (me, them) = (stones[mover], stones[!mover]);
    let position = match (me.count_ones(), them.count_ones()) {
        (mine, theirs) if mine == theirs => FourInARowPosition::new(me, them, Side::First),
        (mine, theirs) if mine + 1 == theirs => FourInARowPosition::new(them, me, Side::Second),
        (mine, theirs) => {
            let told = format!(
                "the player to move has {mine} discs and the other {theirs}: get_player_at or \
                 get_current_player is wrong"
            );
            return Err(PyValueError::new_err(told));
        }
    };
    position.map_err(refused)
}

//! `agon.four_in_a_row`: the course's game object and its computer player.

use crate::errors::{IllegalMove, NoLegalMove};
use crate::waiting;
use agon_connect::FourInARow;
use agon_connect::engine::Ai;
use agon_connect::game_object;
use agon_connect::{FourInARowPosition, Grid};
use agon_core::{Game as _, PositionError, Side, notation};
use agon_engine::Stop;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ops::ControlFlow;
use std::sync::{Mutex, TryLockError};
use std::time::Duration;

const COLUMNS: usize = 7;
const ROWS: usize = 6;

/// A game of Four in a Row in progress.
///
/// >>> from agon.four_in_a_row import Game
/// >>> g = Game()
/// >>> for column in (3, 0, 3, 0, 3, 0, 3):
/// ...     g.make_move(column)
/// >>> g.get_winner() == Game.PLAYER_ONE
/// True
/// >>> g.make_move(1)
/// Traceback (most recent call last):
/// agon.IllegalMove: Illegal move.
#[pyclass(subclass, module = "agon.four_in_a_row", name = "Game")]
pub(crate) struct Game {
    game: game_object::Game,
}

#[pymethods]
impl Game {
    /// The player who starts.
    #[classattr]
    const PLAYER_ONE: u8 = game_object::Game::PLAYER_ONE;

    /// The other player.
    #[classattr]
    const PLAYER_TWO: u8 = game_object::Game::PLAYER_TWO;

    /// The result of a full board without four.
    #[classattr]
    const DRAW: u8 = game_object::Game::DRAW;

    /// A game at its start. Arguments are for subclasses.
    #[new]
    #[pyo3(signature = (*_args, **_kwargs))]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> Game {
        Game { game: game_object::Game::new() }
    }

    /// Drops a disc of the current player into a column, counted from 0 at the left. A full column, a column that does
    /// not exist, or a move after the end is an error: `Illegal move.`
    fn make_move(self_: &Bound<'_, Self>, column: &Bound<'_, PyAny>) -> PyResult<()> {
        // What a column is may be up to code in Python, so the game is not held meanwhile.
        let column = index(column)?.ok_or_else(illegal)?;
        self_.try_borrow_mut()?.game.make_move(column).map_err(|_| illegal())
    }

    /// Whose turn it is; after the end, whose it would be.
    fn get_current_player(&self) -> u8 {
        self.game.get_current_player()
    }

    /// Whose disc lies in a cell, row 0 at the top; None if it is empty.
    fn get_player_at(
        self_: &Bound<'_, Self>,
        row: &Bound<'_, PyAny>,
        col: &Bound<'_, PyAny>,
    ) -> PyResult<Option<u8>> {
        let Some((row, col)) = index(row)?.zip(index(col)?) else { return Ok(None) };
        Ok(self_.try_borrow()?.game.get_player_at(row, col))
    }

    /// The winner or `DRAW`; None while the game is on.
    fn get_winner(&self) -> Option<u8> {
        self.game.get_winner()
    }

    fn __repr__(&self) -> String {
        format!("<Four in a Row: {}>", self.text())
    }

    /// The position, and what a subclass keeps beside it.
    fn __getstate__<'py>(self_: &Bound<'py, Self>) -> PyResult<State<'py>> {
        Ok((self_.try_borrow()?.text(), self_.getattr_opt("__dict__")?))
    }

    fn __setstate__(self_: &Bound<'_, Self>, state: State<'_>) -> PyResult<()> {
        let (text, attributes) = state;
        let position = notation::parse_position(&FourInARow::standard(), &text).map_err(refused)?;
        self_.try_borrow_mut()?.game = position.into();
        if let Some(attributes) = attributes {
            self_.getattr("__dict__")?.call_method1("update", (attributes,))?;
        }
        Ok(())
    }
}

/// What a pickled game is made of.
type State<'py> = (String, Option<Bound<'py, PyAny>>);

impl Game {
    /// The position in its one-line form.
    fn text(&self) -> String {
        notation::position_text(&FourInARow::standard(), self.game.position())
    }
}

fn illegal() -> PyErr {
    IllegalMove::new_err(game_object::IllegalMove.to_string())
}

fn refused(error: PositionError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A whole number from 0; nothing if it is a whole number that no board has.
fn index(value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    match value.extract::<usize>() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Err(error),
        // Negative, or larger than any machine word.
        Err(_) => Ok(None),
    }
}

/// A computer player for anything that has the game's methods.
///
/// >>> from agon.four_in_a_row import AI, Game
/// >>> g = Game()
/// >>> AI().find_legal_move(g, g.make_move)
/// >>> g.get_current_player() == Game.PLAYER_TWO
/// True
#[pyclass(frozen, subclass, module = "agon.four_in_a_row", name = "AI")]
pub(crate) struct AI {
    inner: Mutex<Ai>,
}

#[pymethods]
impl AI {
    /// A computer player. Arguments are for subclasses.
    #[new]
    #[pyo3(signature = (*_args, **_kwargs))]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> AI {
        AI { inner: Mutex::new(Ai::new()) }
    }

    /// Finds a legal column and calls `func` with it.
    ///
    /// Without a timeout `func` is called exactly once. With one (in seconds) it is called at once with a first legal
    /// move and again each time a better one is found; the last call is the answer. With no legal move the error is
    /// `No possible AI moves.` An exception in `func` ends the search and is passed on.
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
        let mut ai = match self.inner.try_lock() {
            Ok(ai) => ai,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(PyRuntimeError::new_err(
                    "this AI is thinking already; every thread needs its own",
                ));
            }
        };
        let (stop, ai) = (Stop::new(), &mut *ai);
        let found = waiting::with_calls(
            py,
            &stop,
            |calls| {
                let tell = |column: usize| match calls.call(column) {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                };
                ai.find_until(&position, tell, timeout, stop.flag())
            },
            |py, column| func.call1(py, (column,)).map(|_| true),
        )?;
        found.map_err(|error| NoLegalMove::new_err(error.to_string()))
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

//! `agon_games.four_in_a_row.Game`: the course's game object.

use crate::errors::{IllegalMove, Told};
use crate::position::Position;
use crate::rules::Rules;
use agon_board::TextStyle;
use agon_connect::{FourInARow, game_object};
use agon_core::{Game as _, PositionError, notation};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

/// A game of Four in a Row in progress.
///
/// >>> from agon_games.four_in_a_row import Game
/// >>> g = Game()
/// >>> for column in (3, 0, 3, 0, 3, 0, 3):
/// ...     g.make_move(column)
/// >>> g.get_winner() == Game.PLAYER_ONE
/// True
/// >>> g.make_move(1)
/// Traceback (most recent call last):
/// agon_games.IllegalMove: Illegal move.
#[pyclass(subclass, module = "agon_games.four_in_a_row", name = "Game")]
pub(crate) struct Game {
    pub(super) game: game_object::Game,
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

    /// A game at its start. Arguments are for subclasses that take some.
    #[new]
    #[classmethod]
    #[pyo3(signature = (*args, **kwargs))]
    fn new(
        class: &Bound<'_, PyType>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Game> {
        if (!args.is_empty() || kwargs.is_some_and(|kwargs| !kwargs.is_empty())) && takes_none(class)? {
            return Err(PyTypeError::new_err(
                "Game() takes no arguments; Game.from_position takes a position",
            ));
        }
        Ok(Game { game: game_object::Game::new() })
    }

    /// A game that has come to a position of four-in-a-row.
    ///
    /// >>> import agon_games as agon
    /// >>> from agon_games.four_in_a_row import Game
    /// >>> g = Game.from_position(agon.game("four-in-a-row").start.play_line("33"))
    /// >>> g.get_player_at(4, 3) == Game.PLAYER_TWO
    /// True
    #[classmethod]
    #[pyo3(signature = (position, /))]
    fn from_position<'py>(class: &Bound<'py, PyType>, position: &Position) -> PyResult<Bound<'py, PyAny>> {
        let rules = Rules::named(FourInARow::standard().info().name).map_err(Told::told)?;
        if position.rules.id != rules.id {
            let told = format!("a position of {} is wanted, not of {}", rules.id, position.rules.id);
            return Err(PyValueError::new_err(told));
        }
        let game = class.call0()?;
        let text = position.rules.text(&*position.inner);
        game.cast::<Game>()?.try_borrow_mut()?.set(&text)?;
        Ok(game)
    }

    /// The position, with all that is known about it.
    ///
    /// >>> from agon_games.four_in_a_row import Game
    /// >>> Game().position.legal_moves
    /// ['0', '1', '2', '3', '4', '5', '6']
    #[getter]
    fn position(&self) -> PyResult<Position> {
        let rules = Rules::named(FourInARow::standard().info().name).map_err(Told::told)?;
        let inner = rules.game.parse_position(&self.text()).map_err(Told::told)?;
        Ok(Position::fresh(rules, inner))
    }

    fn __str__(&self) -> PyResult<String> {
        Ok(agon_board::text(&self.position()?.inner.view(&[]), TextStyle::default()))
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
        self_.try_borrow_mut()?.set(&text)?;
        if let Some(attributes) = attributes {
            self_.getattr("__dict__")?.call_method1("update", (attributes,))?;
        }
        Ok(())
    }
}

/// What a pickled game is made of.
type State<'py> = (String, Option<Bound<'py, PyAny>>);

/// Whether a class takes no arguments of its own.
pub(super) fn takes_none(class: &Bound<'_, PyType>) -> PyResult<bool> {
    let usual = class.py().get_type::<PyAny>().getattr("__init__")?;
    Ok(class.getattr("__init__")?.is(&usual))
}

impl Game {
    /// Comes to a position in its one-line form.
    fn set(&mut self, text: &str) -> PyResult<()> {
        let position = notation::parse_position(&FourInARow::standard(), text).map_err(refused)?;
        self.game = position.into();
        Ok(())
    }

    /// The position in its one-line form.
    fn text(&self) -> String {
        notation::position_text(&FourInARow::standard(), self.game.position())
    }
}

fn illegal() -> PyErr {
    IllegalMove::new_err(game_object::IllegalMove.to_string())
}

pub(super) fn refused(error: PositionError) -> PyErr {
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

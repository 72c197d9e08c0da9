//! `agon_games.Positions`: many positions of one game, side by side in memory.

use crate::arrays::{Given, array};
use crate::errors::{IllegalMove, Told, type_name};
use crate::game::GameOrName;
use crate::numbers;
use crate::pickling::{Rebuilt, rebuilt_by};
use crate::position::Position;
use crate::rules::Rules;
use crate::waiting::in_pieces;
use agon_core::batch::Change;
use agon_core::{AnyPosition, AnyPositions, Dice, MoveError};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PySlice;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Many positions of one game. It works like a list that never changes and like an array that is indexed by arrays, and
/// has arrays of what is asked about all of its positions at once.
///
/// >>> import agon_games as agon
/// >>> some = agon.game("reversi").random_positions(500, plies=10, seed=3)
/// >>> len(some), some[0].is_over, some.planes().shape, some.masks().shape
/// (500, False, (500, 3, 8, 8), (500, 65))
/// >>> len(some[some.mobility() > 8]) + len(some[some.mobility() <= 8])
/// 500
/// >>> after = some.play(some.masks().argmax(axis=1))
/// >>> (after.sides() != some.sides()).all().item()
/// True
#[pyclass(frozen, module = "agon_games", name = "Positions")]
pub(crate) struct Positions {
    pub(crate) rules: Arc<Rules>,
    pub(crate) rows: Box<dyn AnyPositions>,
    /// Whose child each is, if they are children.
    pub(crate) parents: Option<Vec<i32>>,
}

impl Positions {
    /// A batch of rows.
    pub(crate) fn new(rules: &Arc<Rules>, rows: Box<dyn AnyPositions>) -> Positions {
        Positions { rules: rules.clone(), rows, parents: None }
    }

    /// A batch of positions that are of its game.
    pub(crate) fn of(rules: &Arc<Rules>, items: impl Iterator<Item = Box<dyn AnyPosition>>) -> Positions {
        let mut rows = rules.game.batch();
        items.for_each(|position| {
            rows.push(&*position);
        });
        Positions::new(rules, rows)
    }

    fn at(&self, row: usize) -> Option<Position> {
        Some(Position::fresh(self.rules.clone(), self.rows.get(row)?))
    }

    /// All rows after something has been done to each.
    fn changed(
        &self,
        py: Python<'_>,
        change: impl Fn(usize, &mut dyn AnyPosition) -> Result<(), MoveError> + Sync,
    ) -> PyResult<Positions> {
        let mut all = self.rules.game.batch();
        let mut wrong = None;
        in_pieces(py, self.rows.count(), |rows| {
            let change: &mut Change<'_> = &mut |row, position| change(row, position);
            match self.rows.changed(rows, change) {
                Ok(part) => all.append(&*part),
                Err(error) => {
                    wrong = Some(error);
                    false
                }
            }
        })?;
        match wrong {
            None => Ok(Positions::new(&self.rules, all)),
            Some((row, error)) => Err(IllegalMove::new_err(format!("position {row}: {error}"))),
        }
    }

    /// The rows that an index picks.
    fn rows_of(&self, index: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        let count = self.rows.count();
        let what = "positions are picked by a number, a slice, or an array of numbers or truth values";
        match Given::read(index, what)? {
            Given::Truths(truths) if truths.len() != count => {
                let told = format!("there are {count} positions, but {} truth values", truths.len());
                Err(PyIndexError::new_err(told))
            }
            Given::Truths(truths) => Ok((0..count).filter(|&row| truths[row]).collect()),
            Given::Numbers(numbers) => numbers.into_iter().map(|number| self.row(number)).collect(),
        }
    }

    /// A row by its number, counted from the end if it is negative.
    fn row(&self, number: i64) -> PyResult<usize> {
        let count = self.rows.count() as i64;
        let row = if number < 0 { number + count } else { number };
        if (0..count).contains(&row) {
            return Ok(row as usize);
        }
        Err(PyIndexError::new_err(format!("there are {count} positions, so none at {number}")))
    }
}

#[pymethods]
impl Positions {
    /// Positions of one game, put together; none at all if the game is named.
    ///
    /// >>> import agon_games as agon
    /// >>> len(agon.Positions([], game="reversi"))
    /// 0
    #[new]
    #[pyo3(signature = (positions, /, *, game = None))]
    fn py_new(positions: &Bound<'_, PyAny>, game: Option<GameOrName<'_>>) -> PyResult<Positions> {
        let many = Many::read(positions)?;
        let wanted = game.map(|game| game.rules()).transpose()?;
        let rules = many.rules().or_else(|| wanted.clone()).ok_or_else(|| {
            PyValueError::new_err("no positions were given; name their game: Positions([], game='reversi')")
        })?;
        if let Some(wanted) = wanted.filter(|wanted| wanted.id != rules.id) {
            let told = format!("these are positions of {}, not of {}", rules.id, wanted.id);
            return Err(PyValueError::new_err(told));
        }
        match many {
            Many::Batch(batch) => Ok(Positions::new(&rules, batch.get().rows.boxed())),
            Many::Single(list) => Ok(Positions::of(&rules, list.iter().map(|one| one.get().inner.boxed()))),
        }
    }

    /// The game.
    #[getter]
    fn game(&self) -> crate::game::Game {
        crate::game::Game { rules: self.rules.clone() }
    }

    fn __len__(&self) -> usize {
        self.rows.count()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(number) = index.extract::<i64>() {
            let position = self.at(self.row(number)?);
            return Ok(Bound::new(py, position.ok_or_else(|| PyIndexError::new_err("no such position"))?)?
                .into_any());
        }
        let rows = if let Ok(slice) = index.cast::<PySlice>() {
            let range = slice.indices(self.rows.count() as isize)?;
            (0..range.slicelength).map(|i| (range.start + i as isize * range.step) as usize).collect()
        } else {
            self.rows_of(index)?
        };
        Ok(Bound::new(py, Positions::new(&self.rules, self.rows.select(&rows)))?.into_any())
    }

    fn __iter__(self_: Bound<'_, Self>) -> Steps {
        Steps { positions: self_.unbind(), next: AtomicUsize::new(0) }
    }

    /// Two batches of one game, one after the other.
    fn __add__(&self, other: &Bound<'_, Positions>) -> PyResult<Positions> {
        let mut rows = self.rows.boxed();
        if !rows.append(&*other.get().rows) {
            return Err(other_game(&self.rules, &other.get().rules));
        }
        Ok(Positions::new(&self.rules, rows))
    }

    /// Many batches of one game, one after the other.
    ///
    /// >>> import agon_games as agon
    /// >>> start = agon.Positions([agon.game("reversi").start])
    /// >>> len(agon.Positions.concatenate([start, start.children(), start]))
    /// 6
    #[staticmethod]
    #[pyo3(signature = (batches, /))]
    fn concatenate(batches: Vec<Bound<'_, Positions>>) -> PyResult<Positions> {
        let Some((first, rest)) = batches.split_first() else {
            return Err(PyValueError::new_err("at least one batch is needed, which may be empty"));
        };
        let mut rows = first.get().rows.boxed();
        for batch in rest {
            if !rows.append(&*batch.get().rows) {
                return Err(other_game(&first.get().rules, &batch.get().rules));
            }
        }
        Ok(Positions::new(&first.get().rules, rows))
    }

    /// The positions after a move in each, by its number; −1 leaves a position as it is, which is all that can be done
    /// where a game is over. Where chance decides, the number is that of an outcome.
    ///
    /// >>> import agon_games as agon
    /// >>> start = agon.game("four-in-a-row").start
    /// >>> [after.text[-9:] for after in agon.Positions([start, start]).play([6, -1])]
    /// ['------X O', '------- X']
    #[pyo3(signature = (actions, /))]
    fn play(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<Positions> {
        let Given::Numbers(actions) = Given::read(actions, "actions are a list or an array of numbers")?
        else {
            return Err(PyTypeError::new_err("actions are numbers, not truth values"));
        };
        if actions.len() != self.rows.count() {
            let told = format!("there are {} positions, but {} actions", self.rows.count(), actions.len());
            return Err(PyValueError::new_err(told));
        }
        self.changed(py, |row, position| match usize::try_from(actions[row]) {
            Err(_) if actions[row] == -1 => Ok(()),
            Err(_) => Err(no_such(actions[row], position)),
            Ok(outcome) => match position.chance() {
                Some(weights) if outcome < weights.len() => {
                    position.resolve(outcome);
                    Ok(())
                }
                Some(weights) => {
                    let why = format!("outcomes of chance are numbered 0 to {}", weights.len() - 1);
                    Err(MoveError::Illegal { text: outcome.to_string(), why })
                }
                None => position.play_action(outcome),
            },
        })
    }

    /// The positions after the dice have been rolled wherever chance decides; the same seed rolls the same.
    #[pyo3(signature = (seed = 0))]
    fn roll(&self, py: Python<'_>, seed: i128) -> PyResult<Positions> {
        let seed = numbers::seed(seed)?;
        self.changed(py, |row, position| {
            let mut dice = Dice::new(Dice::derive(seed, row as u64));
            while let Some(weights) = position.chance() {
                position.resolve(dice.weighted(weights));
            }
            Ok(())
        })
    }

    /// The images of all positions under a symmetry of the rules, by its number.
    #[pyo3(signature = (symmetry, /))]
    fn images(&self, py: Python<'_>, symmetry: i64) -> PyResult<Positions> {
        let known = self.rules.game.start().symmetries();
        let Some(symmetry) = usize::try_from(symmetry).ok().filter(|&symmetry| symmetry < known) else {
            let told = format!("symmetries are numbered 0 to {}, not {symmetry}", known - 1);
            return Err(PyValueError::new_err(told));
        };
        let mut all = self.rules.game.batch();
        in_pieces(py, self.rows.count(), |rows| {
            self.rows.visit(rows, &mut |_, position| {
                all.push(&*position.image(symmetry));
            });
            true
        })?;
        Ok(Positions::new(&self.rules, all))
    }

    /// The positions after every legal move of every position, or after every outcome where chance decides. Its `parents`
    /// says whose child each is.
    ///
    /// >>> import agon_games as agon
    /// >>> children = agon.Positions([agon.game("reversi").start]).children()
    /// >>> len(children), children.parents.tolist()
    /// (4, [0, 0, 0, 0])
    fn children(&self, py: Python<'_>) -> PyResult<Positions> {
        let (mut all, mut parents) = (self.rules.game.batch(), Vec::new());
        in_pieces(py, self.rows.count(), |rows| {
            for row in rows {
                let children = all.push_children(&*self.rows, row);
                parents.resize(parents.len() + children, row as i32);
            }
            true
        })?;
        Ok(Positions { parents: Some(parents), ..Positions::new(&self.rules, all) })
    }

    /// Whose child each position is, as an array of row numbers; an error unless this batch came from `children`.
    #[getter]
    fn parents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Some(parents) = &self.parents else {
            return Err(PyValueError::new_err(
                "these positions have no parents: they did not come from children()",
            ));
        };
        array(py, parents, &[parents.len()])
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Positions>() else { return false };
        let (other, mut same) = (other.get(), true);
        self.rows.visit(0..self.rows.count(), &mut |row, position| {
            same = same && other.rows.get(row).is_some_and(|theirs| position.equals(&*theirs));
        });
        same && self.rows.count() == other.rows.count() && self.rules.id == other.rules.id
    }

    fn __repr__(&self) -> String {
        format!("<{} positions of {}>", self.rows.count(), self.rules.id)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Rebuilt<'py, (String, Vec<String>)>> {
        rebuilt_by(py, "_positions", (self.rules.id.clone(), self.texts(py)?))
    }
}

fn other_game(one: &Rules, other: &Rules) -> PyErr {
    PyValueError::new_err(format!("all positions must be of one game, not of {} and {}", one.id, other.id))
}

fn no_such(number: i64, position: &dyn AnyPosition) -> MoveError {
    let why = format!("actions are numbered 0 to {}, and -1 plays nothing", position.game().actions() - 1);
    MoveError::Illegal { text: number.to_string(), why }
}

/// Goes through positions one by one.
#[pyclass(frozen, module = "agon_games", name = "PositionsIterator")]
pub(crate) struct Steps {
    positions: Py<Positions>,
    next: AtomicUsize,
}

#[pymethods]
impl Steps {
    fn __iter__(self_: Bound<'_, Self>) -> Bound<'_, Self> {
        self_
    }

    fn __next__(&self) -> Option<Position> {
        self.positions.get().at(self.next.fetch_add(1, Ordering::Relaxed))
    }
}

/// Positions from their one-line forms, for pickling.
#[pyfunction]
pub(crate) fn _positions(game: &str, texts: Vec<String>) -> PyResult<Positions> {
    let rules = Rules::named(game).map_err(Told::told)?;
    let parse = |text: &String| rules.game.parse_position(text).map_err(Told::told);
    let items: Vec<_> = texts.iter().map(parse).collect::<PyResult<_>>()?;
    Ok(Positions::of(&rules, items.into_iter()))
}

/// Positions that were handed over: in one piece, or one by one.
pub(crate) enum Many {
    Batch(Py<Positions>),
    Single(Vec<Py<Position>>),
}

impl Many {
    /// Reads positions of one game.
    pub(crate) fn read(positions: &Bound<'_, PyAny>) -> PyResult<Many> {
        if let Ok(batch) = positions.cast::<Positions>() {
            return Ok(Many::Batch(batch.clone().unbind()));
        }
        let mut single: Vec<Py<Position>> = Vec::new();
        for item in positions.try_iter()? {
            let item = item?;
            let Ok(position) = item.cast::<Position>() else {
                let told = format!("positions are wanted, not '{}'", type_name(&item));
                return Err(PyTypeError::new_err(told));
            };
            let rules = &position.get().rules;
            if let Some(first) = single.first().filter(|first| first.get().rules.id != rules.id) {
                return Err(other_game(&first.get().rules, rules));
            }
            single.push(position.clone().unbind());
        }
        Ok(Many::Single(single))
    }

    pub(crate) fn rules(&self) -> Option<Arc<Rules>> {
        match self {
            Many::Batch(batch) => Some(batch.get().rules.clone()),
            Many::Single(single) => single.first().map(|first| first.get().rules.clone()),
        }
    }
}

//! `agon.Positions`: many positions of one game, for work in bulk.

use crate::arrays::{array, byte_array};
use crate::errors::{Told, type_name};
use crate::pickling::{Rebuilt, rebuilt_by};
use crate::position::Position;
use crate::rules::Rules;
use agon_core::{AnyPosition, Phase, Side};
use agon_engine::EngineError;
use agon_engine::bulk::counting;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PySlice;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Many positions of one game. It works like a list that never changes, and has arrays of what is asked about all of
/// them at once.
///
/// >>> import agon
/// >>> some = agon.game("reversi").random_positions(500, plies=10, seed=3)
/// >>> len(some), some[0].is_over, some.planes().shape
/// (500, False, (500, 3, 8, 8))
#[pyclass(frozen, module = "agon", name = "Positions")]
pub(crate) struct Positions {
    pub(crate) rules: Arc<Rules>,
    pub(crate) items: Vec<Box<dyn AnyPosition>>,
}

impl Positions {
    fn each<T>(&self, ask: impl Fn(&dyn AnyPosition) -> T) -> Vec<T> {
        self.items.iter().map(|position| ask(&**position)).collect()
    }

    fn at(&self, index: usize) -> Position {
        Position { rules: self.rules.clone(), inner: self.items[index].clone() }
    }
}

#[pymethods]
impl Positions {
    /// Positions of one game, put together.
    #[new]
    #[pyo3(signature = (positions, /))]
    fn new(positions: &Bound<'_, PyAny>) -> PyResult<Positions> {
        let many = Many::read(positions)?;
        let rules = many.rules().ok_or_else(|| PyValueError::new_err("no positions were given"))?;
        let items = many.list().iter().map(|position| position.boxed()).collect();
        Ok(Positions { rules, items })
    }

    fn __len__(&self) -> usize {
        self.items.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let count = self.items.len() as isize;
        if let Ok(slice) = index.cast::<PySlice>() {
            let range = slice.indices(count)?;
            let place = |i: usize| (range.start + i as isize * range.step) as usize;
            let items = (0..range.slicelength).map(|i| self.items[place(i)].clone()).collect();
            return Ok(Bound::new(py, Positions { rules: self.rules.clone(), items })?.into_any());
        }
        let index: isize = index.extract()?;
        let place = if index < 0 { index + count } else { index };
        if !(0..count).contains(&place) {
            return Err(PyIndexError::new_err(format!("there are {count} positions, so none at {index}")));
        }
        Ok(Bound::new(py, self.at(place as usize))?.into_any())
    }

    fn __iter__(self_: Bound<'_, Self>) -> Steps {
        Steps { positions: self_.unbind(), next: AtomicUsize::new(0) }
    }

    /// The boards as one array of bytes: positions, planes, rows, columns.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Rules { planes, rows, columns, .. } = *self.rules;
        let area = self.rules.area();
        let bytes = py.detach(|| {
            let mut bytes = vec![0; self.items.len() * area];
            for (position, part) in self.items.iter().zip(bytes.chunks_exact_mut(area)) {
                self.rules.paint(&**position, part);
            }
            bytes
        });
        byte_array(py, &bytes, "uint8", &[self.items.len(), planes, rows, columns])
    }

    /// The sides to move, an array of 0 and 1.
    fn sides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let sides = self.each(|position| position.side_to_move().index() as u8);
        array(py, &sides, &[sides.len()])
    }

    /// The keys, an array of 64-bit numbers.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let keys = self.each(|position| position.key());
        array(py, &keys, &[keys.len()])
    }

    /// The scores of both sides, an array of positions times two.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let scores = self.each(|position| position.score()).concat();
        array(py, &scores, &[self.items.len(), 2])
    }

    /// How many legal moves each position has; 0 where the game is over or chance decides.
    fn mobility<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let counts = self.each(|position| match position.phase() {
            Phase::Turn(_) => position.count_moves() as i32,
            Phase::Chance | Phase::Over(_) => 0,
        });
        array(py, &counts, &[counts.len()])
    }

    /// Which games are over, and the first side's margins (0 where a game is not over).
    fn results<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let outcome = |position: &dyn AnyPosition| match position.phase() {
            Phase::Over(outcome) => Some(outcome.margin_for(Side::First)),
            Phase::Turn(_) | Phase::Chance => None,
        };
        let outcomes = self.each(outcome);
        let over: Vec<u8> = outcomes.iter().map(|outcome| u8::from(outcome.is_some())).collect();
        let margins: Vec<i32> = outcomes.iter().map(|outcome| outcome.unwrap_or(0)).collect();
        Ok((byte_array(py, &over, "bool", &[over.len()])?, array(py, &margins, &[margins.len()])?))
    }

    /// The positions after every legal move of every position, and an array that says whose child each is.
    ///
    /// >>> import agon
    /// >>> start = agon.Positions([agon.game("reversi").start])
    /// >>> children, parents = start.children()
    /// >>> len(children), parents.tolist()
    /// (4, [0, 0, 0, 0])
    fn children<'py>(&self, py: Python<'py>) -> PyResult<(Positions, Bound<'py, PyAny>)> {
        let (items, parents) = py.detach(|| {
            let (mut items, mut parents) = (Vec::new(), Vec::new());
            for (number, position) in self.items.iter().enumerate() {
                items.extend(counting::children(&**position));
                parents.resize(items.len(), number as i32);
            }
            (items, parents)
        });
        let parents = array(py, &parents, &[parents.len()])?;
        Ok((Positions { rules: self.rules.clone(), items }, parents))
    }

    fn __repr__(&self) -> String {
        format!("<{} positions of {}>", self.items.len(), self.rules.id)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Rebuilt<'py, (String, Vec<String>)>> {
        let texts = self.each(|position| self.rules.text(position));
        rebuilt_by(py, "_positions", (self.rules.id.clone(), texts))
    }
}

/// Goes through positions one by one.
#[pyclass(frozen, module = "agon", name = "PositionsIterator")]
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
        let positions = self.positions.get();
        let place = self.next.fetch_add(1, Ordering::Relaxed);
        (place < positions.items.len()).then(|| positions.at(place))
    }
}

/// Positions from their one-line forms, for pickling.
#[pyfunction]
pub(crate) fn _positions(game: &str, texts: Vec<String>) -> PyResult<Positions> {
    let rules = Rules::named(game).map_err(Told::told)?;
    let parse = |text: &String| rules.game.parse_position(text).map_err(Told::told);
    let items = texts.iter().map(parse).collect::<PyResult<_>>()?;
    Ok(Positions { rules, items })
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
            if let Some(first) = single.first().map(|first| &first.get().rules.id)
                && *first != position.get().rules.id
            {
                let other = &position.get().rules.id;
                let told = format!("all positions must be of one game, not of {first} and {other}");
                return Err(PyValueError::new_err(told));
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

    pub(crate) fn len(&self) -> usize {
        match self {
            Many::Batch(batch) => batch.get().items.len(),
            Many::Single(single) => single.len(),
        }
    }

    pub(crate) fn list(&self) -> Vec<&dyn AnyPosition> {
        match self {
            Many::Batch(batch) => batch.get().items.iter().map(|position| &**position).collect(),
            Many::Single(single) => single.iter().map(|position| &*position.get().inner).collect(),
        }
    }

    /// That they are of an engine's game.
    pub(crate) fn check(&self, engine: &Rules) -> PyResult<()> {
        match self.rules() {
            Some(rules) if rules.id != engine.id => {
                let (engine, game) = (engine.id.clone(), rules.id.clone());
                Err(EngineError::WrongGame { engine, game }.told())
            }
            _ => Ok(()),
        }
    }
}

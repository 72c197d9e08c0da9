//! What is asked about many positions at once, as arrays with a row for each.

use crate::arrays::{Number, Truth, array, written};
use crate::batch::{Many, Positions};
use crate::errors::Told;
use crate::rules::Rules;
use crate::waiting::in_pieces;
use agon_core::{AnyPosition, Phase, Rows, Side};
use agon_engine::EngineError;
use pyo3::prelude::*;
use std::ops::Range;

impl Positions {
    /// What is asked about each.
    fn each<T: Send>(&self, py: Python<'_>, ask: impl Fn(&dyn AnyPosition) -> T + Sync) -> PyResult<Vec<T>> {
        let mut answers = Vec::with_capacity(self.rows.count());
        in_pieces(py, self.rows.count(), |rows| {
            self.rows.visit(rows, &mut |_, position| answers.push(ask(position)));
            true
        })?;
        Ok(answers)
    }

    /// An array into which each position writes its row of bytes, which are zeros before.
    fn filled<'py, N: Number>(
        &self,
        py: Python<'py>,
        row_shape: &[usize],
        out: Option<&Bound<'py, PyAny>>,
        write: impl Fn(&dyn AnyPosition, &mut [u8]) + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (count, width) = (self.rows.count(), row_shape.iter().product::<usize>() * size_of::<N>());
        let shape: Vec<_> = std::iter::once(count).chain(row_shape.iter().copied()).collect();
        written::<N>(py, &shape, out, |bytes| {
            in_pieces(py, count, |rows| {
                self.rows.visit(rows, &mut |row, position| {
                    write(position, &mut bytes[row * width..(row + 1) * width]);
                });
                true
            })
        })
    }
}

#[pymethods]
impl Positions {
    /// Which numbers are legal moves, an array of truth values: positions, actions. A row is empty where a game is over or
    /// chance decides. With `out` that array is written into.
    #[pyo3(signature = (*, out = None))]
    fn masks<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.filled::<Truth>(py, &[self.rules.actions], out, |position, marks| position.mark_legal(marks))
    }

    /// The boards as one array of bytes: positions, planes, rows, columns. With `relative` each board is as its side to
    /// move sees it, its own pieces first (see `Position.planes`). With `out` that array is written into.
    #[pyo3(signature = (*, relative = false, out = None))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        relative: bool,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let planes = &self.rules.planes;
        self.filled::<u8>(py, &self.rules.shape(), out, |position, bytes| {
            planes.paint(position, relative.then(|| position.side_to_move()), bytes);
        })
    }

    /// The sides to move, an array of 0 and 1.
    fn sides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let sides = self.each(py, |position| position.side_to_move().index() as u8)?;
        array(py, &sides, &[sides.len()])
    }

    /// The keys, an array of 64-bit numbers.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let keys = self.each(py, |position| position.key())?;
        array(py, &keys, &[keys.len()])
    }

    /// What each side has so far in the game's unit: positions, sides.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let scores = self.each(py, |position| position.score())?.concat();
        array(py, &scores, &[self.rows.count(), 2])
    }

    /// How many legal moves each position has; 0 where the game is over or chance decides.
    fn mobility<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let counts = self.each(py, |position| position.count_moves() as i32)?;
        array(py, &counts, &[counts.len()])
    }

    /// Where chance decides, an array of truth values.
    fn chances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let chances = self.each(py, |position| Truth(u8::from(position.chance().is_some())))?;
        array(py, &chances, &[chances.len()])
    }

    /// Which games are over, and the first side's margins (0 where a game is not over).
    fn results<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let outcomes = self.each(py, |position| match position.phase() {
            Phase::Over(outcome) => Some(outcome.margin_for(Side::First)),
            Phase::Turn(_) | Phase::Chance => None,
        })?;
        let over: Vec<_> = outcomes.iter().map(|outcome| Truth(u8::from(outcome.is_some()))).collect();
        let margins: Vec<i32> = outcomes.iter().map(|outcome| outcome.unwrap_or(0)).collect();
        Ok((array(py, &over, &[over.len()])?, array(py, &margins, &[margins.len()])?))
    }

    /// What the games are worth to both sides: positions, sides; 1, 0 or −1, and zeros where a game is not over.
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let returns = self.each(py, |position| match position.phase() {
            Phase::Over(outcome) => outcome.margin.signum() as f32,
            Phase::Turn(_) | Phase::Chance => 0.0,
        })?;
        let both: Vec<f32> = returns.into_iter().flat_map(|first| [first, 0.0 - first]).collect();
        array(py, &both, &[self.rows.count(), 2])
    }

    /// The one-line forms.
    pub(crate) fn texts(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.each(py, |position| self.rules.text(position))
    }
}

impl Many {
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

impl Rows for Many {
    fn count(&self) -> usize {
        match self {
            Many::Batch(batch) => batch.get().rows.count(),
            Many::Single(single) => single.len(),
        }
    }

    fn visit(&self, rows: Range<usize>, see: &mut dyn FnMut(usize, &dyn AnyPosition)) {
        match self {
            Many::Batch(batch) => batch.get().rows.visit(rows, see),
            Many::Single(single) => {
                rows.for_each(|row| single.get(row).into_iter().for_each(|one| see(row, &*one.get().inner)));
            }
        }
    }
}

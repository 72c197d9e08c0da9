//! Positions for programs that learn: moves as numbers, masks, planes, symmetric images.

use crate::arrays::{Truth, into_array, written};
use crate::batch::Positions;
use crate::errors::{IllegalMove, Told, type_name};
use crate::past::Step;
use crate::position::Position;
use agon_core::Side;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::borrow::Cow;

impl Position {
    /// A move's number as Python gives it.
    fn action(&self, action: i64) -> PyResult<usize> {
        let told = || IllegalMove::new_err(format!("no move has the number {action}"));
        usize::try_from(action).map_err(|_| told())
    }

    /// A symmetry's number as Python gives it.
    fn symmetry(&self, symmetry: i64) -> PyResult<usize> {
        let last = self.inner.symmetries() - 1;
        let known = usize::try_from(symmetry).ok().filter(|&symmetry| symmetry <= last);
        known.ok_or_else(|| {
            PyValueError::new_err(format!("symmetries are numbered 0 to {last}, not {symmetry}"))
        })
    }
}

/// Who looks at the board: nobody in particular, or a side.
pub(crate) fn viewer(number: Option<i64>) -> PyResult<Option<Side>> {
    match number {
        None => Ok(None),
        Some(0) => Ok(Some(Side::First)),
        Some(1) => Ok(Some(Side::Second)),
        Some(other) => Err(PyValueError::new_err(format!("a viewer is side 0 or 1, not {other}"))),
    }
}

#[pymethods]
impl Position {
    /// The numbers of the legal moves, in the same order as `legal_moves`. A number means the same move in every position:
    /// see `Game.action_move`.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("reversi").start.legal_actions
    /// [19, 26, 37, 44]
    #[getter]
    fn legal_actions(&self) -> Vec<usize> {
        self.inner.legal_actions()
    }

    /// The position after the move with a number.
    #[pyo3(signature = (action, /))]
    fn play_action(self_: &Bound<'_, Self>, action: i64) -> PyResult<Position> {
        let position = self_.get();
        let action = position.action(action)?;
        let mut next = position.inner.boxed();
        next.play_action(action).map_err(Told::told)?;
        Ok(Position::after(self_, next, Step::Move(action)))
    }

    /// The text of the legal move with a number.
    #[pyo3(signature = (action, /))]
    fn action_move(&self, action: i64) -> PyResult<String> {
        self.inner.action_text(self.action(action)?).map_err(Told::told)
    }

    /// The number of a legal move from its text.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("reversi").start.move_action("f5")
    /// 37
    #[pyo3(signature = (r#move, /))]
    fn move_action(&self, r#move: &str) -> PyResult<usize> {
        self.inner.action_of(r#move).map_err(Told::told)
    }

    /// Whether a move, as text or by its number, is legal here.
    ///
    /// >>> import agon_games as agon
    /// >>> start = agon.game("reversi").start
    /// >>> start.is_legal("f5"), start.is_legal(37), start.is_legal("a1")
    /// (True, True, False)
    #[pyo3(signature = (r#move, /))]
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(text) = r#move.extract::<Cow<'_, str>>() {
            return Ok(self.inner.action_of(&text).is_ok());
        }
        let Ok(action) = r#move.extract::<i64>() else {
            let told = format!("a move is text or a number, not '{}'", type_name(r#move));
            return Err(PyTypeError::new_err(told));
        };
        Ok(usize::try_from(action).is_ok_and(|action| self.inner.action_text(action).is_ok()))
    }

    /// Which numbers are legal moves, as a NumPy array of truth values; with `out` that array is written into.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("reversi").start.mask().nonzero()[0].tolist()
    /// [19, 26, 37, 44]
    #[pyo3(signature = (*, out = None))]
    fn mask<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        written::<Truth>(py, &[self.rules.actions], out, |marks| {
            self.inner.mark_legal(marks);
            Ok(())
        })
    }

    /// The board as a NumPy array of zeros and ones, of the game's `shape`: one plane a kind of piece, then a plane that
    /// is full of the side to move. For a `viewer` (0 or 1) its own pieces come first, and the last plane is full of its
    /// number. A column is a cell wide, half a cell on hexagonal boards. With `out` that array is written into.
    ///
    /// >>> import agon_games as agon
    /// >>> after = agon.game("reversi").start.play("f5")
    /// >>> after.planes().sum(axis=(1, 2)).tolist(), after.planes(viewer=1).sum(axis=(1, 2)).tolist()
    /// ([4, 1, 64], [1, 4, 64])
    #[pyo3(signature = (viewer = None, *, out = None))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<i64>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let viewer = self::viewer(viewer)?;
        written::<u8>(py, &self.rules.shape(), out, |planes| {
            self.rules.planes.paint(&*self.inner, viewer, planes);
            Ok(())
        })
    }

    /// A list with a 1 for every legal number, for programs that want lists.
    fn _mask_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = self.rules.no_actions(py)?;
        for action in self.inner.legal_actions() {
            list.set_item(action, 1)?;
        }
        Ok(list)
    }

    /// The planes as one list of floating-point numbers, for programs that want lists.
    fn _plane_list<'py>(&self, py: Python<'py>, viewer: Option<i64>) -> PyResult<Bound<'py, PyList>> {
        let (list, one) = (self.rules.no_planes(py)?, 1f64.into_pyobject(py)?);
        let mut planes = vec![0u8; self.rules.planes.area()];
        self.rules.planes.paint(&*self.inner, self::viewer(viewer)?, &mut planes);
        for (place, _) in planes.iter().enumerate().filter(|&(_, &number)| number != 0) {
            list.set_item(place, &one)?;
        }
        Ok(list)
    }

    /// Writes the planes into an array of 32-bit floating-point numbers.
    fn _write_planes<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<i64>,
        out: &Bound<'py, PyAny>,
    ) -> PyResult<()> {
        let mut planes = vec![0f32; self.rules.planes.area()];
        self.rules.planes.paint(&*self.inner, self::viewer(viewer)?, &mut planes);
        into_array(py, &planes, &[planes.len()], Some(out)).map(|_| ())
    }

    /// The image under a symmetry of the rules, by its number; 0 is the position itself. Where a symmetry exchanges the
    /// sides (as the half-turn of TUC-ANTS does), so does the image.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("four-in-a-row").start.play("0").image(1).text[35:42]
    /// '------X'
    #[pyo3(signature = (symmetry, /))]
    fn image(&self, symmetry: i64) -> PyResult<Position> {
        Ok(Position::fresh(self.rules.clone(), self.inner.image(self.symmetry(symmetry)?)))
    }

    /// The number that a legal move has in an image.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("four-in-a-row").start.image_action(0, 1)
    /// 6
    #[pyo3(signature = (action, symmetry, /))]
    fn image_action(&self, action: i64, symmetry: i64) -> PyResult<usize> {
        let (action, symmetry) = (self.action(action)?, self.symmetry(symmetry)?);
        self.inner.image_action(action, symmetry).map_err(Told::told)
    }

    /// All images under the symmetries of the rules, the position itself first.
    ///
    /// >>> import agon_games as agon
    /// >>> len(agon.game("reversi").start.symmetries())
    /// 8
    fn symmetries(&self) -> Positions {
        let images = (0..self.inner.symmetries()).map(|symmetry| self.inner.image(symmetry));
        Positions::of(&self.rules, images)
    }

    /// A 64-bit number that is the same for equal positions, on every machine.
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// A number that is the same for all positions that are equal up to symmetry.
    #[getter]
    fn canonical_key(&self) -> u64 {
        self.inner.canonical_key()
    }

    /// The positions after each legal move (or after each outcome where chance decides), together.
    fn children(&self) -> Positions {
        let children = self.inner.children();
        let parents = Some(vec![0; children.len()]);
        Positions { parents, ..Positions::of(&self.rules, children.into_iter()) }
    }
}

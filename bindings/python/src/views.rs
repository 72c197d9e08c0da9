//! Positions for people, and counting below them: drawings, pictures, perft, random games.

use crate::bulk::Playouts;
use crate::errors::Told;
use crate::numbers::{self, cores_or_all};
use crate::position::Position;
use crate::waiting;
use agon_board::{Picture, TextStyle};
use agon_core::cpu::Choice;
use agon_engine::Stop;
use agon_engine::bulk::{Crew, counting};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Perft up to this depth is over in a moment.
const BRIEF_PERFT: u32 = 4;

/// So many random games are over in a moment: at most some ten milliseconds, so no thread is woken for them.
const BRIEF_PLAYOUTS: u64 = 64;

/// The smallest and the largest picture, in pixels.
const SIZES: std::ops::RangeInclusive<i64> = 16..=10_000;

#[pymethods]
impl Position {
    /// The board as a picture, with the last move marked.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("hexthello").start.svg[:4]
    /// '<svg'
    #[getter]
    fn svg(self_: &Bound<'_, Self>) -> PyResult<String> {
        Position::picture(self_, None, Vec::new(), true, true)
    }

    /// The board as a picture (SVG): `size` is its larger edge in pixels, `arrows` are pairs of cells to draw arrows
    /// between, and the last move and the legal moves are marked unless they are not wanted.
    ///
    /// >>> import agon_games as agon
    /// >>> picture = agon.game("reversi").start.play("f5").picture(size=300, arrows=[("f5", "d3")])
    /// >>> 'height="300"' in picture, "marker-end" in picture
    /// (True, True)
    #[pyo3(signature = (*, size = None, arrows = Vec::new(), last_move = true, legal_moves = true))]
    #[pyo3(text_signature = "($self, /, *, size=None, arrows=(), last_move=True, legal_moves=True)")]
    fn picture(
        self_: &Bound<'_, Self>,
        size: Option<i64>,
        arrows: Vec<(String, String)>,
        last_move: bool,
        legal_moves: bool,
    ) -> PyResult<String> {
        let position = self_.get();
        let size = match size {
            Some(size) if SIZES.contains(&size) => Some(size as u32),
            Some(size) => {
                let told =
                    format!("a picture is {} to {} pixels large, not {size}", SIZES.start(), SIZES.end());
                return Err(PyValueError::new_err(told));
            }
            None => None,
        };
        let cell = |name: &str| {
            let found = position.rules.layout.cell(name);
            found
                .ok_or_else(|| PyValueError::new_err(format!("'{name}' is no cell of {}", position.rules.id)))
        };
        let arrows: Vec<_> =
            arrows.iter().map(|(from, to)| Ok([cell(from)?, cell(to)?])).collect::<PyResult<_>>()?;
        let last = if last_move { Position::last_moves(self_, 2)? } else { Vec::new() };
        let mut view = position.inner.view(&last);
        if !legal_moves {
            view.moves.clear();
        }
        Ok(agon_board::picture(&view, &Picture { size, arrows: &arrows }))
    }

    fn __str__(self_: &Bound<'_, Self>) -> PyResult<String> {
        let last = Position::last_moves(self_, 2)?;
        Ok(agon_board::text(&self_.get().inner.view(&last), TextStyle::default()))
    }

    fn _repr_svg_(self_: &Bound<'_, Self>) -> PyResult<String> {
        Position::svg(self_)
    }

    /// The number of leaves so many plies below.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("reversi").start.perft(6)
    /// 8200
    #[pyo3(signature = (depth, cores = 1))]
    fn perft(&self, py: Python<'_>, depth: i64, cores: Option<i64>) -> PyResult<u64> {
        let depth = numbers::number("depth", 0, depth)?;
        if depth <= BRIEF_PERFT {
            return waiting::briefly(py, || self.inner.perft(depth, Choice::Best));
        }
        let (stop, cores) = (Stop::new(), cores_or_all(cores)?);
        let work = || counting::perft(&*self.inner, depth, Crew { cores, stop: &stop });
        waiting::silently(py, &stop, work)?.map_err(Told::told)
    }

    /// Random games to the end, and how they ended.
    ///
    /// >>> import agon_games as agon
    /// >>> tally = agon.game("four-in-a-row").start.playouts(1000, seed=7)
    /// >>> tally.games, tally.wins[0] > tally.wins[1]
    /// (1000, True)
    #[pyo3(signature = (games, seed = 0, cores = None))]
    fn playouts(&self, py: Python<'_>, games: i64, seed: i128, cores: Option<i64>) -> PyResult<Playouts> {
        let (games, seed) = (numbers::count("games", games)?, numbers::seed(seed)?);
        let cores = cores.map(|cores| cores_or_all(Some(cores))).transpose()?;
        if games <= BRIEF_PLAYOUTS {
            return waiting::briefly(py, || self.inner.playouts(seed, 0..games)).map(Playouts);
        }
        let (stop, cores) = (Stop::new(), cores.map_or_else(|| cores_or_all(None), Ok)?);
        let work = || counting::playouts(&*self.inner, games, seed, Crew { cores, stop: &stop });
        Ok(Playouts(waiting::silently(py, &stop, work)?.map_err(Told::told)?))
    }
}

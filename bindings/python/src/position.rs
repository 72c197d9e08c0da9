//! `agon.Position`: a position, which never changes.

use crate::arrays::byte_array;
use crate::batch::Positions;
use crate::bulk::Playouts;
use crate::errors::{IllegalMove, Told};
use crate::game::Game;
use crate::numbers::{self, cores_or_all};
use crate::pickling::{Rebuilt, rebuilt_by};
use crate::rules::Rules;
use crate::waiting;
use agon_board::{self, TextStyle};
use agon_core::cpu::Choice;
use agon_core::{AnyPosition, Line, Phase};
use agon_engine::Stop;
use agon_engine::bulk::{Crew, counting};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// Perft up to this depth is over in a moment.
const BRIEF_PERFT: u32 = 4;

/// A position of a game. It never changes: `play` gives back a new one.
///
/// >>> import agon
/// >>> start = agon.game("reversi").start
/// >>> after = start.play("f5")
/// >>> after.side, after.score, after.is_over
/// (1, (4, 1), False)
/// >>> start.play("a1")
/// Traceback (most recent call last):
/// agon.IllegalMove: 'a1' is not legal here: it turns no disc
#[pyclass(frozen, module = "agon", name = "Position")]
pub(crate) struct Position {
    pub(crate) rules: Arc<Rules>,
    pub(crate) inner: Box<dyn AnyPosition>,
}

impl Position {
    fn wrap(&self, inner: Box<dyn AnyPosition>) -> Position {
        Position { rules: self.rules.clone(), inner }
    }
}

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.rules.clone() }
    }

    /// The legal moves as text, in the game's own order; a forced pass is one. None when the game is over or chance is
    /// to decide.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.inner.legal_moves()
    }

    /// The numbers of the legal moves, in the same order: the column in the connect-four games, the cell elsewhere (a
    /// pass comes after the last cell), and in TUC-ANTS the place in `legal_moves`.
    ///
    /// >>> import agon
    /// >>> agon.game("reversi").start.legal_actions
    /// [19, 26, 37, 44]
    #[getter]
    fn legal_actions(&self) -> Vec<usize> {
        self.inner.actions(&self.rules.numbering)
    }

    /// The position after a move.
    ///
    /// >>> import agon
    /// >>> agon.game("four-in-a-row").start.play("3").legal_moves
    /// ['0', '1', '2', '3', '4', '5', '6']
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: &str) -> PyResult<Position> {
        let mut next = self.inner.boxed();
        next.play(r#move).map_err(Told::told)?;
        Ok(self.wrap(next))
    }

    /// The position after the move with a number (see `legal_actions`).
    #[pyo3(signature = (action, /))]
    fn play_action(&self, action: i64) -> PyResult<Position> {
        self.play(&self.action_move(action)?)
    }

    /// The text of the legal move with a number.
    #[pyo3(signature = (action, /))]
    fn action_move(&self, action: i64) -> PyResult<String> {
        let place = self.legal_actions().iter().position(|&legal| Ok(legal) == usize::try_from(action));
        let found = place.and_then(|place| self.inner.legal_moves().into_iter().nth(place));
        found.ok_or_else(|| IllegalMove::new_err(format!("no legal move has the number {action}")))
    }

    /// The position after a whole line of recorded moves, as text: rolls are written after their moves, and a forced
    /// pass may be left out where the game allows it.
    ///
    /// >>> import agon
    /// >>> agon.game("reversi").start.play_line("f5d6c3").text
    /// '------------------X--------XX------OXX-----O-------------------- O'
    #[pyo3(signature = (text, /))]
    fn play_line(&self, text: &str) -> PyResult<Position> {
        let mut line = Line::new(self.inner.boxed());
        line.play_text(text).map_err(Told::told)?;
        Ok(self.wrap(line.position().boxed()))
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        matches!(self.inner.phase(), Phase::Over(_))
    }

    /// Whether chance is to decide what happens next.
    #[getter]
    fn is_chance(&self) -> bool {
        self.inner.chance().is_some()
    }

    /// What chance decides between: pairs of the roll's text and its probability, in the order of their numbers. A roll
    /// that is not written after a move, because it comes before the first, has the position that it leads to as its
    /// text. Empty when it is not chance's turn.
    ///
    /// >>> import agon
    /// >>> ants = agon.game("ants")
    /// >>> len(ants.opening.chance_outcomes)
    /// 256
    /// >>> ants.opening.chance_outcomes[0][0] == ants.opening.roll(0).text
    /// True
    #[getter]
    fn chance_outcomes(&self) -> Vec<(String, f64)> {
        let weights = self.inner.chance().unwrap_or_default();
        let total: u32 = weights.iter().sum();
        let one = |(outcome, &weight): (usize, &u32)| {
            let mut after = self.inner.boxed();
            let roll = after.resolve(outcome);
            let text = if roll.is_empty() { self.rules.text(&*after) } else { roll };
            (text, f64::from(weight) / f64::from(total))
        };
        weights.iter().enumerate().map(one).collect()
    }

    /// The position after chance has fallen on an outcome, by its number.
    ///
    /// >>> import agon
    /// >>> agon.game("ants").opening.roll(0) == agon.game("ants").start
    /// True
    #[pyo3(signature = (outcome, /))]
    fn roll(&self, outcome: i64) -> PyResult<Position> {
        let Some(weights) = self.inner.chance() else {
            return Err(PyValueError::new_err("nothing is left to chance here: play a move"));
        };
        let Some(outcome) = usize::try_from(outcome).ok().filter(|&outcome| outcome < weights.len()) else {
            let last = weights.len() - 1;
            return Err(PyValueError::new_err(format!("outcomes are numbered 0 to {last}, not {outcome}")));
        };
        let mut next = self.inner.boxed();
        next.resolve(outcome);
        Ok(self.wrap(next))
    }

    /// How the game ended: the winner (0, 1, or None for a draw) and the first side's margin. None while it is on.
    ///
    /// >>> import agon
    /// >>> agon.game("four-in-a-row").start.play_line("0101010").outcome
    /// (0, 18)
    #[getter]
    fn outcome(&self) -> Option<(Option<usize>, i32)> {
        match self.inner.phase() {
            Phase::Over(outcome) => Some((outcome.winner.map(agon_core::Side::index), outcome.margin)),
            Phase::Turn(_) | Phase::Chance => None,
        }
    }

    /// What each side has so far in the game's unit.
    #[getter]
    fn score(&self) -> (i32, i32) {
        let [first, second] = self.inner.score();
        (first, second)
    }

    /// The side to move: 0 for the one that starts, 1 for the other.
    #[getter]
    fn side(&self) -> usize {
        self.inner.side_to_move().index()
    }

    /// The one-line form, complete.
    #[getter]
    fn text(&self) -> String {
        self.rules.text(&*self.inner)
    }

    /// The board as a picture.
    ///
    /// >>> import agon
    /// >>> agon.game("hexthello").start.svg[:4]
    /// '<svg'
    #[getter]
    fn svg(&self) -> String {
        agon_board::svg(&self.inner.view(&[]))
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

    /// The board as a NumPy array of zeros and ones, of the game's `shape`: one plane a kind of piece, then a plane that
    /// is full of the side to move. A column is a cell wide, half a cell on hexagonal boards.
    ///
    /// >>> import agon
    /// >>> agon.game("reversi").start.planes().sum(axis=(1, 2)).tolist()
    /// [2, 2, 0]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rules = &self.rules;
        let mut planes = vec![0; rules.area()];
        rules.paint(&*self.inner, &mut planes);
        byte_array(py, &planes, "uint8", &[rules.planes, rules.rows, rules.columns])
    }

    /// The positions after each legal move (or after each outcome where chance decides), together.
    fn children(&self) -> Positions {
        Positions { rules: self.rules.clone(), items: counting::children(&*self.inner) }
    }

    /// The number of leaves so many plies below.
    ///
    /// >>> import agon
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
    /// >>> import agon
    /// >>> tally = agon.game("four-in-a-row").start.playouts(1000, seed=7)
    /// >>> tally.games, tally.wins[0] > tally.wins[1]
    /// (1000, True)
    #[pyo3(signature = (games, seed = 0, cores = None))]
    fn playouts(&self, py: Python<'_>, games: i64, seed: i128, cores: Option<i64>) -> PyResult<Playouts> {
        let (games, seed) = (numbers::count("games", games)?, numbers::seed(seed)?);
        let (stop, cores) = (Stop::new(), cores_or_all(cores)?);
        let work = || counting::playouts(&*self.inner, games, seed, Crew { cores, stop: &stop });
        Ok(Playouts(waiting::silently(py, &stop, work)?.map_err(Told::told)?))
    }

    fn __str__(&self) -> String {
        agon_board::text(&self.inner.view(&[]), TextStyle::default())
    }

    fn __repr__(&self) -> String {
        format!("agon.game('{}').position('{}')", self.rules.id, self.text())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| self.inner.equals(&*other.get().inner))
    }

    fn __hash__(&self) -> u64 {
        self.inner.key()
    }

    fn __copy__(self_: Bound<'_, Self>) -> Bound<'_, Self> {
        self_
    }

    fn __deepcopy__<'py>(self_: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        self_
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Rebuilt<'py, (String, String)>> {
        rebuilt_by(py, "position", (self.rules.id.clone(), self.text()))
    }
}

/// A position of a game from its one-line form.
///
/// >>> import agon
/// >>> start = agon.game("reversi").start
/// >>> agon.position("reversi", start.text) == start
/// True
#[pyfunction]
pub(crate) fn position(game: &str, text: &str) -> PyResult<Position> {
    let rules = Rules::named(game).map_err(Told::told)?;
    let inner = rules.game.parse_position(text).map_err(Told::told)?;
    Ok(Position { rules, inner })
}

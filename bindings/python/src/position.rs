//! `agon_games.Position`: a position, which never changes. Its moves as numbers and its planes are in `numbered`, how it came
//! about is in `past`, its pictures and counting in `views`.

use crate::errors::Told;
use crate::game::Game;
use crate::past::{Past, Step};
use crate::pickling::{Rebuilt, rebuilt_by};
use crate::rules::Rules;
use agon_core::{AnyPosition, Phase, Side};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// A position of a game. It never changes: `play` gives back a new one, which knows where it came from.
///
/// >>> import agon_games as agon
/// >>> start = agon.game("reversi").start
/// >>> after = start.play("f5")
/// >>> after.side, after.score, after.is_over
/// (1, (4, 1), False)
/// >>> after.undo() == start
/// True
/// >>> start.play("a1")
/// Traceback (most recent call last):
/// agon_games.IllegalMove: 'a1' is not legal here: it would turn no disc
#[pyclass(frozen, module = "agon_games", name = "Position")]
pub(crate) struct Position {
    pub(crate) rules: Arc<Rules>,
    pub(crate) inner: Box<dyn AnyPosition>,
    pub(crate) past: Option<Past>,
    pub(crate) ply: u32,
}

impl Position {
    /// A position that nothing is known of but what stands on the board.
    pub(crate) fn fresh(rules: Arc<Rules>, inner: Box<dyn AnyPosition>) -> Position {
        Position { rules, inner, past: None, ply: 0 }
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

    /// The position after a move.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("four-in-a-row").start.play("3").legal_moves
    /// ['0', '1', '2', '3', '4', '5', '6']
    #[pyo3(signature = (r#move, /))]
    fn play(self_: &Bound<'_, Self>, r#move: &str) -> PyResult<Position> {
        let mut next = self_.get().inner.boxed();
        let action = next.play_for_action(r#move).map_err(Told::told)?;
        Ok(Position::after(self_, next, Step::Move(action)))
    }

    /// The position after a whole line of recorded moves, as text: rolls are written after their moves, and a forced
    /// pass may be left out where the game allows it.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("reversi").start.play_line("f5d6c3").text
    /// '------------------X--------XX------OXX-----O-------------------- O'
    #[pyo3(signature = (text, /))]
    fn play_line<'py>(self_: &Bound<'py, Self>, text: &str) -> PyResult<Bound<'py, Position>> {
        Position::recorded(self_, self_.get().rules.game.split_moves(text).into_iter())
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
    /// >>> import agon_games as agon
    /// >>> ants = agon.game("ants")
    /// >>> len(ants.opening.chance_outcomes)
    /// 256
    /// >>> ants.opening.chance_outcomes[0][0] == ants.opening.roll(0).text
    /// True
    #[getter]
    fn chance_outcomes(&self) -> Vec<(String, f64)> {
        let one = |(outcome, share): (usize, f64)| {
            let mut after = self.inner.boxed();
            let roll = after.resolve(outcome);
            (if roll.is_empty() { self.rules.text(&*after) } else { roll }, share)
        };
        self.chance_probabilities().into_iter().enumerate().map(one).collect()
    }

    /// The probabilities of the outcomes that chance decides between, in the order of their numbers; empty when it is not
    /// chance's turn.
    #[getter]
    fn chance_probabilities(&self) -> Vec<f64> {
        let weights = self.inner.chance().unwrap_or_default();
        let total: u32 = weights.iter().sum();
        weights.iter().map(|&weight| f64::from(weight) / f64::from(total)).collect()
    }

    /// The position after chance has fallen on an outcome, by its number.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("ants").opening.roll(0) == agon.game("ants").start
    /// True
    #[pyo3(signature = (outcome, /))]
    fn roll(self_: &Bound<'_, Self>, outcome: i64) -> PyResult<Position> {
        Position::rolled(self_, outcome)
    }

    /// How the game ended: the winner (0, 1, or None for a draw) and the first side's margin. None while it is on.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("four-in-a-row").start.play_line("0101010").outcome
    /// (0, 18)
    #[getter]
    fn outcome(&self) -> Option<(Option<usize>, i32)> {
        match self.inner.phase() {
            Phase::Over(outcome) => Some((outcome.winner.map(Side::index), outcome.margin)),
            Phase::Turn(_) | Phase::Chance => None,
        }
    }

    /// What the game is worth to both sides: 1.0 for the winner, −1.0 for the loser, 0.0 in a draw and while it is on.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("four-in-a-row").start.play_line("0101010").returns
    /// (1.0, -1.0)
    #[getter]
    fn returns(&self) -> (f64, f64) {
        match self.inner.phase() {
            Phase::Over(outcome) => {
                let first = outcome.winner.map_or(0.0, |winner| f64::from(winner.sign()));
                (first, 0.0 - first)
            }
            Phase::Turn(_) | Phase::Chance => (0.0, 0.0),
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

    /// What stands on each cell, in the order of the game's `cells`: the letter of the piece, or None.
    ///
    /// >>> import agon_games as agon
    /// >>> start = agon.game("reversi").start
    /// >>> dict(zip(start.game.cells, start.cells))["d5"]
    /// 'X'
    #[getter]
    fn cells(&self) -> Vec<Option<char>> {
        let pieces = &self.rules.layout.pieces;
        self.inner
            .set_up()
            .contents
            .into_iter()
            .map(|piece| piece.map(|piece| pieces[piece].symbol))
            .collect()
    }

    /// How many moves led here from `origin`; a pass is one, a roll is none.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("reversi").start.play_line("f5d6c3").ply
    /// 3
    #[getter]
    fn ply(&self) -> u32 {
        self.ply
    }

    /// The move that led here, with its roll; None where nothing was played yet.
    #[getter]
    fn last_move(self_: &Bound<'_, Self>) -> PyResult<Option<String>> {
        Ok(Position::told(&Position::line(self_))?.1.pop())
    }

    /// The moves that led here from `origin`, with their rolls, oldest first.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("reversi").start.play_line("f5d6c3").history
    /// ['f5', 'd6', 'c3']
    #[getter]
    fn history(self_: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        Ok(Position::told(&Position::line(self_))?.1)
    }

    /// The position that `history` begins in.
    #[getter]
    fn origin<'py>(self_: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let mut line = Position::line(self_);
        let (begin, _) = Position::told(&line)?;
        Ok(line.swap_remove(begin))
    }

    /// The position before the last moves; a roll is taken back with its move.
    ///
    /// >>> import agon_games as agon
    /// >>> start = agon.game("reversi").start
    /// >>> start.play_line("f5d6c3").undo(3) == start
    /// True
    #[pyo3(signature = (moves = 1))]
    fn undo<'py>(self_: &Bound<'py, Self>, moves: i64) -> PyResult<Bound<'py, Self>> {
        let known = self_.get().ply;
        let refused = || {
            let told = format!("{known} moves led here, so {moves} cannot be taken back");
            PyValueError::new_err(told)
        };
        let left =
            u32::try_from(moves).ok().and_then(|moves| known.checked_sub(moves)).ok_or_else(refused)?;
        let mut position = self_.clone();
        while position.get().ply > left {
            let Some(past) = &position.get().past else { break };
            position = past.before.bind(self_.py()).clone();
        }
        Ok(position)
    }

    fn __repr__(&self) -> String {
        format!("agon_games.game('{}').position('{}')", self.rules.id, self.text())
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

    fn __reduce__<'py>(self_: &Bound<'py, Self>) -> PyResult<Rebuilt<'py, (String, String, Vec<i64>)>> {
        let line = Position::line(self_);
        let steps = line.iter().filter_map(|position| Some(position.get().past.as_ref()?.step.number()));
        let arguments = (self_.get().rules.id.clone(), line[0].get().text(), steps.collect());
        rebuilt_by(self_.py(), "_replay", arguments)
    }
}

/// A position of a game from its one-line form.
///
/// >>> import agon_games as agon
/// >>> start = agon.game("reversi").start
/// >>> agon.position("reversi", start.text) == start
/// True
#[pyfunction]
pub(crate) fn position(game: &str, text: &str) -> PyResult<Position> {
    let rules = Rules::named(game).map_err(Told::told)?;
    let inner = rules.game.parse_position(text).map_err(Told::told)?;
    Ok(Position::fresh(rules, inner))
}

/// A position from where it began and the steps from there, for pickling.
#[pyfunction]
pub(crate) fn _replay<'py>(
    py: Python<'py>,
    game: &str,
    text: &str,
    steps: Vec<i64>,
) -> PyResult<Bound<'py, Position>> {
    let mut position = Bound::new(py, position(game, text)?)?;
    for step in steps {
        position = Position::stepped(&position, step)?;
    }
    Ok(position)
}

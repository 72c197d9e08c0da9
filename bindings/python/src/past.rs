//! How a position came about: the position before it and what was done there.

use crate::errors::Told;
use crate::position::Position;
use agon_core::view::LastMove;
use agon_core::{AnyPosition, MoveError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// What leads from one position to the next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// The move with a number.
    Move(usize),
    /// Chance fell on an outcome.
    Roll(usize),
}

/// The step that led to a position, and where it was taken.
pub(crate) struct Past {
    pub(crate) before: Py<Position>,
    pub(crate) step: Step,
}

impl Step {
    /// The step as one whole number: moves from 0 up, outcomes of chance from −1 down.
    pub(crate) fn number(self) -> i64 {
        match self {
            Step::Move(action) => action as i64,
            Step::Roll(outcome) => -1 - outcome as i64,
        }
    }

    /// The text of the step taken in a position: of a move its own, of a roll what is written after the move.
    fn text(self, before: &dyn AnyPosition) -> Result<String, MoveError> {
        match self {
            Step::Move(action) => before.action_text(action),
            Step::Roll(outcome) => Ok(before.boxed().resolve(outcome)),
        }
    }
}

impl Position {
    /// The position that a step leads to.
    pub(crate) fn after(this: &Bound<'_, Self>, inner: Box<dyn AnyPosition>, step: Step) -> Position {
        let position = this.get();
        let ply = position.ply + u32::from(matches!(step, Step::Move(_)));
        let past = Some(Past { before: this.clone().unbind(), step });
        Position { rules: position.rules.clone(), inner, past, ply }
    }

    /// The position after a step by its number.
    pub(crate) fn stepped<'py>(this: &Bound<'py, Self>, number: i64) -> PyResult<Bound<'py, Self>> {
        let py = this.py();
        match usize::try_from(number) {
            Ok(action) => {
                let mut next = this.get().inner.boxed();
                next.play_action(action).map_err(Told::told)?;
                Bound::new(py, Position::after(this, next, Step::Move(action)))
            }
            Err(_) => Bound::new(py, Position::rolled(this, -1 - number)?),
        }
    }

    /// The position after chance has fallen on an outcome.
    pub(crate) fn rolled(this: &Bound<'_, Self>, outcome: i64) -> PyResult<Position> {
        let inner = &this.get().inner;
        let Some(weights) = inner.chance() else {
            return Err(PyValueError::new_err("nothing is left to chance here: play a move"));
        };
        let Some(outcome) = usize::try_from(outcome).ok().filter(|&outcome| outcome < weights.len()) else {
            let last = weights.len() - 1;
            return Err(PyValueError::new_err(format!("outcomes are numbered 0 to {last}, not {outcome}")));
        };
        let mut next = inner.boxed();
        next.resolve(outcome);
        Ok(Position::after(this, next, Step::Roll(outcome)))
    }

    /// The position after recorded moves.
    pub(crate) fn recorded<'py, 'a>(
        this: &Bound<'py, Self>,
        moves: impl Iterator<Item = &'a str>,
    ) -> PyResult<Bound<'py, Self>> {
        let game = &this.get().rules.game;
        let mut position = this.clone();
        for (i, token) in moves.enumerate() {
            let wrong = |error| MoveError::InGame { number: i + 1, error: Box::new(error) }.told();
            for played in position.get().inner.boxed().play_recorded(token).map_err(wrong)? {
                let (bare, roll) = game.split_roll(&played);
                let action = position.get().inner.action_of(bare).map_err(wrong)?;
                position = Position::stepped(&position, action as i64)?;
                if let Some(roll) = roll {
                    let rolled = |outcome: &usize| position.get().inner.boxed().resolve(*outcome) == roll;
                    let count = position.get().inner.chance().map_or(0, <[u32]>::len);
                    let outcome = (0..count).find(rolled).unwrap_or(0);
                    position = Position::stepped(&position, Step::Roll(outcome).number())?;
                }
            }
        }
        Ok(position)
    }

    /// The positions from the one where it all began to this one.
    pub(crate) fn line<'py>(this: &Bound<'py, Self>) -> Vec<Bound<'py, Self>> {
        let mut line = vec![this.clone()];
        while let Some(past) = &line[line.len() - 1].get().past {
            line.push(past.before.bind(this.py()).clone());
        }
        line.reverse();
        line
    }

    /// The moves that led here, with their rolls, oldest first, and the place in the line where they begin: rolls that are
    /// not written, as those before the first move, come before it.
    pub(crate) fn told(line: &[Bound<'_, Self>]) -> PyResult<(usize, Vec<String>)> {
        let (mut begin, mut moves): (usize, Vec<String>) = (0, Vec::new());
        for (place, position) in line.iter().enumerate() {
            let Some(past) = &position.get().past else { continue };
            let text = past.step.text(&*past.before.get().inner).map_err(Told::told)?;
            match (past.step, moves.last_mut()) {
                (Step::Move(_), _) => moves.push(text),
                (Step::Roll(_), Some(last)) => last.push_str(&text),
                (Step::Roll(_), None) => begin = place,
            }
        }
        Ok((begin, moves))
    }

    /// The last moves, newest first, as they are marked on a board.
    pub(crate) fn last_moves(this: &Bound<'_, Self>, most: usize) -> PyResult<Vec<LastMove>> {
        let (mut last, mut position) = (Vec::new(), this.clone());
        while let Some(past) = &position.clone().get().past {
            let before = past.before.bind(this.py()).clone();
            let inner = &before.get().inner;
            if let Step::Move(action) = past.step {
                let text = inner.action_text(action).map_err(Told::told)?;
                let side = inner.side_to_move();
                let (pass, path) =
                    (inner.is_pass(&text).map_err(Told::told)?, inner.path(&text).map_err(Told::told)?);
                last.push(LastMove { side, text, pass, path });
            }
            if last.len() == most {
                break;
            }
            position = before;
        }
        Ok(last)
    }
}

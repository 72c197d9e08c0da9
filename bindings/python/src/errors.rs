//! The libraries' errors as Python's exceptions.

use agon_core::{FormatError, GameError, MoveError, PositionError, RecordError};
use agon_engine::EngineError;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    agon_games,
    IllegalMove,
    PyValueError,
    "A move that cannot be played: not a move, not legal here, or after the end of the game."
);
create_exception!(
    agon_games,
    NoLegalMove,
    PyValueError,
    "There is no move to find, because the game is over."
);

/// The name of a value's type, to say what was handed over by mistake.
pub(crate) fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string())
}

/// What a program does wrong becomes a `ValueError` with the library's sentence.
pub(crate) trait Told {
    fn told(self) -> PyErr;
}

macro_rules! value_errors {
    ($($error:ty),*) => {
        $(impl Told for $error {
            fn told(self) -> PyErr {
                PyValueError::new_err(self.to_string())
            }
        })*
    };
}

value_errors!(GameError, PositionError, RecordError, FormatError);

impl Told for MoveError {
    fn told(self) -> PyErr {
        IllegalMove::new_err(self.to_string())
    }
}

impl Told for EngineError {
    fn told(self) -> PyErr {
        match self {
            EngineError::Over => NoLegalMove::new_err(self.to_string()),
            EngineError::Stopped => PyRuntimeError::new_err(self.to_string()),
            _ => PyValueError::new_err(self.to_string()),
        }
    }
}

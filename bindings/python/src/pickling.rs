//! How values are pickled: by a public function and what it is to be called with.

use pyo3::prelude::*;

/// A function of Python's and its arguments, as `__reduce__` gives them back.
pub(crate) type Rebuilt<'py, Arguments> = (Bound<'py, PyAny>, Arguments);

/// That a value is made again by a function of the compiled module.
pub(crate) fn rebuilt_by<'py, Arguments>(
    py: Python<'py>,
    function: &str,
    arguments: Arguments,
) -> PyResult<Rebuilt<'py, Arguments>> {
    Ok((py.import("agon_games._agon")?.getattr(function)?, arguments))
}

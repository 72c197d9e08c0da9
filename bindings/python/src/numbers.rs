//! Numbers as Python hands them over: any size and sign, so each is checked and refused in a sentence.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::thread;

/// No list is longer than this: more would not fit into any memory.
const MOST: i64 = 1_000_000_000;

/// More threads than any machine has.
const MOST_CORES: usize = 1024;

/// A number from `least`, called by the name of its argument.
pub(crate) fn number<N: TryFrom<i64>>(name: &str, least: i64, given: i64) -> PyResult<N> {
    let told = || PyValueError::new_err(format!("{name} is a number from {least}, not {given}"));
    N::try_from(given).ok().filter(|_| given >= least).ok_or_else(told)
}

/// How many of something: not out of all reason.
pub(crate) fn count<N: TryFrom<i64>>(name: &str, given: i64) -> PyResult<N> {
    if given > MOST {
        return Err(PyValueError::new_err(format!("{name}: {given} is too many, at most {MOST}")));
    }
    number(name, 0, given)
}

/// The number of threads that was asked for, or as many as there are cores.
pub(crate) fn cores_or_all(cores: Option<i64>) -> PyResult<usize> {
    match cores {
        Some(cores) => Ok(number::<usize>("cores", 1, cores)?.min(MOST_CORES)),
        None => Ok(thread::available_parallelism().map_or(1, usize::from)),
    }
}

/// What random numbers begin with.
pub(crate) fn seed(given: i128) -> PyResult<u64> {
    let told = |_| PyValueError::new_err(format!("seed is a number from 0 to {}, not {given}", u64::MAX));
    u64::try_from(given).map_err(told)
}

//! NumPy arrays: results written into their memory, and indexes and actions read from them. NumPy is loaded when the
//! first one is asked for.

use crate::errors::type_name;
use pyo3::exceptions::{PyImportError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyList, PyMemoryView, PyModule, PySlice, PyTuple};

/// A number that arrays can hold.
pub(crate) trait Number: Copy + Send {
    /// NumPy's name for it.
    const NAME: &'static str;

    /// Where NumPy's own value for the name is kept.
    fn kept() -> &'static PyOnceLock<Py<PyAny>>;

    /// Writes numbers as the bytes of an array.
    fn write(numbers: &[Self], bytes: &mut [u8]);
}

macro_rules! numbers {
    ($($number:ty => $name:literal),*) => {
        $(impl Number for $number {
            const NAME: &'static str = $name;

            fn kept() -> &'static PyOnceLock<Py<PyAny>> {
                static KEPT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
                &KEPT
            }

            fn write(numbers: &[Self], bytes: &mut [u8]) {
                for (place, number) in bytes.chunks_exact_mut(size_of::<Self>()).zip(numbers) {
                    place.copy_from_slice(&number.to_ne_bytes());
                }
            }
        })*
    };
}

numbers!(u8 => "uint8", i32 => "int32", u32 => "uint32", i64 => "int64", u64 => "uint64", f32 => "float32", f64 => "float64");

/// A truth value, as a byte of 0 or 1.
#[derive(Clone, Copy)]
pub(crate) struct Truth(pub(crate) u8);

impl Number for Truth {
    const NAME: &'static str = "bool";

    fn kept() -> &'static PyOnceLock<Py<PyAny>> {
        static KEPT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        &KEPT
    }

    fn write(numbers: &[Self], bytes: &mut [u8]) {
        for (place, number) in bytes.iter_mut().zip(numbers) {
            *place = number.0;
        }
    }
}

/// An array of a shape.
pub(crate) fn array<'py, N: Number>(
    py: Python<'py>,
    numbers: &[N],
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    into_array(py, numbers, shape, None)
}

/// An array of a shape: a new one, or one that was given to be written into.
pub(crate) fn into_array<'py, N: Number>(
    py: Python<'py>,
    numbers: &[N],
    shape: &[usize],
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    written::<N>(py, shape, out, |bytes| {
        N::write(numbers, bytes);
        Ok(())
    })
}

/// An array of a shape whose bytes are written in place, into zeros: a new one, or one that was given.
pub(crate) fn written<'py, N: Number>(
    py: Python<'py>,
    shape: &[usize],
    out: Option<&Bound<'py, PyAny>>,
    write: impl FnOnce(&mut [u8]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    out.map_or(Ok(()), |out| check::<N>(out, shape))?;
    let size = shape.iter().product::<usize>() * size_of::<N>();
    let bytes = PyByteArray::new_with(py, size, write)?;
    let Some(out) = out else {
        let kind = N::kept()
            .get_or_try_init(py, || numpy(py)?.getattr("dtype")?.call1((N::NAME,)).map(Bound::unbind))?;
        return ndarray(py)?.call1((PyTuple::new(py, shape)?, kind, bytes));
    };
    if size > 0 {
        let memory = PyMemoryView::from(out)?.call_method1("cast", ("B",)).map_err(|_| {
            PyValueError::new_err("out must lie in one piece in memory (numpy.ascontiguousarray makes it so)")
        })?;
        memory.set_item(PySlice::full(py), bytes)?;
    }
    Ok(out.clone())
}

/// That an array that was given has the right kind and shape.
fn check<N: Number>(out: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<()> {
    let wrong = |_| PyTypeError::new_err(format!("out must be a NumPy array, not '{}'", type_name(out)));
    let kind: String =
        out.getattr("dtype").and_then(|kind| kind.getattr("name")?.extract()).map_err(wrong)?;
    if kind != N::NAME {
        return Err(PyValueError::new_err(format!("out must be an array of {}, not of {kind}", N::NAME)));
    }
    let found: Vec<usize> = out.getattr("shape")?.extract()?;
    if found != shape {
        let told = format!("out must have the shape {}, not {}", words(shape), words(&found));
        return Err(PyValueError::new_err(told));
    }
    Ok(())
}

fn words(shape: &[usize]) -> String {
    let numbers: Vec<_> = shape.iter().map(usize::to_string).collect();
    format!("({})", numbers.join(", "))
}

fn ndarray(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let class = CLASS.get_or_try_init(py, || numpy(py)?.getattr("ndarray").map(Bound::unbind))?;
    Ok(class.bind(py))
}

fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    PyModule::import(py, "numpy").map_err(|error| {
        if error.is_instance_of::<PyImportError>(py) {
            PyImportError::new_err("arrays need NumPy: pip install numpy")
        } else {
            error
        }
    })
}

/// Whole numbers or truth values, from an array or a list.
pub(crate) enum Given {
    Numbers(Vec<i64>),
    Truths(Vec<bool>),
}

impl Given {
    /// Reads an array, a list or a tuple; `what` says in the error what was wanted.
    pub(crate) fn read(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Given> {
        let wrong = || PyTypeError::new_err(format!("{what}, not '{}'", type_name(object)));
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            let truths = object.len()? > 0 && object.get_item(0)?.is_instance_of::<PyBool>();
            return if truths {
                object.extract().map(Given::Truths).map_err(|_| wrong())
            } else {
                object.extract().map(Given::Numbers).map_err(|_| wrong())
            };
        }
        let kind: String =
            object.getattr("dtype").and_then(|kind| kind.getattr("kind")?.extract()).map_err(|_| wrong())?;
        if object.getattr("ndim")?.extract::<usize>()? != 1 {
            return Err(PyValueError::new_err(format!("{what}, in one dimension")));
        }
        match kind.as_str() {
            "b" => {
                let bytes = bytes_of(object, "bool")?;
                Ok(Given::Truths(bytes.as_bytes().iter().map(|&byte| byte != 0).collect()))
            }
            "i" | "u" => {
                let bytes = bytes_of(object, "int64")?;
                let number = |part: &[u8]| part.try_into().map_or(0, i64::from_ne_bytes);
                Ok(Given::Numbers(bytes.as_bytes().chunks_exact(8).map(number).collect()))
            }
            _ => {
                let found: String = object.getattr("dtype")?.getattr("name")?.extract()?;
                Err(PyTypeError::new_err(format!("{what}, not an array of {found}")))
            }
        }
    }
}

fn bytes_of<'py>(object: &Bound<'py, PyAny>, kind: &str) -> PyResult<Bound<'py, PyBytes>> {
    let plain = object.call_method1("astype", (kind,))?.call_method0("tobytes")?;
    Ok(plain.cast_into::<PyBytes>()?)
}

//! Results as NumPy arrays. NumPy is loaded when the first one is asked for.

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyModule};

/// A number that arrays can hold.
pub(crate) trait Number: Copy {
    /// NumPy's name for it.
    const NAME: &'static str;

    fn bytes(self) -> impl AsRef<[u8]>;
}

macro_rules! numbers {
    ($($number:ty => $name:literal),*) => {
        $(impl Number for $number {
            const NAME: &'static str = $name;

            fn bytes(self) -> impl AsRef<[u8]> {
                self.to_ne_bytes()
            }
        })*
    };
}

numbers!(u8 => "uint8", i32 => "int32", u32 => "uint32", u64 => "uint64");

/// An array of a shape.
pub(crate) fn array<'py, N: Number>(
    py: Python<'py>,
    numbers: &[N],
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let size = size_of::<N>();
    let bytes = PyByteArray::new_with(py, size_of_val(numbers), |bytes| {
        for (place, number) in bytes.chunks_exact_mut(size).zip(numbers) {
            place.copy_from_slice(number.bytes().as_ref());
        }
        Ok(())
    })?;
    from_bytes(py, bytes, N::NAME, shape)
}

/// An array of bytes, without looking at each.
pub(crate) fn byte_array<'py>(
    py: Python<'py>,
    bytes: &[u8],
    name: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    from_bytes(py, PyByteArray::new(py, bytes), name, shape)
}

fn from_bytes<'py>(
    py: Python<'py>,
    bytes: Bound<'py, PyByteArray>,
    name: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = PyModule::import(py, "numpy").map_err(|error| {
        if error.is_instance_of::<PyImportError>(py) {
            PyImportError::new_err("arrays need NumPy: pip install numpy")
        } else {
            error
        }
    })?;
    numpy.call_method1("frombuffer", (bytes, name))?.call_method1("reshape", (shape.to_vec(),))
}

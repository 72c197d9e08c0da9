//! Tests of the crates that play games together: see `tests/`.

//! Tests of the engines of all games: see `tests/`.

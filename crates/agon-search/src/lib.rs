//! The search: algorithms that know no game.

//! A file in any of the formats.
#![no_main]

use agon_games::invariants;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| invariants::file(&agon_fuzz::GAMES, bytes));

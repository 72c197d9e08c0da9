//! A game and a whole game of it as text.
#![no_main]

use agon_games::invariants;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    invariants::game_text(&agon_fuzz::GAMES, &*agon_fuzz::game(input.0), input.1);
});

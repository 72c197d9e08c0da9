//! A game record, and the name of a game.
#![no_main]

use agon_games::invariants;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    invariants::record_text(&agon_fuzz::GAMES, text);
    invariants::game_id(&agon_fuzz::GAMES, text);
});

//! A line with a game, then a whole game of it as text.
#![no_main]

use agon_games::invariants;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let Some((game, text)) = agon_fuzz::game_and_rest(input) else { return };
    invariants::game_text(&agon_fuzz::GAMES, &*game, text);
});

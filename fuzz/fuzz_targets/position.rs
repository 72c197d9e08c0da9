//! A game, a position of it and, after a line break, a move in that position.
#![no_main]

use agon_games::invariants;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let game = agon_fuzz::game(input.0);
    let (text, mv) = input.1.split_once('\n').unwrap_or((input.1, "pass"));
    invariants::position_text(&*game, text);
    let position = game.parse_position(text).unwrap_or_else(|_| game.start());
    invariants::move_text(&*position, mv);
});

//! Three lines: a game, a position of it, and a move in that position.
#![no_main]

use agon_games::invariants;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let Some((game, rest)) = agon_fuzz::game_and_rest(input) else { return };
    let (text, mv) = rest.split_once('\n').unwrap_or((rest, "pass"));
    invariants::position_text(&*game, text);
    let position = game.parse_position(text).unwrap_or_else(|_| game.start());
    invariants::move_text(&*position, mv.trim_end());
});

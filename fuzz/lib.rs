//! What the fuzz targets share: the games. What must hold is in `agon_games::invariants`.

use agon_core::{AnyGame, Registry};
use std::sync::{Arc, LazyLock};

/// All games.
pub static GAMES: LazyLock<Registry> = LazyLock::new(agon_games::registry);

/// The same as a list, with a small board.
pub static LIST: LazyLock<Vec<Arc<dyn AnyGame>>> = LazyLock::new(|| {
    let small = GAMES.game("hexthello:radius=2").ok();
    GAMES.games().cloned().chain(small).collect()
});

/// The game that the first line names, and the other lines.
pub fn game_and_rest(input: &str) -> Option<(Arc<dyn AnyGame>, &str)> {
    let (id, rest) = input.split_once('\n')?;
    Some((GAMES.game(id).ok()?, rest))
}

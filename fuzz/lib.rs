//! What the fuzz targets share: the games. What must hold is in `agon_games::invariants`.

use agon_core::{AnyGame, Registry};
use std::sync::{Arc, LazyLock};

/// All games.
pub static GAMES: LazyLock<Registry> = LazyLock::new(agon_games::registry);

/// One of the games, chosen by a byte.
pub fn game(choice: u8) -> Arc<dyn AnyGame> {
    let games: Vec<_> = GAMES.games().collect();
    games[usize::from(choice) % games.len()].clone()
}

//! The rules of the games: one folder a game, no input or output, no clock, no thread.
//!
//! Every game folder has the same files: `mod.rs` (the rules value and what there is to know about it),
//! `position.rs` (the board), `moves.rs` (generating and playing moves), `notation.rs` (moves and positions as
//! text), `draw.rs` (the board's layout). `docs/add-a-game.md` shows how to add one.
//!
//! ```
//! let games = agon_games::registry();
//! let mut position = games.game("reversi").unwrap().start();
//! assert_eq!(position.legal_moves(), ["d3", "c4", "f5", "e6"]);
//! position.play("f5").unwrap();
//! assert_eq!(position.score(), [4, 1]);
//! ```

pub mod ants;
pub mod connect;
pub mod draw;
pub mod formats;
pub mod hexthello;
pub mod invariants;
pub mod reversi;

pub use ants::Ants;
pub use connect::{Connect9x9, FourInARow};
pub use hexthello::HexThello;
pub use reversi::Reversi;

/// Calls a macro with the list of all games: the one place where a game is registered. The rules registry here
/// and the engines registry in `agon-engines` are both made from it.
#[macro_export]
macro_rules! for_each_game {
    ($callback:ident) => {
        $callback! {
            $crate::Reversi,
            $crate::HexThello,
            $crate::FourInARow,
            $crate::Connect9x9,
            $crate::Ants,
        }
    };
}

/// All games of this project.
pub fn registry() -> agon_core::Registry {
    let mut registry = agon_core::Registry::new();
    macro_rules! add {
        ($($game:ty),* $(,)?) => { $(registry.add::<$game>();)* };
    }
    for_each_game!(add);
    registry
}

//! All games of this project: the one crate below the program that knows them all.
//!
//! Each game is a crate of its own in `games/`; here they are put into the registries that everything else takes as
//! arguments. `docs/add-a-game.md` shows how to add one.
//!
//! ```
//! let games = agon_games::registry();
//! let mut position = games.game("reversi").unwrap().start();
//! assert_eq!(position.legal_moves(), ["d3", "c4", "f5", "e6"]);
//! position.play("f5").unwrap();
//! assert_eq!(position.score(), [4, 1]);
//! ```

pub mod invariants;

pub use agon_ants::{self as ants, Ants};
pub use agon_connect::{self as connect, Connect9x9, FourInARow};
pub use agon_hexthello::{self as hexthello, HexThello};
pub use agon_reversi::{self as reversi, Reversi};

use agon_core::{Formats, Registry};
use agon_engine::Engines;

/// Calls a macro with the list of all games and how their engines are made: the one place where a game is registered.
/// Both registries are made from it.
#[macro_export]
macro_rules! for_each_game {
    ($callback:ident) => {
        $callback! {
            $crate::Reversi => $crate::reversi::engine::family(),
            $crate::HexThello => $crate::hexthello::engine::family(),
            $crate::FourInARow => $crate::connect::engine::four_in_a_row(),
            $crate::Connect9x9 => $crate::connect::engine::connect4_9x9(),
            $crate::Ants => $crate::ants::engine::family(),
        }
    };
}

/// The rules of all games.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    macro_rules! add {
        ($($game:ty => $family:expr),* $(,)?) => { $(registry.add::<$game>();)* };
    }
    for_each_game!(add);
    registry
}

/// The formats that games can be in: Agon's own, and those of all games.
///
/// ```
/// let (games, formats) = (agon_games::registry(), agon_games::formats());
/// let bytes = b"F5 d6 C3 d3 c4";
/// let format = formats.detect(bytes).unwrap();
/// assert_eq!(format.name(), "othello");
/// let records = format.read(bytes, &games).unwrap();
/// assert_eq!(format.write(&records).unwrap(), "f5d6c3d3c4\n");
/// assert!(formats.by_name("ggf").unwrap().write(&records).unwrap().contains("B[f5]W[d6]B[c3]"));
/// ```
pub fn formats() -> Formats {
    registry().formats()
}

/// The engines of all games.
pub fn engines() -> Engines {
    let mut engines = Engines::new();
    macro_rules! define {
        ($($game:ty => $family:expr),* $(,)?) => { $(engines.define($family);)* };
    }
    for_each_game!(define);
    engines
}

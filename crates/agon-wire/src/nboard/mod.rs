//! NBoard, the protocol between the Othello GUI of that name and its engines, version 2; version 1 is read too.
//!
//! The GUI tells the game as GGF or move by move and asks for a move (`go`) or for evaluations (`hint`). A `ping` must
//! be answered after all thinking has stopped, so everything that comes before its `pong` belongs to the board
//! before. `docs/protocols/nboard.md` has the details.
//!
//! | part | what it is |
//! |---|---|
//! | [`Command`] | what a GUI sends, read and written |
//! | [`Reply`], [`Hint`], [`BestMove`] | what an engine sends, read and written |
//! | [`write_game`] | a whole game as `set game` tells it |
//! | [`EngineSide`] | the engine's end |
//! | [`GuiSide`] | the other end: drives an engine |

mod command;
mod engine_side;
mod game_text;
mod gui_side;
mod reply;

pub use command::{Command, NBoardError};
pub use engine_side::{EngineEvent, EngineSide, SearchId, SearchTask, Task};
pub use game_text::write_game;
pub use gui_side::{GuiEvent, GuiSide};
pub use reply::{BestMove, Hint, Reply};

/// A move as NBoard writes it.
fn to_nboard(text: &str) -> String {
    if text.eq_ignore_ascii_case("pass") { "PA".to_owned() } else { text.to_ascii_uppercase() }
}

/// A move as the rules write it.
fn from_nboard(text: &str) -> String {
    if ["pa", "ps", "pass"].iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
        "pass".to_owned()
    } else {
        text.to_ascii_lowercase()
    }
}

/// An evaluation: a number, or a pair of which the first is black's draw value.
fn evaluation(text: &str) -> Option<f64> {
    let text = text.trim_start_matches('(').split([',', ')']).next().unwrap_or_default();
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

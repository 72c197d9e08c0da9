//! GTP, the Go text protocol, version 2, for reversi.
//!
//! A controller sends one command a line; an engine answers each, in order, with `=` or `?` and an empty line. Squares
//! are Othello's: column a–h from the left, row 1–8 **from the top**. `docs/protocols/gtp.md` has the details.
//!
//! | part | what it is |
//! |---|---|
//! | [`Request`] | a command line: number, name, arguments |
//! | [`Response`], [`ResponseReader`] | an answer, read and written |
//! | [`EngineSide`] | the engine's end |
//! | [`GuiSide`] | the other end: drives an engine |

mod engine_side;
mod gui_side;
mod request;
mod request_reader;
mod response;

pub use engine_side::{EngineEvent, EngineSide, GenMove, TimeLeft, TimeSettings};
pub use gui_side::{GtpError, GuiEvent, GuiSide};
pub use request::Request;
pub use response::{Response, ResponseReader};

use agon_core::Side;

/// A colour word: `b`, `black`, `w` or `white`.
fn colour(word: &str) -> Option<Side> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Side::First),
        "w" | "white" => Some(Side::Second),
        _ => None,
    }
}

/// The word for a colour.
fn colour_word(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// Whether an engine's answer is GTP's word for a pass.
pub fn is_pass(vertex: &str) -> bool {
    vertex.eq_ignore_ascii_case("pass")
}

/// A move as GTP writes it: `F5`, `pass`.
fn to_vertex(text: &str) -> String {
    if text == "pass" { text.to_owned() } else { text.to_ascii_uppercase() }
}

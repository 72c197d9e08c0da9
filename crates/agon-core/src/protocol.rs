//! The protocols that programs can speak, as names that games list.

use serde::{Serialize, Serializer};
use std::fmt;

/// A protocol; the codecs are in `agon-wire`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Protocol {
    /// UGI on standard input and output, for every game.
    Ugi,
    /// The course's game servers over TCP. The game says the rest with [`Game::tuc`](crate::Game::tuc).
    Tuc,
    /// Columns on standard input and output, as the platform of Connect4 9×9 exchanges them.
    Connect9x9,
    /// Columns over TCP between two instances of one program.
    TwoInstance,
    /// NBoard, for Othello. The game has the format `ggf` among [`Game::formats`](crate::Game::formats).
    NBoard,
    /// The Go text protocol, for Othello.
    Gtp,
}

impl Protocol {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Ugi => "ugi",
            Protocol::Tuc => "tuc",
            Protocol::Connect9x9 => "stdio",
            Protocol::TwoInstance => "two-instance",
            Protocol::NBoard => "nboard",
            Protocol::Gtp => "gtp",
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Protocol {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

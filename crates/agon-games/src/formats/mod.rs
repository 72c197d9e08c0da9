//! The formats people have their games in: bytes or text in, [`Record`]s out, and back where that is possible.
//!
//! | module | format | reads | writes |
//! |---|---|---|---|
//! | [`json`] | Agon's own records, one a line or one document | yes | yes |
//! | [`wthor`] | the tournament base of the French Othello federation, `.wtb` | yes | no |
//! | [`ggf`] | the Generic Game Format of the Othello server GGS | yes | yes |
//! | [`transcript`] | Othello moves `f5d6c3…`, connect-four columns `3342…` | yes | yes |
//!
//! Whatever bytes come in, reading ends with records that replay or with a sentence that says what is wrong and
//! where; it takes memory in proportion to the input and no more.
//!
//! ```
//! use agon_games::formats::{Format, detect, read_all, write};
//! let games = agon_games::registry();
//! let bytes = b"F5 d6 C3 d3 c4";
//! let format = detect(bytes).unwrap();
//! assert_eq!(format, Format::Othello);
//! let records = read_all(format, bytes, &games).unwrap();
//! assert_eq!(write(Format::Othello, &records).unwrap(), "f5d6c3d3c4\n");
//! assert!(write(Format::Ggf, &records).unwrap().contains("B[f5]W[d6]B[c3]"));
//! ```

mod error;
pub mod ggf;
mod ggf_text;
pub mod json;
mod reading;
pub mod transcript;
pub mod wthor;

pub use error::FormatError;
pub use transcript::{ConnectGame, FirstColumn};
pub use wthor::Wthor;

use crate::{Connect9x9, FourInARow, Reversi};
use agon_core::{AnyGame, Record, Registry};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A format that games can be in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Agon's own records.
    Json,
    /// WTHOR games.
    Wthor,
    /// GGF games.
    Ggf,
    /// Othello move strings.
    Othello,
    /// Connect-four column strings.
    Columns(ConnectGame, FirstColumn),
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 8] = [
        Format::Json,
        Format::Wthor,
        Format::Ggf,
        Format::Othello,
        Format::Columns(ConnectGame::FourInARow, FirstColumn::Zero),
        Format::Columns(ConnectGame::FourInARow, FirstColumn::One),
        Format::Columns(ConnectGame::Connect4On9x9, FirstColumn::Zero),
        Format::Columns(ConnectGame::Connect4On9x9, FirstColumn::One),
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::Wthor => "wthor",
            Format::Ggf => "ggf",
            Format::Othello => "othello",
            Format::Columns(ConnectGame::FourInARow, FirstColumn::Zero) => "four-in-a-row",
            Format::Columns(ConnectGame::FourInARow, FirstColumn::One) => "four-in-a-row:one-based",
            Format::Columns(ConnectGame::Connect4On9x9, FirstColumn::Zero) => "connect4-9x9",
            Format::Columns(ConnectGame::Connect4On9x9, FirstColumn::One) => "connect4-9x9:one-based",
        }
    }

    /// What shows people which one it is: how a game begins in it, or its name.
    pub const fn label(self) -> &'static str {
        match self {
            Format::Json => "Agon",
            Format::Wthor => "WTHOR",
            Format::Ggf => "GGF",
            Format::Othello => "f5d6c3…",
            Format::Columns(_, FirstColumn::Zero) => "3342…",
            Format::Columns(_, FirstColumn::One) => "4453…",
        }
    }

    /// Whether it is for games of this kind.
    pub fn is_for(self, game: &dyn AnyGame) -> bool {
        match self {
            Format::Json => true,
            Format::Wthor | Format::Ggf | Format::Othello => game.is::<Reversi>(),
            Format::Columns(ConnectGame::FourInARow, _) => game.is::<FourInARow>(),
            Format::Columns(ConnectGame::Connect4On9x9, _) => game.is::<Connect9x9>(),
        }
    }

    /// Whether games can be written in it.
    pub const fn can_write(self) -> bool {
        !matches!(self, Format::Wthor)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(name: &str) -> Result<Format, FormatError> {
        Format::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| {
            let known = Format::ALL.map(Format::name).join(", ");
            FormatError::Unknown { name: name.to_owned(), known }
        })
    }
}

/// The format that a file's content shows. Connect-four columns do not show theirs: the same digits are games on
/// either board and counted from either end, so that format has to be named.
pub fn detect(bytes: &[u8]) -> Option<Format> {
    if Wthor::new(bytes).is_ok() {
        return Some(Format::Wthor);
    }
    let text = text_or_latin_1(bytes);
    if text.trim_start().starts_with('{') {
        Some(Format::Json)
    } else if text.split_once("(;").is_some_and(|(_, game)| game.contains("GM[")) {
        Some(Format::Ggf)
    } else if transcript::looks_like_othello(&text) {
        Some(Format::Othello)
    } else {
        None
    }
}

/// Reads all games of a file. Every record that comes back replays.
pub fn read_all(format: Format, bytes: &[u8], games: &Registry) -> Result<Vec<Record>, FormatError> {
    match format {
        Format::Json => json::read(text(bytes)?, games),
        Format::Wthor => {
            let names = wthor::Names::default();
            Wthor::new(bytes)?.games().map(|game| Ok(game.record(&names)?)).collect()
        }
        // The server has always sent names as they came, whatever their encoding.
        Format::Ggf => ggf::read(&text_or_latin_1(bytes)),
        Format::Othello => transcript::read_othello(text(bytes)?),
        Format::Columns(game, first) => transcript::read_columns(text(bytes)?, game, first, games),
    }
}

/// The formats that games of a kind can be written in.
pub fn written(game: &dyn AnyGame) -> impl Iterator<Item = Format> {
    Format::ALL.into_iter().filter(|format| format.can_write() && format.is_for(game))
}

/// Writes games.
pub fn write(format: Format, records: &[Record]) -> Result<String, FormatError> {
    match format {
        Format::Json => Ok(json::write(records)),
        Format::Wthor => {
            let why = "WTHOR files are only read".to_owned();
            Err(FormatError::Unwritable { format: "WTHOR", why })
        }
        Format::Ggf => ggf::write(records),
        Format::Othello => transcript::write_othello(records),
        Format::Columns(game, first) => transcript::write_columns(records, game, first, &crate::registry()),
    }
}

/// A file as text, without the byte-order mark that some editors put in front.
fn text(bytes: &[u8]) -> Result<&str, FormatError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| FormatError::NotText { at: error.valid_up_to() + 1 })
}

/// A file as text, in Latin-1 if it is not UTF-8: then every byte is a character.
fn text_or_latin_1(bytes: &[u8]) -> Cow<'_, str> {
    match text(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect::<String>().into(),
    }
}

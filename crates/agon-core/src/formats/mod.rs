//! The formats people have their games in: bytes or text in, [`Record`]s out, and back where that is possible.
//!
//! [`Json`], Agon's own records, is for every game. All others belong to a game, which lists them in
//! [`Game::formats`](crate::Game::formats); [`Registry::formats`] has them all.
//!
//! Whatever bytes come in, reading ends with records that replay or with a sentence that says what is wrong and
//! where; it takes memory in proportion to the input and no more.

mod error;
mod json;
pub mod lines;
pub mod stream;

pub use error::FormatError;
pub use json::Json;

use crate::{AnyGame, Record, Registry};
use std::borrow::Cow;
use std::fmt;
use std::io::Read;

/// A format that games can be in.
pub trait Format: fmt::Debug + Send + Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// What shows people which one it is: how a game begins in it, or its name.
    fn label(&self) -> &'static str {
        self.name()
    }

    /// Whether games can be written in it.
    fn can_write(&self) -> bool {
        true
    }

    /// Whether files are bytes and not text. Any bytes are some text, so these formats are recognised first.
    fn is_binary(&self) -> bool {
        false
    }

    /// Whether a file's content shows that it is in this format.
    fn recognises(&self, bytes: &[u8]) -> bool {
        let _ = bytes;
        false
    }

    /// Whether the beginning of a file, which is longer, shows that it is in this format.
    fn recognises_start(&self, bytes: &[u8]) -> bool {
        self.recognises(bytes)
    }

    /// How many bytes from the beginning on are games that can be read by themselves; nothing if that does not show in
    /// these bytes, or if a file in this format can only be read as a whole.
    fn portion(&self, bytes: &[u8]) -> Option<usize> {
        let _ = bytes;
        None
    }

    /// How the names of files end.
    fn file_ending(&self) -> &'static str {
        "txt"
    }

    /// What a web server calls it.
    fn media_type(&self) -> &'static str {
        "text/plain; charset=utf-8"
    }

    /// Reads all games of a file. Every record that comes back replays.
    fn read(&self, bytes: &[u8], games: &Registry) -> Result<Vec<Record>, FormatError>;

    /// Reads a file piece by piece and shows every game. Every record replays.
    fn stream(
        &self,
        input: &mut dyn Read,
        games: &Registry,
        see: &mut stream::Listener<'_>,
    ) -> Result<(), FormatError> {
        let parts =
            stream::Parts { portion: &|bytes| self.portion(bytes), read: &|bytes| self.read(bytes, games) };
        stream::by_portions(&parts, input, see)
    }

    /// Writes games.
    fn write(&self, records: &[Record]) -> Result<String, FormatError>;
}

impl fmt::Display for dyn Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Two formats with the same name are the same.
impl PartialEq for dyn Format {
    fn eq(&self, other: &dyn Format) -> bool {
        self.name() == other.name()
    }
}

/// The formats that are known.
#[derive(Clone, Debug)]
pub struct Formats(Vec<&'static dyn Format>);

impl Formats {
    /// Agon's own and those of all games, in the order of the games.
    pub(crate) fn of(games: &Registry) -> Formats {
        let own: [&'static dyn Format; 1] = [&Json];
        Formats(own.into_iter().chain(games.games().flat_map(|game| game.formats()).copied()).collect())
    }

    /// The formats that games of a kind can be written in, Agon's own first.
    pub fn written(game: &dyn AnyGame) -> impl Iterator<Item = &'static dyn Format> + use<> {
        let own: [&'static dyn Format; 1] = [&Json];
        own.into_iter().chain(game.formats().iter().copied()).filter(|format| format.can_write())
    }

    /// Every format.
    pub fn all(&self) -> impl Iterator<Item = &'static dyn Format> {
        self.0.iter().copied()
    }

    /// Their names, for people: `json, ggf`.
    pub fn names(&self) -> String {
        self.0.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")
    }

    /// A format by its name.
    pub fn by_name(&self, name: &str) -> Result<&'static dyn Format, FormatError> {
        let unknown = || FormatError::Unknown { name: name.to_owned(), known: self.names() };
        self.all().find(|format| format.name() == name).ok_or_else(unknown)
    }

    /// The format that a file's content shows. Not every format shows: a game in digits may be one of several games.
    pub fn detect(&self, bytes: &[u8]) -> Option<&'static dyn Format> {
        let recognised =
            |binary: bool| self.all().find(|format| format.is_binary() == binary && format.recognises(bytes));
        recognised(true).or_else(|| recognised(false))
    }
}

/// A file as text, without the byte-order mark that some editors put in front.
pub fn text(bytes: &[u8]) -> Result<&str, FormatError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| FormatError::NotText { at: error.valid_up_to() + 1 })
}

/// A file as text, in Latin-1 if it is not UTF-8: then every byte is a character.
pub fn text_or_latin_1(bytes: &[u8]) -> Cow<'_, str> {
    match text(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect::<String>().into(),
    }
}

//! Names: a length byte, then that many bytes, of which a server keeps the first 8 or 16.

use super::TucGame;
use crate::quoted::harmless;
use std::fmt;

/// A player's name: the bytes as they came, cut to what the game keeps.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PlayerName(Vec<u8>);

impl PlayerName {
    /// A name of our own, cut so that no character is torn.
    pub fn new(game: &TucGame, text: &str) -> PlayerName {
        let end = text.floor_char_boundary(game.name_limit());
        PlayerName(text.as_bytes()[..end].to_vec())
    }

    /// A name as it came from somebody else, cut after the bytes that are kept.
    pub fn received(game: &TucGame, bytes: &[u8]) -> PlayerName {
        PlayerName(bytes[..bytes.len().min(game.name_limit())].to_vec())
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The answer to REQUEST_NAME.
    pub fn encode(&self) -> Vec<u8> {
        let length = u8::try_from(self.0.len()).unwrap_or(u8::MAX);
        let mut bytes = vec![length];
        bytes.extend_from_slice(&self.0[..usize::from(length)]);
        bytes
    }
}

/// The name for people: what is not UTF-8 or not printable is replaced, a character torn by the cut and the zero
/// bytes that C programs send along are left out.
impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.0.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let bytes = &self.0[..end];
        let whole = match std::str::from_utf8(bytes) {
            Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
            _ => bytes,
        };
        let text: String = String::from_utf8_lossy(whole).chars().map(harmless).collect();
        f.pad(&text)
    }
}

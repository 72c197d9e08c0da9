//! Times and texts as evidence holds them.

use std::time::Duration;

/// No text of a player is kept longer than this, in characters.
const LONGEST_EVIDENCE: usize = 8 * 1024;

/// A time in milliseconds.
pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A text of a player, cut where it is too long.
pub(crate) fn clipped(text: &str) -> String {
    match text.char_indices().nth(LONGEST_EVIDENCE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

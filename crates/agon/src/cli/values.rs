//! Numbers and times as they are written on the command line.

use std::time::Duration;

/// A time such as 500ms.
pub(super) fn parse_duration(text: &str) -> Result<Duration, String> {
    agon_core::duration::parse(text).map_err(|e| e.to_string())
}

/// Games, positions, openings: what a list in memory has room for.
pub(super) fn parse_many(text: &str) -> Result<usize, String> {
    number_up_to(text, 1, 1_000_000)
}

/// The same where none may be wanted.
pub(super) fn parse_many_or_none(text: &str) -> Result<usize, String> {
    number_up_to(text, 0, 1_000_000)
}

/// Threads, and games at the same time.
pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    number_up_to(text, 1, 256)
}

/// Megabytes of a table.
pub(super) fn parse_megabytes(text: &str) -> Result<usize, String> {
    number_up_to(text, 1, 65_536)
}

fn number_up_to(text: &str, least: usize, most: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("it must be a number from {least} to {most}"))
}

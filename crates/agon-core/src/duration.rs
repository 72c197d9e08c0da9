//! Times as people write them: `500ms`, `2s`, `1m`, and for a whole game `5m+2s`.

use std::time::Duration;
use thiserror::Error;

/// A time that is not understood.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is not a time; times are written like 500ms, 2s, 1.5s or 1m")]
pub struct DurationError(pub String);

/// Reads a time.
///
/// ```
/// use agon_core::duration::{parse, text};
/// assert_eq!(text(parse("1.5s").unwrap()), "1500ms");
/// assert_eq!(text(parse("2m").unwrap()), "2m");
/// assert!(parse("2").is_err() && parse("-1s").is_err() && parse("1e99s").is_err());
/// ```
pub fn parse(text: &str) -> Result<Duration, DurationError> {
    let wrong = || DurationError(text.to_owned());
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(wrong)?;
    let (number, unit) = text.split_at(split);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    // A month is longer than any game; the limit keeps sums of times far from overflow.
    if number * seconds > 30.0 * 86_400.0 {
        return Err(wrong());
    }
    Ok(Duration::from_micros((number * seconds * 1e6).round() as u64))
}

/// Writes a time so that [`parse`] reads it back; below a millisecond it is written as a fraction of one.
pub fn text(time: Duration) -> String {
    let us = time.as_micros();
    match us {
        0 => "0ms".to_owned(),
        _ if us.is_multiple_of(60_000_000) => format!("{}m", us / 60_000_000),
        _ if us.is_multiple_of(1_000_000) => format!("{}s", us / 1_000_000),
        _ if us.is_multiple_of(1_000) => format!("{}ms", us / 1_000),
        _ => format!("{}ms", us as f64 / 1000.0),
    }
}

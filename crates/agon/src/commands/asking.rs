//! Questions to the person at the terminal.

use crate::failure::Failure;
use agon_core::Dice;
use std::io::{BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

/// A seed nobody chose; it is recorded, so the game can be had again.
pub(crate) fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Dice::derive(now.as_nanos() as u64, u64::from(std::process::id())) >> 32
}

/// Asks until the answer will do; `None` at the end of input or an empty line.
pub(crate) fn ask<T>(
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    question: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, Failure> {
    loop {
        let Some(text) = read_line(input, out, question)? else { return Ok(None) };
        if text.is_empty() {
            return Ok(None);
        }
        match read(&text) {
            Ok(value) => return Ok(Some(value)),
            Err(why) => writeln!(out, "{why}")?,
        }
    }
}

/// One line of input without its ends; `None` at the end of input. Bytes that are no text are shown as such.
pub(crate) fn read_line(
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    question: &str,
) -> Result<Option<String>, Failure> {
    write!(out, "{question}")?;
    out.flush()?;
    let mut bytes = Vec::new();
    if input.read_until(b'\n', &mut bytes)? == 0 {
        writeln!(out)?;
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

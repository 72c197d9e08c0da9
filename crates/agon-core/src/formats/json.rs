//! The format of Agon's own records.

use super::stream::whole_lines;
use super::{Format, FormatError, text, text_or_latin_1};
use crate::{Record, RecordError, Registry};

/// Agon's own records: one JSON document, or one a line.
#[derive(Clone, Copy, Debug)]
pub struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn label(&self) -> &'static str {
        "Agon"
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        text_or_latin_1(bytes).trim_start().starts_with('{')
    }

    fn portion(&self, bytes: &[u8]) -> Option<usize> {
        // A document over several lines is read as a whole.
        let mut lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        let first = String::from_utf8_lossy(lines.next()?);
        whole_lines(bytes).filter(|_| is_whole(&first))
    }

    fn file_ending(&self) -> &'static str {
        "json"
    }

    fn media_type(&self) -> &'static str {
        "application/json"
    }

    fn read(&self, bytes: &[u8], games: &Registry) -> Result<Vec<Record>, FormatError> {
        read(text(bytes)?, games)
    }

    fn write(&self, records: &[Record]) -> Result<String, FormatError> {
        Ok(records.iter().map(|record| record.to_json() + "\n").collect())
    }
}

/// Reads the records of a text and plays each again.
fn read(text: &str, games: &Registry) -> Result<Vec<Record>, FormatError> {
    let checked = |record: Record| -> Result<Record, RecordError> {
        record.replay(games)?;
        Ok(record)
    };
    let lines = || text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    if lines().next().is_none() {
        let expected = "records are written as one JSON document, or one a line";
        return Err(FormatError::Nothing { expected });
    }
    // A document over several lines is no record in its first line.
    let one_a_line = lines().nth(1).is_some() && lines().next().is_some_and(|(_, line)| is_whole(line));
    if !one_a_line {
        return Ok(vec![checked(Record::from_json(text)?)?]);
    }
    let record = |line: &str| checked(Record::from_json(line)?);
    lines().map(|(i, line)| record(line).map_err(|e| FormatError::from(e).in_line(i + 1))).collect()
}

/// Whether a line has all of a JSON object: the braces outside of its strings are closed.
fn is_whole(line: &str) -> bool {
    let (mut depth, mut in_string, mut escaped) = (0usize, false, false);
    for byte in line.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' if !in_string => depth += 1,
            b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth == 0 && !in_string
}

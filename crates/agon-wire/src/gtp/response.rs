//! Answers: `=` or `?`, the number, a text, an empty line.

use crate::lines::{LONGEST_LINE, LineReader, LineTooLong};
use std::fmt;

/// The most bytes of one answer.
const LONGEST_RESPONSE: usize = LONGEST_LINE;

/// An engine's answer to a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response<Id = u32> {
    /// The number of the command.
    pub id: Option<Id>,
    /// What it says; an error if the command failed.
    pub text: Result<String, String>,
}

impl<Id> Response<Id> {
    /// An answer to a command that went well.
    pub fn success(id: Option<Id>, text: impl Into<String>) -> Response<Id> {
        Response { id, text: Ok(text.into()) }
    }

    /// An answer to a command that failed.
    pub fn failure(id: Option<Id>, text: impl Into<String>) -> Response<Id> {
        Response { id, text: Err(text.into()) }
    }
}

/// The answer as it is written, with the empty line that ends it.
impl<Id: fmt::Display> fmt::Display for Response<Id> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.text {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{mark}")?;
        if let Some(id) = &self.id {
            write!(f, "{id}")?;
        }
        // An empty line inside would end the answer early.
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        // A drawing begins on a line of its own, or its first line would stand further right than the others.
        let begin = if text.starts_with('\n') && !lines.is_empty() { "\n" } else { "" };
        write!(f, " {begin}{}\n\n", lines.join("\n"))
    }
}

/// Puts answers together. Holds at most one answer of bounded length.
#[derive(Clone, Debug)]
pub struct ResponseReader {
    reader: LineReader,
    lines: Vec<String>,
    length: usize,
}

impl Default for ResponseReader {
    fn default() -> ResponseReader {
        ResponseReader { reader: LineReader::new(LONGEST_LINE), lines: Vec::new(), length: 0 }
    }
}

impl ResponseReader {
    /// Takes the next answer from the front of `input`; nothing if there is no whole one. Lines before the `=` or
    /// `?` are skipped: engines print all sorts of things.
    pub fn take(&mut self, input: &mut &[u8]) -> Result<Option<Response>, LineTooLong> {
        let too_long = LineTooLong { limit: LONGEST_RESPONSE };
        loop {
            let Some(line) = self.reader.take(input)? else {
                return if self.reader.is_skipping() { Err(too_long) } else { Ok(None) };
            };
            if line.trim().is_empty() {
                self.length = 0;
                let lines = std::mem::take(&mut self.lines);
                match response_of(&lines) {
                    Some(response) => return Ok(Some(response)),
                    None => continue,
                }
            }
            if self.lines.is_empty() && !line.starts_with(['=', '?']) {
                continue;
            }
            self.length += line.len() + 1;
            if self.length > LONGEST_RESPONSE {
                (self.length, self.lines) = (0, Vec::new());
                return Err(too_long);
            }
            self.lines.push(line);
        }
    }

    /// How many bytes are held.
    pub fn held(&self) -> usize {
        self.length + self.reader.held()
    }
}

fn response_of(lines: &[String]) -> Option<Response> {
    let (first, rest) = lines.split_first()?;
    let (mark, first) = first.split_at_checked(1)?;
    let digits = first.bytes().take_while(u8::is_ascii_digit).count();
    let (id, text) = first.split_at(digits);
    let id = if digits == 0 { None } else { Some(id.parse().ok()?) };
    let mut text = text.trim().to_owned();
    for line in rest {
        text.push('\n');
        text.push_str(line);
    }
    match mark {
        "=" => Some(Response::success(id, text)),
        "?" => Some(Response::failure(id, text)),
        _ => None,
    }
}

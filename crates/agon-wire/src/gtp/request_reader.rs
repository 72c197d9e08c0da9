//! Commands out of bytes that arrive in any pieces.

use super::Request;
use crate::lines::{LineReader, LineTooLong};

/// The longest line that is read; commands are short.
const LONGEST_LINE: usize = 4096;

/// How much of a line is kept to answer it if it turns out to be too long.
const LONGEST_HEAD: usize = 64;

/// A command that is too long to be obeyed; it is answered all the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Overlong {
    /// Its number, if one can be read.
    pub(super) id: Option<String>,
    pub(super) error: LineTooLong,
}

/// Puts commands together. Holds at most one line of bounded length.
#[derive(Clone, Debug)]
pub(super) struct RequestReader {
    lines: LineReader,
    /// The beginning of the line that is being read.
    head: Vec<u8>,
}

impl Default for RequestReader {
    fn default() -> RequestReader {
        RequestReader { lines: LineReader::new(LONGEST_LINE), head: Vec::new() }
    }
}

impl RequestReader {
    /// Takes the next command from the front of `input`; nothing if there is no whole one. Empty lines and comments
    /// are skipped.
    pub(super) fn take(&mut self, input: &mut &[u8]) -> Option<Result<Request<String>, Overlong>> {
        loop {
            let part = input.split(|&byte| byte == b'\n').next().unwrap_or_default();
            let room = LONGEST_HEAD - self.head.len();
            self.head.extend(part.iter().take(room));
            let line = self.lines.take(input);
            if line == Ok(None) {
                return None;
            }
            let head = std::mem::take(&mut self.head);
            let command = match line {
                Ok(line) => line.and_then(|line| Request::parse(&line)).map(Ok),
                Err(error) => overlong(&head, error).map(Err),
            };
            if command.is_some() {
                return command;
            }
        }
    }
}

/// What a line that is too long is answered with; nothing if it is only a comment.
fn overlong(head: &[u8], error: LineTooLong) -> Option<Overlong> {
    let head = String::from_utf8_lossy(head);
    if head.trim_start().starts_with('#') {
        return None;
    }
    // A number that nothing follows may be only the beginning of a longer one.
    let request = Request::parse(&head).filter(|request| !request.name.is_empty());
    Some(Overlong { id: request.and_then(|request| request.id), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_is_too_long_keeps_its_number() {
        let number = |line: &str| {
            let text = format!("{line}\nname\n");
            let mut ids = Vec::new();
            for cut in [0, 1, 60, 5000, text.len()] {
                let mut reader = RequestReader::default();
                let (one, other) = text.as_bytes().split_at(cut.min(text.len()));
                let mut found = None;
                for mut input in [one, other] {
                    while let Some(command) = reader.take(&mut input) {
                        match command {
                            Err(overlong) => found = Some(overlong.id),
                            Ok(request) => assert_eq!(request.name, "name"),
                        }
                    }
                }
                ids.push(found);
            }
            ids.dedup();
            assert_eq!(ids.len(), 1, "the same however it is cut");
            ids.remove(0)
        };
        let long = "x".repeat(5000);
        assert_eq!(number(&format!("2 {long}")), Some(Some("2".to_owned())));
        assert_eq!(number(&format!("  4294967296\t{long}")), Some(Some("4294967296".to_owned())));
        assert_eq!(number(&long), Some(None));
        assert_eq!(number(&"7".repeat(5000)), Some(None), "where the number ends is not known");
        assert_eq!(number(&format!("# {long}")), None, "a comment is no command");
    }
}

//! Lines of bounded length out of bytes that arrive in any pieces.

use thiserror::Error;

/// The longest line of the text protocols. The longest honest ones are a whole game in a `position` or `set game`
/// command, a few thousand characters.
pub const LONGEST_LINE: usize = 64 * 1024;

/// A line that was too long to be kept; what is left of it is skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a line was longer than the {limit} bytes that are read")]
pub struct LineTooLong {
    /// The most bytes a line may have.
    pub limit: usize,
}

/// Puts lines together. Holds at most one line of at most the given length.
///
/// ```
/// use agon_wire::lines::LineReader;
/// let mut reader = LineReader::new(100);
/// let mut arrived: &[u8] = b"isready\r\ngo dep";
/// assert_eq!(reader.take(&mut arrived), Ok(Some("isready".to_owned())));
/// assert_eq!(reader.take(&mut arrived), Ok(None));
/// assert_eq!(reader.take(&mut &b"th 3\n"[..]), Ok(Some("go depth 3".to_owned())));
/// ```
#[derive(Clone, Debug)]
pub struct LineReader {
    partial: Vec<u8>,
    limit: usize,
    skipping: bool,
}

impl LineReader {
    /// A reader of lines of at most `limit` bytes.
    pub fn new(limit: usize) -> LineReader {
        LineReader { partial: Vec::new(), limit, skipping: false }
    }

    /// Takes the next line from the front of `input`, without its end; nothing if there is no whole one. A line
    /// that is too long is reported once, when its end has come. What is not UTF-8 is replaced.
    pub fn take(&mut self, input: &mut &[u8]) -> Result<Option<String>, LineTooLong> {
        let end = input.iter().position(|&byte| byte == b'\n');
        let (part, rest) = match end {
            Some(end) => (&input[..end], &input[end + 1..]),
            None => (*input, &input[input.len()..]),
        };
        *input = rest;
        if self.skipping || self.partial.len() + part.len() > self.limit {
            self.skipping = end.is_none();
            self.partial = Vec::new();
            return if self.skipping { Ok(None) } else { Err(LineTooLong { limit: self.limit }) };
        }
        self.partial.extend_from_slice(part);
        Ok(end.map(|_| self.text()))
    }

    /// At the end of the input: the last line if it had no end.
    pub fn finish(&mut self) -> Option<String> {
        self.skipping = false;
        if self.partial.is_empty() { None } else { Some(self.text()) }
    }

    /// Whether a line is being skipped because it is too long.
    pub fn is_skipping(&self) -> bool {
        self.skipping
    }

    /// How many bytes are held.
    pub fn held(&self) -> usize {
        self.partial.len()
    }

    fn text(&mut self) -> String {
        let bytes = self.partial.strip_suffix(b"\r").unwrap_or(&self.partial);
        let text = String::from_utf8_lossy(bytes).into_owned();
        self.partial.clear();
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(reader: &mut LineReader, mut input: &[u8]) -> Vec<Result<String, LineTooLong>> {
        let mut all = Vec::new();
        loop {
            match reader.take(&mut input) {
                Ok(Some(line)) => all.push(Ok(line)),
                Ok(None) => return all,
                Err(error) => all.push(Err(error)),
            }
        }
    }

    #[test]
    fn lines_are_the_same_however_they_are_cut() {
        let input = b"one\n\r\ntwo \xff\r\nmuch too long a line\n3\nrest";
        let whole = lines(&mut LineReader::new(8), input);
        let long = Err(LineTooLong { limit: 8 });
        let text = |text: &str| Ok(text.to_owned());
        assert_eq!(whole, [text("one"), text(""), text("two \u{fffd}"), long, text("3")]);
        for cut in 0..input.len() {
            let mut reader = LineReader::new(8);
            let mut parts = lines(&mut reader, &input[..cut]);
            parts.extend(lines(&mut reader, &input[cut..]));
            assert_eq!(parts, whole, "cut at {cut}");
            assert_eq!(reader.finish().as_deref(), Some("rest"));
        }
    }

    #[test]
    fn a_line_without_end_is_not_held() {
        let mut reader = LineReader::new(100);
        for _ in 0..1000 {
            assert_eq!(lines(&mut reader, &[b'x'; 64]), []);
            assert!(reader.held() <= 100);
        }
        assert_eq!(lines(&mut reader, b"\nnext\n").len(), 2);
        assert_eq!(reader.finish(), None);
    }
}

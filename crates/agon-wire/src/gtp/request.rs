//! A command line: a number if the controller wants one back, a name, arguments.

use std::fmt;

/// A command from a controller to an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The number that the answer repeats.
    pub id: Option<u32>,
    /// The command.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl Request {
    /// Reads a line; nothing if it is empty or only a comment. Control characters are left out, as the protocol
    /// wants it.
    pub fn parse(line: &str) -> Option<Request> {
        let line = line.split('#').next().unwrap_or_default();
        let clean: String =
            line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let mut words = clean.split_whitespace().map(str::to_owned).peekable();
        let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.next_if(is_number).and_then(|word| word.parse().ok());
        Some(Request { id, name: words.next()?, arguments: words.collect() })
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.name)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

//! A command line: a number if the controller wants one back, a name, arguments.

use std::fmt;

/// A command from a controller to an engine. A controller of ours counts its commands; an engine gives back the
/// digits that came, however many there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request<Id = u32> {
    /// The number that the answer repeats.
    pub id: Option<Id>,
    /// The command; empty if there is nothing but a number.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl Request<String> {
    /// Reads a line; nothing if it is empty or only a comment. Control characters are left out, as the protocol
    /// wants it.
    pub fn parse(line: &str) -> Option<Request<String>> {
        let line = line.split('#').next().unwrap_or_default();
        let clean: String =
            line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let mut words = clean.split_whitespace().map(str::to_owned).peekable();
        words.peek()?;
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        Some(Request { id, name: words.next().unwrap_or_default(), arguments: words.collect() })
    }
}

impl<Id: fmt::Display> fmt::Display for Request<Id> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = &self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.name)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

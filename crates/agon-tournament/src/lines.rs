//! Where in a description something is wrong, and what, in words for the person who wrote the file.

use super::description_error::DescriptionError;
use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use toml::Spanned;

/// Reads a file of text that is no larger than it should be.
pub(super) fn read_bounded(path: &Path, most: u64) -> Result<String, String> {
    let mut text = String::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(most + 1).read_to_string(&mut text).map_err(|error| error.to_string())?;
    if text.len() as u64 > most {
        return Err(format!("it has more than {} MB", most >> 20));
    }
    Ok(text)
}

/// The text of a description, to find lines in.
pub(super) struct Lines<'a>(pub(super) &'a str);

impl Lines<'_> {
    /// What is wrong at a byte of the text.
    pub(super) fn wrong(&self, at: usize, why: impl Into<String>) -> DescriptionError {
        let line = 1 + self.before(at).matches('\n').count();
        DescriptionError::Wrong { line, why: why.into() }
    }

    /// A number from 1 to `most`.
    pub(super) fn number(
        &self,
        what: &str,
        number: &Spanned<i64>,
        most: u32,
    ) -> Result<u32, DescriptionError> {
        u32::try_from(*number.get_ref()).ok().filter(|n| (1..=most).contains(n)).ok_or_else(|| {
            let why = format!("{what} is a number from 1 to {most}, not {}", number.get_ref());
            self.wrong(number.span().start, why)
        })
    }

    /// What the reader of TOML stumbled over. It speaks of types; people know keys and what they wrote.
    pub(super) fn misread(&self, error: &toml::de::Error) -> DescriptionError {
        let span = error.span().unwrap_or(0..0);
        let message = error.message().replace('\n', " ");
        let written = self.0.get(span.clone()).unwrap_or_default();
        let why = match (self.key(span.start), kind(&message)) {
            (Some(key), Some(kind)) => {
                let mut why = format!("{key} is {kind}");
                if !written.is_empty() && !written.contains('\n') {
                    // Writing to a String cannot fail.
                    let _ = write!(why, ", not {written}");
                }
                why
            }
            _ => message,
        };
        self.wrong(span.start, why)
    }

    /// The key whose value begins at a byte: what stands before it on its line, up to the sign of equality.
    fn key(&self, at: usize) -> Option<&str> {
        let line = self.before(at).rsplit('\n').next()?;
        let key = line.split_once('=')?.0.trim();
        (!key.is_empty()).then_some(key)
    }

    fn before(&self, at: usize) -> &str {
        self.0.get(..at).unwrap_or(self.0)
    }
}

/// What a value should have been, from the reader's "invalid type" or "invalid value"; nothing for other messages.
fn kind(message: &str) -> Option<&str> {
    if !message.starts_with("invalid ") {
        // A choice of several kinds has its own words.
        return message.starts_with("a ").then_some(message);
    }
    Some(match message.rsplit_once(", expected ")?.1 {
        "i64" => "a whole number",
        "u64" | "usize" => "a whole number, 0 or more",
        "a string" => "a text in quotes",
        "a sequence" => "a list in brackets",
        other => other,
    })
}

//! Text from players, made safe to be shown: this is the one place that knows what a terminal, a report or a page must not
//! be sent.
//!
//! Players choose names, moves, titles and what they write when they fail. Control characters steer a terminal, marks of
//! direction turn what stands beside them around, and characters without a width hide. Whoever prints or reports such a
//! text sends it through [`harmless`], one line, or [`harmless_lines`], several; [`in_json`] does the same for JSON
//! without a loss. The records themselves keep what was sent.

use crate::Verdict;
use crate::outcome::Evidence;
use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character does something other than stand for itself.
pub fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // The soft hyphen, the Arabic letter mark, Hangul fillers, Mongolian separators.
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}' | '\u{3164}' | '\u{ffa0}'
            // No width, marks and changes of direction, separators of lines.
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            // Notes between lines, and tags.
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// A text as one line that does nothing: each harmful character becomes U+FFFD.
///
/// ```
/// use agon_core::harmless::harmless;
/// assert_eq!(harmless("Bob"), "Bob");
/// assert_eq!(harmless("B\u{1b}[2Job\u{202e}"), "B\u{fffd}[2Job\u{fffd}");
/// ```
pub fn harmless(text: &str) -> Cow<'_, str> {
    replaced(text, is_harmful)
}

/// The same for a text that may have several lines and tabs.
pub fn harmless_lines(text: &str) -> Cow<'_, str> {
    replaced(text, |c| is_harmful(c) && !matches!(c, '\n' | '\t'))
}

fn replaced(text: &str, is_harmful: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_harmful) {
        return Cow::Borrowed(text);
    }
    text.chars()
        .map(|c| if is_harmful(c) { char::REPLACEMENT_CHARACTER } else { c })
        .collect::<String>()
        .into()
}

/// A JSON document that means the same and does nothing: harmful characters, which can only be in its strings, are
/// written with a backslash. The space between its parts stays.
///
/// ```
/// use agon_core::harmless::in_json;
/// assert_eq!(in_json("{\"name\":\"a\u{202e}b\"}\n"), "{\"name\":\"a\\u202eb\"}\n");
/// ```
pub fn in_json(document: &str) -> Cow<'_, str> {
    let changes = |c: char| is_harmful(c) && !matches!(c, '\n' | '\r' | '\t');
    if !document.contains(changes) {
        return Cow::Borrowed(document);
    }
    let mut out = String::with_capacity(document.len() + 16);
    for c in document.chars() {
        if changes(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out.into()
}

impl Verdict {
    /// The verdict with evidence that is safe to be shown.
    #[must_use]
    pub fn harmless(&self) -> Verdict {
        let line = |text: &Option<String>| text.as_deref().map(|text| harmless(text).into_owned());
        let Evidence { sent, explanation, took_ms, over_ms, exit, stderr } = &self.evidence;
        let stderr = stderr.as_deref().map(|text| harmless_lines(text).into_owned());
        let evidence = Evidence {
            sent: line(sent),
            explanation: line(explanation),
            took_ms: *took_ms,
            over_ms: *over_ms,
            exit: line(exit),
            stderr,
        };
        Verdict { evidence, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HARMFUL: &str = "\0\x07\x08\t\n\r\x1b\x7f\u{80}\u{85}\u{9b}\u{9d}\u{ad}\u{61c}\u{180e}\u{200b}\u{200d}\u{200e}\
                           \u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2060}\u{2066}\u{2069}\u{feff}\u{fffb}\u{e0041}";

    #[test]
    fn nothing_harmful_is_left() {
        let shown = harmless(HARMFUL);
        assert_eq!(shown.chars().count(), HARMFUL.chars().count());
        assert!(shown.chars().all(|c| c == char::REPLACEMENT_CHARACTER));
        assert_eq!(harmless_lines("a\n\tb\r\x1b"), "a\n\tb\u{fffd}\u{fffd}");
    }

    #[test]
    fn ordinary_writing_stays() {
        for text in ["Pápou", "Κύπελλο", "דוד", "北京", "Łódź 1½ ± – …", "a'b\"c<d>"] {
            assert!(matches!(harmless(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }

    #[test]
    fn json_keeps_its_meaning() {
        let document = serde_json::json!({ "text": HARMFUL, "more": ["x\u{e0041}"] });
        let text = document.to_string();
        let safe = in_json(&text);
        assert!(!safe.contains(is_harmful));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&safe).ok(), Some(document));
    }
}

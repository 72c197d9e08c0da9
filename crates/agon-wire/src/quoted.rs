//! Foreign text in our own sentences: short, on one line, and harmless to a terminal.

use agon_core::harmless::is_harmful;

/// The most characters of foreign text that a sentence quotes.
const LONGEST: usize = 80;

/// The most characters of a sentence that is sent to a peer.
const LONGEST_SENTENCE: usize = 400;

/// Foreign text for a sentence.
pub(crate) fn quoted(text: &str) -> String {
    cut(text, LONGEST)
}

/// A sentence that may quote foreign text, as one line for a peer.
pub(crate) fn one_line(sentence: &impl ToString) -> String {
    cut(&sentence.to_string(), LONGEST_SENTENCE)
}

fn cut(text: &str, longest: usize) -> String {
    let mut shown: String = text.chars().take(longest).map(harmless).collect();
    if text.chars().nth(longest).is_some() {
        shown.push('…');
    }
    shown
}

/// A character as it may be shown.
pub(crate) fn harmless(c: char) -> char {
    if is_harmful(c) { char::REPLACEMENT_CHARACTER } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced_and_long_text_is_cut() {
        assert_eq!(quoted("a\x1b[2Jb"), "a\u{fffd}[2Jb");
        assert_eq!(quoted(&"x".repeat(1000)).chars().count(), LONGEST + 1);
        assert_eq!(quoted("Pápou"), "Pápou");
    }
}

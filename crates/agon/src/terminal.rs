//! What the terminal can show.

use agon_board::TextStyle;
use agon_core::harmless::{harmless_lines, is_harmful};
use clap::ValueEnum;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// When there are colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ColorChoice {
    Auto,
    Always,
    Never,
}

/// Colours only where a person sees them, and never against NO_COLOR; Unicode where the locale has it.
pub(crate) fn style(color: ColorChoice, ascii: bool) -> TextStyle {
    let variable = |name: &str| std::env::var(name).ok().filter(|v| !v.is_empty());
    let color = match color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            io::stdout().is_terminal()
                && variable("NO_COLOR").is_none()
                && variable("TERM").is_none_or(|t| t != "dumb")
        }
    };
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| variable(name)).unwrap_or_default();
    let unicode = !ascii && locale.to_ascii_lowercase().replace('-', "").contains("utf8");
    TextStyle { color, unicode, hide_moves: false }
}

/// Says something on standard error, whatever it quotes.
pub(crate) fn complain(what: &impl Display) {
    // Whoever does not listen misses it.
    let _ = writeln!(io::stderr(), "{}", harmless_lines(&what.to_string()));
}

/// The longest sequence that sets a colour.
const LONGEST_STYLE: usize = 24;

/// Standard output: what would do something to a terminal is written as JSON writes it, whoever let it through. Where
/// colours are wanted, the sequences that set them pass.
pub(crate) struct Harmless<W: Write> {
    out: W,
    color: bool,
    /// The beginning of a character or of a sequence that is still to come.
    pending: Vec<u8>,
}

impl<W: Write> Harmless<W> {
    pub(crate) fn new(out: W, color: bool) -> Harmless<W> {
        Harmless { out, color, pending: Vec::new() }
    }

    /// Writes what is whole; all of it at the end.
    fn pass(&mut self, at_end: bool) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.pending);
        let mut rest: &[u8] = &bytes;
        while !rest.is_empty() {
            let plain = rest.iter().position(|&b| !(b == b'\n' || b == b'\t' || (b' '..0x7f).contains(&b)));
            let plain = plain.unwrap_or(rest.len());
            self.out.write_all(&rest[..plain])?;
            rest = &rest[plain..];
            match first(rest, at_end, self.color) {
                None => break,
                Some((0, _)) => {}
                Some((length, shown)) => {
                    match shown {
                        Some(text) => self.out.write_all(text.as_bytes())?,
                        None => self.out.write_all(&rest[..length])?,
                    }
                    rest = &rest[length..];
                }
            }
        }
        self.pending = rest.to_vec();
        Ok(())
    }
}

/// How long the first character, or the sequence it begins, is, and what is written in its place if it is not written
/// as it is; nothing while that does not show yet.
fn first(bytes: &[u8], at_end: bool, color: bool) -> Option<(usize, Option<String>)> {
    let Some(&lead) = bytes.first() else { return Some((0, None)) };
    if lead == b'\r' && (bytes.get(1) == Some(&b'\n') || bytes.len() == 1 && !at_end) {
        return bytes.get(1).map(|_| (2, None));
    }
    if lead == 0x1b && color {
        let style = |&byte: &u8| byte.is_ascii_digit() || byte == b';';
        let inside = bytes.iter().skip(2).take_while(|byte| style(byte)).count();
        let begins = bytes.get(1).is_none_or(|&byte| byte == b'[');
        match bytes.get(2 + inside) {
            Some(b'm') if begins => return Some((3 + inside, None)),
            None if begins && !at_end && bytes.len() < LONGEST_STYLE => return None,
            _ => {}
        }
    }
    let width = match lead {
        0xf0.. => 4,
        0xe0.. => 3,
        0xc0.. => 2,
        _ => 1,
    };
    let whole = bytes.get(..width);
    if whole.is_none() && !at_end {
        return None;
    }
    match whole.and_then(|whole| std::str::from_utf8(whole).ok()).and_then(|text| text.chars().next()) {
        Some(c) if is_harmful(c) => {
            let units: String =
                c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect();
            Some((width, Some(units)))
        }
        Some(_) => Some((width, None)),
        None => Some((1, Some(char::REPLACEMENT_CHARACTER.to_string()))),
    }
}

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        self.pass(false)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass(true)?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(parts: &[&[u8]], color: bool) -> String {
        let mut out = Harmless::new(Vec::new(), color);
        parts.iter().for_each(|part| out.write_all(part).unwrap());
        out.flush().unwrap();
        String::from_utf8(out.out).unwrap()
    }

    #[test]
    fn only_plain_text_and_colours_pass() {
        let text = "a\tb\r\nc \u{1b}[1mbold\u{1b}[0m Pápou ½\n".as_bytes();
        assert_eq!(shown(&[text], true).as_bytes(), text);
        assert_eq!(shown(&[b"\x1b[1mx"], false), "\\u001b[1mx");
        for color in [false, true] {
            assert_eq!(
                shown(&[b"\x1b[2J\x1b]0;title\x07\x00\x7f\r"], color),
                "\\u001b[2J\\u001b]0;title\\u0007\\u0000\\u007f\\u000d"
            );
            assert_eq!(
                shown(&["\u{9b}2J\u{202e}x\u{200b}\u{e0041}".as_bytes()], color),
                "\\u009b2J\\u202ex\\u200b\\udb40\\udc41"
            );
            assert_eq!(shown(&[b"\xff\xc3"], color), "\u{fffd}\u{fffd}");
        }
    }

    #[test]
    fn what_comes_in_pieces_is_put_together() {
        let text = "é\u{1b}[31m½\u{202e}\r\n".as_bytes();
        let pieces: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(shown(&pieces, true), "é\u{1b}[31m½\\u202e\r\n");
    }
}

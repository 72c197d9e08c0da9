//! Othello games as bare strings of moves, one game a line.
//!
//! They are read as people and programs write them: `f5d6c3`, `F5 D6 C3`, `F5-D6-C3`, `1. f5 d6 2. c3 d3`, with the
//! forced passes left out or as `pass`, `pa`, `ps` or `--`. A line that begins with a move number above 1 goes on with
//! the game of the line before, and a line that begins with `#` is a comment.

use super::reading::Reading;
use crate::ReversiPosition;
use agon_core::formats::lines::{game_lines, require_moves};
use agon_core::formats::stream::whole_lines;
use agon_core::formats::{text, text_or_latin_1};
use agon_core::{Format, FormatError, MoveError, Record, Registry};

const FORMAT: &str = "an Othello move string";

/// The format of bare moves.
#[derive(Clone, Copy, Debug)]
pub struct Othello;

impl Format for Othello {
    fn name(&self) -> &'static str {
        "othello"
    }

    fn label(&self) -> &'static str {
        "f5d6c3…"
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        looks_like_othello(&text_or_latin_1(bytes))
    }

    fn portion(&self, bytes: &[u8]) -> Option<usize> {
        // The last line that begins a game, which may go on in what is still to come, is left for the next time.
        let mut end = whole_lines(bytes)?;
        loop {
            let start = bytes[..end - 1].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let line = text_or_latin_1(&bytes[start..end]);
            let line = line.trim();
            let begins =
                !line.is_empty() && !line.starts_with('#') && leading_number(line).is_none_or(|n| n <= 1);
            match start {
                0 => return None,
                start if begins => return Some(start),
                start => end = start,
            }
        }
    }

    fn read(&self, bytes: &[u8], _: &Registry) -> Result<Vec<Record>, FormatError> {
        read(text(bytes)?)
    }

    fn write(&self, records: &[Record]) -> Result<String, FormatError> {
        write(records)
    }
}

/// Reads games, one a line.
fn read(text: &str) -> Result<Vec<Record>, FormatError> {
    let mut records = Vec::new();
    let mut game: Option<Transcript> = None;
    for (number, line) in game_lines(text) {
        if leading_number(line).is_none_or(|n| n <= 1) {
            records.extend(game.take().map(Transcript::into_record));
        }
        let game = game.get_or_insert_with(Transcript::new);
        game.play_line(line).map_err(|error| error.in_line(number))?;
        if game.written == 0 {
            return Err(FormatError::syntax(line, "a move").in_line(number));
        }
    }
    records.extend(game.map(Transcript::into_record));
    if records.is_empty() {
        return Err(FormatError::Nothing {
            expected: "an Othello game is written as its moves, like f5d6c3",
        });
    }
    Ok(records)
}

/// A game over one or several lines.
struct Transcript {
    reading: Reading,
    /// How many moves were written, without the passes that were left out.
    written: usize,
}

impl Transcript {
    fn new() -> Transcript {
        Transcript { reading: Reading::from(ReversiPosition::START), written: 0 }
    }

    fn play_line(&mut self, line: &str) -> Result<(), FormatError> {
        for token in othello_moves(line) {
            self.written += 1;
            let wrong = |error| MoveError::InGame { number: self.written, error: Box::new(error) };
            self.reading.play(token?).map_err(wrong)?;
        }
        Ok(())
    }

    fn into_record(self) -> Record {
        self.reading.into_record([String::new(), String::new()])
    }
}

/// Whether a text looks like an Othello game.
fn looks_like_othello(text: &str) -> bool {
    let Some((_, line)) = game_lines(text).next() else { return false };
    let mut moves = othello_moves(line).peekable();
    moves.peek().is_some() && moves.all(|token| token.is_ok())
}

/// The move number that a text begins with: digits and then `.`, `)` or `:`.
fn leading_number(text: &str) -> Option<u32> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let numbers = matches!(text.as_bytes().get(digits), Some(b'.' | b')' | b':'));
    text[..digits].parse().ok().filter(|_| numbers)
}

/// Takes a line of an Othello game apart into squares and `pass`; after an error there are no more.
fn othello_moves(line: &str) -> impl Iterator<Item = Result<&str, FormatError>> {
    const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];
    let mut rest = line;
    std::iter::from_fn(move || {
        loop {
            let pass = PASSES.iter().find(|pass| {
                rest.get(..pass.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(pass))
            });
            if let Some(pass) = pass {
                rest = &rest[pass.len()..];
                return Some(Ok("pass"));
            }
            match rest.as_bytes() {
                [] => return None,
                [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8', ..] => {
                    let (square, tail) = rest.split_at(2);
                    rest = tail;
                    return Some(Ok(square));
                }
                [b'0'..=b'9', ..] if leading_number(rest).is_some() => {
                    rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                }
                [b' ' | b'\t' | b',' | b';' | b'.' | b')' | b':' | b'-' | b'/' | b'|', ..] => {
                    rest = &rest[1..]
                }
                _ => {
                    let wrong = FormatError::syntax(rest, "a square a1 to h8 or a pass");
                    rest = "";
                    return Some(Err(wrong));
                }
            }
        }
    })
}

/// Writes games, one a line. Forced passes are left out, as is usual, but not at the very end of an
/// unfinished game, where nothing would bring them back.
fn write(records: &[Record]) -> Result<String, FormatError> {
    let mut text = String::new();
    for (i, record) in records.iter().enumerate() {
        let reading = Reading::of_record(record, FORMAT).map_err(|error| error.in_game(i + 1))?;
        if *reading.start() != ReversiPosition::START {
            let why = "it does not begin at the start position".to_owned();
            return Err(FormatError::Unwritable { format: FORMAT, why }.in_game(i + 1));
        }
        let moves = reading.moves();
        require_moves(moves.len(), FORMAT, i + 1)?;
        for (ply, mv) in moves.iter().enumerate() {
            if mv.text != "pass" || ply + 1 == moves.len() {
                text.push_str(&mv.text);
            }
        }
        text.push('\n');
    }
    Ok(text)
}

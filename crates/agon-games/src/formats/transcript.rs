//! Games as bare strings of moves, one game a line: Othello squares and connect-four columns.
//!
//! Othello strings are read as people and programs write them: `f5d6c3`, `F5 D6 C3`, `F5-D6-C3`,
//! `1. f5 d6 2. c3 d3`, with the forced passes left out or as `pass`, `pa`, `ps` or `--`. A line that begins
//! with a move number above 1 goes on with the game of the line before, and a line that begins with `#` is a
//! comment. Connect-four strings are one digit a move, and only the person who has the file knows whether
//! columns are counted from 0 or from 1.

use super::FormatError;
use super::reading::Reading;
use crate::reversi::ReversiPosition;
use agon_core::{Line, MoveError, Record, Registry};

const OTHELLO: &str = "an Othello move string";
const COLUMNS: &str = "a string of columns";

/// What the leftmost column is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstColumn {
    /// Columns are 0, 1, 2, … as everywhere in Agon.
    Zero,
    /// Columns are 1, 2, 3, … as in the public benchmark files.
    One,
}

/// Which connect-four game a string of columns belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConnectGame {
    /// Four in a row on 7 × 6.
    FourInARow,
    /// Connect four on 9 × 9.
    Connect4On9x9,
}

impl ConnectGame {
    /// The game's name in the registry.
    pub const fn name(self) -> &'static str {
        match self {
            ConnectGame::FourInARow => "four-in-a-row",
            ConnectGame::Connect4On9x9 => "connect4-9x9",
        }
    }
}

/// Reads Othello games, one a line.
pub fn read_othello(text: &str) -> Result<Vec<Record>, FormatError> {
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
pub(super) fn looks_like_othello(text: &str) -> bool {
    let Some((_, line)) = game_lines(text).next() else { return false };
    let mut moves = othello_moves(line).peekable();
    moves.peek().is_some() && moves.all(|token| token.is_ok())
}

/// The lines with something on them, counted from 1.
fn game_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
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

/// Writes Othello games, one a line. Forced passes are left out, as is usual, but not at the very end of an
/// unfinished game, where nothing would bring them back.
pub fn write_othello(records: &[Record]) -> Result<String, FormatError> {
    let mut text = String::new();
    for (i, record) in records.iter().enumerate() {
        let reading = Reading::of_record(record, OTHELLO).map_err(|error| error.in_game(i + 1))?;
        if *reading.start() != ReversiPosition::START {
            let why = "it does not begin at the start position".to_owned();
            return Err(FormatError::Unwritable { format: OTHELLO, why }.in_game(i + 1));
        }
        let moves = reading.moves();
        no_empty_game(moves.len(), OTHELLO, i + 1)?;
        for (ply, mv) in moves.iter().enumerate() {
            if mv.text != "pass" || ply + 1 == moves.len() {
                text.push_str(&mv.text);
            }
        }
        text.push('\n');
    }
    Ok(text)
}

/// A game without moves would be an empty line, which is no game when it is read.
fn no_empty_game(moves: usize, format: &'static str, number: usize) -> Result<(), FormatError> {
    if moves > 0 {
        return Ok(());
    }
    let why = "it has no moves".to_owned();
    Err(FormatError::Unwritable { format, why }.in_game(number))
}

/// Reads connect-four games, one a line.
pub fn read_columns(
    text: &str,
    game: ConnectGame,
    first: FirstColumn,
    games: &Registry,
) -> Result<Vec<Record>, FormatError> {
    let rules = games.game(game.name())?;
    let mut records = Vec::new();
    for (number, line) in game_lines(text) {
        let mut played = Line::new(rules.start());
        play_columns(&mut played, line, first).map_err(|error| error.in_line(number))?;
        records.push(Record::of_line(&played, Default::default()));
    }
    if records.is_empty() {
        let expected = "a connect-four game is written as its columns, one digit a move";
        return Err(FormatError::Nothing { expected });
    }
    Ok(records)
}

fn play_columns(played: &mut Line, line: &str, first: FirstColumn) -> Result<(), FormatError> {
    // `3342`, or `3 3 4 2` and `3,3,4,2`; but `3342 11` is a game with something else after it.
    let mut words = line.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let is_spaced = words.clone().next().is_some_and(|word| word.len() == 1);
    let stray = if is_spaced { words.find(|word| word.len() != 1) } else { words.nth(1) };
    if let Some(stray) = stray {
        return Err(FormatError::syntax(stray, "the next column or the end of the line"));
    }
    let mut columns = line.chars().filter(|c| !matches!(c, ' ' | '\t' | ',')).enumerate().peekable();
    if columns.peek().is_none() {
        return Err(FormatError::syntax(line, "a column"));
    }
    for (i, c) in columns {
        let Some(digit) = c.to_digit(10) else {
            return Err(FormatError::syntax(c.encode_utf8(&mut [0; 4]), "the digit of a column"));
        };
        let column = match first {
            FirstColumn::Zero => Some(digit),
            FirstColumn::One => digit.checked_sub(1),
        };
        let Some(column) = column else {
            return Err(FormatError::syntax("0", "a column counted from 1"));
        };
        let wrong = |error| MoveError::InGame { number: i + 1, error: Box::new(error) };
        played.play_recorded(&column.to_string()).map_err(wrong)?;
    }
    Ok(())
}

/// Writes connect-four games, one a line.
pub fn write_columns(
    records: &[Record],
    game: ConnectGame,
    first: FirstColumn,
    games: &Registry,
) -> Result<String, FormatError> {
    let start = games.game(game.name())?.start().text();
    let mut text = String::new();
    for (i, record) in records.iter().enumerate() {
        let unwritable = |why: String| FormatError::Unwritable { format: COLUMNS, why }.in_game(i + 1);
        if record.game != game.name() {
            return Err(unwritable(format!("it is a game of {}, not of {}", record.game, game.name())));
        }
        let played = record.replay(games).map_err(|error| FormatError::from(error).in_game(i + 1))?;
        if played.start().text() != start {
            return Err(unwritable("it does not begin at the start position".to_owned()));
        }
        no_empty_game(played.moves().len(), COLUMNS, i + 1)?;
        for mv in played.moves() {
            let column = mv.text.parse::<u32>().ok().and_then(|column| match first {
                FirstColumn::Zero => char::from_digit(column, 10),
                FirstColumn::One => char::from_digit(column.checked_add(1)?, 10),
            });
            text.push(column.ok_or_else(|| unwritable(format!("column {} has no digit", mv.text)))?);
        }
        text.push('\n');
    }
    Ok(text)
}

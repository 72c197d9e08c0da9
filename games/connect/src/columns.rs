//! Games as bare strings of columns, one digit a move, one game a line. Only the person who has the file knows whether
//! columns are counted from 0 or from 1, and on which board they are, so this format has to be named.

use crate::{Connect9x9, FourInARow};
use agon_core::formats::lines::{game_lines, require_moves};
use agon_core::formats::stream::whole_lines;
use agon_core::formats::text;
use agon_core::{AnyGame, Format, FormatError, Game, Line, MoveError, Record, Registry, Typed};
use std::sync::Arc;

const FORMAT: &str = "a string of columns";

/// What the leftmost column is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum FirstColumn {
    /// Columns are 0, 1, 2, … as everywhere in Agon.
    Zero,
    /// Columns are 1, 2, 3, … as in the public benchmark files.
    One,
}

/// The format of one game's columns.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    name: &'static str,
    first: FirstColumn,
    rules: fn() -> Arc<dyn AnyGame>,
}

/// Four in a Row, columns from 0.
pub const FOUR_IN_A_ROW: Columns =
    Columns { name: "four-in-a-row", first: FirstColumn::Zero, rules: rules::<FourInARow> };

/// Four in a Row, columns from 1.
pub const FOUR_IN_A_ROW_FROM_1: Columns =
    Columns { name: "four-in-a-row:one-based", first: FirstColumn::One, rules: rules::<FourInARow> };

/// Connect4 9×9, columns from 0.
pub const CONNECT_9X9: Columns =
    Columns { name: "connect4-9x9", first: FirstColumn::Zero, rules: rules::<Connect9x9> };

/// Connect4 9×9, columns from 1.
pub const CONNECT_9X9_FROM_1: Columns =
    Columns { name: "connect4-9x9:one-based", first: FirstColumn::One, rules: rules::<Connect9x9> };

fn rules<G: Game>() -> Arc<dyn AnyGame> {
    Arc::new(Typed::new(G::standard()))
}

impl Format for Columns {
    fn name(&self) -> &'static str {
        self.name
    }

    fn label(&self) -> &'static str {
        match self.first {
            FirstColumn::Zero => "3342…",
            FirstColumn::One => "4453…",
        }
    }

    fn portion(&self, bytes: &[u8]) -> Option<usize> {
        whole_lines(bytes)
    }

    fn read(&self, bytes: &[u8], _: &Registry) -> Result<Vec<Record>, FormatError> {
        let (text, rules) = (text(bytes)?, (self.rules)());
        let mut records = Vec::new();
        for (number, line) in game_lines(text) {
            let mut played = Line::new(rules.start());
            play_columns(&mut played, line, self.first).map_err(|error| error.in_line(number))?;
            records.push(Record::of_line(&played, Default::default()));
        }
        if records.is_empty() {
            let expected = "a connect-four game is written as its columns, one digit a move";
            return Err(FormatError::Nothing { expected });
        }
        Ok(records)
    }

    fn write(&self, records: &[Record]) -> Result<String, FormatError> {
        let rules = (self.rules)();
        let (name, start) = (rules.info().name, rules.start().text());
        let mut text = String::new();
        for (i, record) in records.iter().enumerate() {
            let unwritable = |why: String| FormatError::Unwritable { format: FORMAT, why }.in_game(i + 1);
            if record.game != name {
                return Err(unwritable(format!("it is a game of {}, not of {name}", record.game)));
            }
            let played =
                record.replay_by(&*rules).map_err(|error| FormatError::from(error).in_game(i + 1))?;
            if played.start().text() != start {
                return Err(unwritable("it does not begin at the start position".to_owned()));
            }
            require_moves(played.moves().len(), FORMAT, i + 1)?;
            for mv in played.moves() {
                let column = mv.text.parse::<u32>().ok().and_then(|column| match self.first {
                    FirstColumn::Zero => char::from_digit(column, 10),
                    FirstColumn::One => char::from_digit(column.checked_add(1)?, 10),
                });
                text.push(column.ok_or_else(|| unwritable(format!("column {} has no digit", mv.text)))?);
            }
            text.push('\n');
        }
        Ok(text)
    }
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

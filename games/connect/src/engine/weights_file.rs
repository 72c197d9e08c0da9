//! The file that holds the weights of the trained evaluation.

use super::column_fight::FEATURES;
use super::network::{ROWS, Rows, UNITS};
use super::strips::{LINES, Worth};
use thiserror::Error;

/// How many weights there are at each anchor: those of the lines first.
pub const WEIGHTS: usize = LINES + FEATURES;

/// The line between the weights and the network.
const NETWORK: &str = "network";

/// The first line of a file of weights.
const HEADING: &str = "agon connect4-9x9 weights 4";

/// Why a text is not a file of weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Another kind of file, or another version.
    #[error("these are no weights for this version: the first line must be '{HEADING}'")]
    Heading,
    /// A line that is not a row of numbers.
    #[error("line {line} must hold {numbers} numbers from -32768 to 32767")]
    Row {
        /// Its number, from 1.
        line: usize,
        /// How many numbers belong there.
        numbers: usize,
    },
    /// Too few or too many rows.
    #[error("there must be {WEIGHTS} rows of weights, not {found}")]
    Count {
        /// How many there are.
        found: usize,
    },
    /// A network of another size.
    #[error("the network must have {ROWS} rows, or be left out, not {found}")]
    Network {
        /// How many there are.
        found: usize,
    },
}

/// The numbers of a file: the weights, and the network, which may be empty.
pub fn read(text: &str) -> Result<(Vec<Worth>, Rows), WeightsError> {
    let mut lines = text.lines().enumerate();
    if lines.next().is_none_or(|(_, line)| line.trim() != HEADING) {
        return Err(WeightsError::Heading);
    }
    let mut lines = lines.filter(|(_, line)| !line.starts_with('#'));
    let mut weights: Vec<Worth> = Vec::with_capacity(WEIGHTS);
    let mut network: Option<Rows> = None;
    // A network may have fewer units than there is room for, but the same number in every row.
    let mut units = None;
    for (i, line) in lines.by_ref() {
        match &mut network {
            Some(rows) => {
                let units = *units.get_or_insert_with(|| line.split_whitespace().count().min(UNITS));
                let mut padded = [0; UNITS];
                padded[..units].copy_from_slice(&numbers(i, line, units)?);
                rows.push(padded);
            }
            None if line.trim() == NETWORK => network = Some(Vec::with_capacity(ROWS)),
            None => weights.push(row(i, line)?),
        }
    }
    if weights.len() != WEIGHTS {
        return Err(WeightsError::Count { found: weights.len() });
    }
    match network {
        Some(rows) if rows.len() != ROWS => Err(WeightsError::Network { found: rows.len() }),
        rows => Ok((weights, rows.unwrap_or_default())),
    }
}

/// Weights as a file's text, with comments under the heading, and a network if there is one.
pub fn write(weights: &[Worth], network: &[[i16; UNITS]], comments: &[String]) -> String {
    fn rows<const N: usize>(rows: &[[i16; N]]) -> String {
        rows.iter().map(|row| row.map(|n| n.to_string()).join(" ") + "\n").collect()
    }
    let comments = comments.iter().map(|comment| format!("# {comment}\n")).collect::<String>();
    let network = if network.is_empty() { String::new() } else { format!("{NETWORK}\n{}", rows(network)) };
    format!("{HEADING}\n{comments}{}{network}", rows(weights))
}

/// A row of a known length.
fn row<const N: usize>(line: usize, text: &str) -> Result<[i16; N], WeightsError> {
    let numbers = numbers(line, text, N)?;
    <[i16; N]>::try_from(numbers).map_err(|_| WeightsError::Row { line: line + 1, numbers: N })
}

/// The numbers of a row, which must be `count`.
fn numbers(line: usize, text: &str, count: usize) -> Result<Vec<i16>, WeightsError> {
    let numbers: Result<Vec<i16>, _> = text.split_whitespace().map(str::parse).collect();
    let found = numbers.ok().filter(|numbers| numbers.len() == count);
    found.ok_or(WeightsError::Row { line: line + 1, numbers: count })
}

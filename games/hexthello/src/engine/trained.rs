//! The weights of the patterns, as a file.
//!
//! Text: the heading, comments with `#`, then the weights of every stage and shape, and the sum of the weights' characters
//! in the last line. A class of fillings has one weight; it is written as the difference from the stage before, one
//! character if it is small.

use super::shapes::{self, SHAPES};
use std::sync::LazyLock;
use thiserror::Error;

/// The stages of the game that have weights of their own.
pub const STAGES: usize = 7;

/// The first line of a file of weights.
const HEADING: &str = "agon hexthello patterns 1";

/// Differences from −`SMALL` to `SMALL` are one character.
const SMALL: i32 = 40;

/// The character of a difference of 0.
const ZERO: u8 = b'P';

/// Begins a larger difference: a sign and a number follow, up to a full stop.
const LARGE: u8 = b'~';

/// Begins a run of zeros: their number follows, up to a full stop.
const RUN: u8 = b'}';

/// Shorter runs are written out.
const SHORTEST_RUN: usize = 4;

/// Characters on a line.
const LINE: usize = 120;

/// The weights of every stage, in hundredths of a disc as black sees them: those of the classes of every shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    stages: Vec<Vec<i16>>,
}

/// What a file of weights is not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Another kind of file, or another version.
    #[error("these are no weights for this version: the first line must be '{HEADING}'")]
    Heading,
    /// A character or a number that makes no sense.
    #[error("weight {number} cannot be read")]
    Weight {
        /// Its number, from 1.
        number: usize,
    },
    /// Too few or too many weights.
    #[error("there must be {expected} weights, not {found}")]
    Count {
        /// How many there must be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The sum at the end does not agree.
    #[error("the weights are damaged: they do not agree with the sum in the last line")]
    Damaged,
}

static EMBEDDED: LazyLock<Result<Weights, WeightsError>> =
    LazyLock::new(|| Weights::read(include_str!("../../data/patterns.txt")));

impl Weights {
    /// The weights in the program, or what is wrong with them.
    pub fn embedded() -> Result<&'static Weights, &'static WeightsError> {
        EMBEDDED.as_ref()
    }

    /// Where the weights of a shape begin in a stage; the last is how many there are in all.
    pub fn starts() -> &'static [usize; SHAPES + 1] {
        static STARTS: LazyLock<[usize; SHAPES + 1]> = LazyLock::new(|| {
            let mut starts = [0; SHAPES + 1];
            for shape in 0..SHAPES {
                starts[shape + 1] = starts[shape] + shapes::classes(shape).1;
            }
            starts
        });
        &STARTS
    }

    /// Weights that say nothing.
    pub fn nothing() -> Weights {
        Weights { stages: vec![vec![0; Weights::starts()[SHAPES]]; STAGES] }
    }

    /// The weights of a stage.
    pub fn stage(&self, stage: usize) -> &[i16] {
        &self.stages[stage]
    }

    /// The weights of a stage, to be changed.
    pub fn stage_mut(&mut self, stage: usize) -> &mut [i16] {
        &mut self.stages[stage]
    }

    /// The weights of a file.
    pub fn read(text: &str) -> Result<Weights, WeightsError> {
        let mut lines = text.lines();
        if lines.next().is_none_or(|line| line.trim() != HEADING) {
            return Err(WeightsError::Heading);
        }
        let mut body = String::with_capacity(text.len());
        let mut sum = None;
        for line in lines {
            match line.strip_prefix("# sum ") {
                Some(digits) => sum = u32::from_str_radix(digits.trim(), 16).ok(),
                None if line.starts_with('#') => {}
                None => body.push_str(line.trim_end()),
            }
        }
        if sum != Some(checksum(body.as_bytes())) {
            return Err(WeightsError::Damaged);
        }
        let differences = differences(body.as_bytes())?;
        let size = Weights::starts()[SHAPES];
        let (expected, found) = (STAGES * size, differences.len());
        if found != expected {
            return Err(WeightsError::Count { expected, found });
        }
        let mut weights = Weights::nothing();
        for (i, difference) in differences.into_iter().enumerate() {
            let (stage, place) = (i / size, i % size);
            let before = if stage == 0 { 0 } else { i32::from(weights.stages[stage - 1][place]) };
            let value = before.checked_add(difference).and_then(|value| i16::try_from(value).ok());
            weights.stages[stage][place] = value.ok_or(WeightsError::Weight { number: i + 1 })?;
        }
        Ok(weights)
    }

    /// The weights as a file's text, with comments under the heading.
    pub fn write(&self, comments: &[String]) -> String {
        let mut body = String::new();
        let mut zeros = 0;
        let none = vec![0; Weights::starts()[SHAPES]];
        let before = std::iter::once(&none).chain(&self.stages);
        let pairs = self.stages.iter().zip(before).flat_map(|(stage, before)| stage.iter().zip(before));
        for difference in pairs.map(|(&weight, &before)| i32::from(weight) - i32::from(before)) {
            if difference == 0 {
                zeros += 1;
                continue;
            }
            write_zeros(&mut body, zeros);
            zeros = 0;
            if difference.abs() <= SMALL {
                body.push(char::from((i32::from(ZERO) + difference) as u8));
            } else {
                body.push_str(&format!("{}{difference}.", char::from(LARGE)));
            }
        }
        write_zeros(&mut body, zeros);
        let mut text = format!("{HEADING}\n");
        text.extend(comments.iter().map(|comment| format!("# {comment}\n")));
        for line in body.as_bytes().chunks(LINE) {
            text.extend(line.iter().map(|&byte| char::from(byte)));
            text.push('\n');
        }
        text.push_str(&format!("# sum {:08x}\n", checksum(body.as_bytes())));
        text
    }
}

fn write_zeros(body: &mut String, zeros: usize) {
    if zeros < SHORTEST_RUN {
        body.extend(std::iter::repeat_n(char::from(ZERO), zeros));
    } else {
        body.push_str(&format!("{}{zeros}.", char::from(RUN)));
    }
}

fn differences(body: &[u8]) -> Result<Vec<i32>, WeightsError> {
    let mut found = Vec::new();
    let mut rest = body;
    while let Some((&first, after)) = rest.split_first() {
        let wrong = || WeightsError::Weight { number: found.len() + 1 };
        rest = after;
        if first != LARGE && first != RUN {
            let difference = i32::from(first) - i32::from(ZERO);
            if difference.abs() > SMALL {
                return Err(wrong());
            }
            found.push(difference);
            continue;
        }
        let end = rest.iter().position(|&byte| byte == b'.').ok_or_else(wrong)?;
        let number = std::str::from_utf8(&rest[..end]).ok().and_then(|text| text.parse::<i32>().ok());
        let number = number.ok_or_else(wrong)?;
        rest = &rest[end + 1..];
        if first == LARGE {
            found.push(number);
        } else {
            // No file has more weights than this.
            let zeros = usize::try_from(number).ok().filter(|&zeros| zeros < 10_000_000).ok_or_else(wrong)?;
            found.resize(found.len() + zeros, 0);
        }
    }
    Ok(found)
}

/// The sum of a text, in the manner of Fowler, Noll and Vo.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Weights {
        let mut weights = Weights::nothing();
        for (number, weight) in weights.stages.iter_mut().flatten().enumerate() {
            *weight = match number % 97 {
                0 => (number % 5_000) as i16 - 2_500,
                1..=30 => (number % 60) as i16 - 30,
                _ => 0,
            };
        }
        weights
    }

    #[test]
    fn what_is_written_can_be_read() {
        let weights = some();
        let text = weights.write(&["made by a test".to_owned()]);
        assert_eq!(Weights::read(&text), Ok(weights));
    }

    #[test]
    fn damage_is_noticed() {
        let text = some().write(&[]);
        assert_eq!(Weights::read("something else"), Err(WeightsError::Heading));
        assert_eq!(Weights::read(&text.replacen('}', "Q", 1)), Err(WeightsError::Damaged));
        let cut = text.len() / 2;
        assert_eq!(Weights::read(&text[..cut]), Err(WeightsError::Damaged));
        let short = format!("{HEADING}\nPP\n# sum {:08x}\n", checksum(b"PP"));
        assert!(matches!(Weights::read(&short), Err(WeightsError::Count { found: 2, .. })));
        let strange = format!("{HEADING}\nP~x.\n# sum {:08x}\n", checksum(b"P~x."));
        assert_eq!(Weights::read(&strange), Err(WeightsError::Weight { number: 2 }));
    }

    #[test]
    fn the_embedded_weights_are_whole() {
        assert!(Weights::embedded().is_ok(), "{:?}", Weights::embedded().err());
    }
}

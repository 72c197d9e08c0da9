//! Files of games that are read piece by piece: however large one is, only a part of it is in memory.

use super::{Format, FormatError, Formats};
use crate::{Record, Registry};
use std::io::{ErrorKind, Read};

/// How much is read at a time.
const PIECE: usize = 1 << 18;

/// The largest part that has to be read as a whole: one game, or a file in a format without parts.
pub const LARGEST_PART: usize = 1 << 26;

/// What hears of every game.
pub type Listener<'a> = dyn FnMut(Record) -> Result<(), FormatError> + 'a;

/// A file whose beginning has been looked at.
pub struct GameFile<R> {
    input: R,
    start: Vec<u8>,
    ended: bool,
}

impl<R: Read> GameFile<R> {
    /// Looks at the beginning of a file.
    pub fn new(mut input: R) -> Result<GameFile<R>, FormatError> {
        let mut start = Vec::new();
        let ended = fill(&mut input, &mut start)?;
        Ok(GameFile { input, start, ended })
    }

    /// The format that the beginning shows.
    pub fn detect(&self, formats: &Formats) -> Option<&'static dyn Format> {
        if self.ended {
            return formats.detect(&self.start);
        }
        // A line that is cut off in the middle says nothing.
        let whole = self.start.iter().rposition(|&byte| byte == b'\n').map_or(self.start.len(), |at| at + 1);
        let recognised = |binary: bool| {
            let of_kind = formats.all().filter(move |format| format.is_binary() == binary);
            of_kind.into_iter().find(|format| format.recognises_start(&self.start[..whole]))
        };
        recognised(true).or_else(|| recognised(false))
    }

    /// Reads the games, one after the other.
    pub fn read(
        self,
        format: &dyn Format,
        games: &Registry,
        see: &mut Listener<'_>,
    ) -> Result<(), FormatError> {
        let start: &[u8] = &self.start;
        format.stream(&mut start.chain(self.input), games, see)
    }
}

/// Reads one piece more; says whether that was the last.
fn fill(input: &mut dyn Read, buffer: &mut Vec<u8>) -> Result<bool, FormatError> {
    let wanted = buffer.len() + PIECE;
    while buffer.len() < wanted {
        let from = buffer.len();
        buffer.resize(wanted, 0);
        let read = input.read(&mut buffer[from..]);
        buffer.truncate(from + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => return Ok(true),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(FormatError::File(format!("it cannot be read: {error}"))),
        }
    }
    Ok(false)
}

/// Fills a buffer exactly; gives back how many bytes there were.
pub fn read_exactly(input: &mut dyn Read, buffer: &mut [u8]) -> Result<usize, FormatError> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(FormatError::File(format!("it cannot be read: {error}"))),
        }
    }
    Ok(filled)
}

/// Reads a part of a file.
type Reader<'a> = dyn Fn(&[u8]) -> Result<Vec<Record>, FormatError> + 'a;

/// How a format reads a file part by part.
pub(super) struct Parts<'a> {
    /// How much of some bytes can be read by itself; nothing, if more is needed.
    pub(super) portion: &'a dyn Fn(&[u8]) -> Option<usize>,
    /// Reads a part.
    pub(super) read: &'a Reader<'a>,
}

/// Reads a file part by part.
pub(super) fn by_portions(
    parts: &Parts<'_>,
    input: &mut dyn Read,
    see: &mut Listener<'_>,
) -> Result<(), FormatError> {
    let mut buffer = Vec::new();
    let (mut lines, mut count) = (0, 0);
    let mut nothing = None;
    loop {
        let ended = fill(input, &mut buffer)?;
        let part = if ended { Some(buffer.len()) } else { (parts.portion)(&buffer).filter(|part| *part > 0) };
        if let Some(part) = part {
            let read = (parts.read)(&buffer[..part]);
            match read {
                Ok(records) => {
                    for record in records {
                        count += 1;
                        see(record)?;
                    }
                }
                // A part may have comments alone; a file may not.
                Err(error @ FormatError::Nothing { .. }) => nothing = Some(error),
                Err(error) => {
                    return Err(error.moved_by(lines, count));
                }
            }
            lines += buffer[..part].iter().filter(|&&byte| byte == b'\n').count();
            buffer.drain(..part);
        }
        if ended {
            return match nothing {
                Some(error) if count == 0 => Err(error),
                _ => Ok(()),
            };
        }
        if buffer.len() > LARGEST_PART {
            return Err(FormatError::TooLarge { most: LARGEST_PART >> 20 });
        }
    }
}

/// The bytes up to the end of the last line, for formats with one game a line.
pub fn whole_lines(bytes: &[u8]) -> Option<usize> {
    bytes.iter().rposition(|&byte| byte == b'\n').map(|at| at + 1)
}

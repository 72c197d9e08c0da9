//! A reader that stops a flood.

use std::io::{self, Read};

/// Reads at most so many bytes and then fails: what comes after is a flood.
///
/// ```
/// use agon_sandbox::Bounded;
/// use std::io::Read;
/// let mut text = String::new();
/// Bounded::new(&b"four"[..], 4).read_to_string(&mut text).unwrap();
/// let error = Bounded::new(&b"seventy"[..], 4).read_to_string(&mut text).unwrap_err();
/// assert_eq!(error.to_string(), "the program printed more than 4 bytes");
/// ```
#[derive(Debug)]
pub struct Bounded<R> {
    source: R,
    limit: u64,
    left: u64,
}

impl<R: Read> Bounded<R> {
    /// At most `limit` bytes from the source.
    pub fn new(source: R, limit: u64) -> Bounded<R> {
        Bounded { source, limit, left: limit }
    }

    /// How many bytes have been read.
    pub fn taken(&self) -> u64 {
        self.limit - self.left
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        if self.left == 0 {
            return match self.source.read(&mut [0])? {
                0 => Ok(0),
                _ => Err(io::Error::new(
                    io::ErrorKind::FileTooLarge,
                    format!("the program printed more than {} bytes", self.limit),
                )),
            };
        }
        let most = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let count = self.source.read(&mut buffer[..most])?;
        self.left -= count as u64;
        Ok(count)
    }
}

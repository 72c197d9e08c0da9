//! Reading bytes from a pipe or a socket, piece by piece.

use std::io::{ErrorKind, Read};

/// The longest piece.
const PIECE: usize = 4096;

/// Reads until the end, or until `take` has had enough: it gets every piece as it arrives and says whether it wants
/// more. A reader that fails has come to its end. Blocks as long as the reader does, so it wants a thread of its own.
///
/// ```
/// let mut read = Vec::new();
/// agon_seats::pump(&b"several bytes"[..], |piece| {
///     read.extend_from_slice(piece);
///     true
/// });
/// assert_eq!(read, b"several bytes");
/// ```
pub fn pump(mut reader: impl Read, mut take: impl FnMut(&[u8]) -> bool) {
    let mut buffer = [0; PIECE];
    loop {
        match reader.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => return,
            Ok(length) => {
                if !take(&buffer[..length]) {
                    return;
                }
            }
        }
    }
}

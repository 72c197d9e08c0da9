//! Games as bare strings of moves, one game a line: what such formats share.

use super::FormatError;

/// The lines with something on them, trimmed and counted from 1; a line that begins with `#` is a comment.
pub fn game_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Refuses to write a game without moves: it would be an empty line, which is no game when it is read.
pub fn require_moves(moves: usize, format: &'static str, number: usize) -> Result<(), FormatError> {
    if moves > 0 {
        return Ok(());
    }
    let why = "it has no moves".to_owned();
    Err(FormatError::Unwritable { format, why }.in_game(number))
}

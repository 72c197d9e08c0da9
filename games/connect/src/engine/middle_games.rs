//! Fifty positions from the middle of our own games, to measure with.

/// The moves of games of Connect4 9×9, cut in the middle; the file says how they were made.
pub fn middle_games() -> impl Iterator<Item = &'static str> {
    let text = include_str!("../../data/connect4-9x9-middle-games.txt");
    text.lines().filter(|line| !line.starts_with('#'))
}

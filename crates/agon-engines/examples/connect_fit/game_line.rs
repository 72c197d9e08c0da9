//! A game as a line of a file: its moves, the length of its opening, its result, and the search's scores.

use agon_search::Score;

/// A game that was played; or a part of one, which begins where its opening ends.
pub(crate) struct GameLine<'a> {
    pub(crate) moves: &'a str,
    pub(crate) opening: usize,
    /// 1 if the first side won, −1 if the second, 0 for a draw.
    pub(crate) result: i32,
    /// For the first side, from the end of the opening on.
    pub(crate) scores: Vec<Score>,
}

impl<'a> GameLine<'a> {
    /// Reads a line; nothing if it was cut off.
    pub(crate) fn read(line: &'a str) -> Option<GameLine<'a>> {
        let mut fields = line.split(' ');
        let moves = fields.next()?;
        let opening: usize = fields.next()?.parse().ok()?;
        let result = fields.next()?.parse().ok()?;
        let scores: Vec<Score> = fields.next()?.split(',').map_while(|s| s.parse().ok()).collect();
        (scores.len() + opening >= moves.len()).then_some(GameLine { moves, opening, result, scores })
    }
}

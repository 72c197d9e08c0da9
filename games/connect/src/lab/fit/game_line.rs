//! A game as a line of a file: its moves, the length of its opening, its result, and the search's scores.

use crate::lab::{LabError, read};
use crate::{Connect9x9, Connect9x9Position, Move};
use agon_core::{Dice, Game, Position};
use agon_search::Score;
use agon_search::regression::chances;
use agon_search::score::WIN;
use std::collections::HashSet;
use std::path::PathBuf;

/// How much of the target is the search's own judgement, the rest being the result of the game.
const JUDGED: f32 = 0.4;

/// A hundred for each unit of the logarithm of the odds.
pub(super) const SCALE: f32 = 100.0;

/// What an evaluation should say of a position, as the first side's chances.
#[derive(Clone, Copy)]
pub(super) struct Target {
    /// What it is fitted to.
    pub(super) chances: f32,
    /// What the result stands for: 1, ½ or 0.
    pub(super) result: f32,
}

/// A game that was played; or a part of one, which begins where its opening ends.
pub(super) struct GameLine<'a> {
    pub(super) moves: &'a str,
    pub(super) opening: usize,
    /// 1 if the first side won, −1 if the second, 0 for a draw.
    pub(super) result: i32,
    /// For the first side, from the end of the opening on.
    pub(super) scores: Vec<Score>,
}

impl<'a> GameLine<'a> {
    /// Reads a line; nothing if it was cut off.
    pub(super) fn read(line: &'a str) -> Option<GameLine<'a>> {
        let mut fields = line.split(' ');
        let moves = fields.next()?;
        let opening: usize = fields.next()?.parse().ok()?;
        let result = fields.next()?.parse().ok()?;
        let scores: Vec<Score> = fields.next()?.split(',').map_while(|s| s.parse().ok()).collect();
        (scores.len() + opening >= moves.len()).then_some(GameLine { moves, opening, result, scores })
    }

    /// Whether the game serves to judge a fit instead of making it.
    fn is_held_out(&self) -> bool {
        let number = |digit: fn(u8) -> u8| {
            self.moves.bytes().take(OPENING).fold(0, |n, column| 9 * n + u64::from(digit(column)))
        };
        let first =
            number(|column| column.wrapping_sub(b'0')).min(number(|column| b'8'.wrapping_sub(column)));
        Dice::derive(0, first).is_multiple_of(HELD_OUT)
    }

    /// Calls `each` with every position from the end of the opening on.
    pub(super) fn positions(&self, mut each: impl FnMut(&Connect9x9Position, Target)) {
        let mut position = Connect9x9::standard().start();
        let mut moves = self.moves.bytes();
        for ply in 0..=self.moves.len() {
            if let Some(&score) = ply.checked_sub(self.opening).and_then(|i| self.scores.get(i)) {
                let result = (self.result + 1) as f32 / 2.0;
                let judged = if score.abs() >= WIN { result } else { chances(score as f32 / SCALE) };
                each(&position, Target { chances: (1.0 - JUDGED) * result + JUDGED * judged, result });
            }
            if let Some(column) = moves.next() {
                position.play(Move::into_column(column.wrapping_sub(b'0')));
            }
        }
    }
}

/// One in so many openings is held out.
const HELD_OUT: u64 = 10;

/// Games that begin with the same moves, or their mirror images, are all held out or none.
const OPENING: usize = 6;

/// What `of` makes of the games of some files: how many games there are, and the samples, those held out apart. A game that
/// is there several times counts once.
pub(super) fn read_files<S>(
    files: &[PathBuf],
    of: impl Fn(&Connect9x9Position, Target) -> Option<S>,
) -> Result<(usize, Vec<S>, Vec<S>), LabError> {
    let mut samples = [Vec::new(), Vec::new()];
    let mut seen = HashSet::new();
    for file in files {
        let text = read(file)?;
        // A line that was cut off is left out.
        for game in text.lines().filter_map(GameLine::read) {
            if seen.insert((game.moves.to_owned(), game.opening)) {
                let kind = &mut samples[usize::from(game.is_held_out())];
                game.positions(|position, target| kind.extend(of(position, target)));
            }
        }
    }
    let [known, held] = samples;
    Ok((seen.len(), known, held))
}

/// Parts of a game by the number of stones, to say how well each is judged.
pub(super) const STAGES: [(usize, usize); 5] = [(0, 16), (16, 26), (26, 36), (36, 46), (46, 81)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_cut_off_is_no_game() {
        let game = GameLine::read("44335 2 1 10,-20,30,1000012").unwrap();
        assert_eq!((game.moves, game.opening, game.result, game.scores.len()), ("44335", 2, 1, 4));
        let mut plies = Vec::new();
        game.positions(|position, target| plies.push((position.ply(), target.result)));
        assert_eq!(plies, [(2, 1.0), (3, 1.0), (4, 1.0), (5, 1.0)]);
        for cut in ["", "44335", "44335 2", "44335 2 1", "44335 2 1 10,-2"] {
            assert!(GameLine::read(cut).is_none(), "{cut}");
        }
    }
}

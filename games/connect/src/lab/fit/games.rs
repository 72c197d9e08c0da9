//! Games of the engine against itself, for the fits.

use super::player::{Counter, Player, counter, opening, player};
use crate::lab::{LabError, at};
use agon_core::{Dice, Position};
use agon_search::Score;
use agon_search::score::WIN;
use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

/// Megabytes of the player's table.
const HASH: usize = 1;

/// Games to be played.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlayTask<'a> {
    /// How many.
    pub count: u64,
    /// Positions a move.
    pub nodes: u64,
    /// The seed.
    pub seed: u64,
    /// The evaluation: `-`, `threats` or a file of weights.
    pub player: &'a str,
    /// How far from even an opening may be judged, in hundredths.
    pub even: Score,
}

/// A game of the engine against itself.
struct SelfPlay {
    moves: String,
    opening: usize,
    /// 1 if the first side won, −1 if the second, 0 for a draw.
    result: i32,
    /// The scores of the search for the first side, from the end of the opening on.
    scores: Vec<Score>,
}

impl SelfPlayTask<'_> {
    /// Plays the games and writes them, one a line: moves, length of the opening, result, scores.
    pub fn run(&self, path: &Path) -> Result<(), LabError> {
        let (mut player, mut counter) = (player(self.player, HASH)?, counter());
        let mut file = std::io::BufWriter::new(std::fs::File::create(path).map_err(at(path))?);
        let mut seen = HashSet::new();
        for number in 0..self.count {
            let mut dice = Dice::new(Dice::derive(self.seed, number));
            let SelfPlay { moves, opening, result, scores } =
                self.play(&mut *player, &mut counter, &mut dice, &mut seen);
            let scores: Vec<String> = scores.iter().map(Score::to_string).collect();
            writeln!(file, "{moves} {opening} {result} {}", scores.join(",")).map_err(at(path))?;
            if number % 64 == 0 {
                file.flush().map_err(at(path))?;
            }
        }
        file.flush().map_err(at(path))
    }

    /// One game, from an opening that neither side has won yet and that no game of `seen` began with.
    fn play(
        &self,
        player: &mut dyn Player,
        counter: &mut Counter,
        dice: &mut Dice,
        seen: &mut HashSet<u64>,
    ) -> SelfPlay {
        loop {
            player.forget();
            let Some((mut position, mut moves)) = opening(counter, dice) else { continue };
            // The same opening would be the same game.
            if !seen.insert(position.canonical_key()) {
                continue;
            }
            let opening = moves.len();
            if player.find(&position, 2 * self.nodes).is_none_or(|f| f.score().abs() > self.even) {
                continue;
            }
            let mut scores = Vec::new();
            loop {
                let sign = position.side_to_move().sign();
                let Some(found) = player.find(&position, self.nodes) else {
                    let result = position.outcome().map_or(0, |o| o.margin.signum());
                    return SelfPlay { moves, opening, result, scores };
                };
                scores.push(sign * found.score());
                // What is proven need not be played.
                if found.score().abs() >= WIN {
                    return SelfPlay { moves, opening, result: sign * found.score().signum(), scores };
                }
                moves.push(char::from(b'0' + found.mv.column()));
                position.play(found.mv);
            }
        }
    }
}

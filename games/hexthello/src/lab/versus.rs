//! Matches between two evaluations, every opening from both sides.

use super::player::{Player, opening, player};
use super::{LabError, Say};
use crate::HexThelloPosition;
use agon_core::{Dice, Position};
use agon_search::Limits;

/// The table of a player, in megabytes.
const HASH: usize = 16;

/// Random moves at the start of a game.
const OPENING: u64 = 8;

/// A match to be played.
#[derive(Clone, Copy, Debug)]
pub struct Versus<'a> {
    /// How many openings, each from both sides.
    pub pairs: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// The contestants: `explained@20000` (positions a move) or `simple@d5` (depth).
    pub players: [&'a str; 2],
}

fn contestant(text: &str) -> Result<(Box<dyn Player>, Limits), LabError> {
    let wrong = || LabError::Contestant(text.to_owned());
    let (weights, limit) = text.split_once('@').ok_or_else(wrong)?;
    let limits = match limit.strip_prefix('d') {
        Some(depth) => Limits::depth(depth.parse().map_err(|_| wrong())?),
        None => Limits::nodes(limit.parse().map_err(|_| wrong())?),
    };
    Ok((player(weights, HASH)?, limits))
}

impl Versus<'_> {
    /// Plays the match; every pair is said as it is played, then the result.
    pub fn run(&self, say: Say<'_>) -> Result<(), LabError> {
        let [mut a, mut b] = [contestant(self.players[0])?, contestant(self.players[1])?];
        let (mut points, mut squares, mut margins) = (0.0, 0.0, 0);
        for number in 0..self.pairs {
            let start = opening(&mut Dice::new(Dice::derive(self.seed, number)), OPENING);
            let first = game([&mut a, &mut b], start);
            let second = -game([&mut b, &mut a], start);
            // Both games of a pair together are one observation.
            let pair = f64::from(first.signum() + second.signum() + 2) / 4.0;
            points += pair;
            squares += pair * pair;
            margins += first + second;
            say(format!("pair {number}: {first} {second}"));
        }
        let (count, mean) = (self.pairs as f64, points / self.pairs as f64);
        let error = ((squares / count - mean * mean) / count).sqrt();
        let margin = f64::from(margins) / (2.0 * count);
        say(format!(
            "{} of {} points, {:.1} % ± {:.1}, mean margin {margin:.1}",
            2.0 * points,
            2 * self.pairs,
            100.0 * mean,
            196.0 * error
        ));
        Ok(())
    }
}

/// Black's margin; `players[0]` is black.
fn game(players: [&mut (Box<dyn Player>, Limits); 2], start: HexThelloPosition) -> i32 {
    let [black, white] = players;
    black.0.forget();
    white.0.forget();
    let mut position = start;
    loop {
        let (player, limits) = if position.side_to_move().sign() > 0 { &mut *black } else { &mut *white };
        let Some(found) = player.find(&position, *limits) else {
            let [black, white] = position.score();
            return black - white;
        };
        position.play(found.mv);
    }
}

//! Matches between two evaluations at a number of positions a move, every opening from both sides.

use super::player::{Player, counter, opening, player};
use crate::Connect9x9Position;
use crate::lab::LabError;
use agon_core::{Dice, Position};
use agon_search::Score;
use agon_search::score::WIN;
use serde::Serialize;
use std::fmt;
use std::ops::RangeInclusive;

/// Megabytes of a player's table.
const HASH: usize = 8;

/// Positions looked at to judge an opening.
const JUDGED: u64 = 20_000;

/// The longest opening, in moves.
const LONGEST: usize = 10;

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Versus<'a> {
    /// How many openings, each from both sides.
    pub pairs: u64,
    /// Positions a move.
    pub nodes: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// The evaluations: `-`, `threats` or a file of weights, and settings of the search after commas.
    pub players: [&'a str; 2],
    /// How far from even the first player may judge an opening to be, in hundredths.
    pub distance: RangeInclusive<Score>,
}

/// The first player's share of the points.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Share {
    /// Its share, from 0 to 1.
    pub share: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
    /// How many games.
    pub games: u64,
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} % ± {:.1} in {} games", 100.0 * self.share, 100.0 * self.error, self.games)
    }
}

impl Versus<'_> {
    /// Plays the match.
    pub fn run(&self) -> Result<Share, LabError> {
        let [mut a, mut b] = [player(self.players[0], HASH)?, player(self.players[1], HASH)?];
        let mut counter = counter();
        let (mut points, mut squares) = (0.0, 0.0);
        for number in 0..self.pairs {
            let mut dice = Dice::new(Dice::derive(self.seed, number));
            let start = loop {
                a.forget();
                let Some((position, moves)) = opening(&mut counter, &mut dice) else { continue };
                let suits = |score: Score| self.distance.contains(&score.abs());
                if moves.len() <= LONGEST && a.find(&position, JUDGED).is_some_and(|f| suits(f.score())) {
                    break position;
                }
            };
            let first = game([&mut *a, &mut *b], start, self.nodes);
            let second = -game([&mut *b, &mut *a], start, self.nodes);
            // Both games of a pair together are one observation.
            let pair = f64::from(first + second + 2) / 4.0;
            points += pair;
            squares += pair * pair;
        }
        let (count, share) = (self.pairs as f64, points / self.pairs as f64);
        let error = 1.96 * ((squares / count - share * share) / count).sqrt();
        Ok(Share { share, error, games: 2 * self.pairs })
    }
}

/// 1 if the first of two players wins, −1 if the second does; `players[0]` has the first side.
fn game(players: [&mut dyn Player; 2], start: Connect9x9Position, nodes: u64) -> i32 {
    let [first, second] = players;
    first.forget();
    second.forget();
    let mut position = start;
    loop {
        let sign = position.side_to_move().sign();
        let player = if sign > 0 { &mut *first } else { &mut *second };
        let Some(found) = player.find(&position, nodes) else {
            return position.outcome().map_or(0, |o| o.margin.signum());
        };
        if found.score().abs() >= WIN {
            return sign * found.score().signum();
        }
        position.play(found.mv);
    }
}

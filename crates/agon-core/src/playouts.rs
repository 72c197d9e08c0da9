//! Random games from a position to the end, many at a time.
//!
//! ```
//! use agon_core::playouts::Tally;
//! let tally = Tally { games: 3, wins: [2, 1], margin: 5, plies: 180 };
//! assert_eq!(tally + Tally::default(), tally);
//! ```

use crate::compiled_for;
use crate::cpu::{self, Cpu, Task};
use crate::{Dice, MoveList, Outcome, Position, Side};
use std::iter::Sum;
use std::ops::{Add, Range};

/// How random games ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many were played.
    pub games: u64,
    /// How many each side won.
    pub wins: [u64; 2],
    /// The sum of the first side's margins.
    pub margin: i64,
    /// The sum of the moves played.
    pub plies: u64,
}

impl Tally {
    /// How many games nobody won.
    pub const fn draws(&self) -> u64 {
        self.games - self.wins[0] - self.wins[1]
    }

    fn count(&mut self, outcome: Outcome, plies: u64) {
        self.games += 1;
        if let Some(winner) = outcome.winner {
            self.wins[winner] += 1;
        }
        self.margin += i64::from(outcome.margin);
        self.plies += plies;
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            games: self.games + other.games,
            wins: Side::BOTH.map(|side| self.wins[side] + other.wins[side]),
            margin: self.margin + other.margin,
            plies: self.plies + other.plies,
        }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), Tally::add)
    }
}

/// Plays the random games of these numbers from a position. A game depends on the seed and its number alone, so
/// that a thousand games are the same in one piece or in ten.
pub fn playouts<P: Position>(position: &P, seed: u64, numbers: Range<u64>) -> Tally {
    cpu::dispatch(Playouts { position: *position, seed, numbers })
}

struct Playouts<P> {
    position: P,
    seed: u64,
    numbers: Range<u64>,
}

impl<P: Position> Task for Playouts<P> {
    type Output = Tally;

    fn run<C: Cpu>(self, cpu: C) -> Tally {
        compiled_for!(cpu, {
            let mut tally = Tally::default();
            for number in self.numbers {
                let mut dice = Dice::new(Dice::derive(self.seed, number));
                let (outcome, plies) = playout(self.position, &mut dice);
                tally.count(outcome, plies);
            }
            tally
        })
    }
}

#[inline(always)]
fn playout<P: Position>(mut position: P, dice: &mut Dice) -> (Outcome, u64) {
    let mut plies = 0;
    let mut moves = MoveList::new();
    loop {
        if P::HAS_CHANCE
            && let Some(weights) = position.chance()
        {
            position.resolve(dice.weighted(weights));
            continue;
        }
        moves.clear();
        position.generate(&mut moves);
        match dice.pick(&moves) {
            Some(&mv) => position.play(mv),
            // No moves and no chance: the game is over.
            None => return (position.outcome().unwrap_or(Outcome::from_margin(0)), plies),
        }
        plies += 1;
    }
}

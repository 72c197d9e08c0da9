//! The weights of the evaluation, in hundredths of a point of the final margin.

use super::features::{COUNTS, TURNS, Turn};
use agon_games::ants::AntsPosition;

/// The weights of one phase of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase {
    /// For what is counted for each side.
    pub sides: [i32; COUNTS],
    /// For what is counted for the side to move.
    pub turn: Turn,
}

/// The weights of all phases, by the number of ants on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights([Phase; PHASES]);

/// No ants to all 24.
const PHASES: usize = 25;

impl Weights {
    /// Straight lines between the weights for a full board and for an empty one.
    pub const fn between(full: &Phase, empty: &Phase) -> Weights {
        let mut phases = [*empty; PHASES];
        let mut ants = 0;
        while ants < PHASES {
            let mut i = 0;
            while i < COUNTS {
                phases[ants].sides[i] = line(full.sides[i], empty.sides[i], ants);
                i += 1;
            }
            i = 0;
            while i < TURNS {
                phases[ants].turn[i] = line(full.turn[i], empty.turn[i], ants);
                i += 1;
            }
            ants += 1;
        }
        Weights(phases)
    }

    /// The weights for a full or an empty board.
    pub const fn end(&self, full: bool) -> &Phase {
        &self.0[if full { PHASES - 1 } else { 0 }]
    }

    /// The weights for a position.
    #[inline(always)]
    pub fn of(&self, position: &AntsPosition) -> &Phase {
        let [black, white] = position.ants();
        let ants = (black.count_ones() + white.count_ones()) as usize;
        &self.0[ants.min(PHASES - 1)]
    }
}

const fn line(full: i32, empty: i32, ants: usize) -> i32 {
    let (ants, all) = (ants as i32, PHASES as i32 - 1);
    (full * ants + empty * (all - ants)) / all
}

/// The weights that the engine plays with.
pub static WEIGHTS: Weights = Weights::between(&FULL, &EMPTY);

const FULL: Phase = Phase {
    sides: [
        306, 283, 307, 320, 293, 272, 244, 235, 155, 155, 154, 100, 6, 16, -28, 22, 22, -51, 92, 3, 0, 8, 0,
        0, 23, 10, 5,
    ],
    turn: [-1, -26, 6, -24, 28],
};

const EMPTY: Phase = Phase {
    sides: [
        8, 36, 52, 52, 68, 76, 80, 104, 121, 99, 99, 100, -17, -40, -19, -5, -5, -19, 111, 4, 0, 7, 0, 0, 10,
        10, 5,
    ],
    turn: [2, -6, 17, -12, -23],
};

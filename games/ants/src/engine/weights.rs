//! The weights of the evaluation, in hundredths of a point of the final margin.

use super::features::{COUNTS, TURNS, Turn};
use crate::AntsPosition;

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
///
/// Fitted by self-play (`agon train fit ants weights --games 500 --nodes 1500 --rounds 4 --seed 7`: four rounds of 500 games at 1 500
/// positions a move, least squares on the final margin of every quiet position), then averaged over the last three
/// rounds. By hand: the rows 9 and 10, which few positions have, and food on an almost empty board, which hardly
/// occurs, were set to round numbers; a runaway is exactly the one point that it will bring.
pub static WEIGHTS: Weights = Weights::between(&FULL, &EMPTY);

const FULL: Phase = Phase {
    sides: [
        // Ants on the march, by the rows gone.
        232, 233, 254, 266, 255, 234, 230, 165, 150, 200, 200, //
        100, // runaways
        8,   // edge
        -5,  // backed
        -12, // attacked
        11,  // safe steps
        49,  // last safe steps
        -24, // cramped
        65,  // blocked
        -2,  // reserve
        0,   // stuck
        7,   // pairs
        5,   // centre
        17,  // food in one step
        5,   // food in two
    ],
    turn: [6, -16, 5, -38, -12],
};

const EMPTY: Phase = Phase {
    sides: [
        // Ants on the march, by the rows gone.
        100, 100, 95, 70, 88, 98, 93, 135, 150, 100, 95,  //
        100, // runaways
        -16, // edge
        -16, // backed
        -27, // attacked
        -7,  // safe steps
        -10, // last safe steps
        -12, // cramped
        98,  // blocked
        10,  // reserve
        26,  // stuck
        -16, // pairs
        38,  // centre
        30,  // food in one step
        10,  // food in two
    ],
    turn: [-4, 20, 15, 10, 10],
};

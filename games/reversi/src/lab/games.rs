//! Positions from games of our own: random moves first, then moves that leave the opponent little.

use crate::solver::Solver;
use crate::solver::kernels::{CORNERS, flips, mobility};
use agon_core::Dice;
use agon_core::cpu::Baseline;

/// Who plays the games that positions come from, after their random moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PositionsFrom {
    /// Leaves the opponent as few moves as possible.
    #[default]
    Mobility,
    /// Searches two plies with the evaluation that comes with the program.
    Patterns,
}

/// The positions of one game after its random moves, one for each number of empty squares, each with a move.
pub(super) fn positions_of_game(seed: u64, from: PositionsFrom, solver: &mut Solver) -> Vec<(u64, u64)> {
    let mut dice = Dice::new(seed);
    let random_moves = 8 + dice.below(37) as u32;
    let (mut me, mut them) = (1u64 << 28 | 1 << 35, 1u64 << 27 | 1 << 36);
    let mut list = Vec::new();
    for ply in 0.. {
        let mut moves = mobility(Baseline, me, them);
        if moves == 0 {
            (me, them) = (them, me);
            moves = mobility(Baseline, me, them);
            if moves == 0 {
                return list;
            }
        }
        if ply >= random_moves {
            list.push((me, them));
        }
        let random = ply < random_moves || dice.below(12) == 0;
        let square =
            if random { nth(moves, &mut dice) } else { best(me, them, moves, from, solver, &mut dice) };
        (me, them) = played(me, them, square);
    }
    list
}

fn played(me: u64, them: u64, square: usize) -> (u64, u64) {
    let turned = flips(Baseline, me, them, square);
    (them ^ turned, me ^ turned | 1 << square)
}

fn nth(mut moves: u64, dice: &mut Dice) -> usize {
    for _ in 0..dice.below(moves.count_ones().into()) {
        moves &= moves - 1;
    }
    moves.trailing_zeros() as usize
}

fn best(me: u64, them: u64, moves: u64, from: PositionsFrom, solver: &mut Solver, dice: &mut Dice) -> usize {
    let mut best = (i32::MIN, 0);
    for square in (0..64).filter(|square| moves >> square & 1 != 0) {
        let (next_me, next_them) = played(me, them, square);
        let value = match from {
            PositionsFrom::Mobility => {
                let replies = mobility(Baseline, next_me, next_them);
                let corner = i32::from(CORNERS >> square & 1 != 0);
                -8 * (replies.count_ones() + (replies & CORNERS).count_ones()) as i32 + 24 * corner
            }
            PositionsFrom::Patterns => -solver.look_ahead(next_me, next_them, 1).unwrap_or(0) / 8,
        };
        best = best.max((value + dice.below(9) as i32, square));
    }
    best.1
}

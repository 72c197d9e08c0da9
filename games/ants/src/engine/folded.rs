//! The game with its dice folded away: every food eaten is half a point for certain.
//!
//! Food changes only the points, never the board or the legal moves, and the margin is a sum. So the expected
//! margin of a position is the margin so far plus a number that depends on the board alone, whatever the dice
//! say on the way; and in that sum a food eaten counts one half. The folded game has the same moves as the real
//! one, no chance, and as its result the real one's expected margin.

use crate::{AntsPosition, Move, Pending};
use agon_core::position::mix;
use agon_core::{MoveList, Outcome, Position, Side};

/// A position of TUC-ANTS in which dice are not rolled but counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Folded {
    /// The position, with the points that are certain.
    inner: AntsPosition,
    /// Half points from food eaten in the folded game, black's minus white's.
    halves: i8,
    /// How many dice were counted instead of rolled.
    rolls: u8,
}

impl Folded {
    /// A real position, its pending roll (if any) folded.
    pub fn new(position: AntsPosition) -> Folded {
        let mut folded = Folded { inner: position, halves: 0, rolls: 0 };
        folded.fold();
        folded
    }

    /// The board, without the points of folded dice.
    #[inline(always)]
    pub fn board(&self) -> &AntsPosition {
        &self.inner
    }

    /// The expected margin for black in half points.
    #[inline(always)]
    pub fn half_points(&self) -> i32 {
        half_points(&self.inner) + i32::from(self.halves)
    }

    /// How many dice were counted instead of rolled. The true margin lies this many half points around the
    /// expected one.
    #[inline(always)]
    pub fn rolls(&self) -> i32 {
        i32::from(self.rolls)
    }

    #[inline(always)]
    fn fold(&mut self) {
        if self.inner.pending() == Pending::Roll {
            self.halves += self.inner.side_to_move().sign() as i8;
            self.rolls += 1;
            self.inner.resolve(0);
        }
    }
}

/// The margin for black in half points.
#[inline(always)]
pub(super) fn half_points(position: &AntsPosition) -> i32 {
    let [black, white] = position.points().map(i32::from);
    2 * (black - white)
}

impl Position for Folded {
    type Move = Move;
    const SYMMETRIES: usize = AntsPosition::SYMMETRIES;
    const MOVE_SLOTS: usize = AntsPosition::MOVE_SLOTS;

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.inner.side_to_move()
    }

    #[inline(always)]
    fn generate(&self, moves: &mut MoveList<Move>) {
        self.inner.generate(moves);
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        self.inner.count_moves()
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        self.inner.play(mv);
        self.fold();
    }

    /// The margin is in half points.
    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome().map(|_| Outcome::from_margin(self.half_points()))
    }

    /// The points that are certain.
    #[inline(always)]
    fn score(&self) -> [i32; 2] {
        self.inner.score()
    }

    /// Only the margin and the number of dice matter, not who has how many points.
    #[inline(always)]
    fn key(&self) -> u64 {
        let [black, white] = self.inner.ants();
        let food = self.inner.food() >> 22;
        let side = self.inner.side_to_move() as u64;
        let margin = (self.half_points() + 64) as u64;
        let first = black | margin << 54;
        let second = white | side << 54 | food << 55;
        mix(first.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ mix(second ^ 0x2545_f491_4f6c_dd1d).wrapping_add(u64::from(self.rolls)))
    }

    #[inline(always)]
    fn move_slot(&self, mv: Move) -> usize {
        self.inner.move_slot(mv)
    }

    fn transformed(&self, symmetry: usize) -> Self {
        let halves = if AntsPosition::swaps_sides(symmetry) { -self.halves } else { self.halves };
        Folded { inner: self.inner.transformed(symmetry), halves, ..*self }
    }

    fn transformed_move(&self, mv: Move, symmetry: usize) -> Move {
        self.inner.transformed_move(mv, symmetry)
    }

    fn swaps_sides(symmetry: usize) -> bool {
        AntsPosition::swaps_sides(symmetry)
    }
}

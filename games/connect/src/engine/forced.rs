//! Forced play without search: wins at once, single replies, double threats.
//!
//! A side that cannot win at once must take the cell in which the other side threatens to win, and must not
//! play directly below such a cell. Often that leaves one move or none. A line of such moves is followed here
//! as a loop; whatever it ends in is the value of where it began, because every other move on the way loses
//! to the very next one.

use super::threats::Threats;
use crate::{ConnectPosition, Grid, Move, Word};
use agon_core::Side;
use agon_search::score::WIN;
use agon_search::{Score, Urgency};

/// A position on a line of forced moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place<B, const W: usize, const H: usize> {
    /// The stones of the side to move.
    pub me: B,
    /// The stones of both sides.
    pub mask: B,
    /// The threats of both sides.
    pub threats: Threats<B>,
    /// How many stones have been played.
    pub ply: i32,
}

/// Where forced moves lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End<B, const W: usize, const H: usize> {
    /// To a result: the value for the side to move where the line began.
    Decided(Score),
    /// To a position with a choice of at least two moves that do not lose at once.
    Choice {
        /// The position; its side to move is the one of the beginning if `same_side`.
        place: Place<B, W, H>,
        /// Whether an even number of moves was forced.
        same_side: bool,
    },
}

impl<B: Word, const W: usize, const H: usize> Place<B, W, H> {
    /// A position that is not over, with its threats.
    #[inline(always)]
    pub fn of(position: &ConnectPosition<B, W, H>, threats: Threats<B>) -> Self {
        Place { me: position.me(), mask: position.mask(), threats, ply: position.ply() as i32 }
    }

    /// All stones: whose, in which column, and how many lie below.
    pub fn stones(&self) -> Vec<(Side, usize, usize)> {
        let side = if self.ply & 1 == 0 { Side::First } else { Side::Second };
        let mut found = Vec::new();
        for (side, mut stones) in [(side, self.me), (!side, self.me ^ self.mask)] {
            while stones.any() {
                let (column, height) = Grid::<B, W, H>::place(stones);
                found.push((side, column, height));
                stones = stones.without_lowest();
            }
        }
        found
    }

    /// Cells of the board are this many; the winner's margin comes from the stones left.
    const CELLS: i32 = (W * H) as i32;

    /// The value of winning with the next stone.
    #[inline(always)]
    const fn win_now(ply: i32) -> Score {
        WIN + (Self::CELLS + 1 - ply) / 2
    }

    /// The value of losing to the next stone but one.
    #[inline(always)]
    const fn loss_next(ply: i32) -> Score {
        -(WIN + (Self::CELLS - ply) / 2)
    }

    /// The worst and the best that a position can be worth to the side to move: it loses to the next stone but one (or has lost
    /// already), or wins with the next stone.
    #[inline(always)]
    pub fn bounds(position: &ConnectPosition<B, W, H>) -> [Score; 2] {
        let ply = position.ply() as i32;
        let worst = if position.winner().is_some() { -Self::win_now(ply - 1) } else { Self::loss_next(ply) };
        [worst, Self::win_now(ply)]
    }

    /// The same with a stone of the side to move in a cell.
    #[inline(always)]
    pub fn play(self, cell: B) -> Self {
        let (stones, mask) = (self.me | cell, self.mask | cell);
        Place {
            me: self.me ^ self.mask,
            mask,
            threats: self.threats.after::<W, H>(cell, stones, mask),
            ply: self.ply + 1,
        }
    }

    /// Of the cells where stones can land, those to block, or if there are none, those that do not lose at once.
    #[inline(always)]
    fn unrefuted(&self, landings: B) -> B {
        let blocks = self.threats.theirs & landings;
        // Below a threat of the other side a stone only helps it up.
        if blocks.any() { blocks } else { landings & !(self.threats.theirs >> 1) }
    }

    /// Where nobody has won and nothing is decided ([`settle`](Self::settle)): how much of a choice there is.
    #[inline(always)]
    pub fn urgency(&self) -> Urgency<Move> {
        let landings = Grid::<B, W, H>::landings(self.mask);
        let moves = self.unrefuted(landings);
        if !moves.any() || moves == landings {
            Urgency::Free
        } else if moves.without_lowest().any() {
            Urgency::Narrow
        } else {
            Urgency::Forced(Move::into_column(Grid::<B, W, H>::place(moves).0 as u8))
        }
    }

    /// Follows forced moves to a result or a choice.
    #[inline(always)]
    pub fn settle(self) -> End<B, W, H> {
        let mut place = self;
        let mut sign = 1;
        loop {
            let landings = Grid::<B, W, H>::landings(place.mask);
            if (place.threats.mine & landings).any() {
                return End::Decided(sign * Self::win_now(place.ply));
            }
            let moves = place.unrefuted(landings);
            let several = moves.without_lowest().any();
            if !moves.any() || several && (moves & place.threats.theirs).any() {
                let score = if landings.any() { Self::loss_next(place.ply) } else { 0 };
                return End::Decided(sign * score);
            }
            if several {
                return match place.is_dead() {
                    true => End::Decided(0),
                    false => End::Choice { place, same_side: sign > 0 },
                };
            }
            place = place.play(moves);
            sign = -sign;
        }
    }

    /// Whether nobody can complete four any more, however the rest is filled. It never happens early.
    #[inline(always)]
    fn is_dead(&self) -> bool {
        if 3 * self.ply < 2 * Self::CELLS {
            return false;
        }
        let empty = Grid::<B, W, H>::cells() ^ self.mask;
        !Grid::<B, W, H>::has_four(self.me | empty) && !Grid::<B, W, H>::has_four(self.me ^ self.mask | empty)
    }

    /// The moves that neither lose at once nor have to be made: all of them where there is a choice.
    #[inline(always)]
    pub fn choices(&self) -> B {
        Grid::<B, W, H>::landings(self.mask) & !(self.threats.theirs >> 1)
    }

    /// Whether a move makes two threats that can be carried out at once: a win in three. Asked only where
    /// there is a choice.
    #[inline(always)]
    pub fn has_double(&self) -> bool {
        // At least one of the two is completed by the stone of the move: on a line with two stones more and another
        // cell where a stone can land.
        let landings = Grid::<B, W, H>::landings(self.mask);
        let mut moves = self.choices() & Grid::<B, W, H>::lines_of_two(self.me, landings);
        while moves.any() {
            let cell = moves ^ moves.without_lowest();
            moves = moves.without_lowest();
            let mask = self.mask | cell;
            let wins = Grid::<B, W, H>::winning_cells(self.me | cell, mask) & Grid::<B, W, H>::landings(mask);
            if wins.without_lowest().any() {
                return true;
            }
        }
        false
    }

    /// The value of winning with the next stone but two.
    #[inline(always)]
    pub const fn win_by_double(&self) -> Score {
        Self::win_now(self.ply + 2)
    }
}

//! Forced replies: what a position comes to when every move without a choice has been played.

use super::slot::Bounds;
use crate::{Grid, Word};

/// A position in the search: no side has four, and the side to move cannot win at once.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Node<B> {
    /// The stones of the side to move.
    pub(super) me: B,
    /// The stones of the other side.
    pub(super) them: B,
    /// The empty cells that would give the side to move four.
    pub(super) my_wins: B,
    /// The empty cells that would give the other side four.
    pub(super) their_wins: B,
    /// How many cells are empty.
    pub(super) empties: i32,
}

impl<B: Word> Node<B> {
    /// The node of a position that is not over and in which the side to move cannot win at once.
    #[inline(always)]
    pub(super) fn of<const W: usize, const H: usize>(me: B, them: B) -> Node<B> {
        let mask = me | them;
        Node {
            me,
            them,
            my_wins: Grid::<B, W, H>::winning_cells(me, mask),
            their_wins: Grid::<B, W, H>::winning_cells(them, mask),
            empties: (W * H) as i32 - mask.count() as i32,
        }
    }

    /// Where a stone of the side to move changes what would give it four.
    #[inline(always)]
    pub(super) fn makers<const W: usize, const H: usize>(&self) -> B {
        Grid::<B, W, H>::makers(self.me, self.me | self.them) | self.my_wins
    }

    /// The scores that a node with a choice of moves can have: it neither wins at once nor loses at the next
    /// move of the other side.
    #[inline(always)]
    pub(super) fn range(&self) -> Bounds {
        Bounds { low: -((self.empties - 2) >> 1), high: (self.empties - 1) >> 1 }
    }

    /// The position after a move that neither wins nor lets the other side win at once.
    #[inline(always)]
    pub(super) fn after<const W: usize, const H: usize>(&self, cell: B) -> Node<B> {
        let me = self.me | cell;
        Node {
            me: self.them,
            them: me,
            my_wins: self.their_wins & !cell,
            their_wins: Grid::<B, W, H>::winning_cells(me, me | self.them),
            empties: self.empties - 1,
        }
    }

    /// Plays forced moves until there is a choice of at least two that do not lose at once, or until the game's
    /// exact score is clear. The score is for the side that is then to move.
    #[inline(always)]
    pub(super) fn settle<const W: usize, const H: usize>(&mut self) -> Option<i32> {
        loop {
            let landings = Grid::<B, W, H>::landings(self.me | self.them);
            let threats = landings & self.their_wins;
            let safe = landings & !(self.their_wins >> 1);
            let replies = if threats.any() {
                if threats.without_lowest().any() {
                    return Some(-(self.empties >> 1));
                }
                safe & threats
            } else {
                safe
            };
            if !replies.any() {
                return Some(if self.empties == 0 { 0 } else { -(self.empties >> 1) });
            }
            if replies.without_lowest().any() {
                return None;
            }
            *self = self.after::<W, H>(replies);
        }
    }
}

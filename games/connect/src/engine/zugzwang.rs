//! Zugzwang: who has to give way when only columns with threats are left.
//!
//! A side does not play directly below a threat of the other side, and only in need below its own, because that
//! gives the threat away. So the other cells, the **free** ones, are filled first, and who fills the last of
//! them is a matter of counting. Then somebody must give way:
//! - below a threat of the other side: the other side wins;
//! - below its own threat: the other side blocks, the cells above become free up to the next threat, and the
//!   counting goes on. A second own threat directly above wins at once.
//!
//! The known rules are special cases. On a board of even height a single odd threat (rows counted from 1) wins
//! for the first player and a single even one for the second. With an odd number of rows and of columns the
//! single threats go the same way, because the other columns together still have an even number of cells; but
//! if the first player has an odd threat and the second player an even one in another column, the first player
//! wins on 7 × 6 and the second on 9 × 9: taking two columns out leaves an even number of cells in the one case
//! and an odd number in the other. Counting knows that by itself.
//!
//! This is a judgement, not a proof: new threats may arise while the free cells are filled.

use crate::{Grid, Word};
use agon_core::Side;

/// A position as far as zugzwang goes, by side.
#[derive(Clone, Copy, Debug)]
pub struct Zugzwang<B, const W: usize, const H: usize> {
    /// The threats of the first and the second side.
    pub threats: [B; 2],
    /// The stones of both sides.
    pub mask: B,
    /// The side to move.
    pub side: Side,
}

#[inline(always)]
fn minus<B: Word>(a: B, b: B) -> B {
    a.plus(!b).plus(B::cut(1))
}

impl<B: Word, const W: usize, const H: usize> Zugzwang<B, W, H> {
    /// The free cells, and in each column the lowest empty cell below a threat.
    #[inline(always)]
    pub(super) fn split(&self) -> (B, B) {
        let grid_cells = Grid::<B, W, H>::cells();
        let sentinels = Grid::<B, W, H>::top() << 1;
        let below = ((self.threats[0] | self.threats[1]) >> 1) & (grid_cells ^ self.mask);
        let stops = below | sentinels;
        // In every column there is a stop at or above the lowest empty cell. Subtracting the latter clears the
        // lowest stop and sets all cells under it: no column borrows from the next.
        let rest = minus(stops, self.mask.plus(Grid::<B, W, H>::bottom()));
        (rest & !stops, stops & !rest & grid_cells)
    }

    /// Fills the free cells and says where somebody has to give way; nowhere if the board is full then.
    #[inline(always)]
    fn fill(&mut self) -> B {
        let (free, stops) = self.split();
        if free.count() & 1 == 1 {
            self.side = !self.side;
        }
        self.mask |= free;
        stops
    }

    /// Plays below an own threat, the block, and what is forced above it; the winner if that ends the game.
    #[inline(always)]
    fn give_way(&mut self, stop: B) -> Option<Side> {
        let mut cell = stop << 2;
        self.mask |= stop | stop << 1;
        // The same side is to move again, with the cell above the block open.
        while (cell & Grid::<B, W, H>::cells()).any() {
            if (cell & self.threats[self.side]).any() {
                return Some(self.side);
            }
            if !(cell & self.threats[!self.side]).any() {
                break;
            }
            self.mask |= cell;
            self.side = !self.side;
            cell = cell << 1;
        }
        None
    }

    /// Who wins when everything is filled up like this; nobody if it ends in a draw or depends on where a side
    /// gives way first among places that look alike.
    #[inline(always)]
    pub fn winner(self) -> Option<Side> {
        if !(self.threats[0] | self.threats[1]).any() {
            return None;
        }
        let (winner, is_only_way) = self.filled_up(false);
        // Asking from the other end keeps the judgement the same for a mirrored board.
        if is_only_way || winner == self.filled_up(true).0 { winner } else { None }
    }

    /// Who wins, and whether there never was a choice of where to give way. Among places that serve equally
    /// well the leftmost or the rightmost is chosen.
    #[inline(always)]
    fn filled_up(mut self, from_right: bool) -> (Option<Side>, bool) {
        let mut is_only_way = true;
        loop {
            let stops = self.fill();
            if !stops.any() {
                return (None, is_only_way);
            }
            let (mine, theirs) = (self.threats[self.side], self.threats[!self.side]);
            let mut own = stops & (mine >> 1) & !(theirs >> 1);
            is_only_way &= !own.without_lowest().any();
            let mut chosen: Option<(bool, Self)> = None;
            while own.any() {
                let stop = own ^ own.without_lowest();
                own = own.without_lowest();
                let mut next = self;
                match next.give_way(stop) {
                    Some(winner) if winner == self.side => return (Some(winner), is_only_way),
                    Some(_) => continue,
                    None => {}
                }
                // Best is what hands the duty to give way to the other side.
                let (free, _) = next.split();
                let hands_over = (free.count() & 1 == 1) == (next.side == self.side);
                let better = match chosen {
                    None => true,
                    Some((before, _)) if from_right => hands_over || !before,
                    Some((before, _)) => hands_over && !before,
                };
                if better {
                    chosen = Some((hands_over, next));
                }
            }
            match chosen {
                Some((_, next)) => self = next,
                None => return (Some(!self.side), is_only_way),
            }
        }
    }
}

//! The fight for the columns: what the threats say about who has to give way, as features to be weighed.
//!
//! [`Zugzwang`] plays the end of the game out by counting and names a winner. How far that can be trusted is
//! learned: by the number of cells that are filled before anybody has to give way, and by which threats stand
//! lowest in their columns.

use super::forced::Place;
use super::judgement::{even_rows, odd_rows};
use super::zugzwang::Zugzwang;
use crate::Word;
use agon_core::Side;

/// Ways in which the lowest threats of the columns can be shared: none, one, or more odd and even ones, each side.
pub const SHARES: usize = 81;

/// Who wins by counting, by how many cells are filled before.
pub const COUNTED: usize = 12;

/// The threats of each side on odd and on even rows.
pub const THREATS: usize = 4;

/// How many features there are; the last one is being to move, for the first side.
pub const FEATURES: usize = SHARES + COUNTED + THREATS + 1;

/// What is known about the fight for the columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ColumnFight {
    /// Which threats are the lowest ones of their columns.
    pub share: usize,
    /// Who wins by counting, and how far away that is.
    pub counted: Option<usize>,
    /// Threats: the first side's odd and even ones, the second side's odd and even ones.
    pub threats: [i32; THREATS],
    /// Whether the first side is to move.
    pub first_to_move: bool,
}

impl ColumnFight {
    /// The fight where nothing is forced.
    #[inline(always)]
    pub fn of<B: Word, const W: usize, const H: usize>(place: &Place<B, W, H>) -> ColumnFight {
        let (side, threats) = if place.ply & 1 == 0 {
            (Side::First, [place.threats.mine, place.threats.theirs])
        } else {
            (Side::Second, [place.threats.theirs, place.threats.mine])
        };
        let (odd, even) = (odd_rows::<B, W, H>(), even_rows::<B, W, H>());
        let counts = |cells: [B; 2]| {
            [cells[0] & odd, cells[0] & even, cells[1] & odd, cells[1] & even].map(|c| c.count() as usize)
        };
        let fight = Zugzwang::<B, W, H> { threats, mask: place.mask, side };
        let (mut share, mut counted) = (0, None);
        if (threats[0] | threats[1]).any() {
            let (free, stops) = fight.split();
            let lowest = stops << 1;
            for count in counts([threats[0] & lowest, threats[1] & lowest]) {
                share = 3 * share + count.min(2);
            }
            let near = (free.count() as usize / 6).min(COUNTED / 2 - 1);
            counted = fight.winner().map(|winner| winner.index() * (COUNTED / 2) + near);
        }
        let threats = counts(threats).map(|count| count as i32);
        ColumnFight { share, counted, threats, first_to_move: side == Side::First }
    }

    /// Who wins by counting: 0 nobody, 1 the first side, 2 the second.
    #[inline(always)]
    pub fn case(&self) -> usize {
        self.counted.map_or(0, |counted| 1 + counted / (COUNTED / 2))
    }

    /// Calls `each` with the number of every feature that is there and how often.
    #[inline(always)]
    pub fn features(&self, mut each: impl FnMut(usize, i32)) {
        each(self.share, 1);
        if let Some(counted) = self.counted {
            each(SHARES + counted, 1);
        }
        for (i, &count) in self.threats.iter().enumerate() {
            each(SHARES + COUNTED + i, count);
        }
        each(FEATURES - 1, i32::from(self.first_to_move));
    }

    /// The name of the term that a feature belongs to.
    pub const fn term(feature: usize) -> &'static str {
        match feature {
            0..SHARES => TERMS[0],
            SHARES..COUNTED_END => TERMS[1],
            COUNTED_END..THREATS_END => TERMS[2],
            _ => TERMS[3],
        }
    }

    /// What a term counts for the first and the second side.
    pub fn raw(&self, term: &str) -> [i32; 2] {
        let [first_odd, first_even, second_odd, second_even] = self.threats;
        let side_of = |counted: usize| counted / (COUNTED / 2);
        match TERMS.iter().position(|&name| name == term) {
            Some(0) => {
                let of = |place: usize| (self.share / 3usize.pow(3 - place as u32) % 3) as i32;
                [of(0) + of(1), of(2) + of(3)]
            }
            Some(1) => [0, 1].map(|side| i32::from(self.counted.map(side_of) == Some(side))),
            Some(2) => [first_odd + first_even, second_odd + second_even],
            _ => [i32::from(self.first_to_move), i32::from(!self.first_to_move)],
        }
    }
}

const COUNTED_END: usize = SHARES + COUNTED;
const THREATS_END: usize = COUNTED_END + THREATS;

/// The terms that the features belong to.
pub const TERMS: [&str; 4] = ["lowest threats", "zugzwang", "threats", "to move"];

//! The well-known way to solve connect four, as a base to measure from: moves that do not lose at once, ordered
//! by the threats they make, a table of one slot a place, and a binary search over questions (after the
//! technique that Pascal Pons published; written for Agon).

use super::slot::Keyed;
use crate::{ConnectPosition, Grid};
use agon_core::Position;

/// The classic solver.
pub struct Classic<B: Keyed, const W: usize, const H: usize> {
    /// A key and a bound: 0 for none, otherwise upper bounds first, then lower bounds.
    table: Vec<(B, i16)>,
    nodes: u64,
    /// After so many nodes it gives up.
    most: u64,
}

impl<B: Keyed, const W: usize, const H: usize> Classic<B, W, H> {
    const CELLS: i32 = (W * H) as i32;

    /// A solver with a table of so many bytes.
    pub fn new(bytes: usize) -> Self {
        // An odd number of places spreads the keys.
        let places = (bytes / size_of::<(B, i16)>()).max(1) | 1;
        Classic { table: vec![(B::EMPTY, 0); places], nodes: 0, most: u64::MAX }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.fill((B::EMPTY, 0));
        self.nodes = 0;
    }

    /// Positions visited since the last [`clear`](Self::clear).
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The exact score of a position for the side to move, or nothing, and everything forgotten, if it needs more nodes
    /// than that, counted since the last [`clear`](Self::clear).
    pub fn score_within(&mut self, position: &ConnectPosition<B, W, H>, most: u64) -> Option<i32> {
        self.most = most;
        let score = self.score(position);
        let given_up = self.nodes >= self.most;
        self.most = u64::MAX;
        if given_up {
            // The table has answers that were given too early.
            self.clear();
        }
        (!given_up).then_some(score)
    }

    /// The exact score of a position for the side to move.
    pub fn score(&mut self, position: &ConnectPosition<B, W, H>) -> i32 {
        if let Some(outcome) = position.outcome() {
            return outcome.margin_for(position.side_to_move());
        }
        let (me, mask) = (position.me(), position.mask());
        let empties = Self::CELLS - position.ply() as i32;
        if (Grid::<B, W, H>::winning_cells(me, mask) & Grid::<B, W, H>::landings(mask)).any() {
            return (empties + 1) / 2;
        }
        let (mut low, mut high) = (-empties / 2, (empties + 1) / 2);
        while low < high && self.nodes < self.most {
            let mut middle = low + (high - low) / 2;
            if middle <= 0 && low / 2 < middle {
                middle = low / 2;
            } else if middle >= 0 && high / 2 > middle {
                middle = high / 2;
            }
            let score = self.negamax(me, mask, empties, middle, middle + 1);
            if score <= middle {
                high = score;
            } else {
                low = score;
            }
        }
        low
    }

    fn place(&self, key: B) -> usize {
        ((u128::from(key.times_odd().folded()) * self.table.len() as u128) >> 64) as usize
    }

    /// The side to move cannot win at once.
    fn negamax(&mut self, me: B, mask: B, empties: i32, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        if self.nodes >= self.most {
            // Whatever is said now is not used.
            return alpha;
        }
        let them = me ^ mask;
        let landings = Grid::<B, W, H>::landings(mask);
        let their_wins = Grid::<B, W, H>::winning_cells(them, mask);
        let threats = landings & their_wins;
        let mut moves = landings;
        if threats.any() {
            if threats.without_lowest().any() {
                return -empties / 2;
            }
            moves = threats;
        }
        moves = moves & !(their_wins >> 1);
        if !moves.any() {
            return -empties / 2;
        }
        if empties <= 2 {
            return 0;
        }
        alpha = alpha.max(-(empties - 2) / 2);
        beta = beta.min((empties - 1) / 2);
        if alpha >= beta {
            return alpha;
        }
        let key = Grid::<B, W, H>::packed(me, mask);
        let place = self.place(key);
        let lowest = -Self::CELLS / 2;
        let span = Self::CELLS + 1;
        if let (stored, bound) = self.table[place]
            && stored == key
            && bound != 0
        {
            let bound = i32::from(bound);
            if bound > span {
                alpha = alpha.max(bound - span - 1 + lowest);
            } else {
                beta = beta.min(bound - 1 + lowest);
            }
            if alpha >= beta {
                return alpha;
            }
        }
        let mut ordered = [(0, B::EMPTY); 10];
        let mut count = 0;
        for i in 0..W {
            // From the edges inwards, so that among equals the middle ends up first.
            let column = if i % 2 == 0 { i / 2 } else { W - 1 - i / 2 };
            let cell = moves & Grid::<B, W, H>::column(column);
            if !cell.any() {
                continue;
            }
            let made = Grid::<B, W, H>::winning_cells(me | cell, mask).count();
            let mut at = count;
            while at > 0 && ordered[at - 1].0 > made {
                ordered[at] = ordered[at - 1];
                at -= 1;
            }
            ordered[at] = (made, cell);
            count += 1;
        }
        for &(_, cell) in ordered[..count].iter().rev() {
            let score = -self.negamax(them, mask | cell, empties - 1, -beta, -alpha);
            if score >= beta {
                self.table[place] = (key, (score - lowest + span + 1) as i16);
                return score;
            }
            alpha = alpha.max(score);
        }
        self.table[place] = (key, (alpha - lowest + 1) as i16);
        alpha
    }
}

//! Armies that have passed each other: what is left of the game can be counted.
//!
//! If no ant lies in an enemy's cone (see [`super::board::cones`]) there is no contact any more and never will
//! be. Each ant becomes a queen. A food that both sides could reach would lie between two ants that face each
//! other, so each food is at most one side's, and what a side gathers is its own affair: it can bring its ants
//! home one by one, the foremost first, each on any path it likes, since nothing stands ahead of the foremost.
//! A die never costs a point, so the most food is best for the expected margin and for the chance to win alike.

use super::board::{DIAGONALS, ahead, cone, row};

/// The foods of a side that no enemy disputes, as bits 0–7: row 5 then row 6 in reading order.
#[inline(always)]
const fn food_bits(food: u64) -> u32 {
    ((food & row(5)) >> 22 | (food & row(6)) >> 23) as u32
}

/// The most food that ants can gather on an otherwise empty board.
#[inline(always)]
pub(super) fn most_food<const UP: bool>(ants: u64, food: u64, cone: u64) -> i32 {
    let reachable = food & cone;
    if reachable & reachable.wrapping_sub(1) == 0 {
        return reachable.count_ones() as i32;
    }
    gather::<UP>(ants, reachable)
}

/// The same for at least two foods. An ant takes at most two: one on each food row, the second one square
/// diagonally ahead of the first.
#[inline(never)]
fn gather<const UP: bool>(mut ants: u64, food: u64) -> i32 {
    let total = food.count_ones();
    // The sets of food that the ants so far can gather together.
    let mut possible = [false; 256];
    possible[0] = true;
    let mut most = 0;
    while ants != 0 && most < total {
        let ant = ants & ants.wrapping_neg();
        ants ^= ant;
        let mut next = possible;
        for haul in hauls::<UP>(ant, food).into_iter().filter(|&haul| haul != 0) {
            for set in (0..possible.len()).filter(|&set| possible[set]) {
                let together = set | haul as usize;
                next[together] = true;
                most = most.max(together.count_ones());
            }
        }
        possible = next;
    }
    most as i32
}

/// What one ant can take, for each square of the second food row and each of the two ways into it.
fn hauls<const UP: bool>(ant: u64, food: u64) -> [u32; 8] {
    let (first, second) = if UP { (row(6), row(5)) } else { (row(5), row(6)) };
    let reach = cone::<UP>(ant) & !ant;
    let mut hauls = [0; 8];
    let mut squares = second & reach;
    let mut place = 0;
    while squares != 0 {
        let square = squares & squares.wrapping_neg();
        squares ^= square;
        for diagonal in DIAGONALS {
            let before = super::board::behind::<UP>(square, diagonal) & first & reach;
            hauls[place] = food_bits((square | before) & food);
            place += 1;
        }
    }
    debug_assert_eq!(ahead::<UP>(second, DIAGONALS[0]) & second, 0);
    hauls
}

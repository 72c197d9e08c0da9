//! Five to seven empty squares: squares in odd quadrants first, no table, no other ordering.

use super::Search;
use super::last::{NOTHING, last4, listed};
use crate::solver::compiled::for_each_processor;
use crate::solver::kernels::{CORNERS, QUADRANT_OF, QUADRANT_SQUARES, final_margin, flips, mobility};
use agon_core::cpu::Cpu;

for_each_processor! {
    /// Few empty squares: the margin if it is above `alpha`, otherwise an upper bound of it. `odd` is the set of
    /// quadrants with an odd number of empty squares.
    pub(super) fn shallow(me: u64, them: u64, alpha: i32, empties: u32, odd: u8) -> i32 = shallow_here
}

#[inline(always)]
fn shallow_here<C: Cpu>(
    search: &mut Search<'_, C>,
    me: u64,
    them: u64,
    alpha: i32,
    empties: u32,
    odd: u8,
) -> i32 {
    search.nodes += 1;
    if let Some(bound) = search.stability_bound(me, them, alpha, empties) {
        return bound;
    }
    let moves = mobility(search.cpu, me, them);
    if moves == 0 {
        if mobility(search.cpu, them, me) == 0 {
            return final_margin(me, them);
        }
        return -shallow(search, them, me, -alpha - 1, empties, odd);
    }
    let empty = !(me | them);
    let mut best = NOTHING;
    let first = if search.rules.parity { QUADRANT_SQUARES[usize::from(odd & 15)] } else { CORNERS };
    for group in [moves & first, moves & !first] {
        let mut left = group;
        while left != 0 {
            let corners = left & CORNERS;
            let square = if corners != 0 { corners } else { left }.trailing_zeros() as usize & 63;
            left &= !(1 << square);
            let turned = flips(search.cpu, me, them, square);
            let (next_me, next_them) = (them ^ turned, me ^ turned | 1 << square);
            let value = if empties == 5 && search.rules.unrolled {
                let squares = listed(search, empty ^ 1 << square);
                -last4(search, next_me, next_them, -alpha - 1, squares)
            } else {
                -shallow(search, next_me, next_them, -alpha - 1, empties - 1, odd ^ QUADRANT_OF[square])
            };
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
    }
    best
}

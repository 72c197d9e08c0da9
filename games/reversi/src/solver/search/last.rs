//! The last four empty squares, written out: no generation of moves, no table, the last one by counting.

use super::Search;
use crate::solver::compiled::for_each_processor;
use crate::solver::kernels::{LastFlips, NEIGHBOURS, QUADRANT_OF, final_margin, flips};
use agon_core::cpu::Cpu;

/// Lower than any margin.
pub(super) const NOTHING: i32 = -128;

/// Up to four squares, the first in the lowest byte.
pub(super) type Squares = u32;

#[inline(always)]
fn at(squares: Squares, place: u32) -> usize {
    (squares >> (8 * place) & 63) as usize
}

#[inline(always)]
fn quadrant(square: usize) -> u8 {
    QUADRANT_OF[square & 63]
}

for_each_processor! {
    /// Four empty squares: the margin if it is above `alpha`, otherwise an upper bound of it.
    pub(super) fn last4(me: u64, them: u64, alpha: i32, squares: Squares) -> i32 = last4_here
}

for_each_processor! {
    fn last3(me: u64, them: u64, alpha: i32, squares: Squares) -> i32 = last3_here
}

for_each_processor! {
    fn last2(me: u64, them: u64, alpha: i32, squares: Squares) -> i32 = last2_here
}

/// The four squares of a board that has so many, those in quadrants with an odd number of them first.
#[inline(always)]
pub(super) fn listed<C: Cpu>(search: &Search<'_, C>, mut empty: u64) -> Squares {
    let mut squares = 0;
    for place in 0..4 {
        squares |= empty.trailing_zeros() << (8 * place);
        empty &= empty.wrapping_sub(1);
    }
    if !search.rules.parity {
        return squares;
    }
    let [a, b, c, d] = squares.to_le_bytes();
    let odd = quadrant(a.into()) ^ quadrant(b.into()) ^ quadrant(c.into()) ^ quadrant(d.into());
    let is_odd = |square: u8| quadrant(square.into()) & odd != 0;
    if odd == 0 || odd == 15 {
        return squares;
    }
    // Two quadrants have an odd number: one each with a pair elsewhere, or one and three.
    if is_odd(a) && is_odd(b) && is_odd(c) && is_odd(d) {
        let single = |x: u8, y: u8, z: u8| {
            quadrant(x.into()) != quadrant(y.into()) && quadrant(y.into()) == quadrant(z.into())
        };
        let order = if single(a, b, c) {
            [a, b, c, d]
        } else if single(b, a, c) {
            [b, a, c, d]
        } else if single(c, a, b) {
            [c, a, b, d]
        } else {
            [d, a, b, c]
        };
        return u32::from_le_bytes(order);
    }
    let (mut first, mut rest) = (0, 0);
    let (mut firsts, mut rests) = (0, 16);
    for square in [a, b, c, d] {
        if is_odd(square) {
            first |= u32::from(square) << firsts;
            firsts += 8;
        } else {
            rest |= u32::from(square) << rests;
            rests += 8;
        }
    }
    first | rest
}

#[inline(always)]
fn last4_here<C: Cpu>(search: &mut Search<'_, C>, me: u64, them: u64, alpha: i32, squares: Squares) -> i32 {
    search.nodes += 1;
    let best = try4(search, me, them, alpha, squares);
    if best != NOTHING {
        return best;
    }
    let best = try4(search, them, me, -alpha - 1, squares);
    if best != NOTHING { -best } else { final_margin(me, them) }
}

/// The best of the moves on four squares, [`NOTHING`] if there is none.
#[inline(always)]
fn try4<C: Cpu>(search: &mut Search<'_, C>, me: u64, them: u64, alpha: i32, squares: Squares) -> i32 {
    let mut best = NOTHING;
    for place in 0..4 {
        let square = at(squares, place);
        if NEIGHBOURS[square] & them == 0 {
            continue;
        }
        let turned = flips(search.cpu, me, them, square);
        if turned == 0 {
            continue;
        }
        let below = squares & ((1 << (8 * place)) - 1);
        let above = (squares >> 8) & !((1 << (8 * place)) - 1);
        let rest = by_parity(search, below | above);
        let value = -last3(search, them ^ turned, me ^ turned | 1 << square, -alpha - 1, rest);
        if value > alpha {
            return value;
        }
        best = best.max(value);
    }
    best
}

/// Of three squares the one that is alone in its quadrant first, if the others share one.
#[inline(always)]
fn by_parity<C: Cpu>(search: &Search<'_, C>, squares: Squares) -> Squares {
    if !search.rules.parity {
        return squares;
    }
    let (a, b, c) = (quadrant(at(squares, 0)), quadrant(at(squares, 1)), quadrant(at(squares, 2)));
    if a == c && a != b {
        squares >> 8 & 0xff | (squares & 0xff) << 8 | squares & 0xff_0000
    } else if a == b && a != c {
        squares >> 16 & 0xff | (squares & 0xffff) << 8
    } else {
        squares
    }
}

#[inline(always)]
fn last3_here<C: Cpu>(search: &mut Search<'_, C>, me: u64, them: u64, alpha: i32, squares: Squares) -> i32 {
    search.nodes += 1;
    let best = try3(search, me, them, alpha, squares);
    if best != NOTHING {
        return best;
    }
    let best = try3(search, them, me, -alpha - 1, squares);
    if best != NOTHING { -best } else { final_margin(me, them) }
}

#[inline(always)]
fn try3<C: Cpu>(search: &mut Search<'_, C>, me: u64, them: u64, alpha: i32, squares: Squares) -> i32 {
    let mut best = NOTHING;
    let rests = [squares >> 8, squares & 0xff | squares >> 8 & 0xff00, squares & 0xffff];
    for (place, rest) in rests.into_iter().enumerate() {
        let square = at(squares, place as u32);
        if NEIGHBOURS[square] & them == 0 {
            continue;
        }
        let turned = flips(search.cpu, me, them, square);
        if turned == 0 {
            continue;
        }
        let value = -last2(search, them ^ turned, me ^ turned | 1 << square, -alpha - 1, rest);
        if value > alpha {
            return value;
        }
        best = best.max(value);
    }
    best
}

#[inline(always)]
fn last2_here<C: Cpu>(search: &mut Search<'_, C>, me: u64, them: u64, alpha: i32, squares: Squares) -> i32 {
    search.nodes += 1;
    let best = try2(search, me, them, alpha, squares);
    if best != NOTHING {
        return best;
    }
    let best = try2(search, them, me, -alpha - 1, squares);
    if best != NOTHING { -best } else { final_margin(me, them) }
}

#[inline(always)]
fn try2<C: Cpu>(search: &mut Search<'_, C>, me: u64, them: u64, alpha: i32, squares: Squares) -> i32 {
    let (first, second) = (at(squares, 0), at(squares, 1));
    let mut best = NOTHING;
    for (square, other) in [(first, second), (second, first)] {
        if NEIGHBOURS[square] & them == 0 {
            continue;
        }
        let turned = flips(search.cpu, me, them, square);
        if turned == 0 {
            continue;
        }
        search.nodes += 1;
        let value = -last1(search.cpu, them ^ turned, -alpha - 1, other);
        if value > alpha {
            return value;
        }
        best = best.max(value);
    }
    best
}

/// One empty square: the margin for the side with the discs `me`, exact if it is above `alpha`.
#[inline(always)]
pub(super) fn last1<C: Cpu>(cpu: C, me: u64, alpha: i32, square: usize) -> i32 {
    let table = LastFlips::TABLE;
    // With the last square and nothing turned.
    let played = 2 * me.count_ones() as i32 - 62;
    let gain = table.doubled(cpu, me, square);
    if gain != 0 {
        return played + gain;
    }
    // The square is theirs if they can play there; otherwise the winner's.
    let left = if played > 0 { played } else { played - 2 };
    if left <= alpha {
        return left;
    }
    let loss = table.doubled(cpu, !me, square);
    if loss != 0 { played - 2 - loss } else { left }
}

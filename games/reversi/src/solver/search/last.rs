//! The last four empty squares, written out: no generation of moves, no table, the last one by counting.

use super::Search;
use crate::solver::compiled::for_each_processor;
use crate::solver::kernels::{LastFlips, NEIGHBOURS, QUADRANT_OF, QUADRANT_SQUARES, final_margin, flips};
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

/// The four squares of a board that has so many: those in quadrants with an odd number of them first, and a single
/// one before three in one quadrant. `odd` is the set of these quadrants.
#[inline(always)]
pub(super) fn listed<C: Cpu>(search: &Search<'_, C>, empty: u64, odd: u8) -> Squares {
    let mut head = empty & QUADRANT_SQUARES[usize::from(odd & 15)];
    if head == empty && odd.count_ones() == 2 {
        let one = empty & QUADRANT_SQUARES[usize::from(odd & odd.wrapping_neg() & 15)];
        head = if one & one.wrapping_sub(1) == 0 { one } else { empty ^ one };
    }
    if !search.rules.parity {
        head = empty;
    }
    let mut tail = empty ^ head;
    let mut squares = 0;
    for place in 0..4 {
        let from = if head != 0 { head } else { tail };
        squares |= from.trailing_zeros() << (8 * place);
        let bit = from & from.wrapping_neg();
        head &= !bit;
        tail &= !bit;
    }
    squares
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

/// The best of the moves on three squares, [`NOTHING`] if there is none.
#[inline(always)]
fn try3<C: Cpu>(search: &mut Search<'_, C>, me: u64, them: u64, alpha: i32, squares: Squares) -> i32 {
    let mut best = NOTHING;
    macro_rules! on {
        ($place:literal, $rest:expr) => {
            let square = at(squares, $place);
            if NEIGHBOURS[square] & them != 0 {
                let turned = flips(search.cpu, me, them, square);
                if turned != 0 {
                    let value = -last2(search, them ^ turned, me ^ turned | 1 << square, -alpha - 1, $rest);
                    if value > alpha {
                        return value;
                    }
                    best = best.max(value);
                }
            }
        };
    }
    on!(0, squares >> 8);
    on!(1, squares & 0xff | squares >> 8 & 0xff00);
    on!(2, squares & 0xffff);
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

/// The best of the moves on two squares, [`NOTHING`] if there is none.
#[inline(always)]
fn try2<C: Cpu>(search: &mut Search<'_, C>, me: u64, them: u64, alpha: i32, squares: Squares) -> i32 {
    let (first, second) = (at(squares, 0), at(squares, 1));
    let mut best = NOTHING;
    if NEIGHBOURS[first] & them != 0 {
        let turned = flips(search.cpu, me, them, first);
        if turned != 0 {
            search.nodes += 1;
            best = -last1(search.cpu, them ^ turned, -alpha - 1, second);
            if best > alpha {
                return best;
            }
        }
    }
    if NEIGHBOURS[second] & them != 0 {
        let turned = flips(search.cpu, me, them, second);
        if turned != 0 {
            search.nodes += 1;
            best = best.max(-last1(search.cpu, them ^ turned, -alpha - 1, first));
        }
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

//! Moves as small numbers: every way an ant can take across the board has one, and no two have the same.
//!
//! Black's moves come first, then white's, then the pass. Each side's are in reading order of their start squares; from a
//! square, steps come before captures, shorter captures before longer ones, and among those of one length the first jump
//! that differs decides: along a diagonal `/` before along a diagonal `\`. A move is numbered whether or not any position
//! allows it, so a number means the same squares in every position.

use super::moves::{FALLING, Move, RISING};
use super::notation::move_text;
use super::square::{FAR_ROWS, Square};
use agon_core::Side;
use std::sync::LazyLock;

/// The longest capture: every jump passes two of the twelve rows.
const LONGEST: usize = 5;

/// All moves with their numbers.
struct Numbers {
    /// The moves in the order of their numbers, without the pass.
    moves: Vec<(Side, Move)>,
    /// The number of each side's moves, by the bits of the move.
    by_bits: [Vec<u16>; 2],
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
    let moves: Vec<_> = Side::BOTH.into_iter().flat_map(ways).collect();
    let mut by_bits = [vec![0; Move::BITS], vec![0; Move::BITS]];
    for (number, (side, mv)) in moves.iter().enumerate() {
        by_bits[*side][mv.bits()] = number as u16;
    }
    Numbers { moves, by_bits }
});

/// Every way of a side's ants across the board, in order.
fn ways(side: Side) -> Vec<(Side, Move)> {
    let mut ways = Vec::new();
    // On its far row an ant has become a queen and left the board.
    for from in Square::all().filter(|square| square.bit() & FAR_ROWS[side] == 0) {
        let on_board = |mv: &Move, squares: usize| mv.path(side).count() == squares;
        let steps = [RISING, FALLING].map(|distance| Move::step(u32::from(from.index()), distance));
        ways.extend(steps.into_iter().filter(|step| on_board(step, 2)));
        let mut chains = vec![Move::chain(u32::from(from.index()))];
        for jumps in 1..=LONGEST {
            let longer = chains.iter().flat_map(|chain| [chain.then(RISING), chain.then(FALLING)]);
            chains = longer.filter(|chain| on_board(chain, jumps + 1)).collect();
            ways.extend(&chains);
        }
    }
    ways.into_iter().map(|mv| (side, mv)).collect()
}

/// How many numbers there are.
pub(super) fn count() -> usize {
    NUMBERS.moves.len() + 1
}

/// The number of a side's move.
pub(super) fn number(mv: Move, side: Side) -> usize {
    if mv.is_pass() { NUMBERS.moves.len() } else { usize::from(NUMBERS.by_bits[side][mv.bits()]) }
}

/// The move that a number stands for, as text.
pub(super) fn text(number: usize) -> Option<String> {
    match NUMBERS.moves.get(number) {
        Some(&(side, mv)) => Some(move_text(mv, side)),
        None => (number == NUMBERS.moves.len()).then(|| move_text(Move::PASS, Side::First)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_number_is_one_move_and_every_move_has_one_number() {
        let texts: HashSet<_> = (0..count()).filter_map(text).collect();
        assert_eq!(texts.len(), count(), "no two numbers are the same move");
        for (expected, &(side, mv)) in NUMBERS.moves.iter().enumerate() {
            assert_eq!(number(mv, side), expected);
        }
        assert_eq!(text(count()), None);
    }
}

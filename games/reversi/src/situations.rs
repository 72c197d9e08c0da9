//! Positions to try players in.

use super::ReversiPosition;
use agon_core::{Ending, Side, Situation};

const A1: u64 = 1;
const B1: u64 = 1 << 1;

/// Squares from which nothing is turned over by a disc on c1: h1, h8, a8, e5, e8.
const FAR: [u32; 5] = [7, 63, 56, 36, 60];

/// A disc on a1 next to one of the other side on b1, so that c1 is the last move; discs far away decide the game.
pub(super) fn position(situation: Situation) -> Option<ReversiPosition> {
    let (turn, mover, far) = match situation {
        Situation::LastMove(side, Ending::Win) => (side, side, 0),
        Situation::LastMove(side, Ending::Draw) => (side, side, 3),
        Situation::LastMove(side, Ending::Loss) => (side, side, 5),
        Situation::ForcedPass(side) => (side, !side, 0),
        Situation::Captures(_) | Situation::Bait => return None,
    };
    let mut discs = [0; 2];
    discs[mover] = A1;
    discs[!mover] = FAR[..far].iter().fold(B1, |discs, square| discs | 1 << square);
    ReversiPosition::new(discs[Side::First], discs[Side::Second], turn).ok()
}

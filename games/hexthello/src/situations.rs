//! Positions to try players in.

use super::{Cells, HexThelloPosition};
use agon_core::{Ending, Side, Situation};

/// A disc in the left corner next to one of the other side, so that the cell behind it is the last move; discs in the
/// other corners, too far away to turn anything over, decide the game.
pub(super) fn position(radius: u8, situation: Situation) -> Option<HexThelloPosition> {
    let (turn, mover, far) = match situation {
        Situation::LastMove(side, Ending::Win) => (side, side, 0),
        Situation::LastMove(side, Ending::Draw) => (side, side, 3),
        Situation::LastMove(side, Ending::Loss) => (side, side, 5),
        Situation::ForcedPass(side) => (side, !side, 0),
        Situation::Captures(_) | Situation::Bait => return None,
    };
    let last = 2 * radius;
    let corners = [(0, radius), (0, last), (radius, last), (last, radius), (last, 0)];
    let mut discs = [Cells::default(); 2];
    discs[mover] = [(radius, 0)].into_iter().collect();
    discs[!mover] = corners.into_iter().take(far).chain([(radius, 1)]).collect();
    let blocked = Cells::default();
    HexThelloPosition::new(radius, discs[Side::First], discs[Side::Second], blocked, turn).ok()
}

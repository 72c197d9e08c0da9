//! Positions to try players in.

use super::{Ants, AntsPosition};
use agon_core::{Ending, Game, SetUp, Side, Situation};

/// A move that leaves the other side nothing but to capture.
const BAIT: &str = "7,2-6,3";

/// The position, and for a bait the move.
pub(super) fn position(situation: Situation) -> Option<(AntsPosition, Option<String>)> {
    match situation {
        // One ant, a step from the far row: the points of the other side decide the game.
        Situation::LastMove(side, Ending::Win) => last_ant(side, side, 0),
        Situation::LastMove(side, Ending::Draw) => last_ant(side, side, 1),
        Situation::LastMove(side, Ending::Loss) => last_ant(side, side, 2),
        Situation::ForcedPass(side) => last_ant(side, !side, 0),
        Situation::Captures(2) => set_up(Side::First, [&["9,0", "9,6"], &["8,1", "6,3"]], [0, 0]),
        Situation::Captures(5) => {
            let white = &["10,1", "8,3", "6,5", "4,5", "2,3"];
            set_up(Side::First, [&["11,0", "9,6"], white], [0, 0])
        }
        Situation::Captures(_) => None,
        Situation::Bait => {
            let (position, _) = set_up(Side::First, [&["7,2"], &["0,1", "5,4"]], [0, 0])?;
            Some((position, Some(BAIT.to_owned())))
        }
    }
}

/// The last ant of a side, a step before its end, with so many points of the other.
fn last_ant(turn: Side, mover: Side, points: u8) -> Option<(AntsPosition, Option<String>)> {
    let (mut ants, mut scores): ([&[&str]; 2], _) = ([&[], &[]], [0, 0]);
    ants[mover] = if mover == Side::First { &["1,0"] } else { &["10,7"] };
    scores[!mover] = points;
    set_up(turn, ants, scores)
}

fn set_up(turn: Side, ants: [&[&str]; 2], points: [u8; 2]) -> Option<(AntsPosition, Option<String>)> {
    let layout = Ants.layout();
    let mut contents = vec![None; layout.cells.len()];
    for (side, squares) in ants.into_iter().enumerate() {
        for square in squares {
            contents[layout.cell(square)?] = Some(side);
        }
    }
    let rest = points.map(|points| points.to_string()).to_vec();
    Some((Ants.from_set_up(&SetUp { contents, side: turn, rest }).ok()?, None))
}

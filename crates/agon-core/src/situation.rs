//! Situations that are rare in play and that players often get wrong: a game can say how to set them up.

use crate::Side;

/// How a game ends for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It is won.
    Win,
    /// It is lost.
    Loss,
    /// It is drawn.
    Draw,
}

/// A kind of position to try a player in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Situation {
    /// This side is to move and has only one move, which ends the game like this for it.
    LastMove(Side, Ending),
    /// This side is to move and must pass; the other can move then.
    ForcedPass(Side),
    /// The first side is to move and has only one move: a chain of so many captures.
    Captures(usize),
    /// The first side is to move, and one of its moves leaves the second only one: to capture.
    Bait,
}

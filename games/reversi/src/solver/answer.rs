//! What a solver is asked, and what it gives back.

use std::sync::atomic::AtomicBool;

/// A square 0–63, bit 0 of the boards being a1.
pub type Square = u8;

/// When to stop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Stops soon after it becomes true.
    pub stop: Option<&'a AtomicBool>,
    /// Stops soon after so many nodes.
    pub nodes: Option<u64>,
}

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Goal {
    /// The exact margin.
    #[default]
    Exact,
    /// Who wins.
    Winner,
    /// The margin with at least this probability for each cut that is taken on trust, from 0 to 1.
    Likely(f64),
}

/// How sure an answer is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Confidence {
    /// Proved.
    Exact,
    /// Found by a selective search to the end, whose every cut holds with this probability.
    Probable(f64),
    /// A guess: the search was stopped before any search to the end was complete.
    Guess,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The margin for the side to move lies at least here: proved.
    pub lower: i32,
    /// And at most here: proved.
    pub upper: i32,
    /// The margin as far as it is known: proved if both bounds meet, otherwise the best guess.
    pub margin: i32,
    /// How sure `margin` is. For [`Goal::Winner`] it is exact as soon as the winner is proved, although `margin`
    /// is then only one of the winning (or losing) margins.
    pub confidence: Confidence,
    /// The best move as far as it is known; nothing if the side to move has none.
    pub best: Option<Square>,
    /// Best play from here on; a pass is `None`. With bounds that do not meet only its first move.
    pub line: Vec<Option<Square>>,
    /// The positions visited.
    pub nodes: u64,
    /// Whether all that was asked is known.
    pub complete: bool,
}

impl Answer {
    /// Whether the margin is proved.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// 1 if the side to move is proved to win, 0 a draw, −1 a loss; nothing if that is not known.
    pub fn winner(&self) -> Option<i32> {
        if self.lower > 0 {
            Some(1)
        } else if self.upper < 0 {
            Some(-1)
        } else if self.lower == 0 && self.upper == 0 {
            Some(0)
        } else {
            None
        }
    }
}

/// A move with what is known of it.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveAnswer {
    /// The move.
    pub square: Square,
    /// The margin after it for the side that plays it, with best play; as in [`Answer`], with the reply first
    /// in its line.
    pub answer: Answer,
}

/// How far a search has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// How sure the pass that is at work would make the answer.
    pub confidence: Confidence,
    /// The plies that the pass at work looks ahead.
    pub depth: u32,
    /// The bounds that are proved.
    pub lower: i32,
    /// See `lower`.
    pub upper: i32,
    /// The best guess at the margin.
    pub margin: i32,
    /// The best move so far.
    pub best: Option<Square>,
    /// The positions visited so far.
    pub nodes: u64,
}

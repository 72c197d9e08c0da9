//! What a seat answers when it is asked for a move, and why it may be unable to play.

use agon_core::Reason;
use agon_core::outcome::Evidence;
use std::time::Duration;

/// What a player thought of its move, as far as it said so.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// The value for the side that moved.
    pub score: Option<f64>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How many positions it looked at.
    pub nodes: Option<u64>,
    /// The processor time its program used.
    pub cpu: Option<Duration>,
}

/// Something a player did that ends its game, with what there is to show for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind.
    pub reason: Reason,
    /// The evidence.
    pub evidence: Evidence,
}

impl Fault {
    /// A fault without evidence yet.
    pub fn new(reason: Reason) -> Fault {
        Fault { reason, evidence: Evidence::default() }
    }

    /// The same with a sentence.
    pub fn explained(mut self, explanation: String) -> Fault {
        self.evidence.explanation = Some(explanation);
        self
    }
}

/// Why a seat cannot play a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setback {
    /// The player did something that ends its game.
    Fault(Fault),
    /// The machine failed, not the player: the game is to be played again. What happened, in a sentence.
    Machine(String),
}

impl From<Fault> for Setback {
    fn from(fault: Fault) -> Setback {
        Setback::Fault(fault)
    }
}

/// A seat's answer to a turn.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A move.
    Move(String, Thought),
    /// The player gives up.
    Resign,
    /// The player did something that ends its game.
    Fault(Fault),
    /// The machine failed, not the player: the game ends here without a verdict and is to be played again. What
    /// happened, in a sentence.
    MachineFault(String),
    /// The player walked away: the game ends here without a verdict.
    Leave,
}

impl From<Setback> for Answer {
    fn from(setback: Setback) -> Answer {
        match setback {
            Setback::Fault(fault) => Answer::Fault(fault),
            Setback::Machine(why) => Answer::MachineFault(why),
        }
    }
}

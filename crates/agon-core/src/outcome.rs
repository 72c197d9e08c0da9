//! How a game ended: by the rules ([`Outcome`]) and in the referee's words ([`Verdict`]).

use crate::Side;
use serde::{Deserialize, Serialize};

/// The result of a finished game by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// The first side's margin in the game's unit: discs, points, or, in the connect-four games, the stones
    /// the winner had left counting the winning one. Positive if the first side won, 0 in a draw.
    pub margin: i32,
}

impl Outcome {
    /// The outcome that a margin for the first side stands for.
    #[inline(always)]
    pub const fn from_margin(margin: i32) -> Outcome {
        let winner = match margin {
            1.. => Some(Side::First),
            0 => None,
            _ => Some(Side::Second),
        };
        Outcome { winner, margin }
    }

    /// The margin as `side` sees it.
    #[inline(always)]
    pub const fn margin_for(self, side: Side) -> i32 {
        self.margin * side.sign()
    }
}

/// Why a game ended the way it did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// By the rules of the game.
    Normal,
    /// The loser named a move that is not legal.
    IllegalMove,
    /// The loser used more time than it had.
    TimeOut,
    /// The loser's program ended with an error or was killed by a signal.
    Crash,
    /// The loser closed its connection or its output.
    Disconnect,
    /// The loser never answered and was given up on.
    Stall,
    /// The loser broke its protocol.
    ProtocolError,
    /// The loser gave up.
    Resignation,
    /// Both sides agreed on the result.
    Agreed,
    /// The result was decided from outside, for example after a limit on the number of moves.
    Adjudicated,
}

impl Reason {
    /// The reason in words that fit after "lost by" or "ended by".
    pub const fn words(self) -> &'static str {
        match self {
            Reason::Normal => "the rules",
            Reason::IllegalMove => "an illegal move",
            Reason::TimeOut => "time-out",
            Reason::Crash => "a crash",
            Reason::Disconnect => "disconnecting",
            Reason::Stall => "stalling",
            Reason::ProtocolError => "a protocol error",
            Reason::Resignation => "resignation",
            Reason::Agreed => "agreement",
            Reason::Adjudicated => "adjudication",
        }
    }

    /// Whether somebody lost by what it did, and not by the rules, by its own wish or by agreement.
    pub const fn is_fault(self) -> bool {
        match self {
            Reason::IllegalMove
            | Reason::TimeOut
            | Reason::Crash
            | Reason::Disconnect
            | Reason::Stall
            | Reason::ProtocolError => true,
            Reason::Normal | Reason::Resignation | Reason::Agreed | Reason::Adjudicated => false,
        }
    }

    /// The name used in records and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Normal => "normal",
            Reason::IllegalMove => "illegal-move",
            Reason::TimeOut => "time-out",
            Reason::Crash => "crash",
            Reason::Disconnect => "disconnect",
            Reason::Stall => "stall",
            Reason::ProtocolError => "protocol-error",
            Reason::Resignation => "resignation",
            Reason::Agreed => "agreed",
            Reason::Adjudicated => "adjudicated",
        }
    }
}

/// What the referee has to show for a verdict that is not by the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Evidence {
    /// The text the player sent, as it came, cut to a reasonable length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<String>,
    /// One sentence: what was wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    /// How many milliseconds the player took for the move that came too late or not at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took_ms: Option<u64>,
    /// How many milliseconds over its limit the player was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over_ms: Option<u64>,
    /// How its process ended: `exit status 3`, `signal 9`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<String>,
    /// The last part of its standard error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
}

/// The referee's last word on a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// The score of both sides when the game ended.
    pub score: [i32; 2],
    /// The first side's margin by the rules; 0 when the game was not played to its end.
    #[serde(default)]
    pub margin: i32,
    /// Why.
    pub reason: Reason,
    /// What supports it; empty for a normal end.
    #[serde(default)]
    pub evidence: Evidence,
}

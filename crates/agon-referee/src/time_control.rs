//! How much a player may think.

use agon_core::duration::{self, DurationError};
use agon_engine::{GameClock, Limits};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The limits of one side. Times are enforced by the referee; depth and nodes are passed on to engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TimeControl {
    /// Time for each move.
    pub per_move: Option<Duration>,
    /// Time for the whole game, and what each move adds.
    pub game: Option<(Duration, Duration)>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions a move.
    pub nodes: Option<u64>,
}

impl TimeControl {
    /// No limit at all.
    pub const NONE: TimeControl = TimeControl { per_move: None, game: None, depth: None, nodes: None };

    /// A time for each move.
    pub const fn per_move(time: Duration) -> TimeControl {
        TimeControl { per_move: Some(time), ..TimeControl::NONE }
    }

    /// The limits of both sides, as records name them: once if they are equal, not at all if there are none.
    pub(crate) fn text_of_both([a, b]: &[TimeControl; 2]) -> Option<String> {
        match (*a == TimeControl::NONE, *b == TimeControl::NONE) {
            (true, true) => None,
            _ if a == b => Some(a.to_string()),
            _ => Some(format!("{a} / {b}")),
        }
    }

    /// Reads a clock for a whole game: `5m` or `5m+2s`.
    pub fn parse_clock(text: &str) -> Result<TimeControl, DurationError> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0s"));
        let game = Some((duration::parse(time)?, duration::parse(increment)?));
        Ok(TimeControl { game, ..TimeControl::NONE })
    }

    /// The limits of one move with `remaining` left for the game.
    pub(crate) fn limits(&self, remaining: Option<Duration>) -> Limits {
        let clock =
            self.game.zip(remaining).map(|((_, increment), remaining)| GameClock { remaining, increment });
        Limits { time: self.per_move, depth: self.depth, nodes: self.nodes, clock }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(time) = self.per_move {
            parts.push(format!("{} a move", duration::text(time)));
        }
        if let Some((time, increment)) = self.game {
            parts.push(format!("{}+{}", duration::text(time), duration::text(increment)));
        }
        if let Some(depth) = self.depth {
            parts.push(format!("depth {depth}"));
        }
        if let Some(nodes) = self.nodes {
            parts.push(format!("{nodes} nodes"));
        }
        f.write_str(&if parts.is_empty() { "no limit".to_owned() } else { parts.join(", ") })
    }
}

//! How to separate players with equal points.

use serde::{Deserialize, Serialize};

/// A way to separate players with equal points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// Points in the games among those who are level, if all of them have met.
    DirectEncounter,
    /// The points of those one has beaten, and half those of whom one drew with, game by game.
    SonnebornBerger,
    /// The points of all opponents, game by game.
    Buchholz,
}

impl TieBreak {
    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            TieBreak::DirectEncounter => "direct encounter",
            TieBreak::SonnebornBerger => "Sonneborn–Berger",
            TieBreak::Buchholz => "Buchholz",
        }
    }

    /// A short name for the head of a narrow column.
    pub const fn short(self) -> &'static str {
        match self {
            TieBreak::DirectEncounter => "Direct",
            TieBreak::SonnebornBerger => "S.–B.",
            TieBreak::Buchholz => "Buchh.",
        }
    }
}

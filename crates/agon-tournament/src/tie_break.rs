//! How to separate players with equal points, or with equal wins where players are ranked by wins: then every tie-break
//! counts wins in place of points.

use super::description_error::DescriptionError;
use super::lines::Lines;
use super::rank::RankBy;
use serde::{Deserialize, Serialize};
use toml::Spanned;

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

impl TieBreak {
    /// Reads the tie-breaks of a description, in the order in which they decide; all of them if none are given.
    pub(super) fn read(
        given: Option<&Spanned<Vec<String>>>,
        lines: &Lines<'_>,
        rank: RankBy,
    ) -> Result<Vec<TieBreak>, DescriptionError> {
        // Where wins count nothing else does, unless the description says so: equal wins share a place.
        let usual = match rank {
            RankBy::Points => vec![TieBreak::DirectEncounter, TieBreak::SonnebornBerger, TieBreak::Buchholz],
            RankBy::Wins => Vec::new(),
        };
        let Some(given) = given else { return Ok(usual) };
        let named = |name: &String| match name.as_str() {
            "direct-encounter" => Ok(TieBreak::DirectEncounter),
            "sonneborn-berger" => Ok(TieBreak::SonnebornBerger),
            "buchholz" => Ok(TieBreak::Buchholz),
            _ => {
                let why = format!(
                    "there is no tie-break '{name}'; they are direct-encounter, sonneborn-berger, buchholz"
                );
                Err(lines.wrong(given.span().start, why))
            }
        };
        given.get_ref().iter().map(named).collect()
    }
}

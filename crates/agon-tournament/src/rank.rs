//! What players are ranked by.

use super::crosstable::Encounter;
use super::standings::Standing;
use serde::{Deserialize, Serialize};

/// What players are ranked by, where the format does not rank them itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RankBy {
    /// A point a win, half a point a draw.
    #[default]
    Points,
    /// The number of games won.
    Wins,
}

impl RankBy {
    /// Its name in descriptions and tables: `points`, `wins`.
    pub const fn name(self) -> &'static str {
        match self {
            RankBy::Points => "points",
            RankBy::Wins => "wins",
        }
    }

    /// What a player has of it; a bye that counts as a won meeting counts here too.
    pub fn of(self, standing: &Standing) -> f64 {
        match self {
            RankBy::Points => standing.points,
            // Drawn games are the only half points.
            RankBy::Wins => standing.points - 0.5 * standing.draws as f64,
        }
    }

    /// What the row player has of it against the other.
    pub fn against(self, encounter: &Encounter) -> f64 {
        match self {
            RankBy::Points => encounter.points,
            RankBy::Wins => encounter.results.iter().filter(|result| result.value() == 1.0).count() as f64,
        }
    }
}

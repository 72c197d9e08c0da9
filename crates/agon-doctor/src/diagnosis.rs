//! What came out of the examinations.

use super::Rule;
use agon_core::outcome::Evidence;
use serde::Serialize;

/// A rule that a player broke, and how that showed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// What the player did, as a sentence.
    pub symptom: String,
    /// How its program ended, and the end of its standard error.
    pub evidence: Evidence,
}

/// How an examination went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
pub enum Health {
    /// The player did what it should.
    Passed,
    /// It did not.
    Failed(Finding),
    /// It was not tried.
    Untried {
        /// Why not, as a sentence.
        why: String,
    },
}

/// One examination and how it went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Examined {
    /// The examination's name.
    pub name: &'static str,
    /// What was done.
    pub what: &'static str,
    /// How it went.
    #[serde(flatten)]
    pub health: Health,
}

/// The examinations of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Diagnosis {
    /// The game.
    pub game: String,
    /// The protocol: `tuc`, `connect4-9x9`, `ugi`, `nboard`, `gtp`, `four-in-a-row` or `huji`.
    pub protocol: &'static str,
    /// Each examination, in the order they were made.
    pub examinations: Vec<Examined>,
}

impl Diagnosis {
    /// What is wrong with the player.
    pub fn findings(&self) -> impl Iterator<Item = (&Examined, &Finding)> {
        self.examinations.iter().filter_map(|examined| match &examined.health {
            Health::Failed(finding) => Some((examined, finding)),
            Health::Passed | Health::Untried { .. } => None,
        })
    }

    /// Whether something was tried and nothing is wrong.
    pub fn is_healthy(&self) -> bool {
        self.findings().next().is_none()
            && self.examinations.iter().any(|examined| examined.health == Health::Passed)
    }
}

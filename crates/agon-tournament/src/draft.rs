//! A tournament that somebody puts together, key by key, and the description that comes of it.

use super::description::Description;
use super::description_error::DescriptionError;
use agon_core::Registry;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The keys of a description that can be set without an editor. What is left out has the description's own default;
/// what is wrong is found by [`Draft::describe`].
///
/// ```
/// use agon_tournament::Draft;
/// let draft: Draft = serde_json::from_str(
///     r#"{ "name": "Cup", "game": "reversi", "time": "1s", "players": [
///         { "name": "chance", "play": "random" }, { "name": "five", "play": "engine:level=5" }] }"#,
/// )
/// .unwrap();
/// let (text, cup) = draft.describe(&agon_games::registry(), ".".as_ref()).unwrap();
/// assert_eq!(cup.players.len(), 2);
/// assert!(text.contains("[[player]]"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// Its name, for titles.
    pub name: String,
    /// The game with its variant.
    pub game: String,
    /// Who meets whom: `round-robin`, `swiss` and so on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The number of rounds, where the format has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// The challengers of a gauntlet, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challengers: Option<Vec<String>>,
    /// The time for a move, `1s`; or several, at each of which the whole field plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<DraftTimes>,
    /// The time for a game, `5m+2s`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Openings in each meeting, each from both sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<u32>,
    /// Where games start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<DraftOpenings>,
    /// The seed of everything random.
    #[serde(default)]
    pub seed: u32,
    /// What players are ranked by: `points` or `wins`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<String>,
    /// What a place is worth: `none`, `first-two` and so on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonus: Option<String>,
    /// Limits beside time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<DraftLimits>,
    /// The players, in the order of their seeding.
    #[serde(rename(serialize = "player"))]
    pub players: Vec<DraftPlayer>,
}

/// One time limit, or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DraftTimes {
    /// One.
    One(String),
    /// Several.
    Several(Vec<String>),
}

/// A player of a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftPlayer {
    /// The name in tables.
    pub name: String,
    /// How it is seated, as on the command line.
    pub play: String,
}

/// Where games start. A description may also name a file; a draft may not, because whoever sends one need not be
/// allowed to read the files of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DraftOpenings {
    /// The balanced openings of the game.
    Standard,
    /// The game's own start.
    None,
}

/// Limits beside time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftLimits {
    /// A game that is longer is a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// Positions that an engine may look at for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u32>,
    /// How many games are allowed, if they are more than usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
}

impl Draft {
    /// The same draft with so many games allowed.
    #[must_use]
    pub fn allowing(&self, games: u64) -> Draft {
        let limits = DraftLimits { games: Some(games), ..self.limits.unwrap_or_default() };
        Draft { limits: Some(limits), ..self.clone() }
    }

    /// The text of the description, and what it says in a folder: programs run there.
    pub fn describe(
        &self,
        games: &Registry,
        folder: &Path,
    ) -> Result<(String, Description), DescriptionError> {
        let unwritable =
            |error: toml::ser::Error| DescriptionError::Wrong { line: 1, why: error.to_string() };
        let text = toml::to_string(self).map_err(unwritable)?;
        let description = Description::parse(&text, games, folder)?;
        description.require_folders()?;
        Ok((text, description))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.
mod tests {
    use super::*;

    fn draft() -> Draft {
        let player = |name: &str, play: &str| DraftPlayer { name: name.into(), play: play.into() };
        Draft {
            name: "Cup \"of\"\nthe year".into(),
            game: "four-in-a-row".into(),
            format: Some("gauntlet".into()),
            challengers: Some(vec!["b".into()]),
            clock: Some("5m+2s".into()),
            repeats: Some(3),
            openings: Some(DraftOpenings::None),
            seed: 7,
            limits: Some(DraftLimits { moves: Some(60), ..DraftLimits::default() }),
            players: vec![player("a", "random"), player("b", "engine:level=2"), player("c", "random:seed=4")],
            ..Draft::default()
        }
    }

    #[test]
    fn what_was_put_together_is_what_is_described() {
        let (text, description) = draft().describe(&agon_games::registry(), ".".as_ref()).unwrap();
        assert_eq!(description.name, "Cup \"of\"\nthe year");
        assert_eq!(description.format.kind.name(), "gauntlet");
        assert_eq!((description.repeats, description.seed, description.longest), (3, 7, Some(60)));
        assert_eq!(description.clocks[0].to_string(), "5m+2s");
        assert_eq!(description.players[2].play, draft().players[2].play);
        let again = Description::parse(&text, &agon_games::registry(), ".".as_ref()).unwrap();
        assert_eq!(again.fingerprint, description.fingerprint);
    }

    #[test]
    fn what_is_wrong_is_said_and_files_cannot_be_named() {
        let wrong = Draft { format: Some("duel".into()), ..draft() };
        let told = wrong.describe(&agon_games::registry(), ".".as_ref()).err().unwrap().to_string();
        assert!(told.contains("format cannot be 'duel'"), "{told}");
        let file = r#"{"name":"x","game":"reversi","openings":"/etc/passwd","players":[]}"#;
        assert!(serde_json::from_str::<Draft>(file).is_err());
    }
}

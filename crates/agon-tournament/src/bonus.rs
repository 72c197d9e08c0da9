//! What a course gives for a place.

use super::description_error::DescriptionError;
use super::lines::Lines;
use serde::{Deserialize, Serialize};
use toml::Spanned;

/// A bonus rule, as the courses have them. Players who share a place get what that place gets.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BonusRule {
    /// No bonus.
    #[default]
    None,
    /// The first gets 10 %, the second 5 %.
    FirstTwo,
    /// From 20 % for the first down to 0 % for the last, in equal steps.
    Linear,
    /// The top 5 get 12 points, the top 20 get 7.
    TopTwenty,
    /// So many points for the best so many, the fewest players first.
    Top(Vec<Step>),
}

/// So many points for the best so many.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// How many players are among the best.
    pub top: u32,
    /// What each of them gets.
    pub points: f64,
}

/// The rules that have names.
const NAMED: [(&str, BonusRule); 4] = [
    ("none", BonusRule::None),
    ("first-two", BonusRule::FirstTwo),
    ("linear", BonusRule::Linear),
    ("top-twenty", BonusRule::TopTwenty),
];

/// The steps of `top-twenty`.
const TOP_TWENTY: [Step; 2] = [Step { top: 5, points: 12.0 }, Step { top: 20, points: 7.0 }];

/// A bonus as it is written in a description.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a rule's name in quotes, or a list such as [{ top = 5, points = 12 }]")]
pub(super) enum RawBonus {
    Name(String),
    Steps(Vec<Step>),
}

impl BonusRule {
    /// Reads the key of a description.
    pub(super) fn read(
        given: Option<&Spanned<RawBonus>>,
        lines: &Lines<'_>,
    ) -> Result<BonusRule, DescriptionError> {
        let Some(given) = given else { return Ok(BonusRule::None) };
        let wrong = |why: String| lines.wrong(given.span().start, why);
        match given.get_ref() {
            RawBonus::Name(word) => {
                let names = NAMED.map(|(name, _)| name).join(", ");
                let found = NAMED.into_iter().find(|(name, _)| name == word);
                let rule = found.map(|(_, rule)| rule);
                rule.ok_or_else(|| {
                    wrong(format!("bonus cannot be '{word}'; it is one of {names}, or a list"))
                })
            }
            RawBonus::Steps(steps) => {
                let rising =
                    steps.is_sorted_by(|a, b| a.top < b.top) && steps.iter().all(|step| step.top > 0);
                if steps.is_empty() || !rising {
                    let why = "bonus: each step has more players than the one before, as in [{ top = 5, points = 12 }, { top = 20, points = 7 }]";
                    return Err(wrong(why.to_owned()));
                }
                if steps.iter().any(|step| !step.points.is_finite()) {
                    return Err(wrong("bonus: points are a number".to_owned()));
                }
                Ok(BonusRule::Top(steps.clone()))
            }
        }
    }

    fn steps(&self) -> &[Step] {
        match self {
            BonusRule::TopTwenty => &TOP_TWENTY,
            BonusRule::Top(steps) => steps,
            BonusRule::None | BonusRule::FirstTwo | BonusRule::Linear => &[],
        }
    }

    /// The bonus of a place (from 1) among `players`.
    ///
    /// ```
    /// use agon_tournament::bonus::BonusRule;
    /// assert_eq!(BonusRule::Linear.of(2, 5), 15.0);
    /// ```
    pub fn of(&self, place: usize, players: usize) -> f64 {
        match self {
            BonusRule::FirstTwo => [10.0, 5.0].get(place.wrapping_sub(1)).copied().unwrap_or(0.0),
            BonusRule::Linear if players < 2 => 20.0,
            BonusRule::Linear => 20.0 * players.saturating_sub(place) as f64 / (players - 1) as f64,
            _ => {
                let step = self.steps().iter().find(|step| place <= step.top as usize);
                step.map_or(0.0, |step| step.points)
            }
        }
    }

    /// The unit of the bonus.
    pub const fn unit(&self) -> &'static str {
        match self {
            BonusRule::None => "",
            BonusRule::FirstTwo | BonusRule::Linear => "%",
            BonusRule::TopTwenty | BonusRule::Top(_) => "points",
        }
    }

    /// The rule in words.
    pub fn words(&self) -> String {
        match self {
            BonusRule::None => "none".to_owned(),
            BonusRule::FirstTwo => "10 % for the first, 5 % for the second".to_owned(),
            BonusRule::Linear => "from 20 % for the first down to 0 % for the last".to_owned(),
            BonusRule::TopTwenty | BonusRule::Top(_) => {
                let step = |(i, Step { top, points }): (usize, &Step)| {
                    let unit = if i == 0 { " points" } else { "" };
                    format!("{points}{unit} for the top {top}")
                };
                self.steps().iter().enumerate().map(step).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_get_what_the_courses_give() {
        let given = |rule: BonusRule, players: usize| -> Vec<f64> {
            (1..=players).map(|place| rule.of(place, players)).collect()
        };
        assert_eq!(given(BonusRule::None, 3), [0.0; 3]);
        assert_eq!(given(BonusRule::FirstTwo, 4), [10.0, 5.0, 0.0, 0.0]);
        assert_eq!(given(BonusRule::Linear, 5), [20.0, 15.0, 10.0, 5.0, 0.0]);
        let top = given(BonusRule::TopTwenty, 22);
        assert_eq!((top[0], top[4], top[5], top[19], top[20]), (12.0, 12.0, 7.0, 7.0, 0.0));
        assert_eq!(BonusRule::Linear.of(1, 1), 20.0);
        let own = BonusRule::Top(vec![Step { top: 1, points: 3.0 }, Step { top: 3, points: 0.5 }]);
        assert_eq!(own.words(), "3 points for the top 1, 0.5 for the top 3");
        assert_eq!(BonusRule::TopTwenty.words(), "12 points for the top 5, 7 for the top 20");
        assert_eq!(given(own, 4), [3.0, 0.5, 0.5, 0.0]);
    }
}

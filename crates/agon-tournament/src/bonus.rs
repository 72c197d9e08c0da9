//! What a course gives for a place.

use serde::{Deserialize, Serialize};

/// A bonus rule, as the courses have them. Players who share a place get what that place gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
}

impl BonusRule {
    /// The bonus of a place (from 1) among `players`.
    ///
    /// ```
    /// use agon_tournament::bonus::BonusRule;
    /// assert_eq!(BonusRule::Linear.of(2, 5), 15.0);
    /// ```
    pub fn of(self, place: usize, players: usize) -> f64 {
        match self {
            BonusRule::None => 0.0,
            BonusRule::FirstTwo => [10.0, 5.0].get(place.wrapping_sub(1)).copied().unwrap_or(0.0),
            BonusRule::Linear if players < 2 => 20.0,
            BonusRule::Linear => 20.0 * players.saturating_sub(place) as f64 / (players - 1) as f64,
            BonusRule::TopTwenty if place <= 5 => 12.0,
            BonusRule::TopTwenty if place <= 20 => 7.0,
            BonusRule::TopTwenty => 0.0,
        }
    }

    /// The unit of the bonus.
    pub const fn unit(self) -> &'static str {
        match self {
            BonusRule::None => "",
            BonusRule::FirstTwo | BonusRule::Linear => "%",
            BonusRule::TopTwenty => "points",
        }
    }

    /// The rule in words.
    pub const fn words(self) -> &'static str {
        match self {
            BonusRule::None => "none",
            BonusRule::FirstTwo => "10 % for the first, 5 % for the second",
            BonusRule::Linear => "from 20 % for the first down to 0 % for the last",
            BonusRule::TopTwenty => "12 points for the top 5, 7 for the top 20",
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
    }
}

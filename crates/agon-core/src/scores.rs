//! What the numbers of a game mean: its unit, what a score counts, what a margin is.

use serde::Serialize;

/// What the scores and margins of a game are.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Scores {
    /// The unit of scores and margins, in the plural: `discs`, `points`.
    pub unit: &'static str,
    /// Whether each side has a number of them that people want to see; otherwise a score only says who won.
    pub counted: bool,
    /// Whether a margin is a distance: the earlier a game was won, the larger it is.
    pub distance: bool,
    /// How many units ahead feel like a likely win: the scale on which an estimate becomes an expectation.
    pub clear_lead: f64,
}

impl Scores {
    /// The scale of games that say nothing of their own.
    const USUAL_LEAD: f64 = 1.5;

    /// A game in which both sides count something and the margin is the difference.
    pub const fn counted(unit: &'static str) -> Scores {
        Scores { unit, counted: true, distance: false, clear_lead: Scores::USUAL_LEAD }
    }

    /// A game in which only the winner counts.
    pub const fn won(unit: &'static str) -> Scores {
        Scores { counted: false, ..Scores::counted(unit) }
    }

    /// A game in which only the winner counts, and the margin says how early it won.
    pub const fn by_distance(unit: &'static str) -> Scores {
        Scores { distance: true, ..Scores::won(unit) }
    }

    /// The same with another [`clear_lead`](Self::clear_lead).
    pub const fn clear_lead(self, clear_lead: f64) -> Scores {
        Scores { clear_lead, ..self }
    }

    /// Both scores in words, `40 to 24 discs`; nothing where only the winner counts.
    pub fn words(&self, [first, second]: [i32; 2]) -> Option<String> {
        self.counted.then(|| format!("{first} to {second} {}", self.unit))
    }
}

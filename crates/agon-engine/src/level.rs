//! Levels: opponents of known strength, the same on every machine.
//!
//! A level is limited by depth or nodes, never by time, and searches with one thread and an empty table for
//! every move: its choice depends on the position and the seed alone. Weak levels see the value of every move
//! through seeded noise and now and then play any legal move.

use agon_core::Dice;
use agon_core::position::mix;
use agon_search::{Score, score};
use serde::Serialize;

/// An opponent by name: `1` to `10`, or a frozen one such as `novice`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Level {
    /// The name after `level=`.
    pub name: &'static str,
    /// What to expect of it, in a few words.
    pub about: &'static str,
    /// Its evaluation; nothing for the game's default.
    pub eval: Option<&'static str>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// How far the value of a move may be misjudged, in hundredths of the unit.
    pub noise: Score,
    /// How many moves in a thousand are played without thinking.
    pub blunders: u32,
    /// Search settings that differ from the default.
    pub settings: &'static [(&'static str, &'static str)],
    /// Whether a seed chooses among equally good moves; without a seed it is the first of them.
    pub seeded_ties: bool,
}

impl Level {
    /// A level by depth.
    pub const fn by_depth(name: &'static str, about: &'static str, depth: u32) -> Level {
        Level { depth: Some(depth), ..Level::unlimited(name, about) }
    }

    /// A level by nodes.
    pub const fn by_nodes(name: &'static str, about: &'static str, nodes: u64) -> Level {
        Level { nodes: Some(nodes), ..Level::unlimited(name, about) }
    }

    const fn unlimited(name: &'static str, about: &'static str) -> Level {
        Level {
            name,
            about,
            eval: None,
            depth: None,
            nodes: None,
            noise: 0,
            blunders: 0,
            settings: &[],
            seeded_ties: false,
        }
    }

    /// The same, misjudging moves by up to `noise` and playing `blunders` in a thousand without thinking.
    pub const fn careless(self, noise: Score, blunders: u32) -> Level {
        Level { noise, blunders, ..self }
    }

    /// The same with another evaluation.
    pub const fn with_eval(self, eval: &'static str) -> Level {
        Level { eval: Some(eval), ..self }
    }

    /// The same with other search settings.
    pub const fn with_settings(self, settings: &'static [(&'static str, &'static str)]) -> Level {
        Level { settings, ..self }
    }

    /// The same, with a seed choosing among equally good moves.
    pub const fn seeded_ties(self) -> Level {
        Level { seeded_ties: true, ..self }
    }
}

/// The levels of a game that has no table of its own.
pub const LEVELS: &[Level] = &[
    Level::by_depth("1", "a beginner who blunders", 1).careless(400, 150),
    Level::by_depth("2", "looks one move ahead, carelessly", 2).careless(250, 80),
    Level::by_depth("3", "looks two moves ahead", 2).careless(120, 30),
    Level::by_depth("4", "sees simple tactics", 3).careless(60, 0),
    Level::by_nodes("5", "sees tactics", 2_000),
    Level::by_nodes("6", "a good casual player", 8_000),
    Level::by_nodes("7", "a club player", 30_000),
    Level::by_nodes("8", "a strong club player", 120_000),
    Level::by_nodes("9", "an expert", 500_000),
    Level::by_nodes("10", "full strength", 2_000_000),
];

/// How careless an engine is, with the seed its mistakes come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Carelessness {
    pub(crate) noise: Score,
    pub(crate) blunders: u32,
    pub(crate) seed: u64,
    /// Whether the seed chooses among equally good moves.
    pub(crate) ties: bool,
}

/// What separates a proven win from the estimates when a careless player compares them, in noises.
const PROVEN_NOISES: Score = 3;

impl Carelessness {
    pub(crate) fn is_any(&self) -> bool {
        self.noise > 0 || self.blunders > 0 || self.ties
    }

    fn dice(&self, key: u64, part: u64) -> Dice {
        Dice::new(Dice::derive(self.seed ^ mix(key), part))
    }

    /// The number of a move played without thinking, if this is the moment for one.
    pub(crate) fn blunder(&self, key: u64, moves: usize) -> Option<usize> {
        let mut dice = self.dice(key, 0);
        (dice.below(1000) < u64::from(self.blunders)).then(|| dice.below(moves.max(1) as u64) as usize)
    }

    /// The number of the move to take among `count` equally good ones.
    pub(crate) fn tie(&self, key: u64, count: usize) -> usize {
        if self.ties { self.dice(key, u64::MAX).below(count.max(1) as u64) as usize } else { 0 }
    }

    /// A move's value as a careless player sees it; `index` is its number in generator order.
    pub(crate) fn misjudged(&self, key: u64, index: usize, value: Score) -> Score {
        if self.noise == 0 {
            return value;
        }
        let mut dice = self.dice(key, index as u64 + 1);
        let mut throw = || dice.below(u64::from(self.noise.unsigned_abs()) + 1) as Score;
        // The difference of two throws: small errors are more likely than large ones.
        let error = throw() - throw();
        let value = match score::proven_margin(value) {
            Some(margin) if value > 0 => PROVEN_NOISES * self.noise + 100 * margin,
            Some(margin) => 100 * margin - PROVEN_NOISES * self.noise,
            None => value,
        };
        value + error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_come_from_seed_and_position_alone() {
        let careless = Carelessness { noise: 300, blunders: 500, seed: 7, ties: false };
        for key in 0..200 {
            assert_eq!(careless.blunder(key, 9), careless.blunder(key, 9));
            assert_eq!(careless.misjudged(key, 3, 50), careless.misjudged(key, 3, 50));
            assert!((careless.misjudged(key, 3, 50) - 50).abs() <= 300);
        }
        let blunders = (0..1000).filter(|&key| careless.blunder(key, 9).is_some()).count();
        assert!((400..600).contains(&blunders), "{blunders}");
    }

    #[test]
    fn the_careful_see_things_as_they_are() {
        let careful = Carelessness::default();
        assert!(!careful.is_any());
        assert_eq!(careful.blunder(5, 9), None);
        assert_eq!(careful.misjudged(5, 1, 42), 42);
    }

    #[test]
    fn levels_are_named_one_to_ten() {
        let names: Vec<_> = LEVELS.iter().map(|level| level.name.to_owned()).collect();
        assert_eq!(names, (1..=10).map(|n| n.to_string()).collect::<Vec<_>>());
        assert!(LEVELS.iter().all(|level| level.depth.is_some() != level.nodes.is_some()));
    }
}

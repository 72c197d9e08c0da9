//! Who did what against whom.

use super::results::Meeting;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// The most players whose crosstable is written out: it has a field for each two of them.
pub const MOST_SHOWN: usize = 500;

/// What a player got in one game: 0, ½ or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePoints {
    halves: u8,
}

impl GamePoints {
    /// As a number.
    pub fn value(self) -> f64 {
        f64::from(self.halves) / 2.0
    }
}

impl Serialize for GamePoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.value())
    }
}

/// What happened between two players.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Encounter {
    /// The row player's points.
    pub points: f64,
    /// The row player's results, game by game.
    pub results: Vec<GamePoints>,
}

impl Encounter {
    const NONE: &'static Encounter = &Encounter { points: 0.0, results: Vec::new() };
}

/// What every player did against every other, by their numbers. It holds those who have met and nothing of the others;
/// written out it is a full table, and an empty one for more than [`MOST_SHOWN`] players.
#[derive(Clone, Debug, PartialEq)]
pub struct Crosstable {
    rows: Vec<BTreeMap<usize, Encounter>>,
}

impl Crosstable {
    /// The table of some meetings, in order.
    pub(crate) fn of<'a>(players: usize, meetings: impl Iterator<Item = &'a Meeting>) -> Crosstable {
        let mut rows: Vec<BTreeMap<usize, Encounter>> = vec![BTreeMap::new(); players];
        for meeting in meetings {
            let ([a, b], [mine, theirs]) = (meeting.players, meeting.points());
            let forth = rows[a].entry(b).or_default();
            forth.points += mine;
            forth.results.extend(meeting.halves().map(|halves| GamePoints { halves }));
            let back = rows[b].entry(a).or_default();
            back.points += theirs;
            back.results.extend(meeting.halves().map(|halves| GamePoints { halves: 2 - halves }));
        }
        Crosstable { rows }
    }

    /// What a player did against another.
    pub fn encounter(&self, player: usize, other: usize) -> &Encounter {
        self.rows.get(player).and_then(|row| row.get(&other)).unwrap_or(Encounter::NONE)
    }

    /// Everybody whom a player has met, with what it did against them.
    pub fn met(&self, player: usize) -> impl Iterator<Item = (usize, &Encounter)> {
        self.rows.get(player).into_iter().flatten().map(|(&other, encounter)| (other, encounter))
    }

    /// How many players it is about.
    pub fn players(&self) -> usize {
        self.rows.len()
    }
}

impl Serialize for Crosstable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shown = if self.players() > MOST_SHOWN { 0 } else { self.players() };
        serializer.collect_seq((0..shown).map(|player| Line { table: self, player }))
    }
}

/// One player's line of the table, in full.
struct Line<'a> {
    table: &'a Crosstable,
    player: usize,
}

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_seq((0..self.table.players()).map(|other| self.table.encounter(self.player, other)))
    }
}

//! What the games of a tournament add up to, in a few bytes a game: whole games are in the store alone.

use super::schedule::{GameId, PairingId, Row, seating};
use std::collections::BTreeMap;

/// A game that has not been played; other values are one more than the half points of the first player.
const UNPLAYED: u8 = 0;

/// The games of one meeting so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Meeting {
    /// Who meets; who starts in even games is first.
    pub(crate) players: [usize; 2],
    /// One byte for each game by its number.
    games: Vec<u8>,
    /// How games ended: won by the side that started, drawn, lost by it; of the even games, and of the odd ones.
    ends: [[u32; 3]; 2],
    /// How often each of the players lost for which reason.
    lost_by: Vec<(usize, String, usize)>,
    /// The nanoseconds that each of the players thought. Whole numbers, so that their sum does not depend on the
    /// order in which games end.
    thought: [u64; 2],
}

impl Meeting {
    fn new(players: [usize; 2]) -> Meeting {
        Meeting { players, games: Vec::new(), ends: [[0; 3]; 2], lost_by: Vec::new(), thought: [0; 2] }
    }

    fn knows(&self, game: u32) -> bool {
        self.games.get(game as usize).is_some_and(|&state| state != UNPLAYED)
    }

    fn add(&mut self, row: &Row) {
        let index = row.id.game as usize;
        if self.games.len() <= index {
            self.games.resize(index + 1, UNPLAYED);
        }
        let halves = (2.0 * row.points(self.players[0]).unwrap_or(0.0)) as u8;
        self.games[index] = halves + 1;
        self.ends[index % 2][row.winner.map_or(1, |side| 2 * side.index())] += 1;
        for (place, player) in self.players.into_iter().enumerate() {
            if let Some(side) = row.side(player) {
                self.thought[place] += (row.ms[side] * 1e6).round() as u64;
            }
        }
        if let Some(loser) = row.loser() {
            let place = usize::from(loser != self.players[0]);
            match self.lost_by.iter_mut().find(|(of, reason, _)| *of == place && *reason == row.reason) {
                Some((_, _, count)) => *count += 1,
                None => self.lost_by.push((place, row.reason.clone(), 1)),
            }
        }
    }

    /// How many games have been played.
    pub(crate) fn played(&self) -> u32 {
        self.ends.iter().flatten().sum()
    }

    /// One more than the highest number of a game that has been played.
    pub(crate) fn length(&self) -> u32 {
        self.games.len() as u32
    }

    /// The points of each player so far.
    pub(crate) fn points(&self) -> [f64; 2] {
        let [[won, drawn, lost], [won_by_second, drawn_too, lost_by_second]] =
            self.ends.map(|e| e.map(f64::from));
        let level = 0.5 * (drawn + drawn_too);
        [won + lost_by_second + level, lost + won_by_second + level]
    }

    /// The half points of the first player, game by game.
    pub(crate) fn halves(&self) -> impl Iterator<Item = u8> {
        self.games.iter().filter(|&&state| state != UNPLAYED).map(|state| state - 1)
    }

    /// How games ended, with the side that started first: won by it, drawn, lost by it.
    pub(crate) fn ends(&self) -> [([usize; 2], [u32; 3]); 2] {
        [0, 1].map(|game| (seating(self.players, game), self.ends[game as usize]))
    }

    /// How often a player, by its place in the meeting, lost for which reason.
    pub(crate) fn lost_by(&self, place: usize) -> impl Iterator<Item = (&str, usize)> {
        self.lost_by.iter().filter(move |(of, _, _)| *of == place).map(|(_, reason, n)| (reason.as_str(), *n))
    }

    /// The nanoseconds that a player, by its place in the meeting, thought.
    pub(crate) fn nanoseconds(&self, place: usize) -> u64 {
        self.thought[place]
    }
}

/// What has been played, meeting by meeting.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Results {
    meetings: BTreeMap<PairingId, Meeting>,
    played: usize,
}

impl Results {
    /// Counts a game; says whether it is new.
    pub(crate) fn add(&mut self, row: &Row) -> bool {
        // Who has the first seat in an odd game is the second of the meeting.
        let players = seating(row.players, row.id.game);
        let meeting = self.meetings.entry(row.id.pairing).or_insert_with(|| Meeting::new(players));
        if meeting.knows(row.id.game) || meeting.players != players {
            return false;
        }
        meeting.add(row);
        self.played += 1;
        true
    }

    /// How many games have been played.
    pub(crate) fn played(&self) -> usize {
        self.played
    }

    /// Whether a game has been played.
    pub(crate) fn knows(&self, id: GameId) -> bool {
        self.meetings.get(&id.pairing).is_some_and(|meeting| meeting.knows(id.game))
    }

    /// A meeting of which at least one game has been played.
    pub(crate) fn meeting(&self, pairing: PairingId) -> Option<&Meeting> {
        self.meetings.get(&pairing)
    }

    /// All meetings of one time limit, or of all together, in order.
    pub(crate) fn meetings(&self, clock: Option<usize>) -> impl Iterator<Item = (&PairingId, &Meeting)> {
        self.meetings.iter().filter(move |(id, _)| clock.is_none_or(|clock| id.clock as usize == clock))
    }

    /// Forgets a meeting between other players than those who meet there.
    pub(crate) fn keep_only(&mut self, pairing: PairingId, players: [usize; 2]) {
        if self.meetings.get(&pairing).is_some_and(|meeting| meeting.players != players)
            && let Some(foreign) = self.meetings.remove(&pairing)
        {
            self.played -= foreign.played() as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Side;

    fn row(game: u32, players: [usize; 2], winner: Option<Side>) -> Row {
        let id = GameId { pairing: PairingId { clock: 0, round: 0, board: 0 }, game };
        Row { id, players, winner, reason: "normal".to_owned(), moves: 9, ms: [0.1, 0.2] }
    }

    #[test]
    fn games_in_any_order_add_up_to_the_same() {
        let rows = [
            row(0, [3, 5], Some(Side::First)),
            row(1, [5, 3], Some(Side::First)),
            row(2, [3, 5], None),
            row(5, [5, 3], Some(Side::Second)),
        ];
        let (mut there, mut back) = (Results::default(), Results::default());
        assert!(rows.iter().all(|row| there.add(row)) && rows.iter().rev().all(|row| back.add(row)));
        assert!(!there.add(&rows[1]), "a game counts once");
        assert_eq!(there, back);
        let meeting = there.meeting(rows[0].id.pairing).cloned().unwrap_or_else(|| Meeting::new([0, 0]));
        assert_eq!((meeting.players, meeting.points(), meeting.played()), ([3, 5], [2.5, 1.5], 4));
        assert_eq!(meeting.halves().collect::<Vec<_>>(), [2, 0, 1, 2]);
        assert_eq!(meeting.ends(), [([3, 5], [1, 1, 0]), ([5, 3], [1, 0, 1])]);
        assert_eq!(meeting.lost_by(0).collect::<Vec<_>>(), [("normal", 1)]);
        assert_eq!(meeting.lost_by(1).collect::<Vec<_>>(), [("normal", 2)]);
        assert!(!there.knows(row(3, [5, 3], None).id));
    }

    #[test]
    fn a_meeting_of_others_is_forgotten() {
        let mut results = Results::default();
        results.add(&row(0, [3, 5], None));
        results.keep_only(row(0, [0; 2], None).id.pairing, [3, 5]);
        assert_eq!(results.played(), 1);
        results.keep_only(row(0, [0; 2], None).id.pairing, [3, 4]);
        assert_eq!(results.played(), 0);
    }
}

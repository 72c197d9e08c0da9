//! Who meets whom. Every format is a pure function of the number of players and of the rounds that are complete, so
//! the meetings of a tournament need not be kept: they follow from its results.

mod knockout;
mod ladder;
mod round_robin;
mod swiss;

pub use knockout::{EXTRA_PAIRS, survived};
pub use ladder::order as ladder_order;

use serde::Serialize;

/// The kinds of tournaments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatKind {
    /// Everybody meets everybody once.
    #[default]
    RoundRobin,
    /// Everybody meets everybody twice, the second time with the sides exchanged.
    DoubleRoundRobin,
    /// A few challengers meet everybody else.
    Gauntlet,
    /// A few rounds, in each of which players with like points meet who have not met before.
    Swiss,
    /// Who loses is out.
    Knockout,
    /// Neighbours meet again and again; who beats the player above changes places with it.
    Ladder,
}

impl FormatKind {
    /// All of them.
    pub const ALL: &'static [FormatKind] = &[
        FormatKind::RoundRobin,
        FormatKind::DoubleRoundRobin,
        FormatKind::Gauntlet,
        FormatKind::Swiss,
        FormatKind::Knockout,
        FormatKind::Ladder,
    ];

    /// The name in the description.
    pub const fn name(self) -> &'static str {
        match self {
            FormatKind::RoundRobin => "round-robin",
            FormatKind::DoubleRoundRobin => "double-round-robin",
            FormatKind::Gauntlet => "gauntlet",
            FormatKind::Swiss => "swiss",
            FormatKind::Knockout => "knockout",
            FormatKind::Ladder => "ladder",
        }
    }

    /// The name for titles.
    pub const fn title(self) -> &'static str {
        match self {
            FormatKind::RoundRobin => "Round robin",
            FormatKind::DoubleRoundRobin => "Double round robin",
            FormatKind::Gauntlet => "Gauntlet",
            FormatKind::Swiss => "Swiss system",
            FormatKind::Knockout => "Knockout",
            FormatKind::Ladder => "Ladder",
        }
    }

    /// Whether the number of rounds can be set.
    pub const fn has_rounds(self) -> bool {
        matches!(self, FormatKind::Swiss | FormatKind::Ladder)
    }

    /// Whether places follow from the format itself and not from points or wins.
    pub const fn ranks_itself(self) -> bool {
        matches!(self, FormatKind::Knockout | FormatKind::Ladder)
    }

    /// Whether a round depends on the results of those before it.
    pub const fn needs_results(self) -> bool {
        matches!(self, FormatKind::Swiss | FormatKind::Knockout | FormatKind::Ladder)
    }
}

/// Whether a meeting has each opening from both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// A pair of games with the sides exchanged.
    #[default]
    Both,
    /// One game; who starts is shared out evenly over the tournament.
    Alternate,
}

impl Sides {
    /// How many games a repeat has.
    pub const fn games(self) -> u32 {
        match self {
            Sides::Both => 2,
            Sides::Alternate => 1,
        }
    }
}

/// A round: who meets whom, and who gets through without playing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The meetings, by the players' numbers; who starts in the first game is first.
    pub meetings: Vec<[usize; 2]>,
    /// Who gets the points of a meeting, or the next round, without playing.
    pub byes: Vec<usize>,
}

/// A meeting that is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// Who met.
    pub players: [usize; 2],
    /// The points of each.
    pub points: [f64; 2],
}

/// A round that is over.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayedRound {
    /// Its meetings.
    pub meetings: Vec<Played>,
    /// Its byes.
    pub byes: Vec<usize>,
}

/// The format of a tournament with what it needs to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Format {
    /// The kind.
    pub kind: FormatKind,
    /// How many rounds, where that can be set; nothing for a ladder without end.
    pub rounds: Option<u32>,
    /// The challengers of a gauntlet.
    pub challengers: Vec<usize>,
    /// How many players there are.
    pub players: usize,
}

impl Format {
    /// A format; what was not given gets its usual value.
    pub fn new(kind: FormatKind, rounds: Option<u32>, challengers: Vec<usize>, players: usize) -> Format {
        let rounds = match kind {
            FormatKind::Swiss => rounds.or(Some(usual_rounds(players))),
            _ => rounds,
        };
        let challengers = match kind {
            FormatKind::Gauntlet if challengers.is_empty() => vec![0],
            _ => challengers,
        };
        Format { kind, rounds, challengers, players }
    }

    /// Round `number` (from 0), or nothing if there is no such round. Formats that need results look at `history`,
    /// which then holds every round before this one.
    pub fn round(&self, number: usize, history: &[PlayedRound]) -> Option<Round> {
        if self.rounds.is_some_and(|rounds| number >= rounds as usize) {
            return None;
        }
        match self.kind {
            FormatKind::RoundRobin => round_robin::round(self.players, number, 1),
            FormatKind::DoubleRoundRobin => round_robin::round(self.players, number, 2),
            FormatKind::Gauntlet => round_robin::gauntlet(self.players, &self.challengers, number),
            FormatKind::Swiss => Some(swiss::round(self.players, history)),
            FormatKind::Knockout => knockout::round(self.players, history),
            FormatKind::Ladder => Some(ladder::round(self.players, history)),
        }
    }

    /// How many pairs may be added to a meeting that ended level.
    pub fn extra_pairs(&self) -> u32 {
        if self.kind == FormatKind::Knockout { EXTRA_PAIRS } else { 0 }
    }

    /// How many meetings there are in all, where that is known beforehand.
    pub fn meetings(&self) -> Option<usize> {
        let n = self.players;
        match self.kind {
            FormatKind::RoundRobin => Some(n * (n - 1) / 2),
            FormatKind::DoubleRoundRobin => Some(n * (n - 1)),
            FormatKind::Gauntlet => Some(self.challengers.len() * (n - self.challengers.len())),
            FormatKind::Swiss => self.rounds.map(|rounds| rounds as usize * (n / 2)),
            FormatKind::Knockout => Some(n - 1),
            FormatKind::Ladder if n == 2 => self.rounds.map(|rounds| rounds as usize),
            FormatKind::Ladder => {
                let per_two_rounds = n / 2 + (n - 1) / 2;
                self.rounds.map(|r| r as usize / 2 * per_two_rounds + r as usize % 2 * (n / 2))
            }
        }
    }
}

/// Enough rounds to tell the best from the rest.
fn usual_rounds(players: usize) -> u32 {
    players.next_power_of_two().trailing_zeros().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_meetings_is_foreseen() {
        for kind in FormatKind::ALL {
            for players in 2..12 {
                let format = Format::new(*kind, kind.has_rounds().then_some(3), vec![], players);
                let mut history = Vec::new();
                while let Some(round) = format.round(history.len(), &history) {
                    let won = |&players: &[usize; 2]| Played { players, points: [1.0, 0.0] };
                    let meetings = round.meetings.iter().map(won).collect();
                    history.push(PlayedRound { meetings, byes: round.byes });
                }
                let played: usize = history.iter().map(|round| round.meetings.len()).sum();
                assert_eq!(Some(played), format.meetings(), "{kind:?} with {players}");
            }
        }
    }
}

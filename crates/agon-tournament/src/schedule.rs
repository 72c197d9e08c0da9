//! The meetings of a tournament and what of them is still to be played.
//!
//! Nothing here is kept anywhere: the schedule follows from the description and the rows. The same rows give the same
//! schedule, whenever and in whatever order they came.

use super::description::Description;
use super::format::{Played, PlayedRound, Round};
use agon_core::{Dice, Record, Side};
pub use agon_referee::workforce::{GameId, PairTask, PairingId};
use std::collections::{BTreeMap, VecDeque};

/// What a finished game means for tables; its whole record is in the store.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Which game.
    pub id: GameId,
    /// The players, the side that started first.
    pub players: [usize; 2],
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why it ended, by the name of the reason.
    pub reason: String,
    /// How many moves it had.
    pub moves: usize,
    /// How long each side thought, in milliseconds.
    pub ms: [f64; 2],
}

impl Row {
    /// A row from the record of a finished game and the time each side used; nothing while there is no verdict.
    pub fn of(id: GameId, players: [usize; 2], record: &Record, ms: [f64; 2]) -> Option<Row> {
        let verdict = record.verdict.as_ref()?;
        Some(Row {
            id,
            players,
            winner: verdict.winner,
            reason: verdict.reason.name().to_owned(),
            moves: record.moves.len(),
            ms,
        })
    }

    /// A player's points, if it played: a point a win, half a point a draw.
    pub fn points(&self, player: usize) -> Option<f64> {
        let side = self.side(player)?;
        Some(self.winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 }))
    }

    /// Which side a player had.
    pub fn side(&self, player: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.players[side] == player)
    }

    /// The player who lost.
    pub fn loser(&self) -> Option<usize> {
        self.winner.map(|winner| self.players[!winner])
    }
}

/// The meetings of one time limit, round by round.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The rounds that are known.
    pub rounds: Vec<Round>,
    /// The results of the rounds that are complete, from the first on.
    pub history: Vec<PlayedRound>,
}

/// A tournament's meetings, with what is done and what is to do.
pub struct Schedule {
    description: Description,
    rows: BTreeMap<GameId, Row>,
    sections: Vec<Section>,
    waiting: VecDeque<PairTask>,
    /// The meetings that are not over, with the number of games each needs as far as is known.
    open: BTreeMap<PairingId, u32>,
}

impl Schedule {
    /// The schedule after some games; rows that belong to no meeting of this tournament are left out.
    pub fn new(description: &Description, rows: impl IntoIterator<Item = Row>) -> Schedule {
        let mut schedule = Schedule {
            description: description.clone(),
            rows: rows.into_iter().map(|row| (row.id, row)).collect(),
            sections: vec![Section::default(); description.clocks.len()],
            waiting: VecDeque::new(),
            open: BTreeMap::new(),
        };
        for clock in 0..schedule.sections.len() {
            schedule.advance(clock);
        }
        schedule.sort_waiting();
        schedule
    }

    /// The description.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The rows so far, in order.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.values()
    }

    /// How many games have been played.
    pub fn played(&self) -> usize {
        self.rows.len()
    }

    /// The meetings of one time limit.
    pub fn section(&self, clock: usize) -> &Section {
        &self.sections[clock]
    }

    /// How many games there are and will be; nothing for a tournament without end.
    pub fn total(&self) -> Option<usize> {
        let meetings = self.description.format.meetings()? * self.sections.len();
        let planned = meetings * self.description.games_a_meeting() as usize;
        Some(planned + self.extra_games() as usize)
    }

    /// Whether there is nothing left to play, now or later.
    pub fn is_complete(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether a game has been played.
    pub fn knows(&self, id: GameId) -> bool {
        self.rows.contains_key(&id)
    }

    /// The next games to hand out.
    pub fn next_task(&mut self) -> Option<PairTask> {
        self.waiting.pop_front()
    }

    /// Takes games back that were handed out and not played; they come first the next time.
    pub fn put_back(&mut self, mut task: PairTask) {
        task.games.retain(|&game| !self.knows(GameId { pairing: task.pairing, game }));
        if !task.games.is_empty() {
            self.waiting.push_front(task);
        }
    }

    /// Takes the result of a game. A result that is known already changes nothing and is answered with false.
    pub fn settle(&mut self, row: Row) -> bool {
        let id = row.id;
        if self.rows.contains_key(&id) {
            return false;
        }
        self.rows.insert(id, row);
        self.close(id.pairing);
        true
    }

    /// The players of a meeting.
    pub fn players(&self, pairing: PairingId) -> Option<[usize; 2]> {
        let round = self.sections.get(pairing.clock as usize)?.rounds.get(pairing.round as usize)?;
        round.meetings.get(pairing.board as usize).copied()
    }

    /// Games that were added to meetings that ended level.
    fn extra_games(&self) -> u32 {
        if self.description.format.extra_pairs() == 0 {
            return 0;
        }
        let usual = self.description.games_a_meeting();
        let mut games: BTreeMap<PairingId, u32> = self.open.clone();
        for id in self.rows.keys() {
            let count = games.entry(id.pairing).or_insert(usual);
            *count = (*count).max(id.game + 1);
        }
        games.values().map(|count| count - usual.min(*count)).sum()
    }

    /// The points of a meeting's players so far, and how many games they have played.
    fn tally(&self, pairing: PairingId, players: [usize; 2]) -> ([f64; 2], u32) {
        let first = GameId { pairing, game: 0 };
        let last = GameId { pairing, game: u32::MAX };
        let rows: Vec<&Row> = self.rows.range(first..=last).map(|(_, row)| row).collect();
        let points = players.map(|player| rows.iter().filter_map(|row| row.points(player)).sum());
        (points, rows.len() as u32)
    }

    /// Looks whether a meeting is over, and if so opens what depends on it.
    fn close(&mut self, pairing: PairingId) {
        if self.is_over(pairing) {
            self.advance(pairing.clock as usize);
        }
    }

    /// Whether a meeting has become over just now. One that ended level gets more games where the format says so.
    fn is_over(&mut self, pairing: PairingId) -> bool {
        let (Some(&needed), Some(players)) = (self.open.get(&pairing), self.players(pairing)) else {
            return false;
        };
        let (points, played) = self.tally(pairing, players);
        if played < needed {
            return false;
        }
        let extra = (needed - self.description.games_a_meeting()) / 2;
        if points[0] == points[1] && extra < self.description.format.extra_pairs() {
            self.open.insert(pairing, needed + 2);
            self.offer(pairing, players, needed, needed + 2);
            return self.is_over(pairing);
        }
        self.open.remove(&pairing);
        true
    }

    /// Opens the rounds of a time limit that can be played now.
    fn advance(&mut self, clock: usize) {
        loop {
            self.complete_rounds(clock);
            let section = &self.sections[clock];
            let known = section.rounds.len();
            let needs_results = self.description.format.kind.needs_results();
            if needs_results && section.history.len() < known {
                return;
            }
            let Some(round) = self.description.format.round(known, &section.history) else { return };
            let meetings = round.meetings.clone();
            self.sections[clock].rounds.push(round);
            for (board, players) in meetings.into_iter().enumerate() {
                let pairing = PairingId { clock: clock as u32, round: known as u32, board: board as u32 };
                let games = self.description.games_a_meeting();
                self.open.insert(pairing, games);
                self.offer(pairing, players, 0, games);
            }
            // Rows of an earlier run may have decided these meetings already.
            for board in 0..self.sections[clock].rounds[known].meetings.len() {
                self.is_over(PairingId { clock: clock as u32, round: known as u32, board: board as u32 });
            }
        }
    }

    /// Notes the results of rounds that have become complete.
    fn complete_rounds(&mut self, clock: usize) {
        while let Some(round) = self.sections[clock].rounds.get(self.sections[clock].history.len()) {
            let number = self.sections[clock].history.len() as u32;
            let id = |board: usize| PairingId { clock: clock as u32, round: number, board: board as u32 };
            if (0..round.meetings.len()).any(|board| self.open.contains_key(&id(board))) {
                return;
            }
            let played = |(board, &players): (usize, &[usize; 2])| Played {
                players,
                points: self.tally(id(board), players).0,
            };
            let meetings = round.meetings.iter().enumerate().map(played).collect();
            let byes = round.byes.clone();
            self.sections[clock].history.push(PlayedRound { meetings, byes });
        }
    }

    /// Puts the games of a meeting that have no row on the list, pair by pair.
    fn offer(&mut self, pairing: PairingId, players: [usize; 2], from: u32, to: u32) {
        let missing = |game: &u32| !self.knows(GameId { pairing, game: *game });
        let numbers: Vec<u32> = (from..to).collect();
        let tasks: Vec<PairTask> = numbers
            .chunks(2)
            .map(|pair| pair.iter().copied().filter(missing).collect::<Vec<u32>>())
            .filter(|games| !games.is_empty())
            .map(|games| PairTask { pairing, players, games })
            .collect();
        self.waiting.extend(tasks);
    }

    /// Round by round over all time limits, so that they keep step.
    fn sort_waiting(&mut self) {
        let key =
            |task: &PairTask| (task.pairing.round, task.pairing.clock, task.pairing.board, task.games[0]);
        self.waiting.make_contiguous().sort_by_key(key);
    }
}

/// The seed of the dice of a game. Both games of a pair have the same, so that luck is shared.
pub fn dice_seed(description: &Description, id: GameId) -> u64 {
    let pair = id.game / description.sides.games();
    [id.pairing.clock, id.pairing.round, id.pairing.board, pair]
        .into_iter()
        .fold(description.seed, |seed, part| Dice::derive(seed, u64::from(part)))
}

/// The seeds of the players' own randomness in a game, the side that starts first.
pub fn player_seeds(description: &Description, id: GameId) -> [u64; 2] {
    let base = Dice::derive(dice_seed(description, id), 0x7365_6564);
    [0, 1].map(|side| Dice::derive(base, 2 * u64::from(id.game) + side))
}

/// Who starts in a game: the first named of its meeting in even games, the other in odd ones.
pub fn seating(players: [usize; 2], game: u32) -> [usize; 2] {
    if game.is_multiple_of(2) { players } else { [players[1], players[0]] }
}

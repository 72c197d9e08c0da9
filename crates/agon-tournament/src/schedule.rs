//! The meetings of a tournament and what of them is still to be played.
//!
//! Nothing here is kept anywhere: the schedule follows from the description and the rows. The same rows give the same
//! schedule, whenever and in whatever order they came.

use super::description::Description;
use super::format::{Played, PlayedRound, Round};
use super::results::Results;
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

/// The meetings of one time limit, as far as they are known. A round is made when it is needed, and only one is kept.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The results of the rounds that are complete, from the first on, where later rounds depend on them.
    pub history: Vec<PlayedRound>,
    /// The number of the round that is being handed out.
    number: usize,
    /// That round; nothing when there are no more.
    round: Option<Round>,
    /// The board and the game in it that come next.
    next: (u32, u32),
    /// The meetings of the round that are not over, with the number of games each needs as far as is known; kept only
    /// where later rounds depend on them.
    open: BTreeMap<u32, u32>,
}

/// A tournament's meetings, with what is done and what is to do. It holds a few bytes for each game that was played and
/// nothing for those that were not.
pub struct Schedule {
    description: Description,
    results: Results,
    sections: Vec<Section>,
    /// Games to be handed out before any others: those that came back, and those that break a tie.
    first: VecDeque<PairTask>,
    /// The round that was looked at last.
    looked_at: Option<(usize, Round)>,
}

impl Schedule {
    /// The schedule after some games; rows that belong to no meeting of this tournament are left out.
    pub fn new(description: &Description, rows: impl IntoIterator<Item = Row>) -> Schedule {
        let mut schedule = Schedule::unopened(description);
        rows.into_iter().for_each(|row| schedule.note(&row));
        schedule.open();
        schedule
    }

    /// A schedule that has yet to hear of the games that were played.
    pub(crate) fn unopened(description: &Description) -> Schedule {
        Schedule {
            description: description.clone(),
            results: Results::default(),
            sections: vec![Section::default(); description.clocks.len()],
            first: VecDeque::new(),
            looked_at: None,
        }
    }

    /// Takes note of a game that was played before.
    pub(crate) fn note(&mut self, row: &Row) {
        if self.has_place_for(row) {
            self.results.add(row);
        }
    }

    /// Opens the first rounds that can be played after the games that were noted.
    pub(crate) fn open(&mut self) {
        for clock in 0..self.sections.len() {
            self.sections[clock].round = self.description.format.round(0, &[]);
            self.open_boards(clock);
            self.advance(clock);
        }
        self.looked_at = None;
    }

    /// The description.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// What the games so far add up to.
    pub(crate) fn results(&self) -> &Results {
        &self.results
    }

    /// How many games have been played.
    pub fn played(&self) -> usize {
        self.results.played()
    }

    /// The meetings of one time limit.
    pub fn section(&self, clock: usize) -> &Section {
        &self.sections[clock]
    }

    /// How many games there are and will be; nothing for a tournament without end.
    pub fn total(&self) -> Option<usize> {
        Some(self.description.planned_games()?.saturating_add(self.extra_games() as usize))
    }

    /// Whether there is nothing left to play, now or later.
    pub fn is_complete(&self) -> bool {
        if self.needs_results() {
            return self.sections.iter().all(|section| section.round.is_none());
        }
        Some(self.played()) == self.total()
    }

    /// Whether a game has been played.
    pub fn knows(&self, id: GameId) -> bool {
        self.results.knows(id)
    }

    /// The next games to hand out: round by round over all time limits, so that they keep step.
    pub fn next_task(&mut self) -> Option<PairTask> {
        if let Some(task) = self.first.pop_front() {
            return Some(task);
        }
        let mut clocks: Vec<usize> = (0..self.sections.len()).collect();
        loop {
            let clock = clocks.iter().copied().min_by_key(|&clock| (self.sections[clock].number, clock))?;
            let number = self.sections[clock].number;
            match self.take(clock) {
                Some(task) => return Some(task),
                // Another time limit may be behind by now.
                None if self.sections[clock].number > number => {}
                None => clocks.retain(|&other| other != clock),
            }
        }
    }

    /// Takes games back that were handed out and not played; they come first the next time.
    pub fn put_back(&mut self, mut task: PairTask) {
        task.games.retain(|&game| !self.knows(GameId { pairing: task.pairing, game }));
        if !task.games.is_empty() {
            self.first.push_front(task);
        }
    }

    /// Takes the result of a game. A result that is known already, or belongs to no meeting, changes nothing and is
    /// answered with false.
    pub fn settle(&mut self, row: Row) -> bool {
        if !self.has_place_for(&row) || !self.results.add(&row) {
            return false;
        }
        let PairingId { clock, round, board } = row.id.pairing;
        let clock = clock as usize;
        let is_open = self.needs_results() && self.sections[clock].number == round as usize;
        if is_open && self.ends_meeting(clock, board) {
            self.advance(clock);
        }
        true
    }

    fn needs_results(&self) -> bool {
        self.description.format.kind.needs_results()
    }

    /// Whether a row is of a game of this tournament. Where rounds depend on results that is seen when its round opens.
    fn has_place_for(&mut self, row: &Row) -> bool {
        let PairingId { clock, round, board } = row.id.pairing;
        if clock as usize >= self.sections.len() {
            return false;
        }
        let players = seating(row.players, row.id.game);
        if self.needs_results() {
            let count = self.description.players.len();
            return players.iter().all(|&player| player < count) && players[0] != players[1];
        }
        let round = round as usize;
        if self.looked_at.as_ref().is_none_or(|(number, _)| *number != round) {
            self.looked_at = self.description.format.round(round, &[]).map(|found| (round, found));
        }
        row.id.game < self.description.games_a_meeting()
            && self
                .looked_at
                .as_ref()
                .is_some_and(|(_, round)| round.meetings.get(board as usize) == Some(&players))
    }

    /// Games that were added to meetings that ended level.
    fn extra_games(&self) -> u32 {
        if self.description.format.extra_pairs() == 0 {
            return 0;
        }
        let usual = self.description.games_a_meeting();
        let mut games: BTreeMap<PairingId, u32> = BTreeMap::new();
        for (clock, section) in self.sections.iter().enumerate() {
            let id = |board: u32| PairingId { clock: clock as u32, round: section.number as u32, board };
            games.extend(section.open.iter().map(|(&board, &needed)| (id(board), needed)));
        }
        for (id, meeting) in self.results.meetings(None) {
            let count = games.entry(*id).or_insert(usual);
            *count = (*count).max(meeting.length());
        }
        games.values().map(|count| count - usual.min(*count)).sum()
    }

    /// The points of a meeting's players so far, and how many games they have played.
    fn tally(&self, pairing: PairingId) -> ([f64; 2], u32) {
        self.results.meeting(pairing).map_or(([0.0; 2], 0), |meeting| (meeting.points(), meeting.played()))
    }

    /// The next games of a time limit's round; nothing if all of them are handed out.
    fn take(&mut self, clock: usize) -> Option<PairTask> {
        loop {
            let section = &self.sections[clock];
            let (board, game) = section.next;
            let Some(&players) = section.round.as_ref()?.meetings.get(board as usize) else {
                // Whoever asks looks first whether another time limit is behind by now.
                self.next_round(clock);
                return None;
            };
            let pairing = PairingId { clock: clock as u32, round: section.number as u32, board };
            let needed = match self.needs_results() {
                // One that is over needs nothing more.
                true => section.open.get(&board).copied().unwrap_or(0),
                false => self.description.games_a_meeting(),
            };
            let over = game >= needed || self.tally(pairing).1 >= needed;
            let pair = game..needed.min(game + 2);
            self.sections[clock].next = if over { (board + 1, 0) } else { (board, pair.end) };
            let games: Vec<u32> =
                pair.filter(|&game| !over && !self.knows(GameId { pairing, game })).collect();
            if !games.is_empty() {
                return Some(PairTask { pairing, players, games });
            }
        }
    }

    /// Looks whether a meeting of the open round has become over just now. One that ended level gets more games where
    /// the format says so.
    fn ends_meeting(&mut self, clock: usize, board: u32) -> bool {
        let section = &self.sections[clock];
        let pairing = PairingId { clock: clock as u32, round: section.number as u32, board };
        let Some(&needed) = section.open.get(&board) else { return false };
        let (points, played) = self.tally(pairing);
        if played < needed {
            return false;
        }
        let extra = (needed - self.description.games_a_meeting()) / 2;
        if points[0] == points[1] && extra < self.description.format.extra_pairs() {
            self.add_pair(clock, board, needed);
            return self.ends_meeting(clock, board);
        }
        self.sections[clock].open.remove(&board);
        true
    }

    /// Adds a pair of games to a meeting.
    fn add_pair(&mut self, clock: usize, board: u32, from: u32) {
        let section = &mut self.sections[clock];
        section.open.insert(board, from + 2);
        // A meeting whose turn is yet to come, or that is being handed out, has them then.
        if section.next <= (board, from) {
            return;
        }
        let pairing = PairingId { clock: clock as u32, round: section.number as u32, board };
        let players = section.round.as_ref().and_then(|round| round.meetings.get(board as usize)).copied();
        let games: Vec<u32> =
            (from..from + 2).filter(|&game| !self.results.knows(GameId { pairing, game })).collect();
        if let (Some(players), false) = (players, games.is_empty()) {
            self.first.push_back(PairTask { pairing, players, games });
        }
    }

    /// Goes on to the rounds of a time limit that can be played now, where they depend on results.
    fn advance(&mut self, clock: usize) {
        while self.needs_results()
            && self.sections[clock].open.is_empty()
            && self.sections[clock].round.is_some()
        {
            self.next_round(clock);
        }
    }

    /// Goes on to the next round of a time limit, if it can be known; says whether it has.
    fn next_round(&mut self, clock: usize) -> bool {
        if self.needs_results() {
            if !self.sections[clock].open.is_empty() {
                return false;
            }
            let Some(round) = self.sections[clock].round.take() else { return false };
            let number = self.sections[clock].number as u32;
            let id = |board: usize| PairingId { clock: clock as u32, round: number, board: board as u32 };
            let played =
                |(board, &players): (usize, &[usize; 2])| Played { players, points: self.tally(id(board)).0 };
            let meetings = round.meetings.iter().enumerate().map(played).collect();
            self.sections[clock].history.push(PlayedRound { meetings, byes: round.byes });
        }
        let section = &self.sections[clock];
        let (number, next) =
            (section.number + 1, self.description.format.round(section.number + 1, &section.history));
        let section = &mut self.sections[clock];
        (section.number, section.round, section.next) = (number, next, (0, 0));
        self.open_boards(clock);
        true
    }

    /// Opens the meetings of a round that has just come. Rows of an earlier run may have decided them already.
    fn open_boards(&mut self, clock: usize) {
        if !self.needs_results() {
            return;
        }
        let section = &self.sections[clock];
        let meetings = section.round.as_ref().map_or_else(Vec::new, |round| round.meetings.clone());
        let round = section.number as u32;
        for (board, players) in (0u32..).zip(meetings) {
            self.results.keep_only(PairingId { clock: clock as u32, round, board }, players);
            self.sections[clock].open.insert(board, self.description.games_a_meeting());
            self.ends_meeting(clock, board);
        }
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

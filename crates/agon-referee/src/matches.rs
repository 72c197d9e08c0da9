//! Matches: two players, many games, each opening from both sides with the same dice.

use crate::director::{Contest, Director, MOST_FAULTS};
use crate::elo::{Strength, strength};
use crate::following::following;
use crate::openings::{Opening, Openings};
use crate::pool::{PairPlayer, PlaysPairs, Pool};
use crate::sprt::{Decision, Pentanomial, Sprt, SprtReport};
use crate::workforce::{FinishedGame, GameId, News, PairTask, PairingId};
use crate::{GameSetup, Referee, Seat, SystemClock, TimeControl, play};
use agon_core::sync::{lock, unpoisoned};
use agon_core::{AnyGame, Dice, MoveError, Record, Side};
use agon_engine::Stop;
use serde::Serialize;
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use thiserror::Error;

/// Why a match could not be played to its end.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MatchError {
    /// An opening cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// There is not even one thread to play on.
    #[error("no thread can be started to play the games: {0}")]
    Threads(String),
    /// The machine failed again and again in one game.
    #[error("game {game} could not be played in {MOST_FAULTS} attempts, through no fault of a player: {why}")]
    Machine {
        /// The number of the game, from 1.
        game: usize,
        /// What happened last.
        why: String,
    },
}

/// Makes a fresh seat for one of the two players; each worker has its own.
pub type SeatMaker<'a> = dyn Fn() -> Box<dyn Seat> + Sync + 'a;

/// A match to be played.
pub struct Match<'a> {
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// The two players.
    pub players: [&'a SeatMaker<'a>; 2],
    /// How many games.
    pub games: usize,
    /// Both sides' limits.
    pub control: TimeControl,
    /// Where games start.
    pub openings: Openings,
    /// The seed of everything random in it.
    pub seed: u64,
    /// How many games at a time.
    pub concurrency: usize,
    /// The numbers of games that need not be played because their results are known.
    pub known: HashSet<usize>,
}

/// One finished game of a match.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// Its number, from 0; games 2k and 2k + 1 are a pair.
    pub number: usize,
    /// Which side the first player had.
    pub side: Side,
    /// The first player's points: 0, ½ or 1.
    pub points: f64,
    /// The whole game.
    pub record: Record,
}

/// What a match came to, as the first player sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// Games finished.
    pub games: usize,
    /// Won by the first player.
    pub wins: usize,
    /// Drawn.
    pub draws: usize,
    /// Lost by the first player.
    pub losses: usize,
    /// A point a win, half a point a draw.
    pub points: f64,
    /// The difference in strength.
    #[serde(flatten)]
    pub strength: Strength,
    /// How many games ended for which reason.
    pub reasons: BTreeMap<String, usize>,
    /// How many complete pairs gave the first player 0, ½, 1, 1½ and 2 points.
    pub pairs: Pentanomial,
}

impl MatchReport {
    /// Adds up finished games.
    pub fn of(results: &[GameResult]) -> MatchReport {
        MatchReport::of_scores(results.iter().map(GameResult::score))
    }

    /// Adds up the numbers, points and reasons of finished games.
    pub fn of_scores<'a>(scores: impl Iterator<Item = (usize, f64, &'a str)>) -> MatchReport {
        let mut by_pair: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        let mut reasons = BTreeMap::new();
        for (number, points, reason) in scores {
            by_pair.entry(number / 2).or_default().push(points);
            *reasons.entry(reason.to_owned()).or_default() += 1;
        }
        let all: Vec<f64> = by_pair.values().flatten().copied().collect();
        let pairs: Vec<f64> = by_pair.values().filter(|p| p.len() == 2).map(|p| p.iter().sum()).collect();
        let singles: Vec<f64> = by_pair.values().filter(|p| p.len() == 1).map(|p| p[0]).collect();
        let count = |points: f64| all.iter().filter(|&&p| p == points).count();
        let mut pentanomial = Pentanomial::default();
        pairs.iter().for_each(|points| pentanomial[(2.0 * points) as usize] += 1);
        MatchReport {
            pairs: pentanomial,
            games: all.len(),
            wins: count(1.0),
            draws: count(0.5),
            losses: count(0.0),
            // The sum of nothing is −0; adding zero makes it 0.
            points: all.iter().sum::<f64>() + 0.0,
            strength: strength(&pairs, &singles),
            reasons,
        }
    }
}

impl GameResult {
    /// A finished game from its record; nothing if it has no result. The first player has the first side in games of even
    /// number.
    pub fn of(number: usize, record: Record) -> Option<GameResult> {
        let side = if number.is_multiple_of(2) { Side::First } else { Side::Second };
        let winner = record.verdict.as_ref()?.winner;
        let points = winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
        Some(GameResult { number, side, points, record })
    }

    /// Why it ended.
    pub fn reason(&self) -> &'static str {
        self.record.verdict.as_ref().map_or("unfinished", |verdict| verdict.reason.name())
    }

    /// What a report needs to know about it: number, points and reason.
    pub fn score(&self) -> (usize, f64, &'static str) {
        (self.number, self.points, self.reason())
    }
}

impl Match<'_> {
    /// Plays the match and gives back the games in order. `watch` sees each game when it is over, in the order
    /// they end; setting `stop` ends the match after the games under way, which then do not count.
    pub fn run(
        &self,
        stop: &Stop,
        watch: &(dyn Fn(&GameResult) + Sync),
    ) -> Result<Vec<GameResult>, MatchError> {
        let openings = self.openings.draw(&*self.game, self.games.div_ceil(2), self.seed);
        // An opening that cannot be played is no fault of the machine's: it is said before the first game.
        for opening in &openings {
            Referee::new(self.setup(opening, self.seed))?;
        }
        let games = MatchGames { contest: self, openings: &openings, stop, watch };
        // The pool's own: it is set when all is played, which is nobody's wish to stop.
        let given_up = Stop::new();
        std::thread::scope(|scope| {
            let workers = self.concurrency.clamp(1, self.games.div_ceil(2).max(1));
            let mut pool = Pool::scoped(scope, games, workers, &given_up)
                .map_err(|error| MatchError::Threads(error.to_string()))?;
            let mut director = Director::new(Agenda::new(self, stop));
            director.run(&mut pool, stop, &mut |_| {})?;
            let mut results = director.into_contest().results;
            results.sort_by_key(|result| result.number);
            Ok(results)
        })
    }

    /// Plays the match until a sequential test decides, or to its end, and gives back all its games: those that were kept
    /// from an earlier run, whose numbers are known, and the new ones. The test looks at pairs in their order, and
    /// games beyond the pair that decides do not count, so the result is the same at any concurrency.
    pub fn run_until(
        &self,
        test: &Sprt,
        kept: &[GameResult],
        stop: &Stop,
        watch: &(dyn Fn(&GameResult) + Sync),
    ) -> Result<(Vec<GameResult>, SprtReport), MatchError> {
        let enough = Stop::new();
        let mut sequence = Sequence::default();
        for result in kept {
            if sequence.add(result.number, result.points, test) {
                enough.set();
            }
        }
        let progress = Mutex::new(sequence);
        let watching = |result: &GameResult| {
            watch(result);
            let mut progress = lock(&progress);
            if progress.add(result.number, result.points, test) || stop.is_set() {
                enough.set();
            }
        };
        let mut results = following(stop, &enough, || self.run(&enough, &watching))?;
        results.extend_from_slice(kept);
        results.sort_by_key(|r| r.number);
        let progress = unpoisoned(progress.into_inner());
        if progress.decided {
            results.retain(|result| result.number < 2 * progress.complete);
        }
        Ok((results, test.judge(&progress.pairs)))
    }

    /// Plays game number `number`; the second game of a pair has the sides exchanged and the same dice. Nothing if it
    /// was stopped, a sentence if the machine failed.
    fn play_one(
        &self,
        number: usize,
        opening: &Opening,
        seats: &mut [Box<dyn Seat>; 2],
        stop: &Stop,
    ) -> Result<Option<Record>, String> {
        let swapped = !number.is_multiple_of(2);
        let seed = Dice::derive(self.seed, number as u64 / 2);
        // A player's own randomness belongs to the game and the player, not to the worker that plays it.
        let mut seeds = [0, 1].map(|player| Dice::derive(seed, 2 + 2 * (number as u64 % 2) + player));
        if swapped {
            seats.swap(0, 1);
            seeds.swap(0, 1);
        }
        let played =
            self.referee(opening, seed, seats).map_err(|error| error.to_string()).and_then(|mut referee| {
                play(&mut referee, seats, seeds, &SystemClock::new(), stop, &mut |_| {});
                match referee.called_off() {
                    Some(why) => Err(why.to_owned()),
                    None => Ok(referee.verdict().is_some().then(|| referee.record().clone())),
                }
            });
        if swapped {
            seats.swap(0, 1);
        }
        played
    }

    fn referee(
        &self,
        opening: &Opening,
        seed: u64,
        seats: &[Box<dyn Seat>; 2],
    ) -> Result<Referee, MoveError> {
        let mut setup = self.setup(opening, seed);
        setup.players = [seats[0].info(), seats[1].info()];
        setup.tolerance = [seats[0].tolerance(), seats[1].tolerance()];
        Referee::new(setup)
    }

    /// A game of the match, whoever plays it.
    pub(crate) fn setup(&self, opening: &Opening, seed: u64) -> GameSetup {
        GameSetup {
            // An opening list was checked when it was read, so its positions parse.
            start: opening.position.as_ref().and_then(|text| self.game.parse_position(text).ok()),
            opening: opening.moves.clone(),
            control: [self.control; 2],
            ..GameSetup::new(self.game.clone(), Default::default(), seed)
        }
    }
}

/// The one meeting that a match is.
const MEETING: PairingId = PairingId { clock: 0, round: 0, board: 0 };

/// The games of a match for the threads that play them.
struct MatchGames<'m, 'a> {
    contest: &'m Match<'a>,
    openings: &'m [Opening],
    stop: &'m Stop,
    /// Sees each game on the thread that played it, before that thread goes on.
    watch: &'m (dyn Fn(&GameResult) + Sync),
}

impl PlaysPairs for MatchGames<'_, '_> {
    /// Each thread has seats of its own, which stay from one pair to the next.
    fn player(&self) -> PairPlayer<'_> {
        let mut seats = None;
        Box::new(move |task, given_up, tell| {
            let makers = self.contest.players;
            let seats = seats.get_or_insert_with(|| [makers[0](), makers[1]()]);
            for &game in &task.games {
                if self.stop.is_set() || given_up.is_set() {
                    return;
                }
                let id = GameId { pairing: task.pairing, game };
                let number = game as usize;
                match self.contest.play_one(number, &self.openings[number / 2], seats, self.stop) {
                    Ok(Some(record)) => {
                        if let Some(result) = GameResult::of(number, record.clone()) {
                            (self.watch)(&result);
                        }
                        let players = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
                        tell(News::Finished(Box::new(FinishedGame { id, players, record, ms: [0.0; 2] })));
                    }
                    Ok(None) => return,
                    Err(why) => return tell(News::MachineFault { id, why }),
                }
            }
        })
    }
}

/// The games of a match as the director sees them.
struct Agenda<'m> {
    waiting: VecDeque<PairTask>,
    games: usize,
    known: HashSet<u32>,
    results: Vec<GameResult>,
    stop: &'m Stop,
}

impl<'m> Agenda<'m> {
    fn new(contest: &Match<'_>, stop: &'m Stop) -> Agenda<'m> {
        let unknown = |number: &usize| !contest.known.contains(number);
        let pair = |first: usize| -> Vec<u32> {
            let numbers = (first..contest.games.min(first + 2)).filter(unknown);
            numbers.map(|number| number as u32).collect()
        };
        let tasks = (0..contest.games).step_by(2).map(pair).filter(|games| !games.is_empty());
        let waiting: VecDeque<_> =
            tasks.map(|games| PairTask { pairing: MEETING, players: [0, 1], games }).collect();
        let games = waiting.iter().map(|task| task.games.len()).sum();
        Agenda { waiting, games, known: HashSet::new(), results: Vec::new(), stop }
    }
}

impl Contest for Agenda<'_> {
    type Error = MatchError;

    fn next_task(&mut self) -> Option<PairTask> {
        self.waiting.pop_front()
    }

    fn put_back(&mut self, mut task: PairTask) {
        task.games.retain(|game| !self.known.contains(game));
        if !task.games.is_empty() {
            self.waiting.push_front(task);
        }
    }

    fn keep(&mut self, games: Vec<FinishedGame>) -> Result<(), MatchError> {
        for FinishedGame { id, record, .. } in games {
            let Some(result) = GameResult::of(id.game as usize, record) else { continue };
            if self.known.insert(id.game) {
                self.results.push(result);
            }
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.results.len() == self.games
    }

    fn machine_failed(&self, id: GameId, _: u32, why: String) -> MatchError {
        // The games under way are of no use to anybody.
        self.stop.set();
        MatchError::Machine { game: id.game as usize + 1, why }
    }
}

/// Pairs in their order, as far as every pair before is complete.
#[derive(Default)]
struct Sequence {
    points: BTreeMap<usize, f64>,
    complete: usize,
    pairs: Pentanomial,
    decided: bool,
}

impl Sequence {
    /// Adds a game; true once the test has decided.
    fn add(&mut self, number: usize, points: f64, test: &Sprt) -> bool {
        self.points.insert(number, points);
        while !self.decided
            && let (Some(a), Some(b)) =
                (self.points.get(&(2 * self.complete)), self.points.get(&(2 * self.complete + 1)))
        {
            self.pairs[(2.0 * (a + b)) as usize] += 1;
            self.complete += 1;
            self.decided = test.judge(&self.pairs).decision != Decision::Undecided;
        }
        self.decided
    }
}

/// How long is left when `done` of `all` games took `elapsed`.
pub fn time_left(done: usize, all: usize, elapsed: Duration) -> Option<Duration> {
    (done > 0).then(|| elapsed.mul_f64(all.saturating_sub(done) as f64 / done as f64))
}

//! Whether anybody who is well-behaved loses on time on a busy machine, or moves without having looked.

use agon_core::record::RecordedMove;
use agon_core::{AnyGame, Reason};
use agon_engine::{Engines, Stop};
use agon_referee::{GameResult, Match, MatchError, Openings, TimeControl};
use agon_seats::{AbsentSeat, PlayerError, PlayerSpec, SeatFactory};
use serde::Serialize;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why it could not be measured.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TimeLossError {
    /// A player cannot be seated.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// An opening cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
}

/// A match on a machine that is kept busy.
pub struct BusyMatch<'a> {
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// The engines.
    pub engines: &'a Engines,
    /// The players; the first one's times are looked at.
    pub players: [PlayerSpec; 2],
    /// How many games.
    pub games: usize,
    /// The time for a move.
    pub time: Duration,
    /// Whether the referee holds the players to it. Where it does not, they must know it by themselves, and how late they are
    /// is only looked at.
    pub refereed: bool,
    /// How many games at a time.
    pub processors: usize,
    /// How many threads keep each processor busy beside them.
    pub busy: usize,
}

/// What came of it. Times are in milliseconds.
#[derive(Clone, Debug, Serialize)]
pub struct TimeLosses {
    /// The players, as they are written.
    pub players: [String; 2],
    /// By how much the first player may be late.
    pub tolerance: f64,
    /// How many games were played.
    pub games: usize,
    /// How many of them were lost on time.
    pub losses: usize,
    /// How many moves the first player made.
    pub moves: usize,
    /// How many of them it made without having looked at a position, as far as it said how many it looked at.
    pub unsearched: usize,
    /// How many of them took longer than the time for a move.
    pub late: usize,
    /// How long the whole match took, in seconds.
    pub seconds: f64,
    /// The first player's moves: the median, 99 %, 99.9 % and the slowest.
    pub times: [f64; 4],
    /// What went wrong, a sentence a game.
    pub faults: Vec<String>,
}

impl fmt::Display for TimeLosses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TimeLosses {
            players: [a, b], tolerance, games, losses, moves, unsearched, late, seconds, ..
        } = self;
        let [median, most, nearly_all, worst] = self.times;
        writeln!(f, "{a} against {b}, tolerance {tolerance} ms:")?;
        writeln!(
            f,
            "  {games} games, {moves} moves of the first player in {seconds:.0} s, {losses} time losses, {unsearched} moves \
             unsearched, {late} later than the limit"
        )?;
        write!(
            f,
            "  its moves took {median:.1} ms in the middle, {most:.1} ms at 99 %, {nearly_all:.1} ms at 99.9 %, \
             {worst:.1} ms at most"
        )?;
        self.faults.iter().try_for_each(|fault| write!(f, "\n  {fault}"))
    }
}

impl BusyMatch<'_> {
    /// Plays the match while other threads keep every processor busy.
    pub fn run(&self) -> Result<TimeLosses, TimeLossError> {
        let enough = Stop::new();
        std::thread::scope(|scope| {
            for _ in 0..self.processors * self.busy {
                scope.spawn(|| {
                    while !enough.is_set() {
                        std::hint::spin_loop();
                    }
                });
            }
            let losses = self.play();
            enough.set();
            losses
        })
    }

    fn play(&self) -> Result<TimeLosses, TimeLossError> {
        let (game, factory) = (&*self.game, SeatFactory::new(self.engines));
        let [first, second] = &self.players;
        let tolerance = first.seat_in(game, &factory)?.tolerance();
        second.seat_in(game, &factory)?;
        let seat = |spec: &PlayerSpec| AbsentSeat::or_absent(spec, spec.seat_in(game, &factory));
        let (a, b) = (|| seat(first), || seat(second));
        let contest = Match {
            game: self.game.clone(),
            players: [&a, &b],
            games: self.games,
            control: if self.refereed { TimeControl::per_move(self.time) } else { TimeControl::NONE },
            openings: Openings::standard(game),
            seed: 1,
            concurrency: self.processors,
            known: Default::default(),
        };
        let begun = Instant::now();
        let results = contest.run(&Stop::new(), &|_| {})?;
        let seconds = begun.elapsed().as_secs_f64();
        let moves: Vec<&RecordedMove> = results.iter().flat_map(own_moves).collect();
        let mut times: Vec<f64> = moves.iter().filter_map(|mv| mv.ms).collect();
        let limit = self.time.as_secs_f64() * 1e3;
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
        let fault = |result: &GameResult| {
            let account = agon_referee::account::fault(&result.record)?;
            Some(format!("game {}: {account}", result.number + 1))
        };
        Ok(TimeLosses {
            players: [first.to_string(), second.to_string()],
            tolerance: tolerance.as_secs_f64() * 1e3,
            games: results.len(),
            losses: results.iter().filter(|result| is_late(result)).count(),
            moves: moves.len(),
            unsearched: moves.iter().filter(|mv| is_unsearched(mv)).count(),
            late: times.iter().filter(|&&time| time > limit).count(),
            seconds,
            times: [at(0.5), at(0.99), at(0.999), times.last().copied().unwrap_or_default()],
            faults: results.iter().filter_map(fault).collect(),
        })
    }
}

fn is_late(result: &GameResult) -> bool {
    result.record.verdict.as_ref().is_some_and(|verdict| verdict.reason == Reason::TimeOut)
}

/// The first player's moves.
fn own_moves(result: &GameResult) -> impl Iterator<Item = &RecordedMove> {
    let record = &result.record;
    let before = record.opening_plies;
    record.moves.iter().skip(before + (before + result.side.index()) % 2).step_by(2)
}

/// Whether a move was made without having looked. A move of a book has no positions, and a depth.
fn is_unsearched(mv: &RecordedMove) -> bool {
    mv.nodes == Some(0) && mv.depth.unwrap_or_default() == 0
}

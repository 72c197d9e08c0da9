//! Going on with a match that was interrupted: its games are told by their records.
//!
//! A record says enough about a game to find its place in the match: the seed of its dice belongs to one pair of games,
//! and who had which side tells the two games of a pair apart. What does not fit is refused, because adding up games of
//! different matches would give a result that nobody has played.

use crate::{GameResult, Match, Referee};
use agon_core::{Dice, MoveError, Record};
use std::collections::{HashMap, HashSet};
use thiserror::Error;

/// Why games that were kept are not those of a match.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ResumptionError {
    /// A line is no record.
    #[error("line {line} is not the record of a game: {why}")]
    NoRecord {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// A game that cannot be of this match.
    #[error("line {line} is not a game of this match: {why}")]
    Other {
        /// The line, counted from 1.
        line: usize,
        /// What tells so.
        why: String,
    },
    /// An opening of the match cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// The whole lines of a file that is written line by line: a last one that was cut short is left out.
///
/// ```
/// assert_eq!(agon_referee::resumption::whole_lines("one\ntwo\nthr"), "one\ntwo\n");
/// ```
pub fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

impl Match<'_> {
    /// The games of this match between `players`, as they are written, that were kept as records: one JSON document a line.
    /// A last line that was cut short is left out.
    pub fn kept(&self, players: [&str; 2], text: &str) -> Result<Vec<GameResult>, ResumptionError> {
        let pairs = self.games.div_ceil(2);
        let openings = self.openings.draw(&*self.game, pairs, self.seed);
        let pair_of: HashMap<u64, usize> =
            (0..pairs).map(|pair| (Dice::derive(self.seed, pair as u64), pair)).collect();
        let mut taken = HashSet::new();
        let mut results = Vec::new();
        for (i, line) in whole_lines(text).lines().enumerate() {
            let no_record = |why: String| ResumptionError::NoRecord { line: i + 1, why };
            let other = |why: &str| ResumptionError::Other { line: i + 1, why: why.to_owned() };
            let record = Record::from_json(line).map_err(|e| no_record(e.to_string()))?;
            if record.game != self.game.id() {
                return Err(other(&format!("it is a game of {}", record.game)));
            }
            let known = record.seed.and_then(|seed| Some((seed, *pair_of.get(&seed)?)));
            let (seed, pair) = known.ok_or_else(|| other("its dice belong to none of the games"))?;
            let setup = self.setup(&openings[pair], seed);
            // What a record of the game says before the players take over.
            let referee = Referee::new(setup)?;
            let head = referee.record();
            if !begins_like(&record, head) {
                return Err(other("it begins in another way"));
            }
            if record.time_control != head.time_control {
                return Err(other("it was played with other limits"));
            }
            let seats = [&*record.players[0].spec, &*record.players[1].spec];
            let places = [(2 * pair, players), (2 * pair + 1, [players[1], players[0]])];
            let mut fitting =
                places.into_iter().filter(|&(number, wanted)| wanted == seats && number < self.games);
            if fitting.clone().next().is_none() {
                return Err(other(&format!("its players are {} and {}", seats[0], seats[1])));
            }
            let Some((number, _)) = fitting.find(|&(number, _)| taken.insert(number)) else {
                return Err(other("it is there twice"));
            };
            results.push(GameResult::of(number, record).ok_or_else(|| no_record("it has no result".into()))?);
        }
        results.sort_by_key(|result| result.number);
        Ok(results)
    }
}

/// Whether a game has the start and the opening of another.
fn begins_like(record: &Record, head: &Record) -> bool {
    let moves = |record: &Record| -> Vec<String> {
        record.moves.iter().take(head.opening_plies).map(|mv| mv.text.clone()).collect()
    };
    record.start == head.start && record.opening_plies == head.opening_plies && moves(record) == moves(head)
}

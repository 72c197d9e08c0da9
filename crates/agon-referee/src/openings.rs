//! Where the games of a match start, so that two deterministic players do not play one game over and over.

use agon_core::{AnyGame, Dice, Line, MoveError, Phase, PositionError};
use std::collections::HashSet;
use std::io::{BufRead, Read};
use thiserror::Error;

/// An opening that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// A line of an openings file is neither a position nor a game.
    #[error("line {line}: neither a position ({position}) nor the moves of a game ({moves})")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// Why it is no position.
        position: Box<PositionError>,
        /// Why it is no game.
        moves: Box<MoveError>,
    },
    /// A line of an openings file ends the game.
    #[error("line {0}: the game is already over there")]
    Over(usize),
    /// Nothing in the file.
    #[error("the openings file has no openings in it")]
    Empty,
    /// The file cannot be read.
    #[error("line {line}: it cannot be read: {why}")]
    Unreadable {
        /// The line, counted from 1.
        line: usize,
        /// What the system says.
        why: String,
    },
    /// A line beyond all measure.
    #[error("line {0}: it has more than {LONGEST_LINE} bytes, which is no opening")]
    LongLine(usize),
    /// More openings than anybody plays.
    #[error("the openings file has more than {MOST_OPENINGS} openings; give it fewer")]
    TooMany,
}

/// The longest line of an openings file, in bytes.
pub const LONGEST_LINE: usize = 16 * 1024;

/// The most openings of a file.
pub const MOST_OPENINGS: usize = 200_000;

/// Where a game starts: a position, or the game's own start and some moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opening {
    /// A position in its one-line form, if not the game's own start.
    pub position: Option<String>,
    /// Moves to play before the players take over, without rolls.
    pub moves: Vec<String>,
}

/// Where a player's games can begin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Beginnings {
    /// Only at the game's own start.
    Start,
    /// At the game's own start, after any moves.
    AfterMoves,
    /// In any position.
    Anywhere,
}

/// Where the games of a match start.
#[derive(Clone, Debug, PartialEq)]
pub enum Openings {
    /// Always the game's own start.
    None,
    /// Some random moves, different for every pair of games and distinct up to symmetry while that is possible.
    Random {
        /// How many moves.
        plies: usize,
    },
    /// A list, used in turn.
    List(Vec<Opening>),
}

/// Why openings do not suit the players of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Unsuitable {
    /// There can be none at all.
    #[error("the player programs of this game can only begin with the empty board")]
    Openings,
    /// There can be moves, but no positions.
    #[error("one of these players cannot begin in a set-up position; give openings as moves")]
    Positions,
}

impl Openings {
    /// The openings for games that can begin so: those that are wanted, or else the game's own as far as they can be
    /// played.
    pub fn suited(
        wanted: Option<Openings>,
        game: &dyn AnyGame,
        possible: Beginnings,
    ) -> Result<Openings, Unsuitable> {
        let has_position = |list: &[Opening]| list.iter().any(|opening| opening.position.is_some());
        match (possible, wanted) {
            (Beginnings::Start, None | Some(Openings::None)) => Ok(Openings::None),
            (Beginnings::Start, Some(_)) => Err(Unsuitable::Openings),
            (Beginnings::AfterMoves, Some(Openings::List(list))) if has_position(&list) => {
                Err(Unsuitable::Positions)
            }
            (_, Some(openings)) => Ok(openings),
            (_, None) => Ok(Openings::standard(game)),
        }
    }

    /// What matches use if nothing is said: the game's embedded set, or a few random moves where it has none.
    pub fn standard(game: &dyn AnyGame) -> Openings {
        // A damaged set would be caught by its test; a match then still has something to play.
        let list = Some(game.openings())
            .filter(|text| !text.is_empty())
            .and_then(|text| Openings::parse(text, game).ok());
        list.unwrap_or(Openings::Random { plies: 4 })
    }

    /// Reads a list: one position or one game's moves a line; empty lines and lines after `#` are skipped.
    pub fn parse(text: &str, game: &dyn AnyGame) -> Result<Openings, OpeningError> {
        Openings::read(text.as_bytes(), game)
    }

    /// The same from a file, line by line.
    pub fn read(mut input: impl BufRead, game: &dyn AnyGame) -> Result<Openings, OpeningError> {
        let mut list = Vec::new();
        let mut bytes = Vec::new();
        for number in 1.. {
            bytes.clear();
            let unreadable = |why: String| OpeningError::Unreadable { line: number, why };
            let mut line = input.by_ref().take(LONGEST_LINE as u64 + 1);
            if line.read_until(b'\n', &mut bytes).map_err(|error| unreadable(error.to_string()))? == 0 {
                break;
            }
            if bytes.len() > LONGEST_LINE {
                return Err(OpeningError::LongLine(number));
            }
            let text = std::str::from_utf8(&bytes).map_err(|error| unreadable(error.to_string()))?.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            if list.len() == MOST_OPENINGS {
                return Err(OpeningError::TooMany);
            }
            list.push(opening(text, game, number)?);
        }
        if list.is_empty() { Err(OpeningError::Empty) } else { Ok(Openings::List(list)) }
    }

    /// The openings of `count` pairs of games.
    pub fn draw(&self, game: &dyn AnyGame, count: usize, seed: u64) -> Vec<Opening> {
        match self {
            Openings::None => vec![Opening::default(); count],
            Openings::List(list) => list.iter().cycle().take(count).cloned().collect(),
            Openings::Random { plies } => random_openings(game, *plies, count, seed),
        }
    }
}

/// The opening of one line.
fn opening(text: &str, game: &dyn AnyGame, line: usize) -> Result<Opening, OpeningError> {
    let mut played = Line::new(game.start());
    let opening = match (game.parse_position(text), played.play_text(text)) {
        (Ok(position), _) => {
            played = Line::new(position);
            Opening { position: Some(text.to_owned()), moves: Vec::new() }
        }
        (Err(_), Ok(())) => {
            Opening { position: None, moves: played.moves().iter().map(|m| m.text.clone()).collect() }
        }
        (Err(position), Err(moves)) => {
            let (position, moves) = (Box::new(position), Box::new(moves));
            return Err(OpeningError::Line { line, position, moves });
        }
    };
    match played.position().phase() {
        Phase::Over(_) => Err(OpeningError::Over(line)),
        _ => Ok(opening),
    }
}

/// Random moves from the start, distinct up to symmetry where a few tries find such.
pub fn random_openings(game: &dyn AnyGame, plies: usize, count: usize, seed: u64) -> Vec<Opening> {
    let mut dice = Dice::new(Dice::derive(seed, 0x6f70_656e));
    let mut seen = HashSet::new();
    let mut openings = Vec::with_capacity(count);
    while openings.len() < count {
        let mut candidate = random_moves(game, plies, &mut dice);
        for _ in 0..20 {
            if seen.insert(candidate.1) {
                break;
            }
            candidate = random_moves(game, plies, &mut dice);
        }
        openings.push(Opening { position: None, moves: candidate.0 });
    }
    openings
}

/// Random moves that do not end the game, with the key of where they lead.
fn random_moves(game: &dyn AnyGame, plies: usize, dice: &mut Dice) -> (Vec<String>, u64) {
    let mut position = game.start();
    let mut moves = Vec::new();
    while moves.len() < plies {
        let mut next = position.boxed();
        let Some(mv) = dice.pick(&next.legal_moves()).cloned() else { break };
        if next.play(&mv).is_err() {
            break;
        }
        while let Some(weights) = next.chance() {
            next.resolve(dice.weighted(weights));
        }
        if matches!(next.phase(), Phase::Over(_)) {
            break;
        }
        moves.push(mv);
        position = next;
    }
    let key = position.canonical_key();
    (moves, key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_two_hundred_openings_distinct_up_to_symmetry() {
        for game in agon_games::registry().games() {
            let Openings::List(list) = Openings::standard(&**game) else {
                panic!("{} has no openings of its own", game.id());
            };
            let mut seen = HashSet::new();
            for opening in &list {
                let mut line = Line::new(game.start());
                opening.moves.iter().for_each(|mv| line.play(mv, |_| 0).unwrap());
                assert!(!line.is_over());
                assert!(seen.insert(line.position().canonical_key()), "{}: {:?}", game.id(), opening.moves);
            }
            assert!(seen.len() >= 200, "{}", game.id());
        }
    }
}

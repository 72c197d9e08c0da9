//! A finished game as one JSON document that replays exactly.

use crate::{AnyGame, Line, Phase, RecordError, Registry, Side, Verdict};
use serde::{Deserialize, Serialize};

/// The newest version of the format.
pub const VERSION: u32 = 1;

/// Who sat in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlayerInfo {
    /// The name for tables.
    pub name: String,
    /// How the player was given on the command line, so that it can be seated again.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub spec: String,
}

/// One move of a record.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RecordedMove {
    /// The move, with the referee's roll behind it where chance decided.
    #[serde(rename = "move")]
    pub text: String,
    /// The milliseconds it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// The milliseconds of processor time a program used for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_ms: Option<f64>,
    /// What the player thought of it, for the side that moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// How deep it looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many positions it looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A game: who, what, how, and the end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Always `agon-record`.
    pub format: String,
    /// The version of the format.
    pub version: u32,
    /// The game with its variant.
    pub game: String,
    /// The players, the side that starts first.
    pub players: [PlayerInfo; 2],
    /// The start position in its one-line form, after any set-up by chance.
    pub start: String,
    /// The seed of the dice; nothing if no dice were rolled by us.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of the set-up that chance chose before the game, if it did; the start position shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_up: Option<usize>,
    /// How many of the moves were given with the opening and not chosen by the players.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub opening_plies: usize,
    /// The time control in words, as on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// How it ended; nothing while it is going on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Anything else worth keeping: event, date, place.
    #[serde(default, skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    pub tags: std::collections::BTreeMap<String, String>,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

impl Record {
    /// A record of a game that is about to start.
    pub fn new(game: String, players: [PlayerInfo; 2], start: String) -> Record {
        Record {
            format: "agon-record".into(),
            version: VERSION,
            game,
            players,
            start,
            seed: None,
            set_up: None,
            opening_plies: 0,
            time_control: None,
            moves: Vec::new(),
            verdict: None,
            tags: Default::default(),
        }
    }

    /// A record of a line of play, without times; the verdict is by the rules if the game is over.
    pub fn of_line(line: &Line, players: [PlayerInfo; 2]) -> Record {
        let start = line.start();
        let mut record = Record::new(start.game().id(), players, start.text());
        let recorded = |m: &crate::LastMove| RecordedMove { text: m.text.clone(), ..Default::default() };
        record.moves = line.moves().iter().map(recorded).collect();
        if let Phase::Over(outcome) = line.position().phase() {
            record.verdict = Some(Verdict {
                winner: outcome.winner,
                score: line.position().score(),
                margin: outcome.margin,
                reason: crate::Reason::Normal,
                evidence: Default::default(),
            });
        }
        record
    }

    /// Reads a record.
    pub fn from_json(text: &str) -> Result<Record, RecordError> {
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
        }
        let json = |e: serde_json::Error| RecordError::Json(e.to_string());
        let head: Head = serde_json::from_str(text).map_err(json)?;
        if head.format != "agon-record" {
            return Err(RecordError::Json(format!("its format is '{}', not 'agon-record'", head.format)));
        }
        if head.version == 0 || head.version > VERSION {
            return Err(RecordError::Version { found: head.version, known: VERSION });
        }
        serde_json::from_str(text).map_err(json)
    }

    /// The record as one line of JSON.
    pub fn to_json(&self) -> String {
        // A record holds only strings, numbers and lists, so this cannot fail; floats that are not numbers
        // become null.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Plays the whole record again, checking every move, every roll and the verdict.
    pub fn replay(&self, games: &Registry) -> Result<Line, RecordError> {
        self.replay_by(&*games.game(&self.game)?)
    }

    /// The same by the rules of a game, which must be the one that was played.
    pub fn replay_by(&self, game: &dyn AnyGame) -> Result<Line, RecordError> {
        let mut line = Line::new(game.parse_position(&self.start)?);
        for (i, mv) in self.moves.iter().enumerate() {
            let wrong = |error| crate::MoveError::InGame { number: i + 1, error: Box::new(error) };
            line.play_recorded(&mv.text).map_err(wrong)?;
        }
        if let Some(verdict) = &self.verdict {
            self.check_verdict(verdict, &line)?;
        }
        Ok(line)
    }

    fn check_verdict(&self, verdict: &Verdict, line: &Line) -> Result<(), RecordError> {
        let words = |winner: Option<Side>| match winner {
            Some(side) => format!("a win for {}", line.position().game().info().sides[side].name),
            None => "a draw".to_owned(),
        };
        let wrong = |said, found| Err(RecordError::Verdict { said, found });
        match line.position().phase() {
            Phase::Over(outcome)
                if verdict.reason == crate::Reason::Normal && verdict.winner != outcome.winner =>
            {
                wrong(words(verdict.winner), words(outcome.winner))
            }
            Phase::Over(_) | Phase::Chance => Ok(()),
            Phase::Turn(_) if verdict.reason == crate::Reason::Normal => {
                wrong("the game ended by the rules".to_owned(), "the game still going on".to_owned())
            }
            Phase::Turn(_) => Ok(()),
        }
    }
}

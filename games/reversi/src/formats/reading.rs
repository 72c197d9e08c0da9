//! A game of Reversi while it is read: every move checked, forced passes that were left out put back in.

use crate::{Move, Reversi, ReversiPosition, mobility};
use agon_core::record::{PlayerInfo, RecordedMove};
use agon_core::{FormatError, Game, MoveError, Outcome, Position, Reason, Record, Verdict, notation};

/// The name of the game that the Othello formats hold.
pub(super) const REVERSI: &str = "reversi";

pub(super) struct Reading {
    start: ReversiPosition,
    position: ReversiPosition,
    moves: Vec<RecordedMove>,
}

impl Reading {
    pub(super) fn from(start: ReversiPosition) -> Reading {
        Reading { start, position: start, moves: Vec::new() }
    }

    /// Plays a whole record of Reversi again, for writing it; `format` names where it is going.
    pub(super) fn of_record(record: &Record, format: &'static str) -> Result<Reading, FormatError> {
        if record.game != REVERSI {
            let why = format!("it is a game of {}, and only games of {REVERSI} can be", record.game);
            return Err(FormatError::Unwritable { format, why });
        }
        let mut reading = Reading::from(notation::parse_position(&Reversi, &record.start)?);
        for (i, mv) in record.moves.iter().enumerate() {
            let wrong = |error| MoveError::InGame { number: i + 1, error: Box::new(error) };
            let played = reading.play(&mv.text).map_err(wrong)?;
            *played = RecordedMove { text: std::mem::take(&mut played.text), ..mv.clone() };
        }
        Ok(reading)
    }

    pub(super) fn start(&self) -> &ReversiPosition {
        &self.start
    }

    pub(super) fn position(&self) -> &ReversiPosition {
        &self.position
    }

    pub(super) fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    /// Plays a move in our notation, and the pass before it if that was left out.
    pub(super) fn play(&mut self, text: &str) -> Result<&mut RecordedMove, MoveError> {
        if self.position.outcome().is_some() {
            return Err(MoveError::Over { text: text.to_owned() });
        }
        if !text.eq_ignore_ascii_case("pass") {
            self.pass_if_forced();
        }
        let mv = Reversi.parse_move(&self.position, text)?;
        Ok(self.push(mv))
    }

    /// Plays the pass of a side that has nothing else, while the game is going on.
    pub(super) fn pass_if_forced(&mut self) -> bool {
        let (me, them) = (self.position.me(), self.position.them());
        let forced = mobility(me, them) == 0 && mobility(them, me) != 0;
        if forced {
            self.push(Move::PASS);
        }
        forced
    }

    fn push(&mut self, mv: Move) -> &mut RecordedMove {
        self.position.play(mv);
        self.moves.push(RecordedMove { text: mv.to_string(), ..Default::default() });
        let last = self.moves.len() - 1;
        &mut self.moves[last]
    }

    /// The result by the rules if the game is over.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        let Outcome { winner, margin } = self.position.outcome()?;
        let (score, reason) = (self.position.score(), Reason::Normal);
        Some(Verdict { winner, score, margin, reason, evidence: Default::default() })
    }

    /// The record of the game, with the verdict by the rules.
    pub(super) fn into_record(self, names: [String; 2]) -> Record {
        let players = names.map(|name| PlayerInfo { name, ..Default::default() });
        let start = notation::position_text(&Reversi, &self.start);
        let verdict = self.verdict();
        Record { moves: self.moves, verdict, ..Record::new(REVERSI.to_owned(), players, start) }
    }
}

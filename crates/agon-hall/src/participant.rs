//! How a live game talks to whoever sits in its seats: it asks and never waits; the answer comes by mail.

use super::{Occupant, TableError};
use agon_core::record::PlayerInfo;
use agon_core::{AnyGame, LastMove, Line, Side, Verdict};
use agon_engine::{GameClock, Limits};
use agon_referee::{Answer, Fault, TimeControl};
use std::sync::Arc;
use std::time::Duration;

/// One question of a game. An answer with an old ticket changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ticket(pub(super) u64);

/// One taking of a seat; the next one to sit there has another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sitting(pub(super) u64);

/// What comes back from a participant.
#[derive(Clone, Debug)]
pub enum Letter {
    /// The answer to a question.
    Answer(Ticket, Answer),
    /// The participant is gone, with the reason as a clause: "it disconnected".
    Left(Sitting, String),
    /// It waits for a processor, which is not its thinking time.
    Waits,
    /// It has one now.
    Thinks,
}

/// Where a participant sends its answers.
#[derive(Clone)]
pub struct Mailbox(Arc<dyn Fn(Letter) + Send + Sync>);

impl Mailbox {
    /// A mailbox that hands every letter to a function, which must not wait.
    pub fn new(deliver: impl Fn(Letter) + Send + Sync + 'static) -> Mailbox {
        Mailbox(Arc::new(deliver))
    }

    /// Answers a question.
    pub fn answer(&self, ticket: Ticket, answer: Answer) {
        (self.0)(Letter::Answer(ticket, answer));
    }

    /// Says that the participant waits for a processor; [`thinks`](Self::thinks) has to follow.
    pub fn waits(&self) {
        (self.0)(Letter::Waits);
    }

    /// Says that the participant has the processor that it waited for.
    pub fn thinks(&self) {
        (self.0)(Letter::Thinks);
    }

    /// Says that the participant of a sitting is gone.
    pub fn left(&self, sitting: Sitting, why: String) {
        (self.0)(Letter::Left(sitting, why));
    }
}

/// A side of a game, as its participant gets to see it.
pub struct Place<'a> {
    /// The game so far.
    pub line: &'a Line,
    /// The participant's side.
    pub side: Side,
    /// The participant's own randomness.
    pub seed: u64,
    /// The participant's limits.
    pub control: TimeControl,
    /// What each side has left on its game clock.
    pub clocks: [Option<GameClock>; 2],
}

/// Whoever sits in a seat. No method may wait.
pub trait Participant: Send {
    /// Who it is, for the record and the eyes.
    fn info(&self) -> PlayerInfo;

    /// Whether moves are handed in by a person.
    fn is_person(&self) -> bool {
        false
    }

    /// What it may overrun for the machine's own delay.
    fn tolerance(&self) -> Duration {
        Duration::ZERO
    }

    /// It sits down on a side of a game that may be well under way.
    fn sit(&mut self, place: &Place<'_>) -> Result<(), Fault>;

    /// The game began anew, or moves were taken back.
    fn reset(&mut self, place: &Place<'_>) -> Result<(), Fault>;

    /// A move was played, by either side; it is the last of the line.
    fn played(&mut self, place: &Place<'_>, mv: &LastMove) {
        let _ = (place, mv);
    }

    /// It is to move. The answer goes to the mailbox, with the ticket.
    fn ask(&mut self, place: &Place<'_>, limits: &Limits, ticket: Ticket);

    /// What it was asked last is no longer wanted.
    fn withdraw(&mut self) {}

    /// The game is over.
    fn over(&mut self, place: &Place<'_>, verdict: &Verdict) {
        let _ = (place, verdict);
    }
}

/// Shows participants to their seats. The players of this machine are made here; a hall also knows its guests.
pub trait Usher: Send {
    /// The participant that is meant, ready to sit down.
    fn usher(
        &self,
        game: &Arc<dyn AnyGame>,
        occupant: &Occupant,
        sitting: Sitting,
        mailbox: &Mailbox,
    ) -> Result<Box<dyn Participant>, TableError>;
}

/// An empty seat, or one whose moves a person hands in.
pub(super) struct Silent(pub(super) Occupant);

impl Participant for Silent {
    fn info(&self) -> PlayerInfo {
        let name = self.0.to_string();
        PlayerInfo { spec: name.clone(), name }
    }

    fn is_person(&self) -> bool {
        self.0 == Occupant::Person
    }

    fn sit(&mut self, _: &Place<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn reset(&mut self, _: &Place<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn ask(&mut self, _: &Place<'_>, _: &Limits, _: Ticket) {}
}

//! A game that is being played while people change their minds: the referee, two seats, and what may be asked of
//! them. A state machine without threads, input or output; the time is an argument.

mod seating;

use super::command::{Command, TableError};
use super::participant::{Letter, Mailbox, Participant, Place, Silent, Sitting, Ticket, Usher};
use super::snapshot::{Change, ClockView, SeatView, Snapshot};
use super::{Occupant, TableSetup};
use agon_core::record::PlayerInfo;
use agon_core::{AnyGame, AnyPosition, Dice, Phase, Reason, Side};
use agon_referee::{Answer, Fault, GameSetup, Referee, Thought, TimeControl};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// The time is over when it is over, not when it is just used up.
const TICK: Duration = Duration::from_millis(1);

/// Who sits in a seat now.
struct Chair {
    occupant: Occupant,
    sitting: Sitting,
    participant: Box<dyn Participant>,
}

/// A question that waits for its answer.
struct Open {
    ticket: Ticket,
    side: Side,
    deadline: Option<Duration>,
}

/// A live game.
pub struct LiveGame {
    game: Arc<dyn AnyGame>,
    setup: TableSetup,
    usher: Box<dyn Usher>,
    mailbox: Mailbox,
    referee: Referee,
    chairs: [Chair; 2],
    /// Whether moves are wanted. Stays so after the end, so that a game goes on when moves are taken back.
    going: bool,
    open: Option<Open>,
    /// Games so far.
    number: u64,
    version: u64,
    /// Counts tickets and sittings.
    counter: u64,
    changes: VecDeque<Change>,
}

impl LiveGame {
    /// A game that is set up and stands still. Whoever the set-up names sits down.
    pub fn new(setup: TableSetup, usher: Box<dyn Usher>, mailbox: Mailbox) -> Result<LiveGame, TableError> {
        let nobody = |number| Chair {
            occupant: Occupant::Nobody,
            sitting: Sitting(number),
            participant: Box::new(Silent(Occupant::Nobody)),
        };
        let referee = first_referee(&setup, 1)?;
        let mut live = LiveGame {
            game: setup.game.clone(),
            usher,
            mailbox,
            referee,
            chairs: [nobody(0), nobody(1)],
            going: false,
            open: None,
            number: 1,
            version: 0,
            counter: 2,
            changes: VecDeque::from([Change::SetUp]),
            setup,
        };
        for side in Side::BOTH {
            let occupant = live.setup.seats[side].clone();
            live.seat(side, occupant)?;
        }
        Ok(live)
    }

    /// Does what was asked, or says why not; then nothing has changed.
    pub fn command(&mut self, command: Command, now: Duration) -> Result<(), TableError> {
        match command {
            Command::Start => self.start()?,
            Command::Stop => self.stop(now)?,
            Command::Restart => self.set_up(self.setup.clone())?,
            Command::SetUp { start, moves } => self.set_up_from(start, moves)?,
            Command::TakeBack(plies) => self.take_back(plies)?,
            Command::Swap => self.swap(),
            Command::Resign(side) => self.resign(side)?,
            Command::Seat(side, occupant) => self.seat(side, occupant)?,
            Command::SetClock(control) => {
                self.withdraw();
                self.setup.control = control;
                self.referee.set_control(Side::BOTH.map(|side| self.control(side)));
                self.changes.push_back(Change::ClockSet);
            }
            Command::Play { ply, text } => self.play(ply, text, now)?,
        }
        self.go_on(now);
        Ok(())
    }

    /// Takes what a participant sent.
    pub fn receive(&mut self, letter: Letter, now: Duration) {
        match letter {
            Letter::Answer(ticket, answer) => {
                // Anything else is the answer to a question that was withdrawn.
                if self.open.as_ref().is_some_and(|open| open.ticket == ticket) {
                    self.answered(answer, now);
                }
            }
            Letter::Left(sitting, why) => {
                let side = Side::BOTH.into_iter().find(|&side| self.chairs[side].sitting == sitting);
                // A player of this machine that was told to stop thinking when the game ended stays for the next.
                let stays = |side: Side| {
                    let is_local = matches!(self.chairs[side].occupant, Occupant::Local(_));
                    is_local && self.referee.verdict().is_some()
                };
                if let Some(side) = side.filter(|&side| !stays(side)) {
                    self.leave(side, why, now);
                }
            }
            // The clock is not kept here.
            Letter::Waits | Letter::Thinks => {}
        }
        self.go_on(now);
    }

    /// Ends the game if the side to move has used up its time.
    pub fn call_time(&mut self, now: Duration) {
        if self.open.is_some() && self.referee.call_time(now) {
            self.withdraw();
            self.end();
        }
    }

    /// When [`call_time`](Self::call_time) is worth calling.
    pub fn deadline(&self) -> Option<Duration> {
        self.open.as_ref()?.deadline.map(|deadline| deadline + TICK)
    }

    /// What happened since the last call, in order.
    pub fn changes(&mut self) -> Vec<Change> {
        self.version += u64::from(!self.changes.is_empty());
        self.changes.drain(..).collect()
    }

    /// The game as it is.
    pub fn snapshot(&self, now: Duration) -> Snapshot {
        let verdict = self.referee.verdict().cloned();
        let running = self.going && verdict.is_none();
        let to_move = match self.referee.line().position().phase() {
            Phase::Turn(side) if verdict.is_none() => Some(side),
            _ => None,
        };
        let clock = |side: Side| {
            let mine = to_move == Some(side);
            let used = if mine { self.referee.used(now) } else { Duration::ZERO };
            let remaining = self.referee.remaining(side).map(|left| left.saturating_sub(used));
            ClockView {
                control: self.referee.control(side),
                remaining,
                used,
                runs: mine && self.open.is_some(),
            }
        };
        let seat = |side: Side| {
            let chair = &self.chairs[side];
            SeatView { occupant: chair.occupant.clone(), player: chair.participant.info() }
        };
        let asked = self.open.as_ref();
        Snapshot {
            version: self.version,
            number: self.number,
            line: self.referee.line().clone(),
            opening_plies: self.referee.record().opening_plies,
            seats: Side::BOTH.map(seat),
            clocks: Side::BOTH.map(clock),
            chosen: self.setup.control,
            running,
            to_move,
            awaits_person: asked.is_some_and(|open| self.chairs[open.side].participant.is_person()),
            verdict,
            record: self.referee.record().clone(),
        }
    }

    fn start(&mut self) -> Result<(), TableError> {
        if self.referee.verdict().is_some() {
            return Err(TableError::Over);
        }
        if self.going {
            return Err(TableError::Running);
        }
        let empty = Side::BOTH.into_iter().find(|&side| self.chairs[side].occupant == Occupant::Nobody);
        if let Some(side) = empty {
            return Err(TableError::EmptySeat(self.name(side)));
        }
        self.going = true;
        self.changes.push_back(Change::Started);
        Ok(())
    }

    fn stop(&mut self, now: Duration) -> Result<(), TableError> {
        if !self.going {
            return Err(TableError::Stopped);
        }
        self.halt(now);
        self.changes.push_back(Change::Stopped);
        Ok(())
    }

    /// Nobody is asked any more; the mover's clock keeps what it has used.
    fn halt(&mut self, now: Duration) {
        self.going = false;
        if let Some(open) = self.open.take() {
            self.chairs[open.side].participant.withdraw();
            self.referee.pause(now);
        }
    }

    fn set_up_from(
        &mut self,
        start: Option<Box<dyn AnyPosition>>,
        moves: Vec<String>,
    ) -> Result<(), TableError> {
        if let Some(start) = &start {
            let (table, other) = (self.game.id(), start.game().id());
            if table != other {
                return Err(TableError::OtherGame { table, other });
            }
        }
        self.set_up(TableSetup { start, opening: moves, ..self.setup.clone() })
    }

    fn set_up(&mut self, setup: TableSetup) -> Result<(), TableError> {
        let referee = first_referee(&setup, self.number + 1)?;
        self.withdraw();
        self.number += 1;
        self.setup = setup;
        self.referee = referee;
        for side in Side::BOTH {
            self.enter(side);
        }
        self.changes.push_back(Change::SetUp);
        self.reset();
        Ok(())
    }

    fn take_back(&mut self, plies: usize) -> Result<(), TableError> {
        let played = self.referee.line().moves().len();
        let there = played - self.referee.record().opening_plies;
        if plies == 0 || plies > there {
            return Err(TableError::TakeBack { wanted: plies, there });
        }
        self.withdraw();
        self.referee.take_back(played - plies);
        self.changes.push_back(Change::TookBack(plies));
        self.reset();
        Ok(())
    }

    fn resign(&mut self, side: Side) -> Result<(), TableError> {
        if self.referee.verdict().is_some() {
            return Err(TableError::Over);
        }
        self.withdraw();
        self.referee.lose(side, Fault::new(Reason::Resignation));
        self.end();
        Ok(())
    }

    fn play(&mut self, chosen: usize, text: String, now: Duration) -> Result<(), TableError> {
        if self.referee.verdict().is_some() {
            return Err(TableError::Over);
        }
        let line = self.referee.line();
        let played = line.moves().len();
        if chosen != played {
            return Err(TableError::Stale { chosen, played });
        }
        let side = line.position().side_to_move();
        let chair = &self.chairs[side];
        if !chair.participant.is_person() {
            let player = chair.participant.info().name;
            return Err(TableError::NotYourTurn { side: self.name(side), player });
        }
        if self.open.is_none() {
            return Err(TableError::Stopped);
        }
        // A person's slip is no loss: it is refused.
        line.position().path(&text)?;
        self.answered(Answer::Move(text, Thought::default()), now);
        Ok(())
    }

    /// The answer to the open question.
    fn answered(&mut self, answer: Answer, now: Duration) {
        self.open = None;
        let before = self.referee.line().moves().len();
        self.referee.answer(answer, now);
        if let Some(mv) = self.referee.line().moves().get(before).cloned() {
            for side in Side::BOTH {
                let place = place(&self.referee, side, self.seed());
                self.chairs[side].participant.played(&place, &mv);
            }
            self.changes.push_back(Change::Played(mv));
        }
        self.end();
    }

    /// Says so if the game is over.
    fn end(&mut self) {
        let Some(verdict) = self.referee.verdict().cloned() else { return };
        for side in Side::BOTH {
            let place = place(&self.referee, side, self.seed());
            self.chairs[side].participant.over(&place, &verdict);
        }
        self.changes.push_back(Change::Over(verdict));
    }

    /// Takes the open question back, if there is one; the next one starts the mover's time anew.
    fn withdraw(&mut self) {
        if let Some(open) = self.open.take() {
            self.chairs[open.side].participant.withdraw();
        }
        self.referee.withdraw();
    }

    /// Asks the side to move, if the game runs and nobody has been asked.
    fn go_on(&mut self, now: Duration) {
        if !self.going || self.open.is_some() {
            return;
        }
        let Some(request) = self.referee.request(now) else { return };
        let (side, ticket) = (request.side, Ticket(self.next()));
        self.open = Some(Open { ticket, side, deadline: request.deadline });
        let place = place(&self.referee, side, self.seed());
        self.chairs[side].participant.ask(&place, &request.limits, ticket);
        self.changes.push_back(Change::Asked(side));
    }

    /// The limits of a side: those that were chosen; without any, its game's own time if a program sits there.
    fn control(&self, side: Side) -> TimeControl {
        let chosen = self.setup.control[side];
        let own = self.game.info().program_time.filter(|_| self.chairs[side].occupant.is_program());
        match own {
            Some(time) if chosen == TimeControl::NONE => TimeControl::per_move(time),
            _ => chosen,
        }
    }

    fn next(&mut self) -> u64 {
        self.counter += 1;
        self.counter
    }

    fn name(&self, side: Side) -> &'static str {
        self.game.info().sides[side].name
    }

    /// The seed of this game.
    fn seed(&self) -> u64 {
        seed_of(&self.setup, self.number)
    }
}

fn place(referee: &Referee, side: Side, seed: u64) -> Place<'_> {
    Place {
        line: referee.line(),
        side,
        seed: Dice::derive(seed, 1 + side.index() as u64),
        control: referee.control(side),
        clocks: Side::BOTH.map(|side| referee.game_clock(side)),
    }
}

fn seed_of(setup: &TableSetup, number: u64) -> u64 {
    Dice::derive(setup.seed, number)
}

fn first_referee(setup: &TableSetup, number: u64) -> Result<Referee, TableError> {
    let nobody = || PlayerInfo { name: Occupant::Nobody.to_string(), spec: String::new() };
    let mut game = GameSetup::new(setup.game.clone(), [nobody(), nobody()], seed_of(setup, number));
    game.start = setup.start.clone();
    game.opening = setup.opening.clone();
    game.control = setup.control;
    Ok(Referee::new(game)?)
}

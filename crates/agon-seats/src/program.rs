//! A seat for a program.

use super::session::{Halt, Session};
use super::{Event, Lasting, PATIENCE, Protocol, START, Source, TOLERANCE, Wait};
use agon_core::outcome::Evidence;
use agon_core::record::PlayerInfo;
use agon_core::{Line, Reason, Side, Verdict};
use agon_referee::{Answer, Beginning, Fault, Seat, Setback, Thought, Turn};
use std::time::Duration;

/// How long a program that was interrupted may take to be ready for the next question.
const RECOVERY: Duration = Duration::from_millis(200);

/// Makes the protocol for a program that has just come.
pub(super) type Speech = Box<dyn Fn() -> Box<dyn Protocol> + Send>;

/// A program in a seat: fetched from its source when a game begins, asked when it is its turn, and sent away when
/// its protocol wants that or when it has done something wrong; then the next game has a fresh one.
pub struct ProgramSeat {
    info: PlayerInfo,
    source: Box<dyn Source>,
    speech: Speech,
    tolerance: Duration,
    start: Duration,
    patience: Duration,
    side: Side,
    seed: u64,
    session: Option<Session>,
    /// Whether its programs may think while their opponents do.
    ponders: bool,
    /// Whether the program has started up: it has said that it is ready, or was asked for a move.
    has_started: bool,
    /// Of the program that was sent away last.
    evidence: Evidence,
}

impl ProgramSeat {
    /// A seat for the programs of a source that speak a protocol; `spec` is how it is written.
    pub fn new(spec: String, source: Box<dyn Source>, speech: Speech) -> ProgramSeat {
        ProgramSeat {
            info: PlayerInfo { name: spec.clone(), spec },
            source,
            speech,
            tolerance: TOLERANCE,
            start: START,
            patience: PATIENCE,
            side: Side::First,
            seed: 0,
            session: None,
            ponders: false,
            has_started: false,
            evidence: Evidence::default(),
        }
    }

    /// The same with another tolerance.
    #[must_use]
    pub fn with_tolerance(mut self, tolerance: Duration) -> ProgramSeat {
        self.tolerance = tolerance;
        self
    }

    /// The same for a match in which programs may think while their opponents do: they never stand still.
    #[must_use]
    pub fn with_pondering(mut self, ponders: bool) -> ProgramSeat {
        self.ponders = ponders;
        self
    }

    /// The same with another limit for starting a program.
    #[must_use]
    pub fn with_start(mut self, start: Duration) -> ProgramSeat {
        self.start = start;
        self
    }

    /// Has a program ready for the game, a fresh one unless the last one stays.
    fn make_ready(&mut self, game: &Beginning<'_>) -> Result<(), Halt> {
        agon_sandbox::prefer_this_thread();
        (self.side, self.seed) = (game.side, game.seed);
        self.evidence = Evidence::default();
        if let Some(session) = &mut self.session {
            session.resume()?;
        }
        let stays =
            |session: &mut Session| session.protocol().lasting() != Lasting::Game && session.is_alive();
        if !self.session.as_mut().is_some_and(stays) {
            self.dismiss();
            let wait = Wait { clock: game.clock, deadline: None, stop: game.stop };
            let connection = self.source.connect(game.side, &wait)?;
            let connection = connection.ok_or(Halt::Stopped)?;
            self.session = Some(Session::new(connection, (self.speech)()));
            self.has_started = false;
        }
        let Some(session) = &mut self.session else { return Ok(()) };
        session.begin_game();
        let awaited = session.protocol().begin(game).map_err(Halt::Fault)?;
        let wait = Wait::lasting(game.clock, self.start, game.stop);
        while awaited && session.next(&wait)? != Event::Ready {}
        self.has_started |= awaited;
        if awaited { Ok(()) } else { session.flush().map_err(Halt::Fault) }
    }

    /// Asks and waits for the answer.
    fn ask(&mut self, turn: &Turn<'_>) -> Result<Answer, Halt> {
        let Some(session) = &mut self.session else {
            let fault = Fault::new(Reason::Crash).explained("its program is not there".to_owned());
            return Err(Halt::Fault(fault));
        };
        self.has_started = true;
        session.count_anew();
        let before = session.processor_time();
        let early = session.overhear().map_err(Halt::Fault)?;
        session.protocol().ask(turn).map_err(Halt::Fault)?;
        let deadline = session.protocol().deadline(turn);
        let wait = match deadline {
            Some(_) => Wait { clock: turn.clock, deadline, stop: turn.stop },
            None => Wait::lasting(turn.clock, self.patience, turn.stop),
        };
        let answered = early.map_or_else(|| session.answer(&wait), Ok);
        let event = match answered {
            Err(Halt::Late) => session.protocol().time_over(turn).ok_or(Halt::Late)?,
            other => other?,
        };
        let cpu = session.processor_time().zip(before).map(|(after, before)| after.saturating_sub(before));
        match event {
            Event::Move(text, thought) => Ok(Answer::Move(text, Thought { cpu, ..thought })),
            _ => Ok(Answer::Resign),
        }
    }

    /// Waits for a program that is at something nobody wants any more; one that does not come round is replaced.
    fn recover(&mut self, turn: &Turn<'_>) -> Result<(), Halt> {
        let Some(session) = &mut self.session else { return Ok(()) };
        session.resume()?;
        session.count_anew();
        if !session.protocol().is_busy() {
            return Ok(());
        }
        let wait = Wait::lasting(turn.clock, RECOVERY, turn.stop);
        while session.protocol().is_busy() {
            match session.next(&wait) {
                Ok(_) => {}
                Err(Halt::Late) => return self.replace(turn),
                Err(halt) => return Err(halt),
            }
        }
        Ok(())
    }

    fn replace(&mut self, turn: &Turn<'_>) -> Result<(), Halt> {
        self.send_away();
        let game = Beginning {
            line: turn.line,
            side: turn.side,
            seed: self.seed,
            control: Default::default(),
            clock: turn.clock,
            stop: turn.stop,
        };
        self.make_ready(&game)
    }

    /// Whether the program stays although it was late or named a wrong move.
    fn is_patient(&mut self) -> bool {
        self.session.as_mut().is_some_and(|session| session.protocol().lasting() == Lasting::Patiently)
    }

    /// What it means that no answer came: too late where there is a limit, else given up on.
    fn late(&self, turn: &Turn<'_>) -> Fault {
        if turn.deadline.is_some() {
            return Fault::new(Reason::TimeOut).explained("no move came in time".to_owned());
        }
        let text = format!("it said nothing for {} s and was given up on", self.patience.as_secs());
        Fault::new(Reason::Stall).explained(text)
    }

    /// Takes leave of the program.
    fn dismiss(&mut self) {
        if let Some(session) = self.session.take() {
            session.dismiss();
        }
    }

    /// Ends the program, and keeps what there is to show.
    fn send_away(&mut self) {
        if let Some(mut session) = self.session.take() {
            self.evidence = session.end();
        }
    }
}

impl Seat for ProgramSeat {
    fn info(&self) -> PlayerInfo {
        self.info.clone()
    }

    fn tolerance(&self) -> Duration {
        self.tolerance
    }

    fn begin(&mut self, game: &Beginning<'_>) -> Result<(), Setback> {
        let fault = match self.make_ready(game) {
            Ok(()) => return Ok(()),
            // The game is called off, and nobody looks at it any more.
            Err(Halt::Stopped) => Fault::new(Reason::Adjudicated),
            Err(Halt::Late) => {
                let seconds = self.start.as_secs_f64();
                let text = format!("it was not ready for a game {seconds} s after it was started");
                Fault::new(Reason::Stall).explained(text)
            }
            Err(Halt::Fault(fault)) => fault,
            Err(Halt::Machine(why)) => return Err(Setback::Machine(why)),
        };
        self.send_away();
        Err(fault.into())
    }

    fn tags(&self) -> Vec<(&'static str, String)> {
        let place = if self.side == Side::First { "first" } else { "second" };
        let name = self.session.as_ref().and_then(Session::name).map(|name| (place, name));
        name.into_iter().chain(self.source.containment().map(|text| ("sandbox", text))).collect()
    }

    fn wake(&mut self) {
        agon_sandbox::prefer_this_thread();
        if let Some(session) = &mut self.session {
            // If it cannot go on, that is said when it is asked.
            let _ = session.resume();
        }
    }

    /// A program that nobody has heard of yet, because its protocol has no word for being ready, may still be starting up,
    /// and goes on until it was asked for its first move.
    fn rest(&mut self) {
        if let Some(session) = self.session.as_mut().filter(|_| self.has_started && !self.ponders) {
            session.pause();
        }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Answer {
        let reply = self.recover(turn).and_then(|()| self.ask(turn));
        let fault = match reply {
            Ok(reply) => return reply,
            Err(Halt::Stopped) => {
                self.send_away();
                return Answer::Leave;
            }
            Err(Halt::Late) => {
                let fault = self.late(turn);
                if self.is_patient() {
                    return Answer::Fault(fault);
                }
                fault
            }
            Err(Halt::Fault(fault)) => fault,
            Err(Halt::Machine(why)) => return Answer::MachineFault(why),
        };
        self.send_away();
        Answer::Fault(fault)
    }

    fn evidence(&mut self) -> Evidence {
        if !self.is_patient() {
            self.send_away();
        }
        self.evidence.clone()
    }

    fn end(&mut self, line: &Line, verdict: &Verdict) {
        let side = self.side;
        if let Some(session) = &mut self.session {
            // It hears how the game ended while it can.
            let _ = session.resume();
            let bytes = session.protocol().finish(side, line, verdict);
            session.send(&bytes);
            if session.protocol().lasting() == Lasting::Game {
                self.dismiss();
            }
        }
        self.rest();
    }
}

impl Drop for ProgramSeat {
    fn drop(&mut self) {
        self.dismiss();
    }
}

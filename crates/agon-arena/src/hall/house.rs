//! Players of the house: seats that block, each in a thread of its own.

use super::participant::{Mailbox, Participant, Place, Silent, Sitting, Ticket, Usher};
use super::{Occupant, TableError};
use crate::{Answer, Beginning, Fault, Reply, Seat, Setback, SystemClock, TimeControl, Turn};
use agon_core::record::PlayerInfo;
use agon_core::{AnyGame, Line, Reason, Side, Verdict};
use agon_engines::{Engines, GameClock, Limits, Stop};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// Knows people, the random player and engines; no network players.
pub struct HouseUsher {
    engines: Arc<Engines>,
}

impl HouseUsher {
    /// An usher with these engines.
    pub fn new(engines: Arc<Engines>) -> HouseUsher {
        HouseUsher { engines }
    }
}

impl Default for HouseUsher {
    fn default() -> HouseUsher {
        HouseUsher::new(Arc::new(Engines::standard()))
    }
}

impl Usher for HouseUsher {
    fn usher(
        &self,
        game: &Arc<dyn AnyGame>,
        occupant: &Occupant,
        sitting: Sitting,
        mailbox: &Mailbox,
    ) -> Result<Box<dyn Participant>, TableError> {
        match occupant {
            Occupant::Nobody | Occupant::Person => Ok(Box::new(Silent(occupant.clone()))),
            Occupant::House(spec) => {
                let seat = spec.seat(&**game, &self.engines)?;
                let info = PlayerInfo { spec: spec.to_string(), ..seat.info() };
                Ok(Box::new(House::start(seat, info, sitting, mailbox.clone())?))
            }
            Occupant::Guest(guest) => Err(TableError::NoSuchGuest(*guest)),
        }
    }
}

enum Job {
    Begin {
        line: Line,
        side: Side,
        seed: u64,
        control: TimeControl,
        stop: Stop,
    },
    Move {
        line: Line,
        side: Side,
        limits: Limits,
        clocks: [Option<GameClock>; 2],
        stop: Stop,
        ticket: Ticket,
    },
    End {
        line: Line,
        verdict: Verdict,
    },
}

/// A seat that blocks, in a thread that ends when nobody has work for it any more.
struct House {
    info: PlayerInfo,
    tolerance: Duration,
    jobs: Sender<Job>,
    stop: Stop,
}

impl House {
    fn start(
        seat: Box<dyn Seat>,
        info: PlayerInfo,
        sitting: Sitting,
        mailbox: Mailbox,
    ) -> Result<House, TableError> {
        let (jobs, incoming) = channel();
        let tolerance = seat.tolerance();
        std::thread::Builder::new()
            .name("house player".to_owned())
            .spawn(move || work(seat, &incoming, sitting, &mailbox))
            .map_err(|error| TableError::Machine(error.to_string()))?;
        Ok(House { info, tolerance, jobs, stop: Stop::new() })
    }

    fn begin(&mut self, place: &Place<'_>) {
        self.stop.set();
        self.stop = Stop::new();
        let Place { line, side, seed, control, .. } = place;
        let stop = self.stop.clone();
        // The thread ends only after this half is gone.
        let job = Job::Begin { line: (*line).clone(), side: *side, seed: *seed, control: *control, stop };
        let _ = self.jobs.send(job);
    }
}

impl Participant for House {
    fn info(&self) -> PlayerInfo {
        self.info.clone()
    }

    fn tolerance(&self) -> Duration {
        self.tolerance
    }

    fn sit(&mut self, place: &Place<'_>) -> Result<(), Fault> {
        self.begin(place);
        Ok(())
    }

    fn reset(&mut self, place: &Place<'_>) -> Result<(), Fault> {
        self.begin(place);
        Ok(())
    }

    fn ask(&mut self, place: &Place<'_>, limits: &Limits, ticket: Ticket) {
        self.stop = Stop::new();
        let (line, limits, stop) = (place.line.clone(), limits.clone(), self.stop.clone());
        let (side, clocks) = (place.side, place.clocks);
        let _ = self.jobs.send(Job::Move { line, side, limits, clocks, stop, ticket });
    }

    fn withdraw(&mut self) {
        self.stop.set();
    }

    fn over(&mut self, place: &Place<'_>, verdict: &Verdict) {
        let _ = self.jobs.send(Job::End { line: place.line.clone(), verdict: verdict.clone() });
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.stop.set();
    }
}

fn work(mut seat: Box<dyn Seat>, jobs: &Receiver<Job>, sitting: Sitting, mailbox: &Mailbox) {
    // A seat that could not begin loses when it is its turn.
    let mut refusal: Option<Setback> = None;
    // The table itself calls the time and then sets the stop signal: here it only tells how long something took.
    let clock = SystemClock::new();
    while let Ok(job) = jobs.recv() {
        match job {
            Job::Begin { line, side, seed, control, stop } => {
                let game = Beginning { line: &line, side, seed, control, clock: &clock, stop: &stop };
                let begun = catch_unwind(AssertUnwindSafe(|| seat.begin(&game)));
                refusal = begun.unwrap_or_else(|_| Err(failed().into())).err();
            }
            Job::End { line, verdict } => {
                let _ = catch_unwind(AssertUnwindSafe(|| seat.end(&line, &verdict)));
            }
            Job::Move { stop, .. } if stop.is_set() => {}
            Job::Move { line, side, limits, clocks, stop, ticket } => {
                let turn = Turn {
                    line: &line,
                    side,
                    limits: &limits,
                    clocks,
                    deadline: None,
                    clock: &clock,
                    stop: &stop,
                };
                let reply = match &refusal {
                    Some(Setback::Fault(fault)) => Reply::Fault(fault.clone()),
                    Some(Setback::Machine(why)) => Reply::MachineFault(why.clone()),
                    None => catch_unwind(AssertUnwindSafe(|| seat.choose(&turn)))
                        .unwrap_or_else(|_| Reply::Fault(failed())),
                };
                match reply {
                    Reply::Move(text, thought) => mailbox.answer(ticket, Answer::Move(text, thought)),
                    Reply::Resign => mailbox.answer(ticket, Answer::Resign),
                    Reply::Fault(fault) => mailbox.answer(ticket, Answer::Fault(fault)),
                    Reply::MachineFault(why) => mailbox.left(sitting, why),
                    Reply::Leave => mailbox.left(sitting, "it walked away".to_owned()),
                }
            }
        }
    }
}

fn failed() -> Fault {
    Fault::new(Reason::Crash).explained("the player inside this program failed".to_owned())
}

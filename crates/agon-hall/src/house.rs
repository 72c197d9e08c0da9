//! Players of the house: seats that block, each in a thread that is there while it has something to do.

use super::participant::{Mailbox, Participant, Place, Silent, Sitting, Ticket, Usher};
use super::{Occupant, TableError};
use agon_core::record::PlayerInfo;
use agon_core::{AnyGame, Line, Reason, Side, Verdict};
use agon_engine::{Engines, GameClock, Limits, Stop};
use agon_referee::{Answer, Beginning, Fault, Reply, Seat, Setback, SystemClock, TimeControl, Turn};
use agon_seats::PlayerSpec;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long an engine that learns from one move to the next is kept while it has nothing to do.
const PATIENCE: Duration = Duration::from_secs(60);

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
                let maker = Maker { spec: spec.clone(), game: game.clone(), engines: self.engines.clone() };
                Ok(Box::new(House::new(maker, sitting, mailbox.clone())?))
            }
            Occupant::Guest(guest) => Err(TableError::NoSuchGuest(*guest)),
        }
    }
}

/// How a player of the house comes to its seat.
struct Maker {
    spec: PlayerSpec,
    game: Arc<dyn AnyGame>,
    engines: Arc<Engines>,
}

impl Maker {
    fn seat(&self) -> Result<Box<dyn Seat>, TableError> {
        Ok(self.spec.seat(&*self.game, &self.engines)?)
    }

    /// How long the player is worth keeping when it has nothing to do; for ever, if it has to be. An engine's memory is
    /// tens of megabytes, and at most of the tables of a hall nobody has moved for hours. A level begins every move
    /// with an empty table, so nothing is lost with it.
    fn patience(&self) -> Option<Duration> {
        match &self.spec {
            PlayerSpec::Engine(engine) if engine.fresh.unwrap_or(engine.level.is_some()) => {
                Some(Duration::ZERO)
            }
            PlayerSpec::Engine(_) => Some(PATIENCE),
            _ => None,
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
        asked: Instant,
    },
    End {
        line: Line,
        verdict: Verdict,
    },
}

/// A player with what it cannot do.
struct Player {
    /// Nothing while an engine is not needed.
    seat: Option<Box<dyn Seat>>,
    /// A seat that could not begin loses when it is its turn.
    refusal: Option<Setback>,
}

/// What there is to do, and the player while it does nothing.
struct Desk {
    jobs: VecDeque<Job>,
    /// Taken away by the thread that works.
    player: Option<Player>,
    /// Nobody has work for it any more.
    left: bool,
}

/// A desk with its door.
struct Office {
    maker: Maker,
    sitting: Sitting,
    mailbox: Mailbox,
    desk: Mutex<Desk>,
    /// There is a job, or the player is back at its desk, or nobody wants it any more.
    news: Condvar,
}

impl Office {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        // A job is put there or taken away as a whole, so the desk is sound whoever panicked.
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a job on the desk, and sends somebody to it if nobody is there.
    fn give(self: &Arc<Office>, job: Job) {
        let mut desk = self.desk();
        desk.jobs.push_back(job);
        if let Some(player) = desk.player.take() {
            drop(desk);
            let office = self.clone();
            let thread = std::thread::Builder::new().name("house player".to_owned());
            if let Err(error) = thread.spawn(move || office.work(player)) {
                self.mailbox.left(self.sitting, format!("it has no thread to think in: {error}"));
            }
        }
        self.news.notify_all();
    }

    /// Works until there is nothing to do.
    fn work(&self, mut player: Player) {
        while let Some(job) = self.next(&mut player) {
            self.do_job(job, &mut player);
        }
    }

    /// The next job. If there is none the player goes back to its desk.
    fn next(&self, player: &mut Player) -> Option<Job> {
        let mut desk = self.desk();
        let patience = self.maker.patience();
        if let Some(patience) = patience.filter(|_| player.seat.is_some()) {
            let idle = |desk: &mut Desk| desk.jobs.is_empty() && !desk.left;
            let waited = self.news.wait_timeout_while(desk, patience, idle);
            desk = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if let Some(job) = desk.jobs.pop_front() {
            return Some(job);
        }
        let seat = player.seat.take();
        let (kept, gone) = if desk.left || patience.is_some() { (None, seat) } else { (seat, None) };
        desk.player = Some(Player { seat: kept, refusal: player.refusal.take() });
        self.news.notify_all();
        // Letting go may take a moment, and the table must not wait for its desk.
        drop(desk);
        drop(gone);
        None
    }

    fn do_job(&self, job: Job, player: &mut Player) {
        // The table itself calls the time and then sets the stop signal: here it only tells how long something took.
        let clock = SystemClock::new();
        match job {
            Job::Begin { line, side, seed, control, stop } => {
                let Some(seat) = &mut player.seat else { return };
                let game = Beginning { line: &line, side, seed, control, clock: &clock, stop: &stop };
                let begun = catch_unwind(AssertUnwindSafe(|| seat.begin(&game)));
                player.refusal = begun.unwrap_or_else(|_| Err(failed().into())).err();
            }
            Job::End { line, verdict } => {
                let Some(seat) = &mut player.seat else { return };
                let _ = catch_unwind(AssertUnwindSafe(|| seat.end(&line, &verdict)));
            }
            Job::Move { stop, .. } if stop.is_set() => {}
            Job::Move { line, side, limits, clocks, stop, ticket, asked } => {
                let reply = catch_unwind(AssertUnwindSafe(|| {
                    let seat = match self.seat_of(player) {
                        Ok(seat) => seat,
                        Err(reply) => return reply,
                    };
                    // Coming here, and making an engine, took some of its time.
                    let limits = limits_after(&limits, asked.elapsed());
                    let (limits, clock, stop) = (&limits, &clock, &stop);
                    seat.choose(&Turn { line: &line, side, limits, clocks, deadline: None, clock, stop })
                }));
                match reply.unwrap_or_else(|_| Reply::Fault(failed())) {
                    Reply::Move(text, thought) => self.mailbox.answer(ticket, Answer::Move(text, thought)),
                    Reply::Resign => self.mailbox.answer(ticket, Answer::Resign),
                    Reply::Fault(fault) => self.mailbox.answer(ticket, Answer::Fault(fault)),
                    Reply::MachineFault(why) => self.mailbox.left(self.sitting, why),
                    Reply::Leave => self.mailbox.left(self.sitting, "it walked away".to_owned()),
                }
            }
        }
    }

    /// The seat of a player that is to move, or what it says instead.
    fn seat_of<'a>(&self, player: &'a mut Player) -> Result<&'a mut dyn Seat, Reply> {
        match &player.refusal {
            Some(Setback::Fault(fault)) => return Err(Reply::Fault(fault.clone())),
            Some(Setback::Machine(why)) => return Err(Reply::MachineFault(why.clone())),
            None => {}
        }
        if player.seat.is_none() {
            // It could be made when it sat down; if it cannot now, the machine is short of something.
            player.seat = Some(self.maker.seat().map_err(|error| Reply::MachineFault(error.to_string()))?);
        }
        player.seat.as_deref_mut().map(|seat| seat as &mut dyn Seat).ok_or_else(|| Reply::Fault(failed()))
    }
}

/// What is left of the limits of a move after some time.
fn limits_after(limits: &Limits, spent: Duration) -> Limits {
    let left = |time: Duration| time.saturating_sub(spent);
    let clock = limits.clock.map(|clock| GameClock { remaining: left(clock.remaining), ..clock });
    Limits { time: limits.time.map(left), clock, ..limits.clone() }
}

/// A player of the house, as its table sees it.
struct House {
    info: PlayerInfo,
    tolerance: Duration,
    office: Arc<Office>,
    stop: Stop,
}

impl House {
    fn new(maker: Maker, sitting: Sitting, mailbox: Mailbox) -> Result<House, TableError> {
        let seat = maker.seat()?;
        let info = PlayerInfo { spec: maker.spec.to_string(), ..seat.info() };
        let tolerance = seat.tolerance();
        let seat = maker.patience().is_none().then_some(seat);
        let player = Some(Player { seat, refusal: None });
        let desk = Mutex::new(Desk { jobs: VecDeque::new(), player, left: false });
        let office = Arc::new(Office { maker, sitting, mailbox, desk, news: Condvar::new() });
        Ok(House { info, tolerance, office, stop: Stop::new() })
    }

    fn begin(&mut self, place: &Place<'_>) {
        self.stop.set();
        self.stop = Stop::new();
        let Place { line, side, seed, control, .. } = place;
        let stop = self.stop.clone();
        let job = Job::Begin { line: (*line).clone(), side: *side, seed: *seed, control: *control, stop };
        self.office.give(job);
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
        self.office.give(Job::Move { line, side, limits, clocks, stop, ticket, asked: Instant::now() });
    }

    fn withdraw(&mut self) {
        self.stop.set();
    }

    fn over(&mut self, place: &Place<'_>, verdict: &Verdict) {
        self.office.give(Job::End { line: place.line.clone(), verdict: verdict.clone() });
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.stop.set();
        let mut desk = self.office.desk();
        desk.left = true;
        let player = desk.player.take();
        drop(desk);
        self.office.news.notify_all();
        // A program may take its time to end, and a table must not wait.
        if let Some(seat) = player.and_then(|player| player.seat) {
            let _ = std::thread::Builder::new().name("leaving".to_owned()).spawn(move || drop(seat));
        }
    }
}

fn failed() -> Fault {
    Fault::new(Reason::Crash).explained("the player inside this program failed".to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.
mod tests {
    use super::super::participant::Letter;
    use super::*;
    use std::sync::mpsc::{Receiver, channel};

    fn house(spec: &str) -> (House, Receiver<Letter>) {
        let (letters, mail) = channel();
        let mailbox = Mailbox::new(move |letter| {
            let _ = letters.send(letter);
        });
        let game = agon_games::registry().game("reversi").unwrap();
        let engines = Arc::new(agon_games::engines());
        let maker = Maker { spec: spec.parse().unwrap(), game, engines };
        (House::new(maker, Sitting(0), mailbox).unwrap(), mail)
    }

    /// Has it move and gives back its answer.
    fn moves(house: &mut House, mail: &Receiver<Letter>, limits: &Limits) -> Answer {
        let line = Line::new(agon_games::registry().game("reversi").unwrap().start());
        let control = TimeControl::NONE;
        let place = Place { line: &line, side: Side::First, seed: 1, control, clocks: [None; 2] };
        house.sit(&place).unwrap();
        house.ask(&place, limits, Ticket(1));
        match mail.recv().unwrap() {
            Letter::Answer(Ticket(1), answer) => answer,
            other => panic!("{other:?}"),
        }
    }

    /// Waits until it has nothing to do and no thread.
    fn at_rest(house: &House) -> MutexGuard<'_, Desk> {
        let busy = |desk: &mut Desk| desk.player.is_none();
        house.office.news.wait_while(house.office.desk(), busy).unwrap()
    }

    #[test]
    fn a_level_that_does_not_think_has_no_memory_and_no_thread() {
        let (mut level, mail) = house("engine:level=1");
        assert!(at_rest(&level).player.as_ref().unwrap().seat.is_none(), "it has not been asked yet");
        for _ in 0..2 {
            assert!(matches!(moves(&mut level, &mail, &Limits::default()), Answer::Move(..)));
            assert!(at_rest(&level).player.as_ref().unwrap().seat.is_none());
        }
    }

    #[test]
    fn whoever_remembers_something_is_kept() {
        let (mut chance, mail) = house("random");
        assert!(matches!(moves(&mut chance, &mail, &Limits::default()), Answer::Move(..)));
        assert!(at_rest(&chance).player.as_ref().unwrap().seat.is_some());
        let (mut learner, mail) = house("engine:nodes=30");
        assert!(matches!(moves(&mut learner, &mail, &Limits::default()), Answer::Move(..)));
        assert!(learner.office.desk().player.is_none(), "its thread waits for the next move with it");
    }

    #[test]
    fn what_it_took_to_come_is_not_there_to_think() {
        let ms = Duration::from_millis;
        let clock = GameClock { remaining: ms(900), increment: ms(7) };
        let limits = Limits { time: Some(ms(100)), clock: Some(clock), ..Limits::default() };
        let left = limits_after(&limits, ms(30));
        assert_eq!((left.time, left.clock.unwrap().remaining), (Some(ms(70)), ms(870)));
        assert_eq!(limits_after(&limits, ms(400)).time, Some(Duration::ZERO));
    }
}

//! Players of this machine: engines, programs and the random player, each in a thread that is there while it has
//! something to do.

use super::participant::{Mailbox, Participant, Place, Silent, Sitting, Ticket, Usher};
use super::{Occupant, TableError};
use agon_core::panics::Panic;
use agon_core::record::PlayerInfo;
use agon_core::{AnyGame, Line, Side, Verdict};
use agon_engine::{Engines, GameClock, Limits, Stop};
use agon_referee::{Answer, Beginning, Fault, Seat, Setback, SystemClock, Turn};
use agon_seats::cores::{Cores, Ready, Urgency};
use agon_seats::{PlayerSpec, Thinker, ThinkingThread};
use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long an engine that learns from one move to the next is kept while it has nothing to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// Knows people, the random player, engines and programs; no network players.
pub struct LocalUsher {
    engines: Arc<Engines>,
    cores: Option<Cores>,
}

impl LocalUsher {
    /// An usher with these engines.
    pub fn new(engines: Arc<Engines>) -> LocalUsher {
        LocalUsher::sharing(engines, None)
    }

    /// The same for players who share processors with others.
    pub fn sharing(engines: Arc<Engines>, cores: Option<Cores>) -> LocalUsher {
        LocalUsher { engines, cores }
    }
}

impl Usher for LocalUsher {
    fn usher(
        &self,
        game: &Arc<dyn AnyGame>,
        occupant: &Occupant,
        sitting: Sitting,
        mailbox: &Mailbox,
    ) -> Result<Box<dyn Participant>, TableError> {
        match occupant {
            Occupant::Nobody | Occupant::Person => Ok(Box::new(Silent(occupant.clone()))),
            Occupant::Local(spec) => {
                let (spec, engines, cores) = (spec.clone(), self.engines.clone(), self.cores.clone());
                let maker = Maker { spec, game: game.clone(), engines, cores };
                Ok(Box::new(LocalPlayer::new(maker, sitting, mailbox.clone())?))
            }
            Occupant::Guest(guest) => Err(TableError::NoSuchGuest(*guest)),
        }
    }
}

/// How a player comes to its seat.
struct Maker {
    spec: PlayerSpec,
    game: Arc<dyn AnyGame>,
    engines: Arc<Engines>,
    /// The processors that it shares with others, if it does.
    cores: Option<Cores>,
}

impl Maker {
    /// How many processors it needs to think; none, if it does not think.
    fn need(&self) -> usize {
        match &self.spec {
            PlayerSpec::Random { .. } | PlayerSpec::Human => 0,
            PlayerSpec::Engine(engine) => {
                let threads = engine.techniques.iter().find(|(name, _)| name == "threads");
                threads.and_then(|(_, value)| value.parse().ok()).unwrap_or(1)
            }
            _ => 1,
        }
    }

    fn seat(&self) -> Result<Box<dyn Seat>, TableError> {
        Ok(self.spec.seat(&*self.game, &self.engines)?)
    }

    /// How long the player is worth keeping when it has nothing to do; for ever, if it has to be. An engine's memory is
    /// tens of megabytes, and at most of the tables of a hall nobody has moved for hours. A level begins every move
    /// with an empty memory, so nothing is lost with it.
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

/// A question to the player.
struct Question {
    line: Line,
    side: Side,
    limits: Limits,
    clocks: [Option<GameClock>; 2],
    stop: Stop,
    asked: Instant,
}

/// A player with what it cannot do.
struct Player {
    maker: Maker,
    /// Nothing while an engine is not needed.
    seat: Option<Box<dyn Seat>>,
    /// A seat that could not begin loses when it is its turn.
    refusal: Option<Setback>,
    /// Its place among the engines that are kept, where processors are shared.
    ready: Option<Ready>,
}

impl Thinker for Player {
    fn patience(&self) -> Duration {
        let is_kept = self.maker.cores.is_none() || self.ready.is_some();
        self.maker.patience().filter(|_| self.seat.is_some() && is_kept).unwrap_or_default()
    }

    fn rest(&mut self) -> Option<Box<dyn Any + Send>> {
        self.ready = None;
        let seat = self.seat.take_if(|_| self.maker.patience().is_some())?;
        Some(Box::new(seat))
    }
}

impl Player {
    fn begin(&mut self, game: &Beginning<'_>) {
        if let Some(seat) = &mut self.seat {
            self.refusal = seat.begin(game).err();
            seat.rest();
        }
    }

    fn answer(&mut self, question: Question) -> Answer {
        let Question { line, side, limits, clocks, stop, asked } = question;
        if self.ready.is_none() && self.maker.patience() == Some(PATIENCE) {
            self.ready = self.maker.cores.as_ref().and_then(Cores::keep_ready);
        }
        let seat = match self.seat() {
            Ok(seat) => seat,
            Err(setback) => return setback.into(),
        };
        // Coming here, and making an engine, took some of its time.
        let limits = limits_after(&limits, asked.elapsed());
        // The table itself calls the time and then sets the stop signal: here it only tells how long something took.
        let (limits, clock, stop) = (&limits, &SystemClock::new(), &stop);
        seat.choose(&Turn { line: &line, side, limits, clocks, deadline: None, clock, stop })
    }

    /// Has answered: what it does now is at the cost of its opponent.
    fn stand_still(&mut self) {
        if let Some(seat) = &mut self.seat {
            seat.rest();
        }
    }

    fn end(&mut self, line: &Line, verdict: &Verdict) {
        if let Some(seat) = &mut self.seat {
            seat.end(line, verdict);
        }
    }

    /// The seat of a player that is to move, or why it has none.
    fn seat(&mut self) -> Result<&mut dyn Seat, Setback> {
        if let Some(refusal) = &self.refusal {
            return Err(refusal.clone());
        }
        let seat = match self.seat.take() {
            Some(seat) => seat,
            // It could be made when it sat down; if it cannot now, the machine is short of something.
            None => self.maker.seat().map_err(|error| Setback::Machine(error.to_string()))?,
        };
        Ok(&mut **self.seat.insert(seat))
    }
}

/// What is left of the limits of a move after some time.
fn limits_after(limits: &Limits, spent: Duration) -> Limits {
    let left = |time: Duration| time.saturating_sub(spent);
    let clock = limits.clock.map(|clock| GameClock { remaining: left(clock.remaining), ..clock });
    Limits { time: limits.time.map(left), clock, ..limits.clone() }
}

/// A player of this machine, as its table sees it.
struct LocalPlayer {
    info: PlayerInfo,
    tolerance: Duration,
    sitting: Sitting,
    mailbox: Mailbox,
    thread: Arc<ThinkingThread<Player>>,
    stop: Stop,
    /// The processors it shares with others, and how many it needs.
    cores: Option<(Cores, usize)>,
}

impl LocalPlayer {
    fn new(maker: Maker, sitting: Sitting, mailbox: Mailbox) -> Result<LocalPlayer, TableError> {
        let seat = maker.seat()?;
        let info = PlayerInfo { spec: maker.spec.to_string(), ..seat.info() };
        let tolerance = seat.tolerance();
        let seat = maker.patience().is_none().then_some(seat);
        let cores = maker.cores.clone().map(|cores| (cores, maker.need())).filter(|(_, need)| *need > 0);
        let player = Player { maker, seat, refusal: None, ready: None };
        let thread = Arc::new(ThinkingThread::new("local player", player));
        Ok(LocalPlayer { info, tolerance, sitting, mailbox, thread, stop: Stop::new(), cores })
    }

    /// Has the player do something. If it fails in that, the machine has failed: it leaves its seat.
    fn give(&self, work: impl FnOnce(&mut Player) + Send + 'static) {
        give(&self.thread, &self.mailbox, self.sitting, work);
    }

    /// The same for work that takes processors: it begins when there are some, and until then there is no thread for it
    /// and no clock runs.
    fn give_with_cores(&self, work: impl FnOnce(&mut Player) + Send + 'static) {
        let Some((cores, need)) = &self.cores else { return self.give(work) };
        if let Some(share) = cores.try_take(*need) {
            return self.give(move |player| {
                work(player);
                drop(share);
            });
        }
        self.mailbox.waits();
        let (thread, mailbox, sitting) = (Arc::downgrade(&self.thread), self.mailbox.clone(), self.sitting);
        cores.when_free(*need, Urgency::Waited, move |share| {
            mailbox.thinks();
            // Whoever has left the table needs nothing any more.
            if let Some(thread) = thread.upgrade() {
                give(&thread, &mailbox, sitting, move |player| {
                    work(player);
                    drop(share);
                });
            }
        });
    }

    fn begin(&mut self, place: &Place<'_>) {
        self.stop.set();
        self.stop = Stop::new();
        let (line, side, seed, control) = (place.line.clone(), place.side, place.seed, place.control);
        let stop = self.stop.clone();
        self.give(move |player| {
            let clock = SystemClock::new();
            player.begin(&Beginning { line: &line, side, seed, control, clock: &clock, stop: &stop });
        });
    }
}

/// Has a player do something. If it fails in that, the machine has failed: it leaves its seat.
fn give(
    thread: &ThinkingThread<Player>,
    mailbox: &Mailbox,
    sitting: Sitting,
    work: impl FnOnce(&mut Player) + Send + 'static,
) {
    let letters = mailbox.clone();
    let failed = move |panic: Panic| letters.left(sitting, panic.to_string());
    if let Err(error) = thread.give(work, failed) {
        mailbox.left(sitting, format!("it has no thread to think in: {error}"));
    }
}

impl Participant for LocalPlayer {
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
        let mut question = Question { line, side, limits, clocks, stop, asked: Instant::now() };
        let (mailbox, sitting) = (self.mailbox.clone(), self.sitting);
        let shares = self.cores.is_some();
        self.give_with_cores(move |player| {
            if shares {
                // What it waited for a processor is not its time.
                question.asked = Instant::now();
            }
            // Nobody wants the answer to a question that was withdrawn before it was its turn.
            if !question.stop.is_set() {
                match player.answer(question) {
                    Answer::MachineFault(why) => mailbox.left(sitting, why),
                    Answer::Leave => mailbox.left(sitting, "it walked away".to_owned()),
                    answer => mailbox.answer(ticket, answer),
                }
                player.stand_still();
            }
        });
    }

    fn withdraw(&mut self) {
        self.stop.set();
    }

    fn over(&mut self, place: &Place<'_>, verdict: &Verdict) {
        let (line, verdict) = (place.line.clone(), verdict.clone());
        self.give(move |player| player.end(&line, &verdict));
    }
}

impl Drop for LocalPlayer {
    fn drop(&mut self) {
        self.stop.set();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.
mod tests {
    use super::super::participant::Letter;
    use super::*;
    use agon_referee::TimeControl;
    use std::sync::mpsc::{Receiver, channel};

    fn seated(spec: &str) -> (LocalPlayer, Receiver<Letter>) {
        let (letters, mail) = channel();
        let mailbox = Mailbox::new(move |letter| {
            let _ = letters.send(letter);
        });
        let game = agon_games::registry().game("reversi").unwrap();
        let engines = Arc::new(agon_games::engines());
        let maker = Maker { spec: spec.parse().unwrap(), game, engines, cores: None };
        (LocalPlayer::new(maker, Sitting(0), mailbox).unwrap(), mail)
    }

    /// Has it move and gives back its answer.
    fn moves(player: &mut LocalPlayer, mail: &Receiver<Letter>, limits: &Limits) -> Answer {
        let line = Line::new(agon_games::registry().game("reversi").unwrap().start());
        let control = TimeControl::NONE;
        let place = Place { line: &line, side: Side::First, seed: 1, control, clocks: [None; 2] };
        player.sit(&place).unwrap();
        player.ask(&place, limits, Ticket(1));
        match mail.recv().unwrap() {
            Letter::Answer(Ticket(1), answer) => answer,
            other => panic!("{other:?}"),
        }
    }

    /// Waits until it has nothing to do and no thread, and says whether it has kept its seat.
    fn keeps_its_seat(player: &LocalPlayer) -> bool {
        player.thread.at_rest(|player| player.seat.is_some()).unwrap()
    }

    #[test]
    fn a_level_that_does_not_think_has_no_memory_and_no_thread() {
        let (mut level, mail) = seated("engine:level=1");
        assert!(!keeps_its_seat(&level), "it has not been asked yet");
        for _ in 0..2 {
            assert!(matches!(moves(&mut level, &mail, &Limits::default()), Answer::Move(..)));
            assert!(!keeps_its_seat(&level));
        }
    }

    #[test]
    fn whoever_remembers_something_is_kept() {
        let (mut chance, mail) = seated("random");
        assert!(matches!(moves(&mut chance, &mail, &Limits::default()), Answer::Move(..)));
        assert!(keeps_its_seat(&chance));
        let (mut learner, mail) = seated("engine:nodes=30");
        assert!(matches!(moves(&mut learner, &mail, &Limits::default()), Answer::Move(..)));
        assert!(learner.thread.is_working(), "its thread waits for the next move with it");
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

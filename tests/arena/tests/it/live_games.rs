//! A live game without threads: participants that do what the test says, a clock that the test moves.

use agon_core::record::PlayerInfo;
use agon_core::{AnyGame, LastMove, Reason, Side};
use agon_engine::Limits;
use agon_hall::{
    Change, Command, Letter, LiveGame, Mailbox, Occupant, Participant, Place, Sitting, TableError,
    TableSetup, Ticket, Usher,
};
use agon_referee::{Answer, Fault, Thought, TimeControl};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What participants heard, in order.
type Log = Arc<Mutex<Vec<Heard>>>;

#[derive(Clone, PartialEq, Debug)]
enum Heard {
    Sat(Sitting, Side, usize),
    Reset(Sitting, usize),
    Played(Sitting, String),
    Asked(Sitting, Ticket),
    Withdrawn(Sitting),
}

struct Actor {
    sitting: Sitting,
    log: Log,
    person: bool,
}

impl Actor {
    fn note(&self, heard: Heard) {
        self.log.lock().unwrap().push(heard);
    }
}

impl Participant for Actor {
    fn info(&self) -> PlayerInfo {
        PlayerInfo { name: if self.person { "person" } else { "actor" }.to_owned(), spec: String::new() }
    }
    fn is_person(&self) -> bool {
        self.person
    }
    fn sit(&mut self, place: &Place<'_>) -> Result<(), Fault> {
        self.note(Heard::Sat(self.sitting, place.side, place.line.moves().len()));
        Ok(())
    }
    fn reset(&mut self, place: &Place<'_>) -> Result<(), Fault> {
        self.note(Heard::Reset(self.sitting, place.line.moves().len()));
        Ok(())
    }
    fn played(&mut self, _: &Place<'_>, mv: &LastMove) {
        self.note(Heard::Played(self.sitting, mv.text.clone()));
    }
    fn ask(&mut self, _: &Place<'_>, _: &Limits, ticket: Ticket) {
        self.note(Heard::Asked(self.sitting, ticket));
    }
    fn withdraw(&mut self) {
        self.note(Heard::Withdrawn(self.sitting));
    }
}

struct Stage(Log);

impl Usher for Stage {
    fn usher(
        &self,
        _: &Arc<dyn AnyGame>,
        occupant: &Occupant,
        sitting: Sitting,
        _: &Mailbox,
    ) -> Result<Box<dyn Participant>, TableError> {
        if let Occupant::Guest(guest) = occupant {
            return Err(TableError::NoSuchGuest(*guest));
        }
        Ok(Box::new(Actor { sitting, log: self.0.clone(), person: *occupant == Occupant::Person }))
    }
}

struct Test {
    live: LiveGame,
    log: Log,
    now: Duration,
}

impl Test {
    fn new(game: &str, seats: [&str; 2]) -> Test {
        let mut setup = TableSetup::new(agon_games::registry().game(game).unwrap(), 1);
        setup.seats = seats.map(|seat| seat.parse().unwrap());
        let log = Log::default();
        let live = LiveGame::new(setup, Box::new(Stage(log.clone())), Mailbox::new(|_| {})).unwrap();
        let mut test = Test { live, log, now: Duration::ZERO };
        test.heard();
        test.live.changes();
        test
    }

    fn order(&mut self, command: Command) -> Result<Vec<Change>, TableError> {
        self.live.command(command, self.now)?;
        Ok(self.live.changes())
    }

    fn heard(&mut self) -> Vec<Heard> {
        std::mem::take(&mut self.log.lock().unwrap())
    }

    /// The last question that somebody was asked.
    fn ticket(&mut self) -> Ticket {
        let heard = self.heard();
        let asked = |heard: &Heard| match heard {
            Heard::Asked(_, ticket) => Some(*ticket),
            _ => None,
        };
        heard.iter().rev().find_map(asked).unwrap()
    }

    fn answer(&mut self, ticket: Ticket, text: &str) -> Vec<Change> {
        let answer = Answer::Move(text.to_owned(), Thought::default());
        self.live.receive(Letter::Answer(ticket, answer), self.now);
        self.live.changes()
    }

    fn ply(&self) -> usize {
        self.live.snapshot(self.now).ply()
    }
}

#[test]
fn a_person_plays_against_a_program_and_takes_back() {
    let mut test = Test::new("reversi", ["human", "random"]);
    assert_eq!(test.order(Command::Play { ply: 0, text: "f5".into() }).unwrap_err(), TableError::Stopped);
    assert_eq!(test.order(Command::Stop).unwrap_err(), TableError::Stopped);
    assert_eq!(test.order(Command::Start).unwrap(), [Change::Started, Change::Asked(Side::First)]);
    assert_eq!(test.order(Command::Start).unwrap_err(), TableError::Running);
    assert!(test.live.snapshot(test.now).awaits_person);
    let illegal = test.order(Command::Play { ply: 0, text: "a1".into() }).unwrap_err();
    assert!(matches!(illegal, TableError::Move(_)), "a person's slip is refused: {illegal}");
    test.heard();
    let changes = test.order(Command::Play { ply: 0, text: "f5".into() }).unwrap();
    assert!(matches!(&changes[..], [Change::Played(mv), Change::Asked(Side::Second)] if mv.text == "f5"));
    let late = test.order(Command::Play { ply: 0, text: "d3".into() }).unwrap_err();
    assert_eq!(late, TableError::Stale { chosen: 0, played: 1 });
    let theirs = test.order(Command::Play { ply: 1, text: "d6".into() }).unwrap_err();
    assert!(theirs.to_string().contains("which actor plays"), "{theirs}");
    let ticket = test.ticket();
    test.answer(ticket, "d6");
    assert_eq!(test.ply(), 2);
    let changes = test.order(Command::TakeBack(2)).unwrap();
    assert_eq!(changes, [Change::TookBack(2), Change::Asked(Side::First)]);
    assert_eq!((test.ply(), test.live.snapshot(test.now).record.moves.len()), (0, 0));
    let none = test.order(Command::TakeBack(1)).unwrap_err();
    assert_eq!(none, TableError::TakeBack { wanted: 1, there: 0 });
}

#[test]
fn a_late_answer_never_lands_on_a_new_board() {
    for interruption in [
        Command::Stop,
        Command::Restart,
        Command::Swap,
        Command::Resign(Side::Second),
        Command::Seat(Side::First, "random".parse().unwrap()),
        Command::SetUp { start: None, moves: vec!["f5".into(), "d6".into()] },
        Command::SetClock([TimeControl::per_move(Duration::from_secs(1)); 2]),
    ] {
        let mut test = Test::new("reversi", ["random", "random"]);
        test.order(Command::Start).unwrap();
        let ticket = test.ticket();
        test.order(interruption.clone()).unwrap();
        assert!(test.heard().iter().any(|heard| matches!(heard, Heard::Withdrawn(_))), "{interruption:?}");
        let before = test.ply();
        assert_eq!(test.answer(ticket, "f5"), [], "{interruption:?}");
        assert_eq!(test.ply(), before);
    }
}

#[test]
fn clocks_stand_still_while_the_game_is_stopped() {
    let mut test = Test::new("reversi", ["random", "random"]);
    let clock = TimeControl::parse_clock("10s+1s").unwrap();
    assert_eq!(test.order(Command::SetClock([clock; 2])).unwrap(), [Change::ClockSet]);
    test.order(Command::Start).unwrap();
    test.now = Duration::from_secs(4);
    test.order(Command::Stop).unwrap();
    test.now = Duration::from_secs(100);
    let first = test.live.snapshot(test.now).clocks[0].clone();
    assert_eq!((first.remaining, first.runs), (Some(Duration::from_secs(6)), false));
    assert_eq!(test.live.deadline(), None);
    test.order(Command::Start).unwrap();
    assert_eq!(test.live.deadline(), Some(Duration::from_millis(106_001)));
    let ticket = test.ticket();
    test.now = Duration::from_secs(105);
    test.answer(ticket, "f5");
    let clocks = test.live.snapshot(test.now).clocks;
    assert_eq!(clocks[0].remaining, Some(Duration::from_secs(2)), "10 − 4 − 5 + 1");
    assert!(clocks[1].runs);
    test.now = Duration::from_secs(115);
    test.live.call_time(test.now);
    assert!(test.live.changes().is_empty(), "used up, not over");
    test.now += Duration::from_millis(1);
    test.live.call_time(test.now);
    let changes = test.live.changes();
    assert!(matches!(&changes[..], [Change::Over(verdict)] if verdict.reason == Reason::TimeOut
        && verdict.winner == Some(Side::First)));
}

#[test]
fn seats_change_hands_in_mid_game() {
    let mut test = Test::new("hexthello", ["random", "human"]);
    test.order(Command::Start).unwrap();
    let ticket = test.ticket();
    test.answer(ticket, "5,7");
    test.heard();
    // The person's seat, who is to move, is given to a program: it sees the board and is asked.
    let changes = test.order(Command::Seat(Side::Second, "engine".parse().unwrap())).unwrap();
    assert_eq!(changes, [Change::Seated(Side::Second), Change::Asked(Side::Second)]);
    let heard = test.heard();
    assert!(matches!(heard[..], [Heard::Withdrawn(_), Heard::Sat(_, Side::Second, 1), Heard::Asked(..)]));
    // Nobody in particular: the game stops.
    test.order(Command::Seat(Side::First, Occupant::Nobody)).unwrap();
    assert!(!test.live.snapshot(test.now).running);
    let empty = test.order(Command::Start).unwrap_err();
    assert_eq!(empty.to_string(), "nobody sits on black; seat somebody there first");
    let missing = test.order(Command::Seat(Side::First, "7".parse().unwrap())).unwrap_err();
    assert!(missing.to_string().contains("no network player 7"));
    test.order(Command::Swap).unwrap();
    let seats = test.live.snapshot(test.now).seats;
    assert_eq!([seats[0].occupant.to_string(), seats[1].occupant.to_string()], ["engine", "nobody"]);
}

#[test]
fn who_leaves_empties_its_seat_and_stops_the_game() {
    let mut test = Test::new("hexthello", ["random", "random"]);
    test.order(Command::Start).unwrap();
    let heard = test.heard();
    let Some(Heard::Asked(sitting, ticket)) = heard.last().cloned() else { panic!("{heard:?}") };
    test.live.receive(Letter::Left(sitting, "it disconnected".into()), test.now);
    assert_eq!(test.live.changes(), [Change::Left(Side::First, "it disconnected".into())]);
    assert!(test.answer(ticket, "5,7").is_empty());
    let snapshot = test.live.snapshot(test.now);
    assert!(!snapshot.running && snapshot.verdict.is_none());
    test.order(Command::Seat(Side::First, Occupant::Person)).unwrap();
    test.order(Command::Start).unwrap();
    test.order(Command::Play { ply: 0, text: "5,7".into() }).unwrap();
    // The one who left long ago cannot leave again.
    test.live.receive(Letter::Left(sitting, "again".into()), test.now);
    assert!(test.live.changes().is_empty() && test.live.snapshot(test.now).running);
}

#[test]
fn a_game_that_is_over_goes_on_when_moves_are_taken_back() {
    let mut test = Test::new("hexthello", ["random", "random"]);
    test.order(Command::Start).unwrap();
    let ticket = test.ticket();
    test.answer(ticket, "5,7");
    let ticket = test.ticket();
    let changes = test.answer(ticket, "0,0");
    assert!(matches!(&changes[..], [Change::Over(verdict)] if verdict.reason == Reason::IllegalMove));
    assert_eq!(test.order(Command::Start).unwrap_err(), TableError::Over);
    assert_eq!(test.order(Command::Resign(Side::First)).unwrap_err(), TableError::Over);
    let changes = test.order(Command::TakeBack(1)).unwrap();
    assert_eq!(changes, [Change::TookBack(1), Change::Asked(Side::First)]);
    let changes = test.order(Command::Resign(Side::First)).unwrap();
    assert!(matches!(&changes[..], [Change::Over(verdict)] if verdict.winner == Some(Side::Second)));
    assert_eq!(test.order(Command::Restart).unwrap(), [Change::SetUp, Change::Asked(Side::First)]);
    let snapshot = test.live.snapshot(test.now);
    assert_eq!((snapshot.number, snapshot.ply(), snapshot.ending()), (2, 0, None));
}

#[test]
fn a_restart_of_ants_rolls_another_set_up_and_the_same_seed_the_same() {
    let starts = || {
        let mut test = Test::new("ants", ["human", "human"]);
        let mut starts = Vec::new();
        for _ in 0..4 {
            starts.push(test.live.snapshot(test.now).line.start().text());
            test.order(Command::Restart).unwrap();
        }
        starts
    };
    let first = starts();
    assert_eq!(first, starts());
    assert!(first.iter().any(|start| *start != first[0]));
}

#[test]
fn another_game_cannot_be_set_up() {
    let mut test = Test::new("reversi", ["human", "human"]);
    let start = Some(agon_games::registry().game("ants").unwrap().start());
    let error = test.order(Command::SetUp { start, moves: Vec::new() }).unwrap_err();
    assert_eq!(error.to_string(), "this table plays reversi, not ants");
    let error = test.order(Command::SetUp { start: None, moves: vec!["a1".into()] }).unwrap_err();
    assert!(error.to_string().starts_with("move 1: "), "{error}");
    let changes = test.order(Command::SetUp { start: None, moves: vec!["f5".into()] }).unwrap();
    assert_eq!(changes, [Change::SetUp]);
    assert_eq!((test.ply(), test.live.snapshot(test.now).opening_plies), (1, 1));
}

/// A game whose course gives programs five seconds for a move.
const TIMED: &str = "connect4-9x9";

#[test]
fn a_program_is_held_to_its_game_s_time_unless_a_clock_is_chosen() {
    let five = TimeControl::per_move(Duration::from_secs(5));
    let controls = |test: &Test| test.live.snapshot(test.now).clocks.map(|clock| clock.control);
    let mut test = Test::new(TIMED, ["exec:./player", "human"]);
    assert_eq!(controls(&test), [five, TimeControl::NONE], "people take their time");
    test.order(Command::Swap).unwrap();
    assert_eq!(controls(&test), [TimeControl::NONE, five]);
    test.order(Command::Seat(Side::First, "engine:level=course-1".parse().unwrap())).unwrap();
    assert_eq!(controls(&test), [TimeControl::NONE, five], "engines of ours have levels, not clocks");
    test.order(Command::Seat(Side::First, "ugi:./engine".parse().unwrap())).unwrap();
    assert_eq!(controls(&test), [five; 2]);
    let clock = TimeControl::parse_clock("1m+1s").unwrap();
    test.order(Command::SetClock([clock; 2])).unwrap();
    assert_eq!(controls(&test), [clock; 2]);
    test.order(Command::Seat(Side::First, "exec:./other".parse().unwrap())).unwrap();
    test.order(Command::Restart).unwrap();
    assert_eq!(controls(&test), [clock; 2], "what was chosen holds for the next game, too");
    test.order(Command::SetClock([TimeControl::NONE; 2])).unwrap();
    let snapshot = test.live.snapshot(test.now);
    assert_eq!((controls(&test), snapshot.chosen), ([five; 2], [TimeControl::NONE; 2]));
    test.order(Command::Seat(Side::Second, "human".parse().unwrap())).unwrap();
    assert_eq!(controls(&test), [five, TimeControl::NONE]);
    let free = Test::new("four-in-a-row", ["exec:./player", "exec:./player"]);
    assert_eq!(controls(&free), [TimeControl::NONE; 2], "no course's time, no limit");
}

#[test]
fn a_program_that_thinks_too_long_loses_with_the_time_it_took() {
    let mut test = Test::new(TIMED, ["human", "exec:./player"]);
    test.order(Command::Start).unwrap();
    test.now = Duration::from_secs(100);
    test.order(Command::Play { ply: 0, text: "4".into() }).unwrap();
    test.now = Duration::from_millis(104_999);
    let ticket = test.ticket();
    test.answer(ticket, "4");
    assert_eq!(test.ply(), 2, "just in time");
    test.order(Command::Play { ply: 2, text: "3".into() }).unwrap();
    test.now += Duration::from_millis(5_250);
    test.live.call_time(test.now);
    let verdict = test.live.snapshot(test.now).verdict.unwrap();
    assert_eq!((verdict.winner, verdict.reason), (Some(Side::First), Reason::TimeOut));
    assert_eq!((verdict.evidence.took_ms, verdict.evidence.over_ms), (Some(5_250), Some(250)));
    // Being told to stop thinking is no reason to leave.
    let sitting = test.heard().iter().rev().find_map(|heard| match heard {
        Heard::Withdrawn(sitting) => Some(*sitting),
        _ => None,
    });
    test.live.receive(Letter::Left(sitting.unwrap(), "it walked away".to_owned()), test.now);
    let seats = test.live.snapshot(test.now).seats;
    assert_eq!(seats[1].occupant, "exec:./player".parse().unwrap());
}

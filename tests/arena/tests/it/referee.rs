//! The referee on an injected clock: exact to the millisecond, without waiting.

use agon_core::record::PlayerInfo;
use agon_core::{AnyGame, Reason, Record, Side};
use agon_engine::Stop;
use agon_referee::{
    Answer, Clock, Fault, GameSetup, ManualClock, RandomSeat, Referee, Ruling, Seat, Thought, TimeControl,
    Turn, play,
};
use std::sync::Arc;
use std::time::Duration;

fn reversi() -> Arc<dyn AnyGame> {
    agon_games::registry().game("reversi").unwrap()
}

fn names() -> [PlayerInfo; 2] {
    ["a", "b"].map(|n| PlayerInfo { name: n.into(), spec: n.into() })
}

fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

fn timed(control: TimeControl, tolerance: Duration) -> Referee {
    let mut setup = GameSetup::new(reversi(), names(), 1);
    setup.control = [control; 2];
    setup.tolerance = [tolerance; 2];
    Referee::new(setup).unwrap()
}

fn mv(text: &str) -> Answer {
    Answer::Move(text.into(), Thought::default())
}

#[test]
fn a_move_at_the_limit_stands_and_a_millisecond_later_loses() {
    let control = TimeControl::per_move(ms(100));
    let mut referee = timed(control, ms(50));
    let request = referee.request(ms(1000)).unwrap();
    assert_eq!(request.deadline, Some(ms(1150)));
    assert_eq!(referee.answer(mv("f5"), ms(1150)), Ruling::Played);

    let mut referee = timed(control, ms(50));
    referee.request(ms(1000));
    assert_eq!(referee.answer(mv("f5"), ms(1151)), Ruling::Ended);
    let verdict = referee.verdict().unwrap();
    assert_eq!((verdict.winner, verdict.reason), (Some(Side::Second), Reason::TimeOut));
    assert_eq!(verdict.evidence.over_ms, Some(51), "counted from the limit, tolerance included");
    assert_eq!(verdict.evidence.sent.as_deref(), Some("f5"));
    assert!(referee.record().moves.is_empty(), "a late move does not stand");
}

#[test]
fn legality_comes_before_time() {
    let mut referee = timed(TimeControl::per_move(ms(100)), ms(0));
    referee.request(ms(0));
    referee.answer(mv("a1"), ms(5000));
    let verdict = referee.verdict().unwrap();
    assert_eq!(verdict.reason, Reason::IllegalMove);
    assert_eq!(verdict.evidence.sent.as_deref(), Some("a1"));
    let why = verdict.evidence.explanation.as_deref().unwrap();
    assert_eq!(why, "'a1' is not legal here: it would turn no disc");
}

#[test]
fn a_silent_player_is_called_on_time() {
    let mut referee = timed(TimeControl::per_move(ms(100)), ms(20));
    referee.request(ms(0));
    assert!(!referee.call_time(ms(120)));
    assert!(referee.call_time(ms(121)));
    assert_eq!(referee.verdict().unwrap().reason, Reason::TimeOut);
    assert_eq!(referee.request(ms(122)), None);
}

#[test]
fn a_game_clock_runs_down_and_is_topped_up() {
    let mut referee = timed(TimeControl::parse_clock("1s+200ms").unwrap(), ms(0));
    referee.request(ms(0));
    referee.answer(mv("f5"), ms(700));
    assert_eq!(referee.remaining(Side::First), Some(ms(500)));
    assert_eq!(referee.remaining(Side::Second), Some(ms(1000)));
    let request = referee.request(ms(700)).unwrap();
    assert_eq!(request.limits.clock.unwrap().remaining, ms(1000));
    referee.answer(mv("d6"), ms(800));
    referee.request(ms(800));
    referee.answer(mv("c3"), ms(1301));
    assert_eq!(referee.verdict().unwrap().evidence.over_ms, Some(1));
}

#[test]
fn a_withdrawn_request_starts_the_clock_anew() {
    let mut referee = timed(TimeControl::per_move(ms(100)), ms(0));
    referee.request(ms(0));
    referee.withdraw();
    referee.request(ms(5000));
    assert_eq!(referee.answer(mv("f5"), ms(5100)), Ruling::Played);
}

#[test]
fn taking_back_undoes_the_verdict_but_not_the_opening() {
    let mut setup = GameSetup::new(reversi(), names(), 1);
    setup.opening = vec!["f5".into(), "d6".into()];
    let mut referee = Referee::new(setup).unwrap();
    assert_eq!(referee.record().opening_plies, 2);
    referee.answer(mv("c3"), ms(0));
    referee.answer(Answer::Resign, ms(0));
    assert_eq!(referee.verdict().unwrap().reason, Reason::Resignation);
    referee.take_back(0);
    assert!(referee.verdict().is_none());
    assert_eq!(referee.line().moves().len(), 2);
}

#[test]
fn an_impossible_opening_is_refused_with_its_place() {
    let mut setup = GameSetup::new(reversi(), names(), 1);
    setup.opening = vec!["f5".into(), "f5".into()];
    let error = Referee::new(setup).err().unwrap();
    assert_eq!(error.to_string(), "move 2: 'f5' is not legal here: the square is taken");
}

#[test]
fn a_game_too_long_is_adjudicated() {
    let mut setup = GameSetup::new(reversi(), names(), 1);
    setup.longest = Some(1);
    let mut referee = Referee::new(setup).unwrap();
    assert_eq!(referee.answer(mv("f5"), ms(0)), Ruling::Ended);
    let verdict = referee.verdict().unwrap();
    assert_eq!((verdict.winner, verdict.reason), (None, Reason::Adjudicated));
}

/// Does something on its second turn.
struct Trouble(u32, fn() -> Answer);

impl Seat for Trouble {
    fn info(&self) -> PlayerInfo {
        PlayerInfo { name: "trouble".into(), spec: String::new() }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Answer {
        self.0 += 1;
        if self.0 == 2 {
            self.1()
        } else {
            Answer::Move(turn.line.position().legal_moves()[0].clone(), Thought::default())
        }
    }
}

fn with_trouble(trouble: fn() -> Answer) -> Referee {
    let mut seats: [Box<dyn Seat>; 2] = [Box::new(Trouble(0, trouble)), Box::new(RandomSeat::new(None))];
    let mut referee = Referee::new(GameSetup::new(reversi(), names(), 3)).unwrap();
    play(&mut referee, &mut seats, [1, 2], &ManualClock::new(), &Stop::new(), &mut |_| {});
    referee
}

#[test]
fn a_seat_that_panics_is_a_fault_of_the_machine_and_says_where() {
    let referee = with_trouble(|| panic!("a player gone mad (this panic is part of the test)"));
    let why = referee.called_off().unwrap();
    assert!(referee.verdict().is_none(), "nobody has won or lost");
    assert!(why.contains("a player gone mad") && why.contains("referee.rs:"), "{why}");
}

#[test]
fn a_fault_a_resignation_and_leaving_end_the_game_each_in_its_way() {
    let referee = with_trouble(|| Answer::Fault(Fault::new(Reason::Disconnect)));
    assert_eq!(referee.verdict().unwrap().reason, Reason::Disconnect);
    let referee = with_trouble(|| Answer::Resign);
    assert_eq!(referee.verdict().unwrap().reason, Reason::Resignation);
    let referee = with_trouble(|| Answer::MachineFault("the disk is full".to_owned()));
    assert_eq!((referee.verdict(), referee.called_off()), (None, Some("the disk is full")));
    let referee = with_trouble(|| Answer::Leave);
    assert!(referee.verdict().is_none(), "nobody wins when a person walks away");
    assert_eq!(referee.line().moves().len(), 2);
}

#[test]
fn the_record_replays_and_the_seed_rolls_the_same_dice() {
    let games = agon_games::registry();
    for game in games.games() {
        let run = |seed| {
            let mut seats: [Box<dyn Seat>; 2] =
                [Box::new(RandomSeat::new(None)), Box::new(RandomSeat::new(None))];
            let mut referee = Referee::new(GameSetup::new(game.clone(), names(), seed)).unwrap();
            let clock = ManualClock::new();
            clock.advance(ms(5));
            play(&mut referee, &mut seats, [seed, seed + 1], &clock, &Stop::new(), &mut |_| {});
            assert_eq!(clock.now(), ms(5));
            referee.record().clone()
        };
        let record = run(42);
        assert_eq!(record, run(42), "{}: same seed, same game", game.id());
        assert_ne!(record.moves, run(43).moves, "{}", game.id());
        let read = Record::from_json(&record.to_json()).unwrap();
        let line = read.replay(&games).unwrap();
        assert!(line.is_over());
        assert_eq!(read.verdict, record.verdict);
    }
}

#[test]
fn a_tampered_record_is_refused() {
    let games = agon_games::registry();
    let mut seats: [Box<dyn Seat>; 2] = [Box::new(RandomSeat::new(None)), Box::new(RandomSeat::new(None))];
    let mut referee = Referee::new(GameSetup::new(reversi(), names(), 9)).unwrap();
    play(&mut referee, &mut seats, [1, 2], &ManualClock::new(), &Stop::new(), &mut |_| {});
    let mut record = referee.record().clone();
    record.moves.pop();
    let error = record.replay(&games).err().unwrap().to_string();
    assert!(
        error.contains("the game ended by the rules, but its moves end with the game still going on"),
        "{error}"
    );
    let mut record = referee.record().clone();
    let verdict = record.verdict.as_mut().unwrap();
    verdict.winner = verdict.winner.map(|w| !w).or(Some(Side::First));
    assert!(record.replay(&games).is_err());
    let newer = referee.record().to_json().replace("\"version\":1", "\"version\":2");
    let error = Record::from_json(&newer).err().unwrap().to_string();
    assert_eq!(error, "this record has version 2; this program reads versions up to 1");
}

//! What the machine does wrong costs nobody a game.

use crate::open_folder::OpenFolder;
use crate::testplayer::TestPlayer;
use crate::tournaments::run;
use agon_core::{Record, Side};
use agon_engine::Stop;
use agon_referee::{Match, MatchError, Openings, Seat, Setback, TimeControl};
use agon_sandbox::{Limits, Mode, Program, Sandbox};
use agon_seats::{Connection, ProgramSeat, Ugi};
use agon_tournament::game_runner::GameRunner;
use agon_tournament::{Description, Director, RunError, Schedule, Store};
use agon_tournament::{Directed, Pool};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A seat for the test player on a machine that fails whenever `fails` says so, by the number of the attempt.
fn seat(player: &Path, starts: &Arc<AtomicUsize>, fails: fn(usize) -> bool) -> Box<dyn Seat> {
    let sandbox = Arc::new(Sandbox::new(Mode::Off, Limits::default()).unwrap());
    let program = Program::new([player]).unwrap();
    let starts = starts.clone();
    let source = move |_: Side| -> Result<Connection, Setback> {
        let number = starts.fetch_add(1, Ordering::SeqCst) + 1;
        if fails(number) {
            return Err(Setback::Machine("there is no room for another process".to_owned()));
        }
        let running = sandbox.spawn(&program).map_err(|error| Setback::Machine(error.to_string()))?;
        Connection::to_program(running).map_err(|error| Setback::Machine(error.to_string()))
    };
    Box::new(ProgramSeat::new("it".into(), Box::new(source), Box::new(|| Box::new(Ugi::new(Vec::new())))))
}

fn moves(record: &Record) -> Vec<String> {
    record.moves.iter().map(|mv| mv.text.clone()).collect()
}

fn description() -> Description {
    let player = |name: &str| format!("[[player]]\nname = '{name}'\nplay = 'random'\n");
    let text = format!("game = 'four-in-a-row'\n{}{}{}", player("a"), player("b"), player("c"));
    Description::parse(&text, &agon_games::registry(), Path::new("/")).unwrap()
}

#[test]
fn a_tournament_plays_again_what_the_machine_spoilt() {
    let player = TestPlayer::new();
    let played = |fails: fn(usize) -> bool| {
        let (place, starts) = (OpenFolder::create(), Arc::new(AtomicUsize::new(0)));
        let (path, counted) = (player.path(), starts.clone());
        let seats = move |_: usize| Ok(seat(&path, &counted, fails));
        let description = description();
        let games = run(&description, GameRunner::with_seats(&description, Box::new(seats)), &place);
        let essence: Vec<_> =
            games.iter().map(|(row, record)| (row.id, row.players, row.winner, moves(record))).collect();
        assert!(games.iter().all(|(row, _)| row.reason == "normal"), "nobody loses by it: {games:?}");
        (essence, starts.load(Ordering::SeqCst))
    };
    let (undisturbed, starts) = played(|_| false);
    let (disturbed, more_starts) = played(|number| number == 1 || number == 4 || number == 9);
    assert_eq!(undisturbed, disturbed);
    assert!(more_starts > starts, "{more_starts}");
    player.assert_gone("machine faults");
}

#[test]
fn a_match_plays_again_what_the_machine_spoilt_and_gives_up_in_a_sentence() {
    let player = TestPlayer::new();
    let played = |fails: fn(usize) -> bool| {
        let starts = Arc::new(AtomicUsize::new(0));
        let path = player.path();
        let (a, b) = (|| seat(&path, &starts, fails), || seat(&path, &starts, |_| false));
        let contest = Match {
            game: agon_games::registry().game("four-in-a-row").unwrap(),
            players: [&a, &b],
            games: 2,
            control: TimeControl::NONE,
            openings: Openings::None,
            seed: 1,
            concurrency: 1,
            known: Default::default(),
        };
        contest.run(&Stop::new(), &|_| {})
    };
    let undisturbed: Vec<_> = played(|_| false).unwrap().iter().map(|game| moves(&game.record)).collect();
    let disturbed: Vec<_> =
        played(|number| number <= 2).unwrap().iter().map(|game| moves(&game.record)).collect();
    assert_eq!(undisturbed, disturbed);
    let error = played(|_| true).unwrap_err();
    assert!(matches!(error, MatchError::Machine { game: 1, .. }));
    let said = "game 1 could not be played in 3 attempts, through no fault of a player: there is no room";
    assert!(error.to_string().starts_with(said), "{error}");
}

/// The real thing: a program that was there when the tournament began is not there when its game does.
#[test]
fn a_program_that_somebody_took_away_has_not_lost() {
    let (player, place) = (TestPlayer::new(), OpenFolder::create());
    let text = format!(
        "game = 'four-in-a-row'\n[[player]]\nname = 'a'\nplay = 'exec:{}'\n[[player]]\nname = 'b'\nplay = 'random'\n",
        player.path().display()
    );
    let description = Description::parse(&text, &agon_games::registry(), &place.0).unwrap();
    let runner = GameRunner::new(&description, agon_games::engines()).unwrap();
    let elsewhere = place.0.join("elsewhere");
    std::fs::rename(player.path(), &elsewhere).unwrap();
    let mut store = Store::create(&place.0.join("t.sqlite"), &description.fingerprint).unwrap();
    let stop = Stop::new();
    let mut pool = Pool::new(runner, 1, &stop).unwrap();
    let mut director = Director::new(Directed::new(Schedule::new(&description, []), &mut store));
    let error = director.run(&mut pool, &stop, &mut |_| {}).unwrap_err();
    assert!(matches!(error, RunError::Machine { times: 3, .. }), "{error}");
    assert!(store.rows().unwrap().is_empty());
    let error = GameRunner::new(&description, agon_games::engines()).err().unwrap().to_string();
    assert!(error.starts_with("player 'a': there is no program '"), "{error}");
    std::fs::rename(&elsewhere, player.path()).unwrap();
    drop(store);
    let games = run(&description, GameRunner::new(&description, agon_games::engines()).unwrap(), &place);
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|(row, _)| row.reason == "normal"));
}

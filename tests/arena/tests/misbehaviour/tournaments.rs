//! Programs that misbehave in a tournament.

use crate::open_folder::OpenFolder;
use crate::testplayer::TestPlayer;
use agon_core::record::PlayerInfo;
use agon_core::{Reason, Record};
use agon_engine::Stop;
use agon_referee::{
    Answer, GameSetup, ManualClock, RandomSeat, Referee, Seat, SystemClock, Thought, Turn, account, play,
};
use agon_sandbox::{Limits, Mode};
use agon_seats::PlayerSpec;
use agon_seats::SeatFactory;
use agon_tournament::game_runner::GameRunner;
use agon_tournament::{Description, Director, Ended, Row, Schedule, Store};
use agon_tournament::{Directed, Pool};
use std::io::ErrorKind;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

/// The number of the player that misbehaves; of the others one is an honest program and one moves at random.
const BAD: usize = 0;

/// A game of a tournament as it stands in the store.
type Kept = (Row, Record);

/// A round robin of the test player with these options, the same program without any, and a random player.
fn tournament(game: &str, keys: &str, options: &str) -> Vec<Kept> {
    let (bad, honest, place) = (TestPlayer::new(), TestPlayer::new(), OpenFolder::create());
    let program = |name: &str, player: &TestPlayer, options: &str| {
        let (folder, file) = (player.folder().display(), player.path());
        let file = file.file_name().unwrap().to_str().unwrap();
        format!("[[player]]\nname = '{name}'\nplay = 'exec:./{file} {options}'\nfolder = '{folder}'\n")
    };
    let text = format!(
        "game = '{game}'\nopenings = 'none'\n{keys}\n{}{}[[player]]\nname = 'chance'\nplay = 'random'\n",
        program("bad", &bad, options),
        program("honest", &honest, "")
    );
    let description = Description::parse(&text, &agon_games::registry(), &place.0).unwrap();
    let games = run(&description, GameRunner::new(&description, agon_games::engines()).unwrap(), &place);
    bad.assert_gone(options);
    honest.assert_gone(options);
    games
}

/// Plays a tournament to its end and gives back what is in its store.
pub(crate) fn run(description: &Description, runner: GameRunner, place: &OpenFolder) -> Vec<Kept> {
    let mut store = Store::create(&place.0.join("t.sqlite"), &description.fingerprint).unwrap();
    let schedule = Schedule::new(description, store.rows().unwrap());
    let stop = Stop::new();
    let mut pool = Pool::new(runner, 2, &stop).unwrap();
    let mut director = Director::new(Directed::new(schedule, &mut store));
    assert_eq!(director.run(&mut pool, &stop, &mut |_| {}).unwrap(), Ended::Complete);
    let rows = store.rows().unwrap();
    rows.into_iter().map(|row| (row.clone(), store.record(row.id).unwrap().unwrap())).collect()
}

/// The program loses all its games for a reason, the others play theirs to the end; gives back one of its games.
fn loses(game: &str, keys: &str, options: &str, reason: Reason) -> Record {
    let games = tournament(game, keys, options);
    assert_eq!(games.len(), 6, "every game is played");
    let (its, others): (Vec<Kept>, Vec<Kept>) =
        games.into_iter().partition(|(row, _)| row.side(BAD).is_some());
    for (row, record) in &its {
        assert_eq!((row.loser(), row.reason.as_str()), (Some(BAD), reason.name()), "{options}: {record:?}");
        assert!(account::fault(record).unwrap().starts_with("bad (moving "), "{options}");
    }
    assert!(others.iter().all(|(row, _)| row.reason == "normal"), "{options}: {others:?}");
    its.into_iter().next().unwrap().1
}

const COURSE: &str = "connect4-9x9";
const UGI: &str = "reversi";
const GENEROUS: &str = "time = '2m'";

#[test]
fn who_crashes_or_ends_early_loses_its_own_games_only() {
    for game in [COURSE, UGI] {
        let record = loses(game, GENEROUS, "--crash-at 2", Reason::Crash);
        assert_eq!(record.verdict.unwrap().evidence.exit.as_deref(), Some("signal 6 (abort)"));
        let record = loses(game, GENEROUS, "--exit-at 2", Reason::Crash);
        assert_eq!(record.verdict.unwrap().evidence.exit.as_deref(), Some("exit code 0"));
        assert!(record.tags["sandbox"].starts_with("sandbox auto: "), "the layers are in the store");
    }
}

/// Wrong options end the program before it says a word, with a sentence on standard error.
#[test]
fn who_dies_at_the_start_loses_with_its_last_words() {
    for game in [COURSE, UGI] {
        let record = loses(game, GENEROUS, "--no-such-option", Reason::Crash);
        let evidence = record.verdict.unwrap().evidence;
        assert_eq!(evidence.exit.as_deref(), Some("exit code 2"));
        assert!(evidence.stderr.unwrap().contains("unknown option --no-such-option"));
        assert!(record.moves.len() < 2);
    }
}

#[test]
fn who_stalls_or_is_late_loses_on_time_whatever_signals_it_ignores() {
    // Long for whoever answers at once, also on a busy machine; the others never answer.
    for options in ["--stall-at 1", "--late-at 1 --by 600000", "--ignore-signals --stall-at 1"] {
        let games = tournament(COURSE, "time = '1s'\nsides = 'alternate'", options);
        let its = games.iter().filter(|(row, _)| row.side(BAD).is_some());
        for (row, record) in its {
            assert_eq!((row.loser(), row.reason.as_str()), (Some(BAD), "time-out"), "{options}");
            let over = record.verdict.as_ref().unwrap().evidence.over_ms.unwrap();
            assert!(over >= 50, "beyond the tolerance: {over}");
        }
        assert_eq!(games.len(), 3);
    }
}

#[test]
fn who_prints_what_is_no_move_loses_with_what_it_printed() {
    let record = loses(COURSE, GENEROUS, "--garbage-at 2", Reason::IllegalMove);
    assert!(record.verdict.unwrap().evidence.sent.unwrap().contains("this is no move"));
    let record = loses(COURSE, GENEROUS, "--illegal-at 1", Reason::IllegalMove);
    assert_eq!(record.verdict.unwrap().evidence.sent.as_deref(), Some("9"));
    let record = loses(UGI, GENEROUS, "--illegal-at 2", Reason::IllegalMove);
    assert!(record.verdict.unwrap().evidence.sent.is_some());
    let record = loses(COURSE, GENEROUS, "--megabyte-at 1", Reason::IllegalMove);
    assert!(record.verdict.unwrap().evidence.explanation.unwrap().contains("a line of more than"));
    let record = loses(UGI, GENEROUS, "--megabyte-at 2", Reason::ProtocolError);
    assert!(record.verdict.unwrap().evidence.explanation.unwrap().contains("a line was longer than"));
}

#[test]
fn who_eats_memory_loses_by_running_out_of_it() {
    let limits = format!("{GENEROUS}\n[limits]\nmemory = '64MiB'");
    for game in [COURSE, UGI] {
        let record = loses(game, &limits, "--eat-memory-at 2 --most 4294967296", Reason::Crash);
        assert_eq!(record.verdict.unwrap().evidence.exit.as_deref(), Some("out of memory"));
    }
}

#[test]
fn who_starts_children_plays_on_and_leaves_none_behind() {
    for (game, options) in [(UGI, "--fork-at 1 --children 5"), (COURSE, "--ignore-signals --fork-at 1")] {
        let games = tournament(game, GENEROUS, options);
        assert!(games.iter().all(|(row, _)| row.reason == "normal"), "{games:?}");
        assert_eq!(games.len(), 6);
    }
    let few = format!("{GENEROUS}\n[limits]\nprocesses = 30");
    // Either the kernel refuses more of them and it plays on, or it is ended for it.
    let games = tournament(COURSE, &few, "--fork-at 1 --children 4000 --illegal-at 2");
    for (row, record) in games.iter().filter(|(row, _)| row.side(BAD).is_some()) {
        let exit = record.verdict.as_ref().unwrap().evidence.exit.as_deref();
        assert_eq!(row.loser(), Some(BAD));
        assert!(row.reason == "illegal-move" || exit == Some("too many processes"), "{record:?}");
    }
}

#[test]
fn who_opens_sockets_or_writes_files_reaches_nothing() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    let options = format!("--socket-at 1 --address {address} --illegal-at 2");
    let record = loses(COURSE, GENEROUS, &options, Reason::IllegalMove);
    assert!(!record.verdict.unwrap().evidence.stderr.unwrap().contains("socket: connected"));
    assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);

    // Its own folder is readable and no more; a file is tried there and outside.
    let outside = OpenFolder::create();
    let file = outside.0.join("file");
    let options = format!("--write-at 1 {} --write-at 1 here --illegal-at 2", file.display());
    let record = loses(COURSE, GENEROUS, &options, Reason::IllegalMove);
    let said = record.verdict.unwrap().evidence.stderr.unwrap();
    assert!(said.contains("write: ") && !said.contains("write: ok"), "{said}");
    assert!(!file.exists());
}

#[test]
fn a_script_that_was_taken_away_is_nobodys_loss() {
    let place = OpenFolder::create();
    let script = place.0.join("player.sh");
    std::fs::write(&script, "echo 9\n").unwrap();
    let engines = agon_games::engines();
    let factory = SeatFactory::new(&engines).with_sandbox(Mode::Off, Limits::default());
    let game = agon_games::registry().game(COURSE).unwrap();
    let player: PlayerSpec = "exec:sh player.sh".parse().unwrap();
    let seat = player.seat_from(&*game, &factory, &place.0).unwrap();
    let mut seats = [seat, Box::new(RandomSeat::new(None))];
    std::fs::remove_file(&script).unwrap();
    let mut referee = Referee::new(GameSetup::new(game.clone(), Default::default(), 1)).unwrap();
    play(&mut referee, &mut seats, [0; 2], &SystemClock::new(), &Stop::new(), &mut |_| {});
    assert!(referee.verdict().is_none());
    assert!(referee.called_off().unwrap().ends_with("player.sh is not there any more"));
    let absent = player.seat_from(&*game, &factory, &place.0);
    assert_eq!(absent.err().unwrap().to_string(), format!("there is no file {}", script.display()));
}

/// Moves at once, but its third move takes its time.
struct Slow(Arc<ManualClock>, Duration, usize);

impl Seat for Slow {
    fn info(&self) -> PlayerInfo {
        PlayerInfo { name: "slow".into(), spec: String::new() }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Answer {
        self.2 += 1;
        if self.2 == 3 {
            self.0.advance(self.1);
        }
        Answer::Move(turn.line.position().legal_moves()[0].clone(), Thought::default())
    }
}

#[test]
fn time_is_exact_to_the_millisecond_on_an_injected_clock() {
    let text = "game = 'reversi'\ntime = '100ms'\nsides = 'alternate'\n[[player]]\nname = 'slow'\nplay = \
                'random'\n[[player]]\nname = 'other'\nplay = 'random:seed=1'\n";
    let description = Description::parse(text, &agon_games::registry(), "/".as_ref()).unwrap();
    for (takes, over) in [(100, None), (101, Some(1)), (137, Some(37))] {
        let place = OpenFolder::create();
        let clock = Arc::new(ManualClock::new());
        let hand = clock.clone();
        let seats = move |player: usize| -> Result<Box<dyn Seat>, _> {
            let takes = Duration::from_millis(if player == 0 { takes } else { 0 });
            Ok(Box::new(Slow(hand.clone(), takes, 0)))
        };
        let runner = GameRunner::with_seats(&description, Box::new(seats)).with_clock(clock);
        let games = run(&description, runner, &place);
        let verdict = games[0].1.verdict.clone().unwrap();
        assert_eq!(verdict.evidence.over_ms, over, "{verdict:?}");
        let reason = if over.is_some() { Reason::TimeOut } else { Reason::Normal };
        assert_eq!((games.len(), verdict.reason), (1, reason));
    }
}

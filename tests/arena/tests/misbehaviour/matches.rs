//! Programs that misbehave in a match.

use crate::open_folder::OpenFolder;
use crate::testplayer::TestPlayer;
use agon_core::{Reason, Record, Side, Verdict};
use agon_engine::Stop;
use agon_referee::{GameSetup, Referee, Seat, SystemClock, TimeControl, account, play};
use agon_sandbox::{Limits, Mode};
use agon_seats::PlayerSpec;
use agon_seats::SeatFactory;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::time::Duration;

/// Far more than an honest move takes, also on a busy machine.
const GENEROUS: Duration = Duration::from_secs(120);

/// Less than a program takes that never answers.
const SHORT: Duration = Duration::from_millis(100);

struct Contest {
    kind: &'static str,
    game: &'static str,
    mode: Mode,
    limits: Limits,
    time: Duration,
}

fn contest(kind: &'static str, game: &'static str) -> Contest {
    Contest { kind, game, mode: Mode::Auto, limits: Limits::default(), time: GENEROUS }
}

fn course() -> Contest {
    contest("exec", "connect4-9x9")
}

fn ugi() -> Contest {
    contest("ugi", "reversi")
}

impl Contest {
    /// Two games of the test player, moving first, against a random one. Both begin with a program that is alive.
    fn records(&self, options: &str) -> [Record; 2] {
        let player = TestPlayer::new();
        let engines = agon_games::engines();
        let factory = SeatFactory::new(&engines).with_sandbox(self.mode, self.limits);
        let rules = agon_games::registry().game(self.game).unwrap();
        let spec: PlayerSpec =
            format!("{}:{} {options}", self.kind, player.path().display()).parse().unwrap();
        let players = [spec, "random:seed=5".parse().unwrap()];
        let mut seats: [Box<dyn Seat>; 2] = players.map(|player| player.seat_in(&*rules, &factory).unwrap());
        let records = [1, 2].map(|seed| {
            let mut setup = GameSetup::new(rules.clone(), [seats[0].info(), seats[1].info()], seed);
            setup.control = [TimeControl::per_move(self.time), TimeControl::NONE];
            setup.tolerance = [seats[0].tolerance(), seats[1].tolerance()];
            let mut referee = Referee::new(setup).unwrap();
            play(&mut referee, &mut seats, [1, 2], &SystemClock::new(), &Stop::new(), &mut |_| {});
            referee.record().clone()
        });
        drop(seats);
        player.assert_gone(options);
        records
    }

    /// The verdict on a player that loses both of its games for the same reason.
    fn lost(&self, options: &str) -> Verdict {
        let [first, second] = self.records(options);
        let verdict = first.verdict.clone().unwrap();
        assert_eq!(verdict.winner, Some(Side::Second), "{options}: {verdict:?}");
        assert_eq!(
            second.verdict.unwrap().reason,
            verdict.reason,
            "{options}: the next game is like this one"
        );
        assert!(account::fault(&first).unwrap().contains(" (moving first) lost by "));
        verdict
    }
}

fn explained(verdict: &Verdict) -> &str {
    verdict.evidence.explanation.as_deref().unwrap()
}

#[test]
fn who_crashes_loses_with_the_signal() {
    for contest in [course(), ugi()] {
        let verdict = contest.lost("--crash-at 2");
        assert_eq!(verdict.reason, Reason::Crash);
        assert_eq!(verdict.evidence.exit.as_deref(), Some("signal 6 (abort)"));
    }
}

#[test]
fn who_ends_early_loses_with_the_exit_code() {
    for contest in [course(), ugi()] {
        let verdict = contest.lost("--exit-at 2 --code 3");
        assert_eq!((verdict.reason, verdict.evidence.exit.as_deref()), (Reason::Crash, Some("exit code 3")));
        let verdict = contest.lost("--exit-at 1");
        assert_eq!(explained(&verdict), "it ended before the game was over, with exit code 0");
    }
}

#[test]
fn who_stalls_or_is_late_loses_on_time() {
    for contest in [course(), ugi()] {
        let hurried = Contest { time: SHORT, ..contest };
        for options in ["--stall-at 1", "--late-at 1 --by 60000", "--ignore-signals --stall-at 1"] {
            let verdict = hurried.lost(options);
            assert_eq!(verdict.reason, Reason::TimeOut, "{options}");
            assert!(verdict.evidence.over_ms.unwrap() >= 50, "beyond the tolerance");
        }
    }
}

#[test]
fn who_prints_what_is_no_move_loses_with_what_it_printed() {
    let verdict = course().lost("--garbage-at 2");
    assert_eq!(verdict.reason, Reason::IllegalMove);
    assert!(verdict.evidence.sent.unwrap().contains("this is no move"));
    let verdict = course().lost("--illegal-at 1");
    assert_eq!((verdict.reason, verdict.evidence.sent.as_deref()), (Reason::IllegalMove, Some("9")));
    let verdict = ugi().lost("--illegal-at 2");
    assert_eq!(verdict.reason, Reason::IllegalMove);
    assert!(verdict.evidence.sent.is_some());
    let verdict = course().lost("--megabyte-at 1");
    assert!(explained(&verdict).contains("a line of more than"));
    let verdict = ugi().lost("--megabyte-at 2");
    assert_eq!(verdict.reason, Reason::ProtocolError);
    assert!(explained(&verdict).contains("a line was longer than"));
}

#[test]
fn who_starts_children_plays_on_and_leaves_none_behind() {
    for mode in [Mode::Auto, Mode::Off] {
        let [first, _] = Contest { mode, ..ugi() }.records("--fork-at 1 --children 5");
        assert_eq!(first.verdict.unwrap().reason, Reason::Normal, "{mode}");
        let verdict = Contest { mode, ..course() }.lost("--fork-at 1 --children 5 --illegal-at 2");
        assert_eq!(verdict.reason, Reason::IllegalMove);
        assert!(verdict.evidence.stderr.unwrap().contains("forked 5"));
    }
}

#[test]
fn a_flood_of_complaints_harms_nobody_and_its_end_is_evidence() {
    let [first, second] = ugi().records("--stderr-flood");
    assert_eq!([first, second].map(|record| record.verdict.unwrap().reason), [Reason::Normal; 2]);
    let verdict = course().lost("--stderr-flood --illegal-at 2");
    let stderr = verdict.evidence.stderr.unwrap();
    assert!(stderr.len() <= 8 * 1024 && stderr.contains("eeee"));
}

#[test]
fn who_eats_memory_loses_by_running_out_of_it() {
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    for contest in [course(), ugi()] {
        let verdict = Contest { limits, ..contest }.lost("--eat-memory-at 2 --most 4294967296");
        assert_eq!(verdict.reason, Reason::Crash);
        assert_eq!(verdict.evidence.exit.as_deref(), Some("out of memory"));
        assert_eq!(explained(&verdict), "it was ended before the game was over: out of memory");
    }
}

#[test]
fn who_prints_more_than_a_game_allows_loses() {
    let limits = Limits { output: 100_000, ..Limits::default() };
    let verdict = Contest { limits, ..ugi() }.lost("--megabyte-at 2");
    assert_eq!(verdict.reason, Reason::ProtocolError);
    assert!(
        explained(&verdict).contains("a line was longer") || explained(&verdict).contains("100000 bytes")
    );
}

#[test]
fn who_opens_sockets_reaches_nobody_and_plays_on() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    let verdict = course().lost(&format!("--socket-at 1 --address {address} --illegal-at 2"));
    assert_eq!(verdict.reason, Reason::IllegalMove, "its first move stood");
    let said = verdict.evidence.stderr.unwrap();
    assert!(said.contains("socket: ") && !said.contains("socket: connected"), "{said}");
    assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
}

#[test]
fn who_writes_files_leaves_none_and_plays_on() {
    let outside = OpenFolder::create();
    let file = outside.0.join("file");
    let verdict = course().lost(&format!("--write-at 1 {} --illegal-at 2", file.display()));
    assert_eq!(verdict.reason, Reason::IllegalMove, "its first move stood");
    let said = verdict.evidence.stderr.unwrap();
    assert!(said.contains("write: ") && !said.contains("write: ok"), "{said}");
    assert!(!file.exists());
}

#[test]
fn the_processor_time_and_the_containment_are_in_the_record() {
    let [first, _] = ugi().records("");
    assert!(first.moves.iter().step_by(2).all(|mv| mv.cpu_ms.is_some()));
    assert!(first.tags["sandbox"].starts_with("sandbox auto: "));
    let [first, _] = Contest { mode: Mode::Off, ..ugi() }.records("");
    assert!(first.tags["sandbox"].starts_with("sandbox off"));
}

#[test]
fn players_that_cannot_be_are_refused_in_a_sentence() {
    let engines = agon_games::engines();
    let refused = |game: &str, player: &str| {
        let rules = agon_games::registry().game(game).unwrap();
        let spec = player.parse::<PlayerSpec>();
        let seated = spec.and_then(|spec| spec.seat_in(&*rules, &SeatFactory::new(&engines)).map(drop));
        seated.err().unwrap().to_string()
    };
    assert!(refused("ants", "exec:./no/such/program").contains("there is no program './no/such/program'"));
    assert!(refused("ants", "ugi:no-such-program-anywhere -x").contains("'no-such-program-anywhere'"));
    assert!(refused("ants", "exec:").contains("'exec:' needs a command"));
    assert!(refused("ants", "ugi:'oops").contains("without its partner"));
    assert!(refused("ants", "gtp:x").contains("'gtp:' play reversi, not ants"));
    assert!(refused("ants", "nboard:x").contains("'nboard:' play reversi, not ants"));
    assert!(refused("ants", "net:70000").contains("'70000' is not a port"));
    assert!(refused("ants", "telnet:6001").contains("'telnet:6001' is not a player"));
}

#[test]
fn players_are_written_as_they_are_read() {
    let written = ["exec:./a b", "ugi:'my player' -x", "net:6002", "huji:a/b c", "nboard:n", "gtp:g --gtp"];
    for text in written {
        assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
    }
}

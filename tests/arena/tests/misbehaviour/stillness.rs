//! Programs stand still while their opponents think, with all that they have started.

use crate::testplayer::TestPlayer;
use agon_core::record::PlayerInfo;
use agon_engine::Stop;
use agon_referee::{Answer, GameSetup, Referee, Seat, SystemClock, Thought, Turn, play};
use agon_seats::{PlayerSpec, SeatFactory};
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The processor time of all processes of a program, in hundredths of a second.
fn ticks(player: &TestPlayer) -> u64 {
    let name = player.path().file_name().unwrap().to_str().unwrap().to_owned();
    let mut sum = 0;
    for process in fs::read_dir("/proc").unwrap().flatten() {
        let command = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let stat = fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        if String::from_utf8_lossy(&command).contains(&name)
            && let Some((_, fields)) = stat.rsplit_once(')')
        {
            let field =
                |number: usize| fields.split_whitespace().nth(number).unwrap().parse::<u64>().unwrap();
            sum += field(11) + field(12);
        }
    }
    sum
}

/// An opponent that plays some moves, does something while it thinks, and gives up.
struct Thinking<F>(F, usize);

impl<F: FnMut() + Send> Seat for Thinking<F> {
    fn info(&self) -> PlayerInfo {
        PlayerInfo { name: "thinking".into(), spec: String::new() }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Answer {
        self.1 += 1;
        if self.1 > 3 {
            return Answer::Resign;
        }
        (self.0)();
        Answer::Move(turn.line.position().legal_moves()[0].clone(), Thought::default())
    }
}

/// A game of a program that starts twenty processes which never rest, against an opponent that does something while it
/// thinks; how the program was contained.
fn game(
    kind: &str,
    id: &str,
    player: &TestPlayer,
    ponder: bool,
    think: impl FnMut() + Send + 'static,
) -> String {
    let engines = agon_games::engines();
    let factory = SeatFactory::new(&engines).with_pondering(ponder);
    let rules = agon_games::registry().game(id).unwrap();
    let spec = format!("{kind}:{} --spin-at 1 --children 20", player.path().display());
    let program = spec.parse::<PlayerSpec>().unwrap().seat_in(&*rules, &factory).unwrap();
    let mut seats: [Box<dyn Seat>; 2] = [program, Box::new(Thinking(think, 0))];
    let setup = GameSetup::new(rules, [seats[0].info(), seats[1].info()], 1);
    let mut referee = Referee::new(setup).unwrap();
    play(&mut referee, &mut seats, [1, 2], &SystemClock::new(), &Stop::new(), &mut |_| {});
    let verdict = referee.verdict().unwrap();
    assert_eq!(verdict.reason, agon_core::Reason::Resignation, "it plays on: {verdict:?}");
    drop(seats);
    player.assert_gone("spinning");
    factory.containment().unwrap()
}

#[test]
fn twenty_spinning_children_cost_the_opponent_nothing() {
    for (kind, id) in [("exec", "connect4-9x9"), ("ugi", "reversi")] {
        let player = Arc::new(TestPlayer::new());
        let used = Arc::new(Mutex::new(Vec::new()));
        let (watched, noted) = (player.clone(), used.clone());
        let think = move || {
            let before = ticks(&watched);
            // It does not matter how much time passes: none of it is theirs.
            std::thread::sleep(Duration::from_millis(400));
            noted.lock().unwrap().push(ticks(&watched).saturating_sub(before));
        };
        let containment = game(kind, id, &player, false, think);
        let used = used.lock().unwrap();
        assert_eq!(used.len(), 3);
        // Signals cannot hold children that wake each other all the time, as these do; a control group can.
        let layers = containment.split("missing").next().unwrap_or_default();
        if layers.contains("freezer") {
            assert!(
                used.iter().all(|&ticks| ticks <= 2),
                "{kind}: {used:?} hundredths of a second, {containment}"
            );
        }
    }
}

#[test]
fn who_may_ponder_goes_on() {
    let player = Arc::new(TestPlayer::new());
    let (watched, rounds) = (player.clone(), Arc::new(AtomicU64::new(0)));
    let counted = rounds.clone();
    let think = move || {
        let before = ticks(&watched);
        while ticks(&watched) <= before + 5 {
            std::thread::yield_now();
        }
        counted.fetch_add(1, Relaxed);
    };
    game("ugi", "reversi", &player, true, think);
    assert_eq!(rounds.load(Relaxed), 3, "it ran whenever its opponent thought");
}

#[test]
fn threads_that_wait_for_programs_run_more_readily_where_that_is_allowed() {
    let player = Arc::new(TestPlayer::new());
    let niceness = Arc::new(Mutex::new(Vec::new()));
    let noted = niceness.clone();
    // The referee's own thread asks the opponent too.
    let think = move || {
        let stat = fs::read_to_string("/proc/thread-self/stat").unwrap();
        let fields = stat.rsplit_once(')').unwrap().1.to_owned();
        noted.lock().unwrap().push(fields.split_whitespace().nth(16).unwrap().parse::<i32>().unwrap());
    };
    game("ugi", "reversi", &player, false, think);
    let expected = match std::thread::spawn(agon_sandbox::prefer_this_thread).join().unwrap() {
        agon_sandbox::Priority::Raised => -10,
        _ => niceness.lock().unwrap()[0],
    };
    assert_eq!(*niceness.lock().unwrap(), [expected; 3]);
}

//! Folders of Python players, as the competition runs them.

use agon_core::{Reason, Record, Side};
use agon_engine::Stop;
use agon_referee::{GameSetup, ManualClock, Referee, Seat, TimeControl, play};
use agon_seats::PlayerSpec;
use agon_seats::SeatFactory;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A plain game object, as a student would write it.
const GAME: &str = r#"
class Game:
    PLAYER_ONE, PLAYER_TWO, DRAW = 0, 1, 2

    def __init__(self):
        self.columns = [[] for _ in range(7)]
        self.moves = 0

    def make_move(self, column):
        if len(self.columns[column]) == 6:
            raise Exception("Illegal move.")
        self.columns[column].append(self.moves % 2)
        self.moves += 1

    def get_current_player(self):
        return self.moves % 2

    def get_player_at(self, row, col):
        column = self.columns[col]
        return column[5 - row] if 5 - row < len(column) else None

    def get_winner(self):
        return None
"#;

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn with(ai: &str) -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("agon-huji-{}-{number}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("game.py"), GAME).unwrap();
        std::fs::write(folder.join("ai.py"), ai).unwrap();
        Folder(folder)
    }

    fn player(&self) -> PlayerSpec {
        format!("huji:{}", self.0.display()).parse().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether this machine can run them at all; Agon itself needs no Python.
fn has_python() -> bool {
    std::process::Command::new("python3")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

/// A game of this player, moving first, against random moves.
fn game(ai: &str, time: Option<Duration>) -> Record {
    let folder = Folder::with(ai);
    let engines = agon_games::engines();
    let factory = SeatFactory::new(&engines);
    let rules = agon_games::registry().game("four-in-a-row").unwrap();
    let players = [folder.player(), "random:seed=4".parse().unwrap()];
    let mut seats: [Box<dyn Seat>; 2] = players.map(|player| player.seat_in(&*rules, &factory).unwrap());
    let mut setup = GameSetup::new(rules, [seats[0].info(), seats[1].info()], 1);
    setup.control = [TimeControl { per_move: time, ..TimeControl::NONE }; 2];
    let mut referee = Referee::new(setup).unwrap();
    // On a clock that stands still the seat waits until the driver has ended the search.
    play(&mut referee, &mut seats, [5, 6], &ManualClock::new(), &Stop::new(), &mut |_| {});
    referee.record().clone()
}

fn own_moves(record: &Record) -> Vec<&str> {
    record.moves.iter().step_by(2).map(|mv| mv.text.as_str()).collect()
}

const FIRST_FREE: &str = r#"
class AI:
    def find_legal_move(self, g, func, timeout=None):
        print("thinking aloud", timeout)
        func(next(c for c in (3, 2, 4, 1, 5, 0, 6) if g.get_player_at(0, c) is None))
"#;

#[test]
fn a_player_plays_whole_games_with_and_without_a_time() {
    if !has_python() {
        return;
    }
    for time in [None, Some(Duration::from_secs(20))] {
        let record = game(FIRST_FREE, time);
        let verdict = record.verdict.as_ref().unwrap();
        assert_eq!(verdict.reason, Reason::Normal, "{verdict:?}");
        assert_eq!(own_moves(&record)[0], "3");
        assert!(record.tags["sandbox"].starts_with("sandbox auto"));
    }
}

#[test]
fn a_search_that_goes_on_is_interrupted_and_its_last_column_counts() {
    if !has_python() {
        return;
    }
    // The alarm is held back until both columns are said, so that it does not matter how slow this machine is.
    let record = game(
        r#"
import signal
class AI:
    def find_legal_move(self, g, func, timeout=None):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        func(6)
        func(next(c for c in (5, 4, 3) if g.get_player_at(0, c) is None))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
        try:
            while True:
                pass
        except Exception:
            func(0)
"#,
        Some(Duration::from_millis(100)),
    );
    assert_eq!(record.verdict.as_ref().unwrap().reason, Reason::Normal, "{record:?}");
    assert!(own_moves(&record).iter().all(|column| "345".contains(column)), "{record:?}");
}

#[test]
fn without_a_column_a_random_one_is_played_and_always_the_same() {
    if !has_python() {
        return;
    }
    let silent = "class AI:\n    def find_legal_move(self, g, func, timeout=None):\n        pass\n";
    let record = game(silent, Some(Duration::from_secs(20)));
    assert_eq!(record.verdict.as_ref().unwrap().reason, Reason::Normal);
    assert_eq!(own_moves(&record), own_moves(&game(silent, Some(Duration::from_secs(20)))));
}

#[test]
fn an_exception_an_illegal_column_and_a_crash_lose() {
    if !has_python() {
        return;
    }
    let lost = |body: &str| {
        let ai = format!(
            "import os\nclass AI:\n    def find_legal_move(self, g, func, timeout=None):\n        {body}\n"
        );
        let verdict = game(&ai, Some(Duration::from_secs(20))).verdict.unwrap();
        assert_eq!(verdict.winner, Some(Side::Second), "{body}: {verdict:?}");
        verdict
    };
    let exception = lost("func(3); raise ValueError('no idea')");
    assert_eq!(exception.reason, Reason::Crash);
    assert!(exception.evidence.stderr.unwrap().ends_with("ValueError: no idea"));
    let wrong = lost("func(9)");
    assert_eq!((wrong.reason, wrong.evidence.sent.as_deref()), (Reason::IllegalMove, Some("9")));
    let strange = lost("func('the middle')");
    assert_eq!(
        (strange.reason, strange.evidence.sent.as_deref()),
        (Reason::IllegalMove, Some("'themiddle'"))
    );
    let exit = lost("os._exit(3)");
    assert_eq!((exit.reason, exit.evidence.exit.as_deref()), (Reason::Crash, Some("exit code 3")));
    let unloadable = game("import nothing_like_this\n", None).verdict.unwrap();
    assert_eq!(unloadable.reason, Reason::Crash);
    assert!(unloadable.evidence.stderr.unwrap().contains("No module named 'nothing_like_this'"));
}

#[test]
fn folders_without_a_player_and_other_games_are_refused_in_a_sentence() {
    let folder = Folder::with(FIRST_FREE);
    let engines = agon_games::engines();
    let factory = SeatFactory::new(&engines);
    let reversi = agon_games::registry().game("reversi").unwrap();
    let error = folder.player().seat_in(&*reversi, &factory).err().unwrap().to_string();
    assert!(error.contains("'huji:' play four-in-a-row, not reversi"), "{error}");
    std::fs::remove_file(folder.0.join("ai.py")).unwrap();
    let rules = agon_games::registry().game("four-in-a-row").unwrap();
    let error = folder.player().seat_in(&*rules, &factory).err().unwrap().to_string();
    assert!(error.contains("has no ai.py"), "{error}");
}

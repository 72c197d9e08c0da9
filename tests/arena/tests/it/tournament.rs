//! Tournaments: descriptions and what can be wrong with them, standings by hand, workforces that lose and repeat.

use agon_core::{Dice, Reason, Record, Side, Verdict};
use agon_engine::Stop;
use agon_referee::workforce::{FinishedGame, News, Workforce};
use agon_tournament::game_runner::GameRunner;
use agon_tournament::report::{Autopsies, Report};
use agon_tournament::standings::Standings;
use agon_tournament::{Description, GameId, PairTask, PairingId, Row, Schedule, Store};
use agon_tournament::{Directed, Director, Ended, Pool, RunError};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn describe(head: &str, players: usize) -> Description {
    let mut text = format!("game = \"four-in-a-row\"\n{head}\n");
    for i in 0..players {
        text += &format!("[[player]]\nname = \"p{i}\"\nplay = \"random\"\n");
    }
    Description::parse(&text, &agon_games::registry(), Path::new(".")).unwrap()
}

fn refused(text: &str) -> String {
    let description = Description::parse(text, &agon_games::registry(), Path::new("/nowhere"));
    description.and_then(|description| description.require_folders()).err().unwrap().to_string()
}

const TWO: &str =
    "[[player]]\nname = \"a\"\nplay = \"random\"\n[[player]]\nname = \"b\"\nplay = \"random\"\n";

#[test]
fn what_is_wrong_in_a_description_is_said_with_its_line() {
    let with = |lines: &str| refused(&format!("game = \"reversi\"\n{lines}\n{TWO}"));
    assert!(
        with("colour = \"blue\"").starts_with("line 2: unknown field `colour`"),
        "{}",
        with("colour = 1")
    );
    assert!(with("\n\nrepeats = 0").starts_with("line 4: repeats is a number from 1 to 10000, not 0"));
    assert_eq!(with("repeats = \"two\""), "line 2: repeats is a whole number, not \"two\"");
    assert_eq!(with("repeats = 1.5"), "line 2: repeats is a whole number, not 1.5");
    assert_eq!(with("seed = -1"), "line 2: seed is a whole number, 0 or more, not -1");
    assert_eq!(
        with("bonus = 3"),
        "line 2: bonus is a rule's name in quotes, or a list such as [{ top = 5, points = 12 }], not 3"
    );
    assert_eq!(with("tie_breaks = 3"), "line 2: tie_breaks is a list in brackets, not 3");
    assert_eq!(with("time = 5"), "line 2: time is a text, or a list of texts in brackets, not 5");
    assert!(with("openings = -1").starts_with("line 2: openings is a text (standard, none or the name of"));
    assert!(
        with("format = \"league\"").contains("line 2: format cannot be 'league'; it is one of round-robin,")
    );
    assert!(with("time = \"5\"").starts_with("line 2: '5' is not a time"));
    assert!(with("time = []").starts_with("line 2: the list of time limits is empty"));
    assert!(with("rounds = 3").contains("only swiss and ladder have rounds"));
    assert!(with("challengers = [\"a\"]").contains("only a gauntlet has challengers"));
    assert!(with("format = \"gauntlet\"\nchallengers = [\"zoe\"]").contains("line 3: the challenger 'zoe'"));
    let gauntlet = |names: &str| with(&format!("format = \"gauntlet\"\nchallengers = [{names}]"));
    assert_eq!(gauntlet("\"a\", \"a\""), "line 3: the challenger 'a' is named twice");
    assert!(gauntlet("\"b\", \"a\"").contains("line 3: every player is a challenger, so there is nobody"));
    assert!(with("bonus = \"lots\"").contains("one of none, first-two, linear, top-twenty"));
    assert!(with("tie_breaks = [\"coin\"]").contains("there is no tie-break 'coin'"));
    assert!(
        with("openings = \"missing.txt\"").contains("line 2: openings: cannot read /nowhere/missing.txt")
    );
    assert!(with("sides = \"left\"").contains("sides cannot be 'left'"));
    assert!(
        with("sandbox = \"on\"").starts_with("line 2: `on` is no sandbox mode; the modes are auto, strict")
    );
    assert!(with("[limits]\nmemory = \"2\"").contains("line 3: limits.memory: '2' is not a size"));
    assert!(with("[limits]\nprocesses = 0").contains("line 3: limits.processes is a number from 1 to"));
    assert!(with("[limits]\ncolour = 1").contains("line 3: unknown field `colour`"));
    let program = "[[player]]\nname = \"c\"\nplay = \"exec:x\"\nfolder = \"missing\"\n";
    let text = refused(&format!("game = \"reversi\"\n{TWO}{program}"));
    assert!(text.contains("line 11: player 'c': there is no folder /nowhere/missing"), "{text}");
    let net = "[[player]]\nname = \"c\"\nplay = \"net:0\"\n[[player]]\nname = \"d\"\nplay = \"net:0\"\n";
    assert!(refused(&format!("game = \"ants\"\n{net}")).contains("line 7: player 'd': another player waits"));
    let course = "[[player]]\nname = \"c\"\nplay = \"exec:x\"\n";
    let text = refused(&format!("game = \"connect4-9x9\"\nopenings = \"standard\"\n{TWO}{course}"));
    assert!(text.contains("line 2: openings: ") && text.contains("write openings = \"none\""), "{text}");
    assert!(with("[limits]\nmoves = 0").contains("line 3: limits.moves is a number from 1"));
    assert!(refused(&format!("game = \"chess\"\n{TWO}")).contains("line 1: there is no game called 'chess'"));
    assert!(refused(TWO).contains("missing field `game`"), "{}", refused(TWO));
    assert!(refused("game = \"reversi\"\n").contains("at least two players, and there is none"));
    assert!(
        refused("game = \"reversi\"\n[[player]]\nname = \"a\"\n").contains("line 2: missing field `play`")
    );
    let one = "game = \"reversi\"\n[[player]]\nname = \"a\"\nplay = \"random\"\n";
    assert!(refused(one).contains("line 2: a tournament needs at least two players, and there is only one"));
    let twice = format!("{one}[[player]]\nname = \"a\"\nplay = \"random\"\n");
    assert!(refused(&twice).contains("line 6: there are two players called 'a'"));
    let nobody = format!("{one}[[player]]\nname = \"b\"\nplay = \"nobody\"\n");
    assert!(refused(&nobody).contains("line 7: player 'b': 'nobody' is not a player"));
    assert!(refused("game = \n").starts_with("line 1: "));
}

#[test]
fn a_description_has_sensible_defaults() {
    let plain = describe("", 4);
    assert_eq!((plain.games_a_meeting(), plain.clocks.len(), plain.tie_breaks.len()), (2, 1, 3));
    assert_eq!(Schedule::new(&plain, []).total(), Some(12));
    let many = describe("time = [\"1s\", \"5s\"]\nclock = \"5m+2s\"\nrepeats = 3\nsides = \"alternate\"", 4);
    assert_eq!((many.games_a_meeting(), many.clocks.len()), (3, 3));
    assert_eq!(many.clock_name(2), "5m+2s");
    assert_eq!(Schedule::new(&many, []).total(), Some(54));
    let text = format!("game = \"connect4-9x9\"\n{TWO}[[player]]\nname = \"c\"\nplay = \"exec:x\"\n");
    let course = Description::parse(&text, &agon_games::registry(), Path::new(".")).unwrap();
    assert_eq!(course.clock_name(0), "5s a move", "by the course's protocol and clock");
    let text = format!("game = \"reversi\"\n{TWO}");
    let here = Description::parse(&text, &agon_games::registry(), Path::new("")).unwrap();
    assert_eq!(here.players[0].home, std::env::current_dir().unwrap(), "a description in the current folder");
    let swiss = describe("format = \"swiss\"", 30);
    assert_eq!(swiss.format.rounds, Some(5));
}

/// A finished game without moves.
fn finished(id: GameId, players: [usize; 2], winner: Option<Side>) -> FinishedGame {
    let mut record = Record::new("four-in-a-row".into(), Default::default(), String::new());
    record.verdict = Some(Verdict {
        winner,
        score: [0, 0],
        margin: 0,
        reason: Reason::Normal,
        evidence: Default::default(),
    });
    FinishedGame { id, players, record, ms: [10.0, 20.0] }
}

fn id(round: u32, board: u32, game: u32) -> GameId {
    GameId { pairing: PairingId { clock: 0, round, board }, game }
}

/// Plays a schedule to its end; `winner` decides who of two players wins.
fn play_out(description: &Description, winner: impl Fn([usize; 2]) -> Option<Side>) -> Schedule {
    play_out_with_rows(description, winner).0
}

/// The same, with the rows of the games in order.
fn play_out_with_rows(
    description: &Description,
    winner: impl Fn([usize; 2]) -> Option<Side>,
) -> (Schedule, Vec<Row>) {
    let mut rows = Vec::new();
    let mut schedule = Schedule::new(description, []);
    while let Some(task) = schedule.next_task() {
        for &game in &task.games {
            let players = if game % 2 == 0 { task.players } else { [task.players[1], task.players[0]] };
            let game = finished(GameId { pairing: task.pairing, game }, players, winner(players));
            let row = Row::of(game.id, players, &game.record, game.ms).unwrap();
            rows.push(row.clone());
            assert!(schedule.settle(row));
        }
        assert!(schedule.played() < 10_000, "a tournament that ends");
    }
    rows.sort_by_key(|row| row.id);
    (schedule, rows)
}

fn stronger([a, b]: [usize; 2]) -> Option<Side> {
    Some(if a < b { Side::First } else { Side::Second })
}

#[test]
fn every_format_comes_to_its_end_and_finds_the_best() {
    for (head, games) in [
        ("format = \"round-robin\"", 56),
        ("format = \"double-round-robin\"", 112),
        ("format = \"gauntlet\"", 14),
        ("format = \"swiss\"", 24),
        ("format = \"knockout\"", 14),
        ("format = \"ladder\"\nrounds = 4", 28),
    ] {
        let schedule = play_out(&describe(head, 8), stronger);
        assert!(schedule.is_complete(), "{head}");
        assert_eq!((schedule.played(), schedule.total()), (games, Some(games)), "{head}");
        let table = Standings::total(&schedule).table;
        assert_eq!((table[0].player, table[0].place), (0, 1), "{head}");
        let points: f64 = table.iter().map(|s| s.points).sum();
        assert_eq!(points, games as f64, "every game is worth a point: {head}");
    }
}

#[test]
fn a_ladder_brings_the_strong_to_the_top() {
    // The order of the description is from weak to strong here.
    let weaker_first = |[a, b]: [usize; 2]| Some(if a > b { Side::First } else { Side::Second });
    let schedule = play_out(&describe("format = \"ladder\"\nrounds = 12", 5), weaker_first);
    let order: Vec<_> = Standings::total(&schedule).table.iter().map(|s| s.player).collect();
    assert_eq!(order, [4, 3, 2, 1, 0]);
}

#[test]
fn a_level_knockout_meeting_gets_more_games_and_then_the_seed_decides() {
    let schedule = play_out(&describe("format = \"knockout\"", 2), |_| None);
    assert_eq!(schedule.played(), 8, "two games and three extra pairs");
    assert_eq!(schedule.total(), Some(8));
    let table = Standings::total(&schedule).table;
    assert_eq!((table[0].player, table[1].player, table[1].place), (0, 1, 2));
}

/// Four players, one game each, by hand:
///
/// | | a | b | c | d | points | Sonneborn–Berger |
/// |---|---|---|---|---|---|---|
/// | a | · | 1 | 0 | 1 | 2 | 1·1½ + 1·½ = 2 |
/// | b | 0 | · | 1 | ½ | 1½ | 1·2 + ½·½ = 2¼ |
/// | c | 1 | 0 | · | 1 | 2 | 1·2 + 1·½ = 2½ |
/// | d | 0 | ½ | 0 | · | ½ | ½·1½ = ¾ |
#[test]
fn tie_breaks_by_hand() {
    let result = |players: [usize; 2]| match players {
        [0, 1] | [1, 0] => Some(if players[0] == 0 { Side::First } else { Side::Second }),
        [0, 2] | [2, 0] => Some(if players[0] == 2 { Side::First } else { Side::Second }),
        [0, 3] | [3, 0] => Some(if players[0] == 0 { Side::First } else { Side::Second }),
        [1, 2] | [2, 1] => Some(if players[0] == 1 { Side::First } else { Side::Second }),
        [2, 3] | [3, 2] => Some(if players[0] == 2 { Side::First } else { Side::Second }),
        _ => None,
    };
    let order = |tie_breaks: &str| {
        let description = describe(&format!("sides = \"alternate\"\ntie_breaks = {tie_breaks}"), 4);
        Standings::total(&play_out(&description, result)).table
    };
    let direct = order("[\"direct-encounter\"]");
    assert_eq!(direct.iter().map(|s| s.player).collect::<Vec<_>>(), [2, 0, 1, 3], "c beat a");
    assert_eq!(direct[0].tie_breaks, [Some(1.0)]);
    assert_eq!(direct[2].tie_breaks, [None], "b is level with nobody");
    let berger = order("[\"sonneborn-berger\"]");
    let values: BTreeMap<usize, f64> = berger.iter().map(|s| (s.player, s.tie_breaks[0].unwrap())).collect();
    assert_eq!(values, BTreeMap::from([(0, 2.0), (1, 2.25), (2, 2.5), (3, 0.75)]));
    assert_eq!(berger[0].player, 2);
    let buchholz = order("[\"buchholz\"]");
    // Everybody met everybody: Buchholz is all points but one's own, so the first two stay level.
    assert_eq!(buchholz.iter().map(|s| s.place).collect::<Vec<_>>(), [1, 1, 3, 4]);
    assert_eq!(buchholz[0].tie_breaks, [Some(4.0)]);
}

#[test]
fn several_time_limits_have_a_table_each_and_a_total() {
    let description = describe("time = [\"1s\", \"2s\"]\nbonus = \"first-two\"", 3);
    let schedule = play_out(&description, stronger);
    let tables = Standings::all(&schedule);
    assert_eq!(tables.iter().map(|t| t.clock).collect::<Vec<_>>(), [Some(0), Some(1), None]);
    let points = |t: &Standings| t.table.iter().map(|s| s.points).collect::<Vec<_>>();
    assert_eq!((points(&tables[0]), points(&tables[2])), (vec![4.0, 2.0, 0.0], vec![8.0, 4.0, 0.0]));
    assert_eq!(tables[2].table.iter().map(|s| s.bonus).collect::<Vec<_>>(), [10.0, 5.0, 0.0]);
}

#[test]
fn a_schedule_follows_from_its_rows_alone() {
    for head in ["", "format = \"swiss\"", "format = \"knockout\"", "format = \"ladder\"\nrounds = 5"] {
        let description = describe(head, 7);
        let (whole, rows) = play_out_with_rows(&description, |players| {
            let mut dice = Dice::new((players[0] * 31 + players[1]) as u64);
            [Some(Side::First), None, Some(Side::Second)][dice.below(3) as usize]
        });
        // Any half of the rows leaves exactly the others to be played, as far as rounds are open.
        for keep in 0..rows.len() {
            let schedule = Schedule::new(&description, rows[..keep].iter().cloned());
            assert_eq!(schedule.is_complete(), keep == rows.len(), "{head} {keep}");
        }
        let mut resumed = Schedule::new(&description, rows.clone());
        assert!(resumed.is_complete() && resumed.next_task().is_none(), "{head}");
        assert_eq!(Standings::all(&resumed), Standings::all(&whole), "{head}");
    }
}

/// A folder of its own, removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("agon-tournament-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn store(&self, description: &Description) -> Store {
        Store::create(&self.0.join("t.sqlite"), &description.fingerprint).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A workforce as bad as a network can be: it loses pairs, delivers twice and out of order, and its machines fail.
struct Unreliable {
    news: VecDeque<News>,
    dice: Dice,
    always_fails: bool,
}

impl Workforce for Unreliable {
    fn capacity(&self) -> usize {
        4
    }

    fn submit(&mut self, task: PairTask) {
        for &game in &task.games {
            let id = GameId { pairing: task.pairing, game };
            let players = if game % 2 == 0 { task.players } else { [task.players[1], task.players[0]] };
            let result = News::Finished(Box::new(finished(id, players, stronger(players))));
            match self.dice.below(4) {
                _ if self.always_fails => {
                    self.news.push_back(News::MachineFault { id, why: "the machine is on fire".into() });
                }
                // Lost without a word.
                0 => {}
                1 => self.news.extend([result.clone(), result]),
                _ => self.news.push_front(result),
            }
        }
        self.news.push_back(News::Returned(task));
    }

    fn wait(&mut self, _: Duration) -> Option<News> {
        self.news.pop_front()
    }

    fn stop(&mut self) {}
}

#[test]
fn what_a_workforce_loses_is_played_again_and_what_it_repeats_counts_once() {
    for head in ["repeats = 3", "format = \"swiss\"\nrounds = 4", "format = \"knockout\""] {
        let (folder, description) = (Folder::new(), describe(head, 9));
        let mut store = folder.store(&description);
        let mut workforce = Unreliable { news: VecDeque::new(), dice: Dice::new(11), always_fails: false };
        let mut director = Director::new(Directed::new(Schedule::new(&description, []), &mut store));
        let ended = director.run(&mut workforce, &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(ended, Ended::Complete, "{head}");
        let (_, rows) = play_out_with_rows(&description, stronger);
        assert_eq!(store.rows().unwrap(), rows, "{head}");
    }
}

#[test]
fn a_machine_that_keeps_failing_ends_the_run_and_nobody_loses() {
    let (folder, description) = (Folder::new(), describe("", 3));
    let mut store = folder.store(&description);
    let mut workforce = Unreliable { news: VecDeque::new(), dice: Dice::new(1), always_fails: true };
    let mut director = Director::new(Directed::new(Schedule::new(&description, []), &mut store));
    let error = director.run(&mut workforce, &Stop::new(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, RunError::Machine { times: 3, .. }), "{error}");
    assert!(error.to_string().contains("through no fault of a player: the machine is on fire"), "{error}");
    assert!(store.rows().unwrap().is_empty());
}

/// Finishes every game of a pair but the last one of the tournament's first meeting, on which its machine fails, and brings
/// the results late: with the failure, or when it is stopped.
#[derive(Default)]
struct FailsAtTheEnd {
    news: VecDeque<News>,
    late: Vec<News>,
}

impl Workforce for FailsAtTheEnd {
    fn capacity(&self) -> usize {
        4
    }

    fn submit(&mut self, task: PairTask) {
        for &game in &task.games {
            let id = GameId { pairing: task.pairing, game };
            let players = if game % 2 == 0 { task.players } else { [task.players[1], task.players[0]] };
            if (id.pairing.round, game) == (0, 1) {
                self.news.push_back(News::MachineFault { id, why: "the machine is on fire".into() });
            } else if game == 0 {
                self.news.push_back(News::Finished(Box::new(finished(id, players, stronger(players)))));
            } else {
                self.late.push(News::Finished(Box::new(finished(id, players, stronger(players)))));
            }
        }
        self.news.push_back(News::Returned(task));
    }

    fn wait(&mut self, _: Duration) -> Option<News> {
        self.news.pop_front()
    }

    fn stop(&mut self) {
        self.news.extend(self.late.drain(..));
    }
}

#[test]
fn games_that_are_finished_count_although_the_run_aborts() {
    let (folder, description) = (Folder::new(), describe("", 3));
    let mut store = folder.store(&description);
    let mut director = Director::new(Directed::new(Schedule::new(&description, []), &mut store));
    let error = director.run(&mut FailsAtTheEnd::default(), &Stop::new(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, RunError::Machine { times: 3, .. }), "{error}");
    // Three meetings of two games; one game could not be played.
    let played: Vec<GameId> = store.rows().unwrap().into_iter().map(|row| row.id).collect();
    assert_eq!(played.len(), 5, "{played:?}");
}

#[test]
fn a_ladder_without_end_stops_when_the_store_says_so_and_goes_on_later() {
    let (folder, description) = (Folder::new(), describe("format = \"ladder\"", 4));
    let mut store = folder.store(&description);
    let other = Store::open(&folder.0.join("t.sqlite"), &description.fingerprint).unwrap();
    let mut before = 0;
    for _ in 0..2 {
        store.clear_stop().unwrap();
        let schedule = Schedule::new(&description, store.rows().unwrap());
        assert_eq!(schedule.total(), None);
        let stop = Stop::new();
        let runner = GameRunner::new(&description, agon_games::engines()).unwrap();
        let mut pool = Pool::new(runner, 2, &stop).unwrap();
        let mut asked = false;
        let mut director = Director::new(Directed::new(schedule, &mut store));
        let ended = director
            .run(&mut pool, &stop, &mut |directed| {
                if !asked && directed.schedule().played() > before + 20 {
                    asked = true;
                    other.request_stop().unwrap();
                }
            })
            .unwrap();
        assert_eq!(ended, Ended::Stopped);
        let played = director.contest().schedule().played();
        assert!(played > before + 20);
        before = played;
    }
    assert_eq!(store.rows().unwrap().len(), before);
}

#[test]
fn both_games_of_a_pair_have_the_same_opening_and_dice() {
    let text = "game = \"ants\"\nseed = 5\nrepeats = 2\n".to_owned() + TWO;
    let description = Description::parse(&text, &agon_games::registry(), Path::new(".")).unwrap();
    let folder = Folder::new();
    let mut store = folder.store(&description);
    let stop = Stop::new();
    let mut pool =
        Pool::new(GameRunner::new(&description, agon_games::engines()).unwrap(), 1, &stop).unwrap();
    let mut director = Director::new(Directed::new(Schedule::new(&description, []), &mut store));
    assert_eq!(director.run(&mut pool, &stop, &mut |_| {}).unwrap(), Ended::Complete);
    let records: Vec<Record> = (0..4).map(|game| store.record(id(0, 0, game)).unwrap().unwrap()).collect();
    let opening = |r: &Record| (r.seed, r.start.clone(), r.moves[..r.opening_plies].to_vec());
    assert_eq!(opening(&records[0]), opening(&records[1]));
    assert_eq!(opening(&records[2]), opening(&records[3]));
    assert_ne!(opening(&records[0]), opening(&records[2]));
    assert_eq!((&*records[0].players[0].name, &*records[1].players[0].name), ("a", "b"));
    records.iter().for_each(|record| drop(record.replay(&agon_games::registry()).unwrap()));
}

/// A tournament played by threads, for the report.
fn played(description: &Description, store: &mut Store) -> Schedule {
    let stop = Stop::new();
    let mut pool = Pool::new(GameRunner::new(description, agon_games::engines()).unwrap(), 2, &stop).unwrap();
    let mut director = Director::new(Directed::new(Schedule::new(description, []), store));
    assert_eq!(director.run(&mut pool, &stop, &mut |_| {}).unwrap(), Ended::Complete);
    drop(director);
    Schedule::new(description, store.rows().unwrap())
}

#[test]
fn a_report_is_one_file_and_a_name_is_never_markup() {
    let evil = r#"</script><img src=x onerror=alert(1)>\"'&"#;
    let text = format!(
        "name = '''{evil}'''\ngame = \"four-in-a-row\"\n[[player]]\nname = '''{evil}'''\nplay = \"random\"\n\
         [[player]]\nname = \"three\"\nplay = \"engine:level=3\"\n[[player]]\nname = \"=1+1\"\nplay = \"random\"\n"
    );
    let games = agon_games::registry();
    let description = Description::parse(&text, &games, Path::new(".")).unwrap();
    let folder = Folder::new();
    let mut store = folder.store(&description);
    let schedule = played(&description, &mut store);
    let engines = agon_games::engines();
    let gather = |store: &mut Store, threads| {
        let autopsies = Autopsies { engines: &engines, nodes: 500, threads, progress: &|_, _| {} };
        let report = Report::gather(&schedule, store, &games, Some(&autopsies)).unwrap();
        (report.html().unwrap(), report.json(), report.standings_csv(), report.games_csv())
    };
    let (html, json, csv, games_csv) = gather(&mut store, 2);
    assert!(!html.contains("<img"), "the name is text");
    assert_eq!(html.matches("</script>").count(), 2, "the data and the script, nothing else");
    // Nothing is loaded: the only address is the name of the SVG language, and the name's own text is no attribute.
    let rest = html.replace("http://www.w3.org/2000/svg", "").replace("src=x onerror", "");
    for load in ["http:", "https:", "url(//", "@import", "<link", "src="] {
        assert!(!rest.contains(load), "{load}");
    }
    assert!(html.contains("default-src 'none'"));
    assert_eq!(json["games"].as_array().unwrap().len(), 6);
    assert_eq!(json["tables"][0]["table"].as_array().unwrap().len(), 3);
    let lost = json["games"].as_array().unwrap().iter().filter(|g| !g["winner"].is_null()).count();
    let looked = json["games"].as_array().unwrap().iter().filter(|g| !g["autopsy"].is_null()).count();
    assert_eq!(lost, looked, "every lost game is looked into");
    assert_eq!((csv.lines().count(), games_csv.lines().count()), (4, 7));
    assert!(csv.contains(",'=1+1,"), "no formula in a spreadsheet: {csv}");
    // What was found out is the same from the store, and on another machine.
    assert_eq!(gather(&mut store, 1).0, html);
    let again = Folder::new();
    let mut fresh = again.store(&description);
    let with_record = |row: Row| {
        let record = store.record(row.id).unwrap().unwrap();
        (row, record)
    };
    let rows: Vec<(Row, Record)> = store.rows().unwrap().into_iter().map(with_record).collect();
    fresh.commit(rows.iter().map(|(row, record)| (row, record))).unwrap();
    assert_eq!(gather(&mut fresh, 1).0, html);
}

#[test]
fn the_move_that_gave_a_game_away_is_found_with_its_refutation() {
    use agon_tournament::autopsy::{Kind, Pathologist, Sureness};
    let games = agon_games::registry();
    let game = games.game("four-in-a-row").unwrap();
    let mut line = agon_core::Line::new(game.start());
    // The second side, lost against perfect play from the first stone on, stacks in a corner; after its second stone there
    // the first has three in a row with both ends open.
    line.play_text("3040261").unwrap();
    let mut record = Record::of_line(&line, Default::default());
    let mut pathologist = Pathologist::new("four-in-a-row", &games, &agon_games::engines(), 20_000).unwrap();
    let Some(finding) = pathologist.examine(&record).unwrap() else { panic!("somebody lost: {record:?}") };
    assert_eq!(finding.loser, Side::Second);
    assert_eq!((finding.kind, finding.ply, finding.mv.as_deref()), (Kind::HastenedLoss, Some(3), Some("0")));
    assert_eq!(finding.refutation.first().map(String::as_str), Some("2"), "{finding:?}");
    assert!(finding.better.is_some_and(|better| ["1", "2", "5"].contains(&&*better)));
    assert_eq!(finding.sureness, Sureness::Exact);
    // A fault needs no search.
    record.verdict.as_mut().unwrap().reason = Reason::TimeOut;
    assert_eq!(pathologist.examine(&record).unwrap().unwrap().kind, Kind::Fault);
    record.verdict.as_mut().unwrap().winner = None;
    assert_eq!(pathologist.examine(&record).unwrap(), None);
}

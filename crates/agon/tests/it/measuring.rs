//! The measuring and fitting commands, each with as little work as it can have.

use std::path::PathBuf;
use std::process::{Command, Output};

fn agon(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_agon")).args(args).env("LC_ALL", "C").output().unwrap()
}

/// What a command prints that works out.
fn said(args: &[&str]) -> String {
    let output = agon(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn document(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&said(args)).unwrap()
}

/// The sentence of a command that does not.
fn refused(args: &[&str], code: i32) -> String {
    let output = agon(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// A folder for one test, gone at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("agon-measuring-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn written(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.join(name), text).unwrap();
        self.file(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_fixed_workload_stands_beside_its_subcommands() {
    let help = said(&["bench", "--help"]);
    for word in ["[GAME]", "--full", "--sets", "search", "solver", "perfect-play", "overhead", "watchers"] {
        assert!(help.contains(word), "{word}: {help}");
    }
    assert!(said(&["bench", "four-in-a-row"]).starts_with("four-in-a-row  12 positions to depth 10: "));
    assert!(refused(&["bench", "chess"], 2).contains("chess"));
    assert_eq!(
        agon(&["bench", "--json", "watchers"]).status.code(),
        Some(2),
        "options belong to one of both"
    );
    let wanted = ["fit", "--games", "--book", "--openings"];
    let help = said(&["train", "--help"]);
    assert!(wanted.iter().all(|word| help.contains(word)), "{help}");
    assert!(refused(&["train"], 2).contains("GAME"));
}

#[test]
fn searches_of_embedded_and_other_positions() {
    let run = document(&["bench", "search", "reversi", "--depth", "3", "--positions", "4", "--json"]);
    assert_eq!((run["median"].as_u64(), run["depths"].as_array().unwrap().len()), (Some(3), 4));
    let folder = Folder::new("search");
    let file = folder.written("games.txt", "# two\n4455\n012345\n");
    let nodes = ["bench", "search", "connect4-9x9", "--nodes", "500", "--engine", "eval=trained:lmr=off"];
    let text = said(&[&nodes[..], &["--file", &file]].concat());
    assert!(text.starts_with("depths [") && text.contains(" of 2 proven"), "{text}");
    let saving = said(&["bench", "saving", "connect4-9x9", "--depth", "4", "--file", &file]);
    assert!(saving.starts_with("2 positions to depth 4: exact techniques need "), "{saving}");
    let wrong = folder.written("wrong.txt", "44x\n");
    assert!(refused(&["bench", "saving", "connect4-9x9", "--file", &wrong], 1).contains("wrong.txt: line 1"));
    let unknown = ["bench", "search", "reversi", "--engine", "nonsense=on"];
    assert!(refused(&unknown, 2).contains("nonsense"));
}

#[test]
fn the_solver_of_four_in_a_row() {
    let folder = Folder::new("solver");
    let set = folder.written("Test_small", "33445 -18\n");
    for solver in ["fast", "baseline", "classic"] {
        let args = ["bench", "solver", "--sets", &set, "--solver", solver, "--hash", "1", "--json"];
        let rows = document(&args);
        assert_eq!(rows["sets"][0]["errors"], 0, "{solver}: {rows}");
        assert_eq!(rows["sets"][0]["positions"], 1);
    }
    let table = said(&["bench", "solver", "--sets", &set, "--processor-time", "--limit", "1", "--hash", "1"]);
    assert!(table.contains("Test_small"), "{table}");
    assert!(refused(&["bench", "solver", "--limit", "1"], 2).contains("--sets"));
}

/// A published endgame with few empty squares, as files of them have it.
const ENDGAME: &str =
    "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6; G6:-2; F6:-4; H6:-10;";

#[test]
fn the_exact_solver_of_reversi_on_endgames_and_labels() {
    let folder = Folder::new("endgames");
    folder.written("fforum-20-39.obf", &format!("{ENDGAME}\n"));
    let place = folder.0.to_str().unwrap();
    let on = ["bench", "endgames", "--folder", place, "--from", "20", "--to", "20", "--hash", "1"];
    let found = document(&[&on[..], &["--json"]].concat());
    let first = &found["endgames"][0];
    assert_eq!((first["margin"].as_i64(), first["best"].as_str()), (Some(6), Some("h5")), "{found}");
    let without = ["--without", "parity", "--without", "table", "--ordering", "simple", "--winner"];
    assert!(said(&[&on[..], &without].concat()).contains("\nsum "));
    assert!(refused(&[&on[..], &["--without", "luck"]].concat(), 2).contains("parity"));
    assert!(refused(&[&on[..], &["--ordering", "none", "--weights", "x"]].concat(), 2).contains("patterns"));
    folder.written("fforum-20-39.obf", &ENDGAME.replace("H5:+6", "H5:+8"));
    assert!(refused(&on, 1).contains("1 differ"));
    folder.written("fforum-20-39.obf", "nothing\n");
    assert!(refused(&on, 1).contains("line 1 of fforum-20-39.obf"));
    assert!(refused(&["bench", "endgames", "--folder", "nowhere"], 1).contains("nowhere"));

    let labels = ["bench", "labels", "--positions", "3", "--empties", "8", "--hash", "1", "--seed", "4"];
    assert!(said(&labels).contains("3 random positions with 8 empty squares (seed 4)"));
    assert_eq!(document(&[&labels[..], &["--json"]].concat())["positions"], 3);
}

#[test]
fn what_orders_the_moves_of_the_solver_of_reversi_is_fitted_alike_by_any_number_of_threads() {
    let folder = Folder::new("ordering");
    let weights = |threads: &str| {
        let output = folder.file(&format!("weights{threads}.bin"));
        let fit =
            ["train", "fit", "reversi", "ordering", "--bands", "8", "--positions", "60", "--output", &output];
        let text = said(&[&fit[..], &["--threads", threads]].concat());
        assert!(text.contains("of other games held out"), "{text}");
        (std::fs::read(&output).unwrap(), output)
    };
    let ((one, file), (two, _)) = (weights("1"), weights("2"));
    let text = String::from_utf8_lossy(&one);
    let command = "# made by: agon train fit reversi ordering --seed 1 --positions 60 --bands 8 --exact 13 --depth 4 --penalty 4 --player mobility --output FILE";
    assert!(text.lines().nth(1) == Some(command), "{text}");
    // All but the date and the checksum.
    let rest = |file: &[u8]| {
        let from = file.windows(5).position(|part| part == b" UTC\n").unwrap();
        file[from..file.len() - 8].to_vec()
    };
    assert!(rest(&one) == rest(&two));
    let labels = ["bench", "labels", "--positions", "2", "--empties", "9", "--weights", &file];
    assert!(said(&labels).contains("2 random positions"));
    let wrong = ["train", "fit", "reversi", "ordering", "--output", "x", "--bands", "12,10"];
    assert!(refused(&wrong, 1).contains("the bands must rise"));
}

#[test]
fn values_and_play_of_four_in_a_row_are_perfect() {
    let times = document(&["bench", "exact-values", "--count", "2", "--stones", "1", "--json"]);
    assert_eq!((times[0]["positions"].as_u64(), times[1]["positions"].as_u64()), (Some(2), Some(4)));
    let play = ["bench", "perfect-play", "--moves", "3", "--hash", "64", "--seed", "2"];
    assert!(said(&play).contains("0 of them not the best"));
}

#[test]
fn games_of_connect4_9x9_and_what_is_solved_of_them() {
    let folder = Folder::new("solved");
    let games = folder.file("games.txt");
    let train = |count: &str| {
        let plies = ["--plies", "3", "--nodes", "60", "--count", count];
        said(&[&["train", "connect4-9x9", "--games", &games][..], &plies].concat())
    };
    assert!(train("1").ends_with("1 games\n"));
    let first = std::fs::read_to_string(&games).unwrap();
    assert!(train("2").ends_with("2 games\n"));
    let both = std::fs::read_to_string(&games).unwrap();
    assert!(both.starts_with(&first) && both.lines().count() == 2, "{both}");
    // One stone before the end of the first game nothing is left to search.
    let one = folder.written("one.txt", &first);
    let stones = (first.split_whitespace().count() - 1).to_string();
    let on = ["--games", &one, "--stones", &stones, "--hash", "1"];
    let solved = said(&[&["bench", "solved", "--time", "1m", "--threads", "1"][..], &on].concat());
    assert!(solved.starts_with("1 of 1 solved (100.0 %)"), "{solved}");
    let classic = document(&[&["bench", "classic", "--json"][..], &on].concat());
    assert_eq!((classic["positions"].as_u64(), classic["easy"].as_u64()), (Some(0), Some(1)));
    let missing = ["bench", "solved", "--games", "no such file", "--stones", "3"];
    assert!(refused(&missing, 1).contains("no such file"));
}

#[test]
fn dice_referee_server_and_page() {
    let dice = document(&["bench", "dice", "--positions", "3", "--depth", "3", "--json"]);
    assert!(dice["ratio"].as_f64().unwrap() > 0.0, "{dice}");
    let overhead = said(&["bench", "overhead", "--games", "1"]);
    assert_eq!(overhead.lines().count(), 6, "{overhead}");
    let passed = said(&["bench", "throughput", "--games", "1"]);
    assert_eq!(passed.lines().filter(|line| line.contains(": 1 games, ")).count(), 3, "{passed}");
    let seen = document(&["bench", "watchers", "--watchers", "3", "--json"]);
    assert!(seen["watchers"] == 3 && seen["moves"].as_u64() > Some(0), "{seen}");
}

#[test]
fn nobody_loses_on_time_with_time_to_spare() {
    let losses = said(&["bench", "time-losses", "--games", "2", "--time", "1m"]);
    assert_eq!(losses.matches("2 games, ").count(), 2, "{losses}");
    assert_eq!(losses.matches(" 0 time losses").count(), 2, "{losses}");
}

#[test]
fn the_evaluation_of_connect4_9x9_is_fitted_step_by_step() {
    let folder = Folder::new("connect");
    let fit = |args: &[&str]| said(&[&["train", "fit", "connect4-9x9"], args].concat());
    let [games, proved, weights, network] = ["games", "proved", "weights", "network"].map(|f| folder.file(f));
    let play = ["games", "--count", "12", "--nodes", "40", "--seed", "3", "--output", &games];
    assert!(fit(&play).ends_with("12 games\n"));
    let first = std::fs::read(&games).unwrap();
    fit(&play);
    assert_eq!(std::fs::read(&games).unwrap(), first, "the same seed, the same games");
    let label = fit(&["label", "--nodes", "200", "--output", &proved, "--games", &games]);
    assert!(label.starts_with("12 games, "), "{label}");
    let said = fit(&["weights", "--epochs", "1", "--output", &weights, "--games", &proved, &games]);
    assert!(said.contains("epoch 1: "), "{said}");
    let text = std::fs::read_to_string(&weights).unwrap();
    let command = "# made by: agon train fit connect4-9x9 weights --epochs 1 --seed 1 --output FILE --games proved games";
    assert!(text.contains(command), "{}", &text[..400]);
    let args = ["network", "--weights", &weights, "--epochs", "1", "--output", &network, "--games", &games];
    assert!(fit(&args).contains("rounded and as it is played"));
    let versus = ["match", &network, "-,lmr=off", "--pairs", "1", "--nodes", "50", "--to", "500"];
    assert!(fit(&versus).ends_with(" in 2 games\n"));
    let wrong = refused(&["train", "fit", "connect4-9x9", "match", "-", "-,lmr", "--pairs", "1"], 1);
    assert!(wrong.contains("'lmr' is no setting"), "{wrong}");
}

#[test]
fn the_evaluations_of_hexthello_are_fitted() {
    let folder = Folder::new("hexthello");
    let fit = |args: &[&str]| said(&[&["train", "fit", "hexthello"], args].concat());
    let [games, patterns] = ["games", "patterns"].map(|f| folder.file(f));
    fit(&["games", "--count", "3", "--nodes", "20", "--output", &games, "--player", "simple"]);
    let said = fit(&["patterns", "--epochs", "1", "--output", &patterns, "--games", &games]);
    assert!(said.starts_with("3 games, ") && said.contains("epoch 1: "), "{said}");
    let contest = format!("{patterns}@20");
    let versus = fit(&["match", &contest, "simple@d1", "--pairs", "1"]);
    assert!(versus.contains("of 2 points"), "{versus}");
    let terms = fit(&["terms", "--games", "1", "--nodes", "20"]);
    assert!(terms.contains("// corners"), "{terms}");
    let wrong = refused(&["train", "fit", "hexthello", "match", "simple", "simple@d1"], 1);
    assert!(wrong.contains("'simple' is no player"), "{wrong}");
}

#[test]
fn the_numbers_of_ants_are_fitted() {
    let fit = |args: &[&str]| said(&[&["train", "fit", "ants"], args].concat());
    let said = fit(&["weights", "--games", "4", "--nodes", "20", "--pairs", "1"]);
    assert!(said.starts_with("round 1: ") && said.contains("against the old: "), "{said}");
    let said = fit(&["numbers", "--set", "lmr_moves=4", "--pairs", "1", "--nodes", "20"]);
    assert!(said.starts_with("lmr_moves=4: "), "{said}");
    let said = fit(&["probcut", "--positions", "6", "--depth", "5"]);
    assert!(said.contains("from ") && said.lines().count() == 2, "{said}");
    let wrong = refused(&["train", "fit", "ants", "numbers", "--set", "lmr_moves"], 1);
    assert!(wrong.contains("'lmr_moves' is no number of the search"), "{wrong}");
}

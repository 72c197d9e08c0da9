//! The binary as people call it: outputs, sentences, exit codes.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn agon(args: &[&str]) -> Output {
    agon_with_input(args, "")
}

fn agon_with_input(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(args)
        .env("LC_ALL", "C")
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end before it has read everything; that is its right.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Runs it, expects the exit code and exactly one line on standard error.
fn refused(args: &[&str], code: i32) -> String {
    let output = agon(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", stderr(&output));
    let text = stderr(&output);
    assert_eq!(text.lines().count(), 1, "one sentence: {text}");
    assert!(output.stdout.is_empty());
    text.trim().to_owned()
}

#[test]
fn perft_prints_four_plain_numbers_a_line() {
    let output = agon(&["perft", "reversi", "5"]);
    assert!(output.status.success());
    let rows: Vec<Vec<f64>> =
        stdout(&output).lines().map(|line| line.split(' ').map(|n| n.parse().unwrap()).collect()).collect();
    let leaves: Vec<_> = rows.iter().map(|r| (r.len(), r[0] as u32, r[1] as u64)).collect();
    assert_eq!(leaves, [(4, 1, 4), (4, 2, 12), (4, 3, 56), (4, 4, 244), (4, 5, 1396)]);
}

#[test]
fn perft_starts_anywhere() {
    let output = agon(&["perft", "reversi", "1", "--moves", "f5d6"]);
    assert!(stdout(&output).starts_with("1 5 "), "{}", stdout(&output));
    let full = format!("{} X", "X".repeat(64));
    let output = agon(&["perft", "reversi", "3", "--position", &full]);
    assert!(stdout(&output).lines().all(|l| l.split(' ').nth(1) == Some("1")), "a finished game is one leaf");
}

#[test]
fn wrong_usage_is_one_sentence_and_exit_code_2() {
    assert!(
        refused(&["show", "chess"], 2).contains("there is no game called 'chess'; the games are reversi")
    );
    assert_eq!(
        refused(&["show", "reversi", "--moves", "f5f5"], 2),
        "agon: move 2: 'f5' is not legal here: the square is taken"
    );
    assert_eq!(
        refused(&["show", "reversi", "--position", "XO"], 2),
        "agon: a position of reversi has 64 board characters, not 2"
    );
    assert!(refused(&["match", "reversi", "random", "nobody"], 2).contains("'nobody' is not a player"));
    assert!(
        refused(&["match", "reversi", "random", "random", "--games", "0"], 2)
            .contains("it must be a number from 1 to 1000000; 'agon match --help' shows")
    );
    assert!(refused(&["man", "nothing"], 2).contains("there is no command 'nothing'"));
    assert!(refused(&["nonsense"], 2).starts_with("agon: unrecognized subcommand 'nonsense'"));
    assert!(refused(&["perft", "reversi", "deep"], 2).contains("invalid value 'deep' for '<DEPTH>'"));
    assert!(refused(&["perft"], 2).contains("<GAME> <DEPTH>"));
    let late = refused(&["match", "reversi", "random", "random", "--time", "5"], 2);
    assert!(late.contains("'5' is not a time; times are written like 500ms"), "{late}");
    assert!(
        refused(&["best", "reversi", "--depth", "0"], 2)
            .contains("invalid value '0' for '--depth <N>': it must be at least 1;")
    );
    assert!(
        refused(&["best", "reversi", "--nodes", "0"], 2)
            .contains("invalid value '0' for '--nodes <N>': it must be at least 1;")
    );
    assert!(refused(&["train", "reversi", "--depth", "99"], 2).contains("it must be from 3 to 30;"));
    assert!(refused(&["prove", "5x4", "--threads", "300"], 2).contains("it must be a number from 1 to 256;"));
    assert_eq!(
        refused(&["perft", "reversi", "99999999999"], 2),
        "agon: invalid value '99999999999' for '<DEPTH>': it must be at most 4294967295; 'agon perft --help' shows \
         how it is used"
    );
    assert!(
        refused(&["best", "reversi", "--nodes", "18446744073709551616"], 2)
            .contains("'--nodes <N>': the number is too large; 'agon best --help' shows")
    );
    for negative in [["--depth", "-1"], ["--nodes", "-1"], ["--time", "-1s"]] {
        let told = refused(&[&["best", "reversi"][..], &negative].concat(), 2);
        assert!(told.contains("'-1' is not understood here; numbers and times are not negative;"), "{told}");
    }
    for large in [
        &["solve", "four-in-a-row", "--threads", "999999"][..],
        &["solve", "four-in-a-row", "--hash", "99999999"],
        &["match", "reversi", "random", "random", "--games", "4294967296"],
        &["match", "reversi", "random", "random", "--concurrency", "100000"],
        &["ladder", "reversi", "--games", "99999999999999"],
        &["ladder", "reversi", "--games", "0"],
        &["ablate", "reversi", "--games", "99999999999999"],
        &["train", "reversi", "--openings", "unwritten", "--count", "9999999999999"],
    ] {
        assert!(refused(large, 2).contains("it must be a number from "), "{large:?}");
    }
    let over = format!("{} X", "X".repeat(64));
    assert_eq!(
        refused(&["best", "reversi", "--position", &over], 1),
        "agon: the game is over: there is no move to choose"
    );
    assert!(refused(&["best", "reversi", "--engine", "fast"], 2).contains("'fast' is not a setting"));
}

#[test]
fn a_file_that_cannot_be_written_or_read_is_named() {
    let text = refused(&["show", "reversi", "--svg", "/nonexistent/x.svg"], 1);
    assert!(text.starts_with("agon: cannot write the picture /nonexistent/x.svg: "), "{text}");
    let text = refused(&["match", "reversi", "random", "random", "--openings", "/nonexistent"], 1);
    assert!(text.starts_with("agon: cannot read the openings /nonexistent: "), "{text}");
}

#[test]
fn every_game_can_be_listed_described_shown_and_drawn() {
    let folder = std::env::temp_dir().join(format!("agon-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let list = stdout(&agon(&["games"]));
    let names: Vec<_> = list.lines().filter_map(|l| l.split_whitespace().next()).collect();
    assert_eq!(names, ["reversi", "hexthello", "four-in-a-row", "connect4-9x9", "ants"]);
    for name in names {
        let about = stdout(&agon(&["games", name]));
        for part in ["board", "sides", "port", "protocols", "moves", "positions"] {
            assert!(about.contains(part), "{name}: {part}");
        }
        assert!(stdout(&agon(&["show", name])).contains("to move"), "{name}");
        let view: serde_json::Value =
            serde_json::from_str(&stdout(&agon(&["show", name, "--json"]))).unwrap();
        assert!(!view["moves"].as_array().unwrap().is_empty());
        let path = folder.join(format!("{name}.svg"));
        assert!(agon(&["show", name, "--svg", path.to_str().unwrap()]).status.success());
        assert!(std::fs::read_to_string(&path).unwrap().starts_with("<svg"));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn colour_and_unicode_only_where_asked_for() {
    let plain = stdout(&agon(&["show", "reversi"]));
    assert!(plain.is_ascii() && plain.contains("5 . . . X O + . ."), "{plain}");
    let bright = stdout(&agon(&["show", "reversi", "--color", "always"]));
    assert!(bright.contains("\x1b[48;5;22m"));
}

#[test]
fn a_match_prints_the_promised_json_and_its_records_replay() {
    let path = std::env::temp_dir().join(format!("agon-records-{}.jsonl", std::process::id()));
    let records = path.to_str().unwrap();
    let args = [
        "match",
        "reversi",
        "random",
        "random",
        "--games",
        "6",
        "--seed",
        "3",
        "--json",
        "--records",
        records,
    ];
    let output = agon(&args);
    assert!(output.status.success() && output.stderr.is_empty());
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["games"], 6);
    for key in ["wins", "draws", "losses", "points", "elo", "elo_low", "elo_high", "los", "reasons"] {
        assert!(!report[key].is_null(), "{key}");
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let games = agon_games::registry();
    let all: Vec<_> = text.lines().map(|l| agon_core::Record::from_json(l).unwrap()).collect();
    assert_eq!(all.len(), 6);
    assert!(all.iter().all(|r| r.replay(&games).unwrap().is_over()));
    std::fs::remove_file(&path).unwrap();
    assert_eq!(stdout(&agon(&args)), stdout(&output), "the same seed, the same match");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_match_goes_on_from_its_records() {
    let path = std::env::temp_dir().join(format!("agon-resume-{}.jsonl", std::process::id()));
    let records = path.to_str().unwrap();
    let play = |games: &str, more: &[&str]| {
        let args = ["match", "four-in-a-row", "random", "engine:level=1", "--games", games, "--json"];
        agon(&[&args[..], &["--records", records], more].concat())
    };
    let moves = |text: &str| -> Vec<Vec<String>> {
        let record = |line| agon_core::Record::from_json(line).unwrap();
        text.lines().map(|l| record(l).moves.into_iter().map(|m| m.text).collect()).collect()
    };
    let straight = stdout(&play("6", &[]));
    let written = std::fs::read_to_string(&path).unwrap();
    let again = play("6", &[]);
    let told = "holds something already; go on with it by --resume, remove it, or name another file\n";
    assert_eq!((again.status.code(), stderr(&again)), (Some(1), format!("agon: the file {records} {told}")));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), written, "a word forgotten costs nothing");
    // As if it had been killed in the middle of writing the third game.
    let third = written.match_indices('\n').nth(1).unwrap().0 + 40;
    std::fs::write(&path, &written[..third]).unwrap();
    let resumed = play("6", &["--resume", "--concurrency", "3"]);
    assert!(resumed.status.success(), "{}", stderr(&resumed));
    assert_eq!(stdout(&resumed), straight);
    assert_eq!(moves(&std::fs::read_to_string(&path).unwrap()), moves(&written), "in the order of the match");
    // Everything is there: nothing is played. And a longer match begins with the same games.
    assert_eq!(stdout(&play("6", &["--resume"])), straight);
    assert!(play("8", &["--resume"]).status.success());
    assert_eq!(moves(&std::fs::read_to_string(&path).unwrap())[..6], moves(&written));
    let foreign = play("8", &["--resume", "--seed", "2"]);
    let told = format!(
        "agon: {records}: line 1 is not a game of this match: its dice belong to none of the games\n"
    );
    assert_eq!((foreign.status.code(), stderr(&foreign)), (Some(1), told));
    assert_eq!(moves(&std::fs::read_to_string(&path).unwrap()).len(), 8, "nothing is lost by that");
    // While one run has the file another one is refused, whether it would go on or begin anew.
    let held = std::fs::File::open(&path).unwrap();
    held.lock().unwrap();
    let told = format!("agon: the file {records} is in use by another run of agon\n");
    for more in [&["--resume"][..], &[]] {
        let second = play("8", more);
        assert_eq!((second.status.code(), stderr(&second)), (Some(1), told.clone()));
    }
    held.unlock().unwrap();
    assert_eq!(moves(&std::fs::read_to_string(&path).unwrap()).len(), 8, "nothing is lost by that either");
    // What never was such a file stays what it was.
    std::fs::write(&path, "a thought without an end").unwrap();
    let told = format!("agon: the file {records} holds no whole line; remove it to begin anew\n");
    let refused = play("8", &["--resume"]);
    assert_eq!((refused.status.code(), stderr(&refused)), (Some(1), told));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "a thought without an end");
    std::fs::remove_file(&path).unwrap();
    let nowhere = agon(&["match", "reversi", "random", "random", "--resume"]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(stderr(&nowhere).contains("--records <FILE>"), "{}", stderr(&nowhere));
}

#[test]
fn the_best_move_is_printed_as_promised_and_the_same_every_time() {
    let args = ["best", "reversi", "--depth", "5", "--threads", "1", "--json"];
    let report = |args: &[&str]| -> serde_json::Value { serde_json::from_str(&stdout(&agon(args))).unwrap() };
    let (first, second) = (report(&args), report(&args));
    for key in ["move", "score", "depth", "nodes", "seconds", "pv", "exact"] {
        assert!(!first[key].is_null(), "{key}");
    }
    for key in ["move", "score", "depth", "nodes", "pv"] {
        assert_eq!(first[key], second[key]);
    }
    for time in ["0ms", "10ms"] {
        assert!(!report(&["best", "reversi", "--time", time, "--json"])["move"].is_null(), "{time}");
    }
    let all = report(&["analyze", "reversi", "--depth", "4", "--json"]);
    let scores: Vec<_> = all.as_array().unwrap().iter().map(|r| r["score"].as_i64().unwrap()).collect();
    assert!(scores.len() == 4 && scores.is_sorted_by(|a, b| a >= b), "best first: {scores:?}");
}

#[test]
fn terminal_play_asks_again_and_ends_cleanly() {
    let output = agon_with_input(&["play", "reversi", "--against", "random"], "zz\n99\nf5\n");
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("'zz' is not a move; a move is written as a column a-h"), "{text}");
    assert!(text.contains("There are 4 moves, so no number 99."), "{text}");
    assert!(text.contains("black plays f5") && text.contains("white plays"), "{text}");
}

#[test]
fn whole_games_can_be_watched_in_the_terminal() {
    for name in ["reversi", "hexthello:radius=3", "four-in-a-row", "connect4-9x9", "ants"] {
        let output = agon(&["play", name, "--as", "none", "--against", "random", "--seed", "5"]);
        assert!(output.status.success() && stdout(&output).contains("GAME OVER"), "{name}");
    }
}

#[test]
fn the_menu_leads_into_a_game_and_out_again() {
    let output = agon_with_input(&["menu"], "9\nreversi\n3\n1\n12\n1\n1\nresign\n");
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.contains("there is no game called '9'"), "{text}");
    assert!(text.contains("Type 1 for black or 2 for white."), "{text}");
    assert!(text.contains("there is no level '12'"), "{text}");
    assert!(text.contains("GAME OVER: white wins; black lost by resignation."), "{text}");
    assert!(agon(&["menu"]).status.success(), "end of input is no error");
}

#[test]
fn completions_and_man_pages_come_from_the_same_definitions() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(stdout(&agon(&["completions", shell])).contains("perft"), "{shell}");
    }
    assert!(stdout(&agon(&["man"])).contains(".TH agon 1"));
    assert!(stdout(&agon(&["man", "match"])).contains("agon\\-match"));
    assert!(stdout(&agon(&["--version"])).starts_with("agon "));
}

#[test]
fn games_are_converted_between_formats() {
    let output = agon_with_input(&["convert", "-", "--to", "ggf"], "f5d6c3d3c4\n");
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stdout(&output).contains("B[f5]W[d6]B[c3]"));
    let output = agon_with_input(
        &["convert", "-", "--from", "four-in-a-row:one-based", "--to", "four-in-a-row"],
        "4453\n",
    );
    assert_eq!(stdout(&output), "3342\n");
    let output = agon_with_input(&["convert", "-", "--from", "four-in-a-row"], "33333333\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("move 7"), "{}", stderr(&output));
    let output = agon_with_input(&["convert", "-"], "123\n");
    assert!(stderr(&output).contains("the format does not show; name it with --from"), "{}", stderr(&output));
    assert_eq!(agon(&["convert", "-", "--to", "pgn"]).status.code(), Some(2));
}

#[test]
fn a_sequential_test_ends_a_match_early_and_says_so() {
    let args = ["match", "four-in-a-row", "engine:level=4", "random", "--games", "500", "--sprt", "0,100"];
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&agon(&[&args[..], &["--json"]].concat()))).unwrap();
    assert_eq!(json["sprt"]["decision"], "accept-elo1");
    let games = json["games"].as_u64().unwrap();
    assert!(games < 100 && games.is_multiple_of(2), "{games}");
    let pairs: u64 = json["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(2 * pairs, games);
    for key in ["games", "wins", "draws", "losses", "points", "elo", "elo_low", "elo_high", "los", "reasons"]
    {
        assert!(!json[key].is_null(), "{key}");
    }
    let text = stdout(&agon(&args));
    assert!(text.contains("sequential test 0, 100 Elo (errors 0.05, 0.05): ELO1 accepted"), "{text}");
    assert!(text.contains("pairs with 0, ½, 1, 1½, 2 points: "), "{text}");
    let wrong = refused(&["match", "reversi", "random", "random", "--sprt", "5"], 2);
    assert!(wrong.contains("written ELO0,ELO1"), "{wrong}");
}

#[test]
fn sets_of_positions_are_solved_and_wrong_scores_are_counted() {
    let folder = std::env::temp_dir().join(format!("agon-sets-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let set = folder.join("Test_one");
    // The first player has won the first game's fight: three in a row with two open ends.
    std::fs::write(&set, "33445 -18\n2252576253462244111563365343671351441 -1\n").unwrap();
    let args = ["bench", "four-in-a-row", "--json", "--hash", "1", "--sets", folder.to_str().unwrap()];
    let right = agon(&args);
    std::fs::write(&set, "33445 -17\n").unwrap();
    let wrong = agon(&args);
    std::fs::write(&set, "338 1\n").unwrap();
    let unreadable = refused(&args, 1);
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(right.status.success(), "{}", stderr(&right));
    let document: serde_json::Value = serde_json::from_str(&stdout(&right)).unwrap();
    let row = &document["sets"][0];
    assert_eq!((row["positions"].as_u64(), row["errors"].as_u64()), (Some(2), Some(0)));
    assert_eq!(wrong.status.code(), Some(1));
    assert!(stderr(&wrong).contains("1 scores are wrong"), "{}", stderr(&wrong));
    assert!(unreadable.contains("line 1 of") && unreadable.contains("'8' is not a column"), "{unreadable}");
    assert!(refused(&args, 1).contains("cannot read"));
}

#[test]
fn columns_are_counted_from_1_where_that_is_said() {
    let solved = |args: &[&str]| {
        let text = stdout(&agon(&[&["solve", "four-in-a-row", "--hash", "1"], args].concat()));
        text.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
    };
    let game = "2252576253462244111563365343671351441";
    let from_0: String = game.chars().map(|c| char::from(c as u8 - 1)).collect();
    assert_eq!(solved(&["--one-based", "--moves", game]), solved(&["--moves", &from_0]));
    assert!(solved(&["--moves", &from_0]).starts_with("-1 "));
    // A whole number is written as one.
    assert!(solved(&["--moves", &from_0, "--json"]).starts_with(r#"{"value":-1,"move":"#));
    let solve = |args: &[&str]| refused(&[&["solve"], args].concat(), 2);
    let told = solve(&["four-in-a-row", "--one-based", "--moves", "4440"]);
    assert_eq!(told, "agon: '4440' are not columns counted from 1");
    assert!(solve(&["four-in-a-row", "--one-based"]).contains("the columns of --moves or --file"));
    assert!(solve(&["reversi", "--one-based", "--moves", "f5"]).contains("columns, which reversi has not"));
}

#[test]
fn a_known_value_is_compared_however_it_is_written() {
    let path = std::env::temp_dir().join(format!("agon-problems-{}.txt", std::process::id()));
    let file = path.to_str().unwrap();
    let position = "XXXXXXXXXXXXXXXXXXXXXXXXOOOOOOXXXXXXOXXXXXXXXXXXXXXXXXXX-XXX---O X";
    for (value, right) in
        [("", true), (";", true), ("; 12", true), ("; Pass:+12; A8:3", true), ("; 99", false)]
    {
        std::fs::write(&path, format!("{position}{value}\n")).unwrap();
        let output = agon(&["solve", "reversi", "--hash", "1", "--file", file]);
        assert!(stdout(&output).starts_with("12 pass "), "{}", stdout(&output));
        assert_eq!(output.status.code(), Some(i32::from(!right)), "{value}: {}", stderr(&output));
    }
    let wrong = agon(&["solve", "reversi", "--hash", "1", "--file", file]);
    assert!(
        stderr(&wrong).contains("1 values differ, the first on line 1: found 12, not 99"),
        "{}",
        stderr(&wrong)
    );
    std::fs::write(&path, format!("{position}; G8:many\n")).unwrap();
    assert!(refused(&["solve", "reversi", "--file", file], 1).contains("'many' is not a value"));
    std::fs::remove_file(&path).unwrap();
}

/// Where there is only one move, or the next one wins, the score is as true as with a depth.
#[test]
fn a_move_on_the_clock_has_a_score_that_means_something() {
    let best = |args: &[&str]| -> serde_json::Value {
        serde_json::from_str(&stdout(&agon(&[&["best"], args, &["--time", "20s", "--json"]].concat())))
            .unwrap()
    };
    let position = "XXXXXXXXXXXXXXXXXXXXXXXXOOOOOOXXXXXXOXXXXXXXXXXXXXXXXXXX-XXX---O X";
    let only = best(&["reversi", "--position", position]);
    assert_eq!((&only["move"], &only["score"], &only["exact"]), (&"pass".into(), &12.into(), &true.into()));
    let won = best(&["connect4-9x9", "--moves", "404142"]);
    assert_eq!(
        (&won["move"], &won["score_text"], &won["exact"]),
        (&"4".into(), &"win in 1".into(), &true.into())
    );
}

#[test]
fn what_cannot_be_written_or_gone_on_with_is_said() {
    if !std::path::Path::new("/dev/full").exists() {
        eprintln!("skipped: there is no /dev/full here");
        return;
    }
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for args in [&["completions", "bash"][..], &["man"], &["games"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_agon")).args(args).stdout(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", stderr(&output));
        assert_eq!(stderr(&output).lines().count(), 1, "{args:?}: {}", stderr(&output));
    }
    let told = "/dev/full is no file that a run could be gone on with from";
    assert!(refused(&["prove", "5x5", "--store", "/dev/full"], 1).contains(told));
    assert!(refused(&["ladder", "reversi", "--store", "/dev/full"], 1).contains(told));
}

#[test]
fn a_proof_is_kept_in_lines_and_gone_on_with() {
    let path = std::env::temp_dir().join(format!("agon-proof-{}.txt", std::process::id()));
    let store = path.to_str().unwrap();
    let prove = |board| ["prove", board, "--exact", "--hash", "1", "--store", store];
    let first = stdout(&agon(&prove("5x5")));
    assert!(first.starts_with("5x5: a draw ("), "{first}");
    let whole = std::fs::read_to_string(&path).unwrap();
    assert!(whole.starts_with("agon connect-four proof 1 5x5\n- >= 0 yes\n"), "{whole}");
    // A line that was cut off is done again; what is there is not asked twice.
    std::fs::write(&path, format!("{whole}3,3 >= ")).unwrap();
    let second = stdout(&agon(&prove("5x5")));
    assert!(second.starts_with("5x5: a draw (0 positions"), "{second}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
    assert!(
        refused(&prove("7x6"), 2)
            .contains("is not a proof of 7x6: it begins with 'agon connect-four proof 1 5x5'")
    );
    std::fs::write(&path, format!("{whole}nonsense\n")).unwrap();
    assert!(refused(&prove("5x5"), 1).contains("'nonsense' is no answer of a proof"));
    std::fs::write(&path, format!("{whole}7 >= 0 yes\n")).unwrap();
    assert!(refused(&prove("5x5"), 1).contains("'7 >= 0 yes' cannot be on a board of 5x5"));
    std::fs::remove_file(&path).unwrap();
    assert!(refused(&["prove", "3x3"], 2).contains("there is no board '3x3' to prove"));
}

#[test]
fn a_book_is_gone_on_with_and_never_overwritten_by_mistake() {
    let path = std::env::temp_dir().join(format!("agon-book-{}.txt", std::process::id()));
    let train =
        |plies: &'static str| ["train", "four-in-a-row", "--book", path.to_str().unwrap(), "--plies", plies];
    std::fs::write(&path, "my notes\n").unwrap();
    assert!(refused(&train("2"), 1).contains("this is no book"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "my notes\n");
    let book = |sum: &str| format!("agon four-in-a-row book 1 1\nNOPQ\n# sum {sum}\n");
    std::fs::write(&path, book("00000000")).unwrap();
    assert!(refused(&train("1"), 1).contains("damaged"));
    std::fs::write(&path, book("6b106a9d")).unwrap();
    assert!(refused(&train("2"), 2).contains("is a book of 1 plies, not 2"));
    // All four scores are there: nothing is left to solve.
    assert!(stdout(&agon(&train("1"))).contains("4 of 4 scores known"));
    std::fs::remove_file(&path).unwrap();
    assert!(refused(&train("11"), 2).contains("1 to 10 plies"));
    let other = refused(&["train", "reversi", "--book", "x", "--plies", "2"], 2);
    assert!(other.contains("four-in-a-row and connect4-9x9 only"), "{other}");
}

#[test]
fn the_opening_book_of_connect4_9x9_is_the_same_in_one_go_and_in_two() {
    let path = std::env::temp_dir().join(format!("agon-openings-{}.txt", std::process::id()));
    let file = path.to_str().unwrap();
    let train = |plies: &'static str, nodes: &'static str| {
        ["train", "connect4-9x9", "--book", file, "--plies", plies, "--nodes", nodes, "--hash", "1"]
    };
    assert!(stdout(&agon(&train("1", "200"))).contains("5 of 5 scores known"));
    let whole = std::fs::read_to_string(&path).unwrap();
    assert!(whole.contains("made by: agon train connect4-9x9 --book FILE --plies 1 --nodes 200"), "{whole}");
    let without_notes = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|line| !line.starts_with('#') || line.starts_with("# sum"))
            .map(str::to_owned)
            .collect()
    };
    // The same file as it is when the work is stopped after two positions, with the sum of what it has.
    let scores: Vec<&str> =
        whole.lines().find(|line| !line.starts_with(['a', '#'])).unwrap().split(' ').collect();
    let begun = format!("{} {} . . .", scores[0], scores[1]);
    let sum =
        begun.bytes().fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    std::fs::write(&path, format!("agon connect4-9x9 book 1 1 200\n{begun}\n# sum {sum:08x}\n")).unwrap();
    assert!(stdout(&agon(&train("1", "200"))).contains("5 of 5 scores known"));
    let again = std::fs::read_to_string(&path).unwrap();
    assert_eq!(without_notes(&again), without_notes(&whole));
    assert!(again.contains("5 of 5 scores known, the last 3 of them in"), "{again}");
    // Nothing is left to do: the file stays as it is.
    assert!(stdout(&agon(&train("1", "200"))).contains("5 of 5 scores known"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), again);
    let other = refused(&train("1", "300"), 2);
    assert!(other.contains("is a book of 1 plies and 200 nodes, not 1 plies and 300 nodes"), "{other}");
    std::fs::remove_file(&path).unwrap();
    assert!(refused(&train("7", "200"), 2).contains("1 to 6 plies"));
}

#[test]
fn who_wins_a_reversi_endgame_agrees_with_by_how_much() {
    let position = format!("{}OX-{} X", "XXXXXXXX".repeat(7), "XXXXX");
    let value = |more: &[&str]| {
        let output = agon(&[&["solve", "reversi", "--position", &position], more].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap().split(' ').next().unwrap().parse::<i32>().unwrap()
    };
    let margin = value(&[]);
    assert_eq!(value(&["--winner"]), margin.signum());
}

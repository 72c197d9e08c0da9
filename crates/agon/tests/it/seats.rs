//! Programs in the seats of `agon match` and `agon grade`: our own behind every protocol, and some that fail.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};

const AGON: &str = env!("CARGO_BIN_EXE_agon");

fn agon(args: &[&str]) -> Output {
    Command::new(AGON).args(args).stdin(Stdio::null()).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The report of a match whose games all ended by the rules.
fn normal_match(args: &[&str], games: u64) -> Value {
    let count = games.to_string();
    let output = agon(&[&["match"], args, &["--json", "--games", &count]].concat());
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["reasons"], serde_json::json!({ "normal": games }), "{args:?}");
    report
}

#[test]
fn our_ugi_player_plays_a_match_of_every_game() {
    for game in ["reversi", "hexthello:radius=3", "four-in-a-row", "connect4-9x9", "ants"] {
        let player = format!("ugi:{AGON} player {game} --protocol ugi");
        normal_match(&[game, &player, "random", "--nodes", "50"], 2);
    }
}

#[test]
fn our_nboard_and_gtp_players_play_each_other() {
    let nboard = format!("nboard:{AGON} player reversi --protocol nboard --engine nodes=100");
    let gtp = format!("gtp:{AGON} player reversi --protocol gtp --engine nodes=100");
    normal_match(&["reversi", &nboard, &gtp], 2);
}

#[test]
fn the_course_players_play_each_other_and_their_magic_number_is_their_level() {
    let course = format!("exec:{AGON} player connect4-9x9 --engine level=course");
    let ours = format!("exec:{AGON} player connect4-9x9 --engine depth=4");
    normal_match(&["connect4-9x9", &course, &ours, "--magic", "1", "--time", "2m"], 2);
    let output = agon(&["match", "connect4-9x9", &course, "random", "--games", "1", "--magic", "9"]);
    let text = stdout(&output);
    assert!(text.contains("5s a move"), "the course's clock: {text}");
    let line = text.lines().find(|line| line.contains("game 1: ")).unwrap();
    assert!(line.contains("(moving first) lost by a crash: it ended before the game was over"), "{line}");
    assert!(line.contains("its last words: agon: the magic number 9 names no level"), "{line}");
}

#[test]
fn a_match_says_how_programs_are_contained_and_which_openings_cannot_be() {
    let player = format!("exec:{AGON} player connect4-9x9 --engine depth=1");
    let output = agon(&["match", "connect4-9x9", &player, "random", "--games", "1", "--sandbox", "off"]);
    assert_eq!(stderr(&output), "sandbox off: programs have the rights of whoever started this\n");
    let output = agon(&["match", "connect4-9x9", &player, "random", "--opening-plies", "2"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("can only begin with the empty board; use --openings none"));
}

/// A match that waits for network players, and the port where it does.
fn waiting_match(args: &[&str]) -> (Child, BufReader<std::process::ChildStderr>, String) {
    let mut command = Command::new(AGON);
    command.arg("match").args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut err = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    err.read_line(&mut line).unwrap();
    let port = line.trim().rsplit(' ').next().unwrap().to_owned();
    assert!(line.starts_with("waiting for a player on port "), "{line}");
    (child, err, port)
}

#[test]
fn two_clients_play_a_match_on_a_port() {
    for game in ["hexthello:radius=3", "ants"] {
        let (server, mut err, port) = waiting_match(&[game, "net:0", "net:0", "--games", "4", "--json"]);
        let clients = ["Alice", "Bob"].map(|name| {
            let mut client = Command::new(AGON);
            client.args(["client", game, "-p", &port, "--name", name, "--engine", "nodes=20"]);
            client.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap()
        });
        for client in clients {
            let output = client.wait_with_output().unwrap();
            assert!(stdout(&output).ends_with("the server ended the match\n"), "{}", stdout(&output));
        }
        let output = server.wait_with_output().unwrap();
        let mut rest = String::new();
        err.read_to_string(&mut rest).unwrap();
        assert!(output.status.success(), "{rest}");
        let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(report["reasons"], serde_json::json!({ "normal": 4 }));
    }
}

#[test]
fn grading_tries_every_level_and_the_highest_passed_counts() {
    let strong = format!("{AGON} player connect4-9x9 --engine depth=10");
    let output = agon(&["grade", "connect4-9x9", &strong, "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let grade: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&grade["points"], &grade["level"]), (&Value::from(80), &Value::from(2)), "{grade}");
    assert_eq!(grade["games"].as_array().unwrap().len(), 3);
    assert_eq!(grade["games"][0]["record"]["players"][1]["name"], format!("exec:{strong}"));
    let output = agon(&["grade", "connect4-9x9", &strong, "--level", "0", "--as", "first"]);
    let text = stdout(&output);
    assert!(output.status.success());
    assert!(text.starts_with("level 0: the program moved first and won after "), "{text}");
    assert!(text.contains("\n  columns from the first move on: "), "{text}");
    assert!(text.ends_with("20 points, for level 0\n"), "{text}");
}

#[test]
fn a_program_that_fails_gets_nothing_and_is_told_why() {
    let output = agon(&["grade", "connect4-9x9", "echo Hello from", "--level", "1"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(
        text.contains("lost by an illegal move: it printed 'Hello from second' instead of a column"),
        "{text}"
    );
    assert!(text.ends_with("0 points\n"), "{text}");
    let output = agon(&["grade", "connect4-9x9", "./nothing", "--level", "1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("there is no program './nothing'"));
    let output = agon(&["grade", "connect4-9x9", "/etc/hostname"]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""), "no game is played");
    assert!(stderr(&output).contains("/etc/hostname"), "{}", stderr(&output));
    let output = agon(&["grade", "ants", "true"]);
    assert!(stderr(&output).contains("only connect4-9x9 has a grading"));
}

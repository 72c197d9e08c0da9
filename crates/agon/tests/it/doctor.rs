//! `agon doctor`: our own players are healthy, and a program that is none is told so.

use crate::starters::{Starter, build};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

const AGON: &str = env!("CARGO_BIN_EXE_agon");

/// Calls `agon doctor` where the program is, with far more patience than any answer takes.
fn doctor(folder: &Path, game: &str, program: &str) -> Output {
    Command::new(AGON)
        .args(["doctor", game, program, "--patience", "5m", "--pause", "1ms", "--json"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn home() -> &'static Path {
    Path::new(AGON).parent().unwrap()
}

fn assert_healthy(folder: &Path, game: &str, program: &str) {
    let output = doctor(folder, game, program);
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let examinations = report["examinations"].as_array().unwrap();
    assert!(examinations.len() > 5);
    for examined in examinations {
        assert_eq!(examined["result"], "passed", "{game} {program}: {examined:#}");
    }
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn our_network_players_are_healthy() {
    assert_healthy(home(), "hexthello", "./agon client hexthello --engine nodes=200");
    assert_healthy(home(), "ants", "./agon client ants --engine nodes=200");
}

#[test]
fn our_connect4_9x9_player_is_healthy() {
    assert_healthy(home(), "connect4-9x9", "./agon player connect4-9x9 --engine level=course-0");
}

#[test]
fn our_engine_behind_ugi_is_healthy_in_every_game() {
    for game in ["reversi", "hexthello:radius=3", "four-in-a-row", "connect4-9x9", "ants"] {
        assert_healthy(home(), game, &format!("ugi:./agon player {game} --protocol ugi"));
    }
}

#[test]
fn our_reversi_engine_is_healthy_behind_nboard_and_gtp() {
    assert_healthy(home(), "reversi", "nboard:./agon player reversi --protocol nboard --time 10ms");
    assert_healthy(home(), "reversi", "gtp:./agon player reversi --protocol gtp --time 10ms");
}

#[test]
fn the_starter_players_are_healthy() {
    for (starter, game) in
        [(Starter::C, "ants"), (Starter::Python, "reversi"), (Starter::Rust, "connect4-9x9")]
    {
        if let Some(built) = build(starter) {
            assert_healthy(&built.folder, game, &format!("ugi:{}", built.command));
        }
    }
}

#[test]
fn an_instance_of_four_in_a_row_is_tried_from_both_ends() {
    let Some(_python) = build(Starter::Python) else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/patients");
    assert_healthy(&folder, "four-in-a-row", "python3 four_in_a_row.py");
}

#[test]
fn who_connects_to_a_port_is_examined_once_for_every_connection() {
    let mut doctor = Command::new(AGON)
        .args(["doctor", "ants", "--port", "0", "--patience", "5m", "--pause", "1ms", "--json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let waiting = BufReader::new(doctor.stderr.take().unwrap()).lines();
    let clients: Vec<Child> = waiting
        .map(|line| {
            let line = line.unwrap();
            let port = line.strip_prefix("waiting for a player on port ").unwrap_or_else(|| panic!("{line}"));
            Command::new(AGON)
                .args(["client", "ants", "-p", port, "--engine", "nodes=200"])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    let output = doctor.wait_with_output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let examinations = report["examinations"].as_array().unwrap();
    assert_eq!(clients.len(), examinations.len());
    for mut client in clients {
        client.wait().unwrap();
    }
    assert!(examinations.iter().all(|examined| examined["result"] == "passed"), "{report:#}");
    assert!(output.status.success());
}

#[test]
fn a_program_that_is_no_player_is_told_which_sentence_it_breaks() {
    // Ends at once.
    let output = doctor(home(), "connect4-9x9", "true");
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["protocol"], "connect4-9x9");
    assert_eq!(report["examinations"][0]["rule"]["sentence"], "it ends before the game is over");
    // Says back what it hears.
    let output = doctor(home(), "connect4-9x9", "cat");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["examinations"][0]["rule"]["page"], "connect4-9x9.md");
    // Never connects.
    let output = doctor(home(), "hexthello", "false");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let symptom = report["examinations"][0]["symptom"].as_str().unwrap();
    assert_eq!(symptom, "it ended, with exit code 1, before it was connected");
    assert_eq!(report["examinations"][1]["result"], "untried");
}

#[test]
fn the_list_for_people_quotes_the_rule() {
    let output = Command::new(AGON)
        .args(["--ascii", "doctor", "connect4-9x9", "true"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let quoted = "broken: \u{201c}it ends before the game is over\u{201d} (docs/protocols/connect4-9x9.md,";
    assert!(text.contains("FAIL second") && text.contains(quoted), "{text}");
    assert!(text.contains("0 of 11 examinations passed, 1 failed, 10 not tried"), "{text}");
}

#[test]
fn wrong_usage_is_said_in_a_sentence() {
    for (args, told) in [
        (&["doctor", "reversi"][..], "PROGRAM"),
        (&["doctor", "ants", "gtp:true"], "players of ants do not speak gtp"),
        (&["doctor", "reversi", "--port", "0"], "players of reversi do not connect to a port"),
        (&["doctor", "reversi", "./no-such-program"], "there is no program"),
    ] {
        let output = Command::new(AGON).args(args).stdin(Stdio::null()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(error.contains(told), "{args:?}: {error}");
    }
}

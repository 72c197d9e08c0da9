//! The starter players of `examples/players`: each is built as its README says and plays whole games.

use crate::starters::{Starter, build};
use serde_json::{Value, json};
use std::process::{Command, Stdio};

/// Plays two games against a random player; each must end by the rules.
fn plays(starter: Starter, games: [&str; 2]) {
    let Some(built) = build(starter) else { return };
    for game in games {
        let output = Command::new(env!("CARGO_BIN_EXE_agon"))
            .args(["match", game, &format!("ugi:{}", built.command), "random", "--games", "2", "--json"])
            .current_dir(&built.folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["reasons"], json!({ "normal": 2 }), "{game}: {}", built.command);
    }
}

#[test]
fn the_c_player_plays_reversi_and_ants() {
    plays(Starter::C, ["reversi", "ants"]);
}

#[test]
fn the_java_player_plays_reversi_and_hexthello() {
    plays(Starter::Java, ["reversi", "hexthello"]);
}

#[test]
fn the_python_player_plays_ants_and_four_in_a_row() {
    plays(Starter::Python, ["ants", "four-in-a-row"]);
}

#[test]
fn the_rust_player_plays_hexthello_and_connect4_9x9() {
    plays(Starter::Rust, ["hexthello", "connect4-9x9"]);
}

#[test]
fn each_is_short_enough_to_be_read_at_once() {
    for starter in Starter::ALL {
        let lines = std::fs::read_to_string(starter.source()).unwrap().lines().count();
        assert!(lines < 80, "{starter:?} has {lines} lines");
    }
}

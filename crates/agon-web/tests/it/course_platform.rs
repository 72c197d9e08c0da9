//! Connect4 9×9 at a table as on its course's platform: programs in both seats, the five seconds, the reasons of losses.

use crate::client::{get, post, put, serve, serve_programs, table};
use agon_web::{Server, SiteOptions};
use serde_json::{Value, json};
use std::time::Duration;

const GAME: &str = "connect4-9x9";

fn with_programs() -> Server {
    serve_programs(SiteOptions::default())
}

/// A program on standard input and output, as a line of the shell.
fn shell(script: &str) -> String {
    format!("exec:sh -c '{script}'")
}

/// Plays the columns from the left to the right, over and over.
fn steady() -> String {
    shell(
        "read magic; i=0; [ $0 = first ] && echo 0 && i=1; while read c; do [ $c -ge 10 ] && exit; echo $((i % 9)); i=$((i + 1)); done",
    )
}

/// The table when its game is over.
fn end(server: &Server, table: &str) -> Value {
    loop {
        let state = get(server, table).json();
        if !state["verdict"].is_null() {
            return state;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_game_says_its_time_and_its_opponents() {
    let game = get(&with_programs(), "/api/v1/games/connect4-9x9").json();
    assert_eq!(game["program_move_ms"], 5000);
    let levels: Vec<&str> =
        game["levels"].as_array().unwrap().iter().map(|level| level["name"].as_str().unwrap()).collect();
    for level in ["course-0", "course-1", "course-2"] {
        assert!(levels.contains(&level), "{levels:?}");
    }
    let other = get(&with_programs(), "/api/v1/games/four-in-a-row").json();
    assert!(other["program_move_ms"].is_null());
}

#[test]
fn no_program_sits_down_unless_the_server_allows_it() {
    let closed = serve(SiteOptions::default());
    let players = json!([steady(), "human"]);
    let answer = post(&closed, "/api/v1/tables", json!({ "game": GAME, "players": players }));
    assert_eq!((answer.status, answer.json()["code"].clone()), (403, json!("no-programs-here")));
    let table = table(&closed, json!({ "game": GAME }));
    let answer = put(&closed, &format!("{table}/seats/first"), json!({ "player": steady() }));
    assert_eq!(answer.status, 403);
    assert_eq!(get(&closed, &table).json()["seats"][0]["kind"], "person");
}

#[test]
fn two_programs_play_when_they_are_started() {
    let server = with_programs();
    let table = table(&server, json!({ "game": GAME, "players": [steady(), steady()] }));
    let state = get(&server, &table).json();
    assert_eq!((state["running"].clone(), state["moves"].clone()), (json!(false), json!([])));
    assert_eq!(state["clock"], Value::Null, "nobody has chosen a clock");
    for side in 0..2 {
        assert_eq!(state["clocks"][side]["control"], "5s a move");
    }
    post(&server, &format!("{table}/commands"), json!({ "do": "start" }));
    let over = end(&server, &table);
    assert_eq!(over["verdict"]["reason"], "normal");
    assert!(!over["view"]["winning"].as_array().unwrap().is_empty(), "the winning four");
}

#[test]
fn a_person_or_an_engine_has_no_limit_and_a_program_has() {
    let server = with_programs();
    let table = table(&server, json!({ "game": GAME, "players": ["human", steady()] }));
    let limits = |path: &str| {
        let state = get(&server, path).json();
        [0, 1].map(|side| state["clocks"][side]["per_move_ms"].clone())
    };
    assert_eq!(limits(&table), [Value::Null, json!(5000)]);
    put(&server, &format!("{table}/seats/first"), json!({ "player": "engine:level=course-2" }));
    assert_eq!(limits(&table), [Value::Null, json!(5000)]);
    put(&server, &format!("{table}/clock"), json!({ "clock": "30s a move" }));
    assert_eq!(limits(&table), [json!(30_000), json!(30_000)]);
    assert_eq!(get(&server, &table).json()["clock"], "30s a move");
    put(&server, &format!("{table}/clock"), json!({ "clock": "" }));
    assert_eq!(limits(&table), [Value::Null, json!(5000)]);
}

/// How a program loses against a reference opponent.
fn loss(script: &str, level: &str) -> Value {
    let server = with_programs();
    let players = [shell(script), format!("engine:level={level}")];
    let table = table(&server, json!({ "game": GAME, "players": players, "running": true }));
    let verdict = end(&server, &table)["verdict"].clone();
    assert_eq!(verdict["winner"], "second");
    verdict
}

#[test]
fn the_reason_of_a_loss_is_shown_with_its_evidence() {
    let verdict = loss("read magic; sleep 60", "course-0");
    let took = verdict["evidence"]["took_ms"].as_u64().unwrap();
    assert!(verdict["reason"] == "time-out" && took >= 5_000, "{verdict}");
    let verdict = loss("read magic; echo hello; sleep 60", "course-1");
    assert_eq!((&verdict["reason"], &verdict["evidence"]["sent"]), (&json!("illegal-move"), &json!("hello")));
    let verdict = loss("read magic; exit 3", "course-2");
    let said = verdict["evidence"].to_string();
    assert!(verdict["reason"] == "crash" && said.contains("exit code 3"), "{verdict}");
}

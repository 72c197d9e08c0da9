//! The API as a program sees it.

use crate::client::{get, post, put, send, table, usual};
use serde_json::{Value, json};

const GAMES: [&str; 5] = ["reversi", "hexthello", "four-in-a-row", "connect4-9x9", "ants"];

#[test]
fn every_game_shows_its_board_and_its_levels() {
    let server = usual();
    let games = get(&server, "/api/v1/games").json();
    let ids: Vec<_> = games.as_array().unwrap().iter().map(|g| g["id"].as_str().unwrap()).collect();
    assert_eq!(ids, GAMES);
    for id in GAMES {
        let game = get(&server, &format!("/api/v1/games/{id}")).json();
        let cells = game["layout"]["cells"].as_array().unwrap().len();
        let start = game["start"].as_str().unwrap();
        assert_eq!(start.split(' ').next().unwrap().chars().count(), cells, "{id}");
        assert!(game["levels"].as_array().unwrap().len() >= 10, "{id}");
        assert!(game["techniques"].as_array().unwrap().iter().any(|t| t["name"] == "alphabeta"));
    }
    let small = get(&server, "/api/v1/games/hexthello:radius=3").json();
    assert_eq!(small["layout"]["cells"].as_array().unwrap().len(), 37);
    let unknown = get(&server, "/api/v1/games/chess");
    assert_eq!(unknown.status, 404);
    assert!(unknown.error().contains("there is no game called 'chess'"));
}

/// Plays a whole game through the API, always the first legal move.
fn play_through(game: &str) -> Value {
    let server = usual();
    let path = table(&server, json!({ "game": game, "seed": 7, "running": true }));
    let mut state = get(&server, &path).json();
    while state["verdict"].is_null() {
        let ply = state["moves"].as_array().unwrap().len();
        let mv = &state["view"]["moves"][0]["text"];
        let answer = post(&server, &format!("{path}/moves"), json!({ "move": mv, "ply": ply }));
        assert_eq!(answer.status, 200, "{game}: {}", answer.text());
        state = answer.json();
        assert_eq!(state["moves"].as_array().unwrap().len(), ply + 1);
    }
    let late = post(&server, &format!("{path}/moves"), json!({ "move": "0", "ply": 0 }));
    assert_eq!(late.status, 409, "after the end nobody moves: {}", late.text());
    let record = get(&server, &format!("{path}/record")).text();
    let record = agon_core::Record::from_json(&record).unwrap();
    record.replay(&agon_games::registry()).unwrap();
    state
}

#[test]
fn a_whole_game_of_every_game() {
    for game in GAMES {
        let state = play_through(game);
        assert_eq!(state["verdict"]["reason"], "normal", "{game}");
        assert_eq!(state["running"], false);
        let won_by_line = !state["view"]["winning"].as_array().unwrap().is_empty();
        let connect =
            ["four-in-a-row", "connect4-9x9"].contains(&game) && !state["verdict"]["winner"].is_null();
        assert_eq!(won_by_line, connect, "{game}: the winning lines are shown");
    }
}

#[test]
fn the_rules_are_the_servers() {
    let server = usual();
    let path = table(&server, json!({ "game": "reversi", "running": true }));
    let play =
        |mv: &str, ply: usize| post(&server, &format!("{path}/moves"), json!({ "move": mv, "ply": ply }));
    let illegal = play("a1", 0);
    assert_eq!(illegal.status, 422);
    assert!(illegal.error().contains("not legal here"), "{}", illegal.error());
    assert_eq!(play("f5", 0).status, 200);
    let stale = play("d6", 0);
    assert_eq!(stale.status, 409);
    assert!(stale.error().contains("1 have been played by now"));
    let state = get(&server, &path).json();
    assert_eq!(state["moves"], json!([{ "side": "first", "text": "f5", "ms": state["moves"][0]["ms"] }]));
    assert_eq!(state["view"]["last"][0]["path"].as_array().unwrap().len(), 1);
}

#[test]
fn seats_change_hands_in_the_middle_of_a_game() {
    let server = usual();
    let path = table(&server, json!({ "game": "four-in-a-row", "running": true }));
    post(&server, &format!("{path}/moves"), json!({ "move": "3", "ply": 0 }));
    let seated = put(&server, &format!("{path}/seats/first"), json!({ "player": "engine:level=1" })).json();
    assert_eq!(seated["seats"][0]["kind"], "house");
    assert_eq!(seated["awaits_person"], true, "it is the other side's turn");
    let swapped = post(&server, &format!("{path}/commands"), json!({ "do": "swap" })).json();
    assert_eq!(swapped["seats"][1]["player"], "engine:level=1");
    let wrong = put(&server, &format!("{path}/seats/first"), json!({ "player": "wizard" }));
    assert_eq!(wrong.status, 422);
    let program = put(&server, &format!("{path}/seats/first"), json!({ "player": "exec:/bin/true" }));
    assert_eq!(program.status, 403);
    assert!(program.error().contains("--allow-exec"));
}

#[test]
fn stop_take_back_resign_and_restart() {
    let server = usual();
    let path = table(&server, json!({ "game": "reversi", "moves": "f5d6", "running": true }));
    let command = |wish: Value| post(&server, &format!("{path}/commands"), wish);
    assert_eq!(command(json!({ "do": "stop" })).json()["running"], false);
    assert_eq!(command(json!({ "do": "start" })).json()["running"], true);
    post(&server, &format!("{path}/moves"), json!({ "move": "c3", "ply": 2 }));
    let back = command(json!({ "do": "take-back" })).json();
    assert_eq!(back["moves"].as_array().unwrap().len(), 2);
    let further = command(json!({ "do": "take-back", "plies": 1 })).json();
    assert_eq!(further["moves"].as_array().unwrap().len(), 1, "into the game that was loaded");
    let resigned = command(json!({ "do": "resign", "side": "second" })).json();
    assert_eq!(resigned["verdict"]["winner"], "first");
    assert_eq!(resigned["verdict"]["reason"], "resignation");
    let anew = command(json!({ "do": "restart" })).json();
    assert!(anew["verdict"].is_null());
    assert_eq!(command(json!({ "do": "take-back", "plies": 99 })).status, 409);
    assert_eq!(command(json!({ "do": "dance" })).status, 422);
}

#[test]
fn clocks_are_set_and_shown() {
    let server = usual();
    let path = table(&server, json!({ "game": "reversi", "clock": "5m+2s" }));
    let state = get(&server, &path).json();
    assert_eq!(state["clocks"][0]["control"], "5m+2s");
    assert_eq!(state["clocks"][0]["remaining_ms"], 300_000);
    let state = put(&server, &format!("{path}/clock"), json!({ "clock": "10s a move" })).json();
    assert_eq!(state["clocks"][1]["per_move_ms"], 10_000);
    let state = put(&server, &format!("{path}/clock"), json!({ "clock": "" })).json();
    assert!(state["clocks"][0]["control"].is_null());
    assert_eq!(put(&server, &format!("{path}/clock"), json!({ "clock": "soon" })).status, 422);
}

#[test]
fn whatever_is_wrong_with_a_request_is_said_in_one_sentence() {
    let server = usual();
    let path = table(&server, json!({ "game": "reversi", "running": true }));
    let json = [("content-type", "application/json")];
    let large = vec![b' '; 300 * 1024];
    let at = |rest: &str| format!("{path}{rest}");
    let api = |rest: &str| format!("/api/v1{rest}");
    type Case<'a> = (&'a str, String, &'a [(&'a str, &'a str)], &'a [u8], u16, &'a str);
    let cases: &[Case<'_>] = &[
        ("POST", api("/tables"), &json, b"{\"game\":", 400, "not JSON: game: EOF"),
        ("POST", api("/tables"), &[], b"{\"game\":\"reversi\"}", 415, "content-type: application/json"),
        ("POST", api("/tables"), &json, b"{\"game\":7}", 422, "game: invalid type"),
        ("POST", api("/tables"), &json, b"{}", 422, "missing field `game`"),
        ("POST", at("/moves"), &json, b"{\"move\":\"f5\",\"ply\":-1}", 422, "ply: invalid value"),
        ("POST", at("/commands"), &json, b"{\"do\":\"dance\"}", 422, "`dance`"),
        ("POST", api("/lines"), &json, &large, 413, "at most 256 KB"),
        ("POST", api("/lines"), &json, b"{\"game\":\"reversi\",\"ply\":1}", 422, "has 0 moves, not 1"),
        ("GET", at("/views/-1"), &[], b"", 404, "'-1'"),
        ("GET", at("/views/99"), &[], b"", 404, "0 moves have been played here, not 99"),
        ("GET", at("/views/%ff"), &[], b"", 404, "nothing at this address"),
        ("PUT", at("/seats/third"), &json, b"{\"player\":\"random\"}", 404, "third"),
        ("POST", api("/imports"), &[], b"f5d6", 422, "missing field `game`"),
        ("DELETE", api("/network/guests/nobody"), &[], b"", 404, "'nobody'"),
        ("DELETE", api("/games"), &[], b"", 405, "DELETE does nothing"),
        ("POST", api("/imports/"), &[], b"", 405, "POST does nothing"),
        ("POST", "/index.html".to_owned(), &[], b"", 405, "POST does nothing"),
        ("GET", api("/nowhere"), &[], b"", 404, "there is no such page"),
        ("GET", api("/socket"), &[], b"", 426, "WebSocket"),
        ("GET", api("/tournaments/none/players/x"), &[], b"", 404, "'x'"),
    ];
    for (method, path, headers, body, status, sentence) in cases {
        let answer = send(server.address(), method, path, headers, body);
        let what = format!("{method} {path}: {}", answer.text());
        assert_eq!(answer.status, *status, "{what}");
        assert_eq!(answer.header("content-type"), Some("application/json"), "{what}");
        assert!(answer.error().contains(sentence), "{what}");
    }
}

#[test]
fn a_table_is_opened_again_at_its_old_address_by_whoever_comes_first() {
    let server = usual();
    let wish =
        |moves: &str| json!({ "game": "reversi", "moves": moves, "running": true, "id": "7-0123abcd" });
    let first = post(&server, "/api/v1/tables", wish("f5"));
    assert_eq!((first.status, first.json()["id"].as_str()), (201, Some("7-0123abcd")));
    let second = post(&server, "/api/v1/tables", wish("f5d6"));
    assert_eq!(second.status, 200, "it is there");
    assert_eq!(second.json()["moves"].as_array().unwrap().len(), 1);
    assert_eq!(get(&server, "/api/v1/tables").json().as_array().unwrap().len(), 1);
    for nonsense in ["", "7", "7-xyz", "../7-0123abcd", "7-0123ABCDE"] {
        let refused = post(&server, "/api/v1/tables", json!({ "game": "reversi", "id": nonsense }));
        assert_eq!(refused.status, 422, "{nonsense}");
    }
}

#[test]
fn a_game_that_is_looked_at_says_who_played_it() {
    let server = usual();
    let path = table(&server, json!({ "game": "reversi", "moves": "f5d6", "names": ["anna", "<b>"] }));
    let names = |state: &Value| [state["seats"][0]["name"].clone(), state["seats"][1]["name"].clone()];
    assert_eq!(names(&get(&server, &path).json()), ["anna", "<b>"]);
    let seated = put(&server, &format!("{path}/seats/second"), json!({ "player": "random" })).json();
    assert_eq!(names(&seated), ["human", "random"], "it is another game now");
    let long = json!({ "game": "reversi", "names": ["x".repeat(101), ""] });
    assert_eq!(post(&server, "/api/v1/tables", long).status, 422);
}

#[test]
fn games_are_read_in_the_notations_people_have() {
    let server = usual();
    let read = |game: &str, text: &str| {
        send(server.address(), "POST", &format!("/api/v1/imports?game={game}"), &[], text.as_bytes())
    };
    let moves = read("reversi", "f5d6c3 d3c4").json();
    assert_eq!(moves["notation"], "moves");
    assert_eq!(moves["games"][0]["moves"].as_array().unwrap().len(), 5);
    let position = format!("{}OX------XO{} X", "-".repeat(27), "-".repeat(27));
    assert_eq!(read("reversi", &position).json()["notation"], "position");
    let ggf = "(;GM[Othello]PC[GGS/os]PB[a]PW[b]RE[?]TI[0]TY[8]BO[8 -------- -------- -------- ---O*--- \
               ---*O--- -------- -------- -------- *]B[f5]W[d6];)";
    let answer = read("four-in-a-row", ggf);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["games"][0]["game"], "reversi", "a file knows its own game");
    let wrong = read("four-in-a-row", "3339");
    assert_eq!(wrong.status, 422);
    assert!(wrong.error().contains("move 4"), "{}", wrong.error());
    assert_eq!(read("ants", "").status, 422);
    assert_eq!(read("ants", "\u{1}\u{2}").status, 422);
}

#[test]
fn positions_are_set_up_from_the_palette() {
    let server = usual();
    let game = get(&server, "/api/v1/games/reversi").json();
    let cells = game["layout"]["cells"].as_array().unwrap().len();
    let mut contents = vec![Value::Null; cells];
    (contents[0], contents[1]) = (json!(0), json!(1));
    let wish = |contents: &[Value]| json!({ "game": "reversi", "contents": contents, "side": "first" });
    let answer = post(&server, "/api/v1/set-ups", wish(&contents)).json();
    assert_eq!(answer["view"]["moves"][0]["text"], "c1");
    contents[5] = json!(17);
    assert_eq!(post(&server, "/api/v1/set-ups", wish(&contents)).status, 422);
    assert_eq!(post(&server, "/api/v1/set-ups", wish(&contents[..9])).status, 422);
}

#[test]
fn hints_explanations_and_searches() {
    let server = usual();
    let start = get(&server, "/api/v1/games/reversi").json()["start"].clone();
    let ask = |path: &str, extra: Value| {
        let mut wish = json!({ "game": "reversi", "position": start });
        wish.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        let answer = post(&server, path, wish);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    };
    let hint = ask("/api/v1/hints", json!({ "settings": { "depth": "3" } }));
    assert!(["d3", "c4", "f5", "e6"].contains(&hint["move"].as_str().unwrap()));
    let explained = ask("/api/v1/explanations", json!({}));
    assert!(!explained["explanation"]["terms"].as_array().unwrap().is_empty());
    let minimax = ask("/api/v1/searches", json!({ "depth": 3, "settings": { "alphabeta": "off" } }));
    let pruned = ask("/api/v1/searches", json!({ "depth": 3 }));
    assert_eq!(minimax["tree"]["nodes"], minimax["tree"]["minimax_nodes"]);
    assert_eq!(minimax["tree"]["cut_offs"], 0);
    assert!(pruned["tree"]["cut_offs"].as_u64() > Some(0));
    assert!(pruned["tree"]["nodes"].as_u64() < minimax["tree"]["nodes"].as_u64());
    let best = |answer: &Value| answer["tree"]["root"]["value"].clone();
    assert_eq!(best(&minimax), best(&pruned), "leaving out what cannot matter changes nothing");
    let wrong = post(&server, "/api/v1/hints", json!({ "game": "reversi", "position": "x" }));
    assert_eq!(wrong.status, 422);
}

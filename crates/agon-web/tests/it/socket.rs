//! The socket: tables that are watched, analyses, and everything that may come in wrongly.

use crate::client::{Socket, get, hear, open, post, say, table, usual};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

/// Everything until the server closes.
async fn until_closed(socket: &mut Socket) -> Vec<String> {
    let mut heard = Vec::new();
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Text(text) = message {
            heard.push(text.to_string());
        }
    }
    heard
}

#[tokio::test]
async fn a_watcher_sees_every_move() {
    let server = usual();
    let path = table(&server, json!({ "game": "four-in-a-row", "running": true }));
    let id = path.rsplit('/').next().unwrap();
    let mut socket = open(&server).await;
    say(&mut socket, json!({ "watch": id })).await;
    assert_eq!(hear(&mut socket, "table").await["moves"], json!([]));
    for (ply, mv) in ["3", "3", "2", "4"].iter().enumerate() {
        assert_eq!(post(&server, &format!("{path}/moves"), json!({ "move": mv, "ply": ply })).status, 200);
        loop {
            let state = hear(&mut socket, "table").await;
            if state["moves"].as_array().unwrap().len() == ply + 1 {
                break;
            }
        }
    }
    say(&mut socket, json!({ "watch": "nowhere" })).await;
    assert_eq!(hear(&mut socket, "gone").await, "nowhere");
}

#[tokio::test]
async fn engines_play_for_those_who_watch() {
    let server = usual();
    let players = json!(["engine:level=1", "random"]);
    let path = table(&server, json!({ "game": "four-in-a-row", "players": players }));
    let id = path.rsplit('/').next().unwrap();
    let mut socket = open(&server).await;
    say(&mut socket, json!({ "watch": id })).await;
    hear(&mut socket, "table").await;
    post(&server, &format!("{path}/commands"), json!({ "do": "start" }));
    loop {
        let state = hear(&mut socket, "table").await;
        if !state["verdict"].is_null() {
            assert_eq!(state["verdict"]["reason"], "normal");
            break;
        }
    }
}

#[tokio::test]
async fn an_analysis_grows_and_ends() {
    let server = usual();
    let start = get(&server, "/api/v1/games/reversi").json()["start"].clone();
    let mut socket = open(&server).await;
    let settings = json!({ "depth": "5" });
    let wish = json!({ "tag": "a", "game": "reversi", "position": start, "settings": settings });
    say(&mut socket, json!({ "analyze": wish })).await;
    let mut news = hear(&mut socket, "analysis").await;
    while news["done"] == false {
        news = hear(&mut socket, "analysis").await;
    }
    let moves = news["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    assert!(moves[0]["score"].as_i64() >= moves[3]["score"].as_i64(), "best first");
    say(&mut socket, json!({ "analyze": { "tag": "b", "game": "reversi", "position": "?" } })).await;
    assert_eq!(hear(&mut socket, "trouble").await["tag"], "b");
}

#[tokio::test]
async fn an_analysis_that_is_halted_makes_room() {
    let server = usual();
    let start = get(&server, "/api/v1/games/reversi").json()["start"].clone();
    let mut socket = open(&server).await;
    // Far more than there are places to think: each takes the place of the one before.
    for n in 0..20 {
        let wish = json!({ "tag": "a", "game": "reversi", "position": start, "ms": 60_000 });
        say(&mut socket, json!({ "analyze": wish })).await;
        if n % 2 == 0 {
            say(&mut socket, json!({ "halt": "a" })).await;
        }
    }
    say(&mut socket, json!({ "halt": "a" })).await;
    let hint = json!({ "game": "reversi", "position": start, "settings": { "depth": "2" } });
    assert_eq!(post(&server, "/api/v1/hints", hint).status, 200);
}

#[tokio::test]
async fn whoever_watches_too_much_is_told_what_is_not_watched() {
    let server = usual();
    let mut socket = open(&server).await;
    let start = get(&server, "/api/v1/games/reversi").json()["start"].clone();
    for n in 0..8 {
        let wish = json!({ "tag": format!("a{n}"), "game": "reversi", "position": start, "ms": 60_000 });
        say(&mut socket, json!({ "analyze": wish })).await;
    }
    let wish = json!({ "tag": "one more", "game": "reversi", "position": start });
    say(&mut socket, json!({ "analyze": wish })).await;
    assert_eq!(hear(&mut socket, "trouble").await["tag"], "one more");
    let id = table(&server, json!({ "game": "reversi" })).rsplit('/').next().unwrap().to_owned();
    say(&mut socket, json!({ "watch": id })).await;
    let trouble = hear(&mut socket, "trouble").await;
    assert_eq!(trouble["tag"], *id);
    assert!(trouble["error"].as_str().unwrap().contains("too many things"));
}

#[tokio::test]
async fn a_game_is_judged_move_by_move() {
    let server = usual();
    let mut socket = open(&server).await;
    let wish = json!({ "tag": "r", "game": "four-in-a-row", "moves": "0102030", "ms": 20 });
    say(&mut socket, json!({ "review": wish })).await;
    let mut standings = Vec::new();
    loop {
        let news = hear(&mut socket, "review").await;
        if news["done"] == true {
            break;
        }
        standings.push(news["standing"].clone());
    }
    assert_eq!(standings.len(), 8, "a position for every move and one more");
    let end = standings.iter().find(|s| s["ply"] == 7).unwrap();
    assert_eq!((&end["expectation"], &end["exact"]), (&json!(1.0), &json!(true)));
    let before = standings.iter().find(|s| s["ply"] == 6).unwrap();
    assert_eq!(before["best"], "0", "the winning move");
}

#[tokio::test]
async fn messages_that_make_no_sense_end_the_connection() {
    let server = usual();
    for message in ["", "{", "[]", "{\"dance\":1}", "{\"watch\":7}", "\"watch\""] {
        let mut socket = open(&server).await;
        socket.send(Message::text(message)).await.unwrap();
        let heard = until_closed(&mut socket).await;
        assert!(heard.last().is_some_and(|m| m.contains("error")), "{message}: {heard:?}");
    }
    let mut socket = open(&server).await;
    socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert!(until_closed(&mut socket).await[0].contains("not bytes"));
    assert_eq!(get(&server, "/api/v1/games").status, 200);
}

#[tokio::test]
async fn an_oversized_message_ends_the_connection() {
    let server = usual();
    let mut socket = open(&server).await;
    socket.send(Message::text("x".repeat(200_000))).await.unwrap();
    let heard = until_closed(&mut socket).await;
    assert!(heard.len() == 1 && heard[0].contains("at most 65536 bytes"), "{heard:?}");
    // Beyond what is read at all there may be no time for words.
    let mut socket = open(&server).await;
    let _ = socket.send(Message::text("x".repeat(3_000_000))).await;
    until_closed(&mut socket).await;
    assert_eq!(get(&server, "/api/v1/games").status, 200);
}

#[tokio::test]
async fn a_flood_ends_the_connection() {
    let server = usual();
    let mut socket = open(&server).await;
    for _ in 0..2000 {
        if socket.send(Message::text("{\"halt\":\"x\"}")).await.is_err() {
            break;
        }
    }
    let heard = until_closed(&mut socket).await;
    assert!(heard.last().is_some_and(|m| m.contains("too many messages")), "{heard:?}");
    assert_eq!(get(&server, "/api/v1/games").status, 200);
}

//! Tournaments through the API: set up, started, stopped, resumed, looked at.

use crate::client::{get, hear, open, post, say, serve, serve_programs};
use agon_core::formats::{Format, Json};
use agon_web::{Server, SiteOptions};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own, removed at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Folder(std::env::temp_dir().join(format!("agon-web-tournaments-{}-{number}", std::process::id())))
    }

    pub(crate) fn serve(&self, allow_exec: bool) -> Server {
        let options = self.options();
        if allow_exec { serve_programs(options) } else { serve(options) }
    }

    pub(crate) fn options(&self) -> SiteOptions {
        SiteOptions { tournaments: self.0.clone(), ..SiteOptions::default() }
    }

    /// The names of all that is in it.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    /// Puts a file into it.
    pub(crate) fn keep(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn cup(extra: Value) -> Value {
    let mut draft = json!({
        "name": "Spring cup", "game": "four-in-a-row", "seed": 3,
        "players": [
            { "name": "chance", "play": "random" },
            { "name": "one", "play": "engine:level=1" },
            { "name": "fate", "play": "random" },
        ],
    });
    draft.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    draft
}

/// Watches a tournament until something holds, and gives it back as it is then.
pub(crate) async fn until(server: &Server, path: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let mut socket = open(server).await;
    say(&mut socket, json!({ "watch-tournament": path.rsplit('/').next().unwrap() })).await;
    while !holds(&hear(&mut socket, "tournament").await) {}
    get(server, path).json()
}

pub(crate) fn at_rest(live: &Value) -> bool {
    live["running"] == false
}

pub(crate) fn create(server: &Server, draft: Value) -> String {
    let made = post(server, "/api/v1/tournaments", draft);
    assert_eq!(made.status, 201, "{}", made.text());
    format!("/api/v1/tournaments/{}", made.json()["id"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_tournament_is_set_up_played_and_looked_at() {
    let folder = Folder::new();
    let server = folder.serve(false);
    assert_eq!(get(&server, "/api/v1/tournaments").json(), json!([]));
    let path = create(&server, cup(json!({ "repeats": 2 })));
    assert_eq!(path, "/api/v1/tournaments/spring-cup");
    let fresh = get(&server, &path).json();
    assert_eq!(
        (&fresh["played"], &fresh["total"], &fresh["running"]),
        (&json!(0), &json!(12), &json!(false))
    );
    let started = post(&server, &format!("{path}/commands"), json!({ "do": "start", "concurrency": 2 }));
    assert_eq!(started.status, 200, "{}", started.text());
    let done = until(&server, &path, at_rest).await;
    assert_eq!((&done["complete"], &done["played"]), (&json!(true), &json!(12)));
    assert!(done["live"]["boards"].as_array().unwrap().is_empty(), "nothing is being played any more");
    let table = done["tables"][0]["table"].as_array().unwrap();
    assert_eq!(table[0]["player"], 1, "the engine wins against chance");
    assert_eq!(done["tables"][0]["cross"][1][0]["results"].as_array().unwrap().len(), 4);
    let points: f64 = table.iter().map(|line| line["points"].as_f64().unwrap()).sum();
    assert_eq!(points, 12.0);
    assert!(table[0]["rating"]["error"].as_f64() > Some(0.0));
    let again = post(&server, &format!("{path}/commands"), json!({ "do": "stop" }));
    assert_eq!(again.status, 409);
    assert!(again.error().contains("not being played"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn every_loss_is_listed_with_its_reason_and_every_game_can_be_kept() {
    let folder = Folder::new();
    let server = folder.serve(false);
    let path = create(&server, cup(json!({})));
    let early = get(&server, &format!("{path}/files/standings.csv"));
    assert_eq!(early.status, 409, "no game has been played");
    post(&server, &format!("{path}/commands"), json!({ "do": "start" }));
    until(&server, &path, at_rest).await;
    let chance = get(&server, &format!("{path}/players/0")).json();
    let games = chance["games"].as_array().unwrap();
    assert_eq!((chance["name"].as_str(), games.len()), (Some("chance"), 4));
    let lost: Vec<&Value> = games.iter().filter(|game| game["points"] == 0.0).collect();
    assert!(!lost.is_empty());
    for game in &lost {
        assert_eq!(game["verdict"]["reason"], "normal");
    }
    let record = get(&server, &format!("{path}/games/{}", lost[0]["game"].as_str().unwrap()));
    agon_core::Record::from_json(&record.text()).unwrap().replay(&agon_games::registry()).unwrap();
    for (file, start) in [
        ("standings.csv", "table,place,player"),
        ("games.csv", "time_limit,round"),
        ("results.json", "{"),
        ("report.html", "<!doctype html>"),
        ("tournament.toml", "name = \"Spring cup\""),
    ] {
        let answer = get(&server, &format!("{path}/files/{file}"));
        assert!(answer.text().starts_with(start), "{file}: {}", answer.text());
        assert!(answer.header("content-disposition").unwrap().starts_with("attachment"), "{file}");
    }
    let records = get(&server, &format!("{path}/files/records.json")).body;
    let read = Json.read(&records, &agon_games::registry()).unwrap();
    assert_eq!(read.len(), 6);
    for missing in ["players/9", "games/9-9-9-9", "games/x", "files/passwd"] {
        assert_eq!(get(&server, &format!("{path}/{missing}")).status, 404, "{missing}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_tournament_is_stopped_and_goes_on_where_it_was() {
    let folder = Folder::new();
    let server = folder.serve(false);
    // A ladder has no end by itself, so it runs when it is stopped, however quick this machine is.
    let path = create(&server, cup(json!({ "format": "ladder" })));
    let command = |wish: Value| post(&server, &format!("{path}/commands"), wish);
    assert_eq!(command(json!({ "do": "start" })).json()["running"], true);
    let twice = command(json!({ "do": "start" }));
    assert_eq!((twice.status, twice.error().contains("already")), (409, true));
    until(&server, &path, |live| live["played"].as_u64() >= Some(2)).await;
    let stopped = command(json!({ "do": "stop" })).json();
    assert_eq!(stopped["running"], false);
    let played = stopped["played"].as_u64().unwrap();
    drop(server);
    let server = folder.serve(false);
    let kept = get(&server, &path).json();
    assert_eq!(kept["played"], played, "another server finds every game");
    post(&server, &format!("{path}/commands"), json!({ "do": "start" }));
    until(&server, &path, |live| live["played"].as_u64() > Some(played)).await;
    post(&server, &format!("{path}/commands"), json!({ "do": "stop" }));
}

#[test]
fn what_makes_no_sense_is_said_and_nothing_is_kept() {
    let folder = Folder::new();
    let server = folder.serve(false);
    let refused = |extra: Value| {
        let answer = post(&server, "/api/v1/tournaments", cup(extra));
        (answer.status, answer.error())
    };
    let (status, why) = refused(json!({ "format": "duel" }));
    assert_eq!((status, why.starts_with("format cannot be 'duel'")), (422, true), "{why}");
    assert_eq!(refused(json!({ "name": "  " })).0, 422);
    assert_eq!(refused(json!({ "game": "chess" })).0, 422);
    assert_eq!(refused(json!({ "players": [{ "name": "alone", "play": "random" }] })).0, 422);
    let weak = json!([{ "name": "a", "play": "engine:level=99" }, { "name": "b", "play": "random" }]);
    assert_eq!(refused(json!({ "players": weak })).0, 422);
    let crowd: Vec<Value> = (0..65).map(|n| json!({ "name": format!("p{n}"), "play": "random" })).collect();
    assert_eq!(refused(json!({ "players": crowd })).0, 422);
    assert_eq!(get(&server, "/api/v1/tournaments").json(), json!([]));
    assert_eq!(get(&server, "/api/v1/tournaments/..%2F..%2Fetc").status, 404);
}

#[test]
fn no_program_is_started_without_leave() {
    let folder = Folder::new();
    let program = json!([{ "name": "a", "play": "exec:/bin/true" }, { "name": "b", "play": "random" }]);
    let port = json!([{ "name": "a", "play": "net:0" }, { "name": "b", "play": "random" }]);
    let server = folder.serve(false);
    let refused = post(&server, "/api/v1/tournaments", cup(json!({ "players": program })));
    assert_eq!((refused.status, refused.error().contains("--allow-exec")), (403, true));
    assert_eq!(post(&server, "/api/v1/tournaments", cup(json!({ "players": port }))).status, 403);
    // A description that lies in the folder is shown, but not played either.
    let text = "game = \"reversi\"\n[[player]]\nname = \"a\"\nplay = \"exec:/bin/true\"\n[[player]]\nname = \"b\"\nplay = \"random\"\n";
    folder.keep("theirs.toml", text);
    folder.keep("broken.toml", "game = 7");
    let list = get(&server, "/api/v1/tournaments").json();
    let broken = list.as_array().unwrap().iter().find(|t| t["id"] == "broken").unwrap();
    assert!(broken["trouble"].as_str().unwrap().contains("line 1"));
    let start = post(&server, "/api/v1/tournaments/theirs/commands", json!({ "do": "start" }));
    assert_eq!((start.status, start.error().contains("--allow-exec")), (403, true));
    assert!(!folder.0.join("theirs.sqlite").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn watchers_see_the_boards() {
    let folder = Folder::new();
    let server = folder.serve(false);
    let path = create(&server, cup(json!({ "format": "ladder" })));
    let mut socket = open(&server).await;
    say(&mut socket, json!({ "watch-tournament": "spring-cup" })).await;
    assert_eq!(hear(&mut socket, "tournament").await["running"], false);
    post(&server, &format!("{path}/commands"), json!({ "do": "start" }));
    let board = loop {
        let live = hear(&mut socket, "tournament").await;
        if let Some(board) = live["boards"].as_array().unwrap().first() {
            break board.clone();
        }
    };
    assert_eq!(board["view"]["game"], "four-in-a-row");
    assert_eq!(board["players"].as_array().unwrap().len(), 2);
    assert!(board["view"]["moves"].as_array().unwrap().is_empty(), "nobody moves here but the players");
    post(&server, &format!("{path}/commands"), json!({ "do": "stop" }));
    loop {
        let live = hear(&mut socket, "tournament").await;
        if live["running"] == false {
            assert!(live["boards"].as_array().unwrap().is_empty());
            break;
        }
    }
    say(&mut socket, json!({ "watch-tournament": "nowhere" })).await;
    assert_eq!(hear(&mut socket, "gone").await, "nowhere");
}

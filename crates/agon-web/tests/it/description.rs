//! The description of the API from outside: everything it names is there, and everything it says of answers is seen in
//! one. That answers are as described is checked with every request of every test.

use crate::client::{Answer, get, hear, open, post, put, say, send, table, usual};
use crate::conform;
use crate::schema::Description;
use crate::tournaments::{Folder, at_rest, create, cup, until};
use agon_web::Server;
use serde_json::{Value, json};

/// What answers of this test never have, because it takes more than requests: a program that breaks its protocol or is
/// measured, a network player, a port that is taken, a game between two programs, a description or record of others.
const ELSEWHERE: &[&str] = &[
    "Entrant.folder",
    "Evidence.exit",
    "Evidence.explanation",
    "Evidence.over_ms",
    "Evidence.sent",
    "Evidence.stderr",
    "Evidence.took_ms",
    "Guest.",
    "Port.",
    "Record.tags",
    "RecordedMove.cpu_ms",
    "Table.hands",
    "Table.notice_code",
    "Table.notice_params",
];

#[test]
fn the_server_sends_its_description() {
    let server = usual();
    let kept: Value = serde_json::from_str(include_str!("../../../../docs/api/openapi.json")).unwrap();
    for path in ["/api/openapi.json", "/api/v1/openapi.json"] {
        let answer = get(&server, path);
        assert_eq!((answer.status, answer.json() == kept), (200, true), "{path}");
    }
}

#[test]
fn every_operation_that_is_described_is_there() {
    let server = usual();
    let mut count = 0;
    for (path, method, _) in conform::description().operations() {
        let parts = path.split('/').map(|part| if part.starts_with('{') { "0" } else { part });
        let path = format!("/api/v1{}", parts.collect::<Vec<_>>().join("/"));
        let answer = send(server.address(), &method.to_uppercase(), &path, &[], b"");
        assert_ne!(answer.status, 405, "{method} {path}");
        let missing = answer.status == 404 && answer.json()["code"] == "no-such-page";
        assert!(!missing, "{method} {path}");
        count += 1;
    }
    assert!(count >= 30, "{count}");
}

/// Asks, and takes note of what is seen in the answers.
struct Reader<'a> {
    server: &'a Server,
    description: Description,
}

impl Reader<'_> {
    fn read(&self, method: &str, path: &str, answer: Answer) -> Value {
        let path = path.strip_prefix("/api/v1").unwrap();
        let operation = self.description.operation(method, path).unwrap();
        let kind = answer.header("content-type");
        let faults = self.description.faults(operation, answer.status, kind, &answer.body);
        assert_eq!(faults, [""; 0], "{path}");
        serde_json::from_slice(&answer.body).unwrap_or_default()
    }

    fn get(&self, path: &str) -> Value {
        self.read("GET", path, get(self.server, path))
    }

    fn post(&self, path: &str, body: Value) -> Value {
        self.read("POST", path, post(self.server, path, body))
    }

    fn put(&self, path: &str, body: Value) -> Value {
        self.read("PUT", path, put(self.server, path, body))
    }

    async fn hear(&self, socket: &mut crate::client::Socket, kind: &str) -> Value {
        let heard = hear(socket, kind).await;
        let faults = self.description.faults_of("SocketNews", &json!({ kind: heard }));
        assert_eq!(faults, [""; 0]);
        heard
    }

    fn look_at_games(&self) {
        self.get("/api/v1/site");
        for game in self.get("/api/v1/games").as_array().unwrap() {
            self.get(&format!("/api/v1/games/{}", game["id"].as_str().unwrap()));
        }
        self.post("/api/v1/lines", json!({ "game": "reversi", "moves": "f5d6" }));
        self.post("/api/v1/lines", json!({ "game": "four-in-a-row", "moves": "0102030" }));
        // Black has no move, white has one.
        let blocked = format!("OX{} X", "-".repeat(62));
        self.post("/api/v1/lines", json!({ "game": "reversi", "start": blocked }));
        self.post("/api/v1/lines", json!({ "game": "reversi", "start": blocked, "moves": "pass" }));
        self.post("/api/v1/lines", json!({ "game": "chess" }));
        let path = "/api/v1/imports?game=reversi";
        self.read("POST", path, send(self.server.address(), "POST", path, &[], b"f5d6"));
        self.get("/api/v1/network");
    }

    fn think(&self) {
        let start = self.get("/api/v1/games/reversi")["start"].clone();
        let question =
            json!({ "game": "reversi", "position": start, "depth": 2, "settings": { "depth": "2" } });
        for path in ["/api/v1/hints", "/api/v1/explanations", "/api/v1/searches"] {
            self.post(path, question.clone());
        }
    }

    fn play(&self) {
        let path =
            table(self.server, json!({ "game": "ants", "seed": 7, "clock": "5m+2s", "running": true }));
        let state = self.get(&path);
        let mv = &state["view"]["moves"][0]["text"];
        self.post(&format!("{path}/moves"), json!({ "move": mv, "ply": 0 }));
        self.post(&format!("{path}/commands"), json!({ "do": "resign", "side": "first" }));
        self.put(&format!("{path}/clock"), json!({ "clock": "10s a move" }));
        self.get(&format!("{path}/record"));
        self.get(&format!("{path}/views/1"));
        let moves = json!({ "game": "reversi", "moves": "f5d6", "running": true });
        self.get(&format!("{}/record", table(self.server, moves)));
        self.get("/api/v1/tables");
    }

    async fn hold_a_tournament(&self) {
        let path = create(self.server, cup(json!({})));
        self.post(&format!("{path}/commands"), json!({ "do": "start" }));
        until(self.server, &path, at_rest).await;
        self.get(&path);
        let player = self.get(&format!("{path}/players/0"));
        for game in player["games"].as_array().unwrap() {
            self.get(&format!("{path}/games/{}", game["game"].as_str().unwrap()));
        }
        self.get("/api/v1/tournaments");
    }

    /// A ladder has no end by itself, so that it is being played when it is looked at.
    async fn watch(&self) {
        let path = create(self.server, cup(json!({ "name": "Ladder", "format": "ladder" })));
        let mut socket = open(self.server).await;
        say(&mut socket, json!({ "watch-tournament": "ladder" })).await;
        self.post(&format!("{path}/commands"), json!({ "do": "start" }));
        while self.hear(&mut socket, "tournament").await["boards"].as_array().unwrap().is_empty() {}
        self.post(&format!("{path}/commands"), json!({ "do": "stop" }));
        let review = json!({ "tag": "r", "game": "four-in-a-row", "moves": "01", "ms": 5 });
        say(&mut socket, json!({ "review": review })).await;
        while self.hear(&mut socket, "review").await["done"].is_null() {}
        let start = self.get("/api/v1/games/four-in-a-row")["start"].clone();
        let settings = json!({ "depth": "2" });
        let wish = json!({ "tag": "a", "game": "four-in-a-row", "position": start, "settings": settings });
        say(&mut socket, json!({ "analyze": wish })).await;
        while self.hear(&mut socket, "analysis").await["done"] == false {}
        say(&mut socket, json!({ "watch": "nowhere" })).await;
        self.hear(&mut socket, "gone").await;
        let wish = json!({ "game": "reversi", "players": ["engine:level=1", "human"], "running": true });
        let id = table(self.server, wish).rsplit('/').next().unwrap().to_owned();
        say(&mut socket, json!({ "watch": id })).await;
        while self.hear(&mut socket, "table").await["moves"].as_array().unwrap().is_empty() {}
        say(&mut socket, json!({ "analyze": { "tag": "b", "game": "reversi", "position": "?" } })).await;
        self.hear(&mut socket, "trouble").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn every_field_that_is_described_is_sent() {
    let folder = Folder::new();
    let server = folder.serve(false);
    folder.keep("broken.toml", "game = 7");
    let document = get(&server, "/api/openapi.json").json();
    let reader = Reader { server: &server, description: Description::new(document) };
    reader.look_at_games();
    reader.think();
    reader.play();
    reader.hold_a_tournament().await;
    reader.watch().await;
    let names = reader.description.answered();
    let unseen = reader.description.unseen(&names);
    for known in ELSEWHERE {
        assert!(unseen.iter().any(|field| field.starts_with(known)), "{known} is sent");
    }
    let elsewhere = |field: &String| ELSEWHERE.iter().any(|known| field.starts_with(known));
    let unseen: Vec<&String> = unseen.iter().filter(|field| !elsewhere(field)).collect();
    assert!(unseen.is_empty(), "described, but never sent: {unseen:?}");
}

//! Nobody locks the server from outside: every connection has an end, strangers have few, and who comes gets in.

#[path = "../attacks/lockout.rs"]
mod attack;

use crate::client::{get, open, serve, with_token};
use agon_web::{Access, Server, SiteLimits, SiteOptions};
use attack::{WAYS, ask, hold};
use std::time::Duration;

/// Longer than any test may take: an answer comes, or the test fails.
const PATIENCE: Duration = Duration::from_secs(120);

fn way(name: &str) -> &'static str {
    WAYS.iter().find(|(known, _)| *known == name).unwrap().1
}

/// A server whose patience is so short that a test can wait for its end.
fn impatient(token: Option<&str>) -> Server {
    let brief = Duration::from_millis(300);
    let limits =
        SiteLimits { head: brief, body: brief, unread: brief, silence: brief, ..SiteLimits::default() };
    let access = token.map_or(Access::Loopback, |token| Access::Token(token.to_owned()));
    serve(SiteOptions { access, limits, ..SiteOptions::default() })
}

#[test]
fn half_sent_requests_of_strangers_keep_nobody_out() {
    // With all the patience there is: it is not the time limits that help here.
    let limits = SiteLimits { head: PATIENCE, body: PATIENCE, ..SiteLimits::default() };
    let access = Access::Token("secret".to_owned());
    let server = serve(SiteOptions { access, limits: limits.clone(), ..SiteOptions::default() });
    for name in ["silent", "half a line", "half a head", "half a body"] {
        let held = hold(server.address(), None, way(name), 300);
        for _ in 0..10 {
            let status = ask(server.address(), Some("secret"), PATIENCE);
            assert_eq!(status.ok(), Some(200), "{name} with {} connections held", held.len());
        }
        // The server lets go of all but a few; who is sent away sees it a moment later.
        while held.still_open() > limits.strangers_an_address {}
    }
}

#[test]
fn every_way_to_hold_a_connection_comes_to_an_end() {
    for token in [None, Some("secret")] {
        let server = impatient(token);
        for (name, text) in WAYS {
            // Here even those who have the token hold them. The test ends if the server lets go.
            let held = hold(server.address(), token, text, 12);
            assert_eq!(held.len(), 12, "{name}");
            held.wait_for_the_end();
        }
        assert_eq!(ask(server.address(), token, PATIENCE).ok(), Some(200));
    }
}

#[test]
fn a_body_that_does_not_come_is_answered() {
    use std::io::{Read, Write};
    let server = impatient(None);
    let mut stream = std::net::TcpStream::connect(server.address()).unwrap();
    let request = way("half a body").replace("{host}", &server.address().to_string()).replace("{token}", "");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("body-too-slow"), "{answer}");
}

/// A page that asks for much and reads nothing is given up on, and nobody waits for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_that_is_never_read_costs_nobody_anything() {
    let server = impatient(None);
    let table = crate::client::table(&server, serde_json::json!({ "game": "reversi" }));
    let mut deaf = std::net::TcpStream::connect(server.address()).unwrap();
    let request = way("a socket that is never read").replace("{host}", &server.address().to_string());
    std::io::Write::write_all(&mut deaf, request.replace("{token}", "").as_bytes()).unwrap();
    for _ in 0..20 {
        assert_eq!(get(&server, &table).status, 200);
    }
    let ended = tokio::task::spawn_blocking(move || {
        let mut rest = Vec::new();
        // The ping that nobody answers is followed by the end.
        std::io::Read::read_to_end(&mut deaf, &mut rest).map_or(true, |_| true)
    });
    assert!(ended.await.unwrap());
}

/// Those with the token are many: a class that watches stays, however many strangers knock.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_were_let_in_stay() {
    let server = serve(SiteOptions::default());
    let mut watching = Vec::new();
    for _ in 0..40 {
        watching.push(open(&server).await);
    }
    let _strangers = hold(server.address(), None, way("half a head"), 200);
    let table = crate::client::table(&server, serde_json::json!({ "game": "four-in-a-row" }));
    let id = table.rsplit('/').next().unwrap().to_owned();
    for socket in &mut watching {
        crate::client::say(socket, serde_json::json!({ "watch": id })).await;
    }
    for socket in &mut watching {
        crate::client::hear(socket, "table").await;
    }
}

#[test]
fn there_is_an_end_to_connections_of_visitors_with_an_answer() {
    let limits = SiteLimits { visitors: 6, visitors_an_address: 5, ..SiteLimits::default() };
    let server = serve(SiteOptions { limits, ..SiteOptions::default() });
    let held = hold(server.address(), None, way("idle after a request"), 5);
    // They are counted when they are answered.
    assert_eq!(held.statuses(), [200; 5]);
    let refused = get(&server, "/api/v1/site");
    assert_eq!((refused.status, refused.json()["code"].as_str()), (503, Some("too-many-connections")));
    drop(held);
    while ask(server.address(), None, PATIENCE).is_ok_and(|status| status == 503) {}
    assert_eq!(get(&server, "/api/v1/site").status, 200, "there is room again");
}

#[test]
fn who_has_no_token_is_sent_away_at_once() {
    let server = with_token("secret");
    let answer = get(&server, "/api/v1/site");
    assert_eq!((answer.status, answer.header("connection")), (401, Some("close")));
}

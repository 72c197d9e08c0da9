//! What strangers can do, which is nothing.

use crate::client::{get, post, send, serve, table, usual, with_token};
use agon_web::SiteOptions;
use serde_json::json;

#[test]
fn pages_of_other_sites_are_refused() {
    let server = usual();
    let own = format!("http://{}", server.address());
    let from =
        |origin: &str| send(server.address(), "GET", "/api/v1/games", &[("origin", origin)], b"").status;
    assert_eq!(from(&own), 200);
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "file://", "https://localhost.evil"] {
        assert_eq!(from(origin), 403, "{origin}");
    }
    let socket = [
        ("origin", "http://evil.example"),
        ("upgrade", "websocket"),
        ("connection", "upgrade"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    assert_eq!(send(server.address(), "GET", "/api/v1/socket", &socket, b"").status, 403);
}

#[test]
fn a_name_that_points_here_is_not_enough() {
    let server = usual();
    let answer = send(server.address(), "GET", "/", &[("host", "evil.example")], b"");
    assert_eq!(answer.status, 421);
    assert!(!answer.text().contains("<html"));
}

#[test]
fn without_the_token_there_is_nothing() {
    let server = with_token("secret");
    for path in ["/", "/main.js", "/api/v1/games", "/api/v1/socket", "/api/openapi.json", "/?token=wrong"] {
        let answer = get(&server, path);
        assert_eq!(answer.status, 401, "{path}");
        assert!(answer.error().contains("needs its token"));
    }
    let welcome = get(&server, "/?token=secret");
    assert_eq!((welcome.status, welcome.header("location")), (303, Some("/")));
    let cookie = welcome.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    let cookie = cookie.split(';').next().unwrap();
    let with = |name: &str, value: &str| {
        send(server.address(), "GET", "/api/v1/games", &[(name, value)], b"").status
    };
    assert_eq!(with("cookie", cookie), 200);
    assert_eq!(with("authorization", "Bearer secret"), 200);
    assert_eq!(with("cookie", "agon=secre"), 401);
    assert!(server.url().ends_with("/?token=secret"));
}

/// Also on this machine: it may have other users, and a seated program runs as the one who started the server.
#[test]
fn where_programs_are_started_there_is_a_token_on_loopback_too() {
    let server = serve(SiteOptions { allow_exec: true, ..SiteOptions::default() });
    for path in ["/", "/api/v1/site", "/api/v1/games", "/api/v1/socket"] {
        assert_eq!(get(&server, path).status, 401, "{path}");
    }
    let wish = json!({ "game": "connect4-9x9", "players": ["exec:/bin/sh", "human"] });
    assert_eq!(post(&server, "/api/v1/tables", wish).status, 401);
    let token = server.url().split_once("/?token=").unwrap().1.to_owned();
    assert_eq!(token.len(), 32);
    let bearer = format!("Bearer {token}");
    assert_eq!(send(server.address(), "GET", "/api/v1/site", &[("authorization", &bearer)], b"").status, 200);
    assert_eq!(get(&server, &format!("/?token={token}")).status, 303);
}

#[test]
fn the_hosts_address_makes_a_browser_the_hosts() {
    let server = usual();
    let site = |cookie: &str| {
        send(server.address(), "GET", "/api/v1/site", &[("cookie", cookie)], b"").json()["host"].clone()
    };
    let url = server.host_url().unwrap();
    let welcome = get(&server, &url[url.rfind('/').unwrap()..]);
    assert_eq!((welcome.status, welcome.header("location")), (303, Some("/")));
    let cookie = welcome.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    assert_eq!(site(cookie.split(';').next().unwrap()), true);
    assert_eq!(site("agon-host=0"), false);
    assert_eq!(get(&server, "/?host=wrong").status, 200, "nobody else learns anything");
    let name = get(&server, "/").header("set-cookie").unwrap().to_owned();
    assert!(name.starts_with("agon-me=") && name.contains("HttpOnly"), "a browser has a name of its own");
}

#[test]
fn browsers_are_told_to_run_nothing_but_our_own_files() {
    let server = usual();
    for path in ["/", "/main.js", "/api/v1/games", "/nowhere"] {
        let answer = get(&server, path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{path}");
        assert!(!policy.contains("unsafe"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
}

#[test]
fn what_is_too_large_or_makes_no_sense_is_refused_and_the_server_lives() {
    let server = usual();
    let json = [("content-type", "application/json")];
    let large = vec![b' '; 300 * 1024];
    assert_eq!(send(server.address(), "POST", "/api/v1/lines", &json, &large).status, 413);
    for body in
        [&b"{"[..], b"[]", b"null", b"{\"game\":7}", b"\xff\xfe", b"{\"game\":\"reversi\",\"extra\":1}"]
    {
        let status = send(server.address(), "POST", "/api/v1/lines", &json, body).status;
        assert!((400..500).contains(&status), "{status} {body:?}");
    }
    let endless = format!("{{\"game\":\"ants\",\"moves\":\"{}\"}}", "pass ".repeat(20_000));
    assert_eq!(send(server.address(), "POST", "/api/v1/lines", &json, endless.as_bytes()).status, 422);
    assert_eq!(get(&server, "/api/v1/games").status, 200);
}

#[test]
fn names_are_text_whatever_they_look_like() {
    let server = usual();
    let name = "<img src=x onerror=alert(1)>";
    let wish = json!({ "game": "reversi", "players": [name, "human"] });
    let refused = post(&server, "/api/v1/tables", wish);
    assert_eq!(refused.status, 422);
    assert_eq!(refused.header("content-type"), Some("application/json"));
    assert!(refused.error().contains(name), "as data, in JSON");
    let path = table(&server, json!({ "game": "reversi" }));
    assert_eq!(get(&server, &path).header("content-type"), Some("application/json"));
}

#[test]
fn there_is_an_end_to_the_number_of_tables() {
    let server = usual();
    let first = table(&server, json!({ "game": "four-in-a-row" }));
    for _ in 0..50 {
        table(&server, json!({ "game": "four-in-a-row" }));
    }
    assert_eq!(
        get(&server, &first).status,
        404,
        "of those that one visitor opened the one used longest ago makes way"
    );
}

//! A plain client: one request a connection, and the socket. Whatever it is told is checked against the description of
//! the API.

use crate::conform;
use agon_web::{Access, Server, Site, SiteOptions};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Mutex;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub(crate) fn serve(options: SiteOptions) -> Server {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    Server::start(Site::new(agon_games::registry(), agon_games::engines(), options), listener).unwrap()
}

/// The tokens of servers that need one though their test is about something else.
static TOKENS: Mutex<BTreeMap<SocketAddr, String>> = Mutex::new(BTreeMap::new());

/// A server that starts programs; requests to it have the token by themselves.
pub(crate) fn serve_programs(options: SiteOptions) -> Server {
    let server = serve(SiteOptions { allow_exec: true, ..options });
    let token = server.url().split_once("?token=").unwrap().1.to_owned();
    TOKENS.lock().unwrap().insert(server.address(), token);
    server
}

fn token(address: SocketAddr) -> Option<String> {
    TOKENS.lock().unwrap().get(&address).cloned()
}

/// The secret in the host's address.
pub(crate) fn host_key(server: &Server) -> String {
    server.host_url().unwrap().split_once("host=").unwrap().1.to_owned()
}

pub(crate) fn usual() -> Server {
    serve(SiteOptions::default())
}

pub(crate) fn with_token(token: &str) -> Server {
    serve(SiteOptions { access: Access::Token(token.to_owned()), ..SiteOptions::default() })
}

/// What a server answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_default().to_owned()
    }
}

/// Sends a request with these headers beside the host and reads the answer to its end.
pub(crate) fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Answer {
    let mut stream = TcpStream::connect(address).unwrap();
    let mut request =
        format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "host") {
        request += &format!("host: {address}\r\n");
    }
    for (name, value) in headers {
        request += &format!("{name}: {value}\r\n");
    }
    if let Some(token) = token(address) {
        request += &format!("authorization: Bearer {token}\r\n");
    }
    request += "\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    // A server that refuses a large body may close before it has read it all.
    let _ = stream.write_all(body);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let end = answer.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or(answer.len().saturating_sub(4));
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let answer = Answer { status, head, body: answer[(end + 4).min(answer.len())..].to_vec() };
    if status != 0 {
        conform::answer(method, path, body, &answer);
    }
    answer
}

pub(crate) fn get(server: &Server, path: &str) -> Answer {
    send(server.address(), "GET", path, &[], b"")
}

pub(crate) fn post(server: &Server, path: &str, body: Value) -> Answer {
    with_body(server, "POST", path, body)
}

pub(crate) fn delete(server: &Server, path: &str, headers: &[(&str, &str)]) -> Answer {
    send(server.address(), "DELETE", path, headers, b"")
}

pub(crate) fn put(server: &Server, path: &str, body: Value) -> Answer {
    with_body(server, "PUT", path, body)
}

fn with_body(server: &Server, method: &str, path: &str, body: Value) -> Answer {
    let json = [("content-type", "application/json")];
    send(server.address(), method, path, &json, body.to_string().as_bytes())
}

/// Opens a table and gives back its address in the API.
pub(crate) fn table(server: &Server, wish: Value) -> String {
    let answer = post(server, "/api/v1/tables", wish);
    assert_eq!(answer.status, 201, "{}", answer.text());
    format!("/api/v1/tables/{}", answer.json()["id"].as_str().unwrap())
}

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

pub(crate) async fn open(server: &Server) -> Socket {
    let query = token(server.address()).map_or(String::new(), |token| format!("?token={token}"));
    connect_async(format!("ws://{}/api/v1/socket{query}", server.address())).await.unwrap().0
}

pub(crate) async fn say(socket: &mut Socket, message: Value) {
    conform::message("SocketWish", &message);
    socket.send(Message::text(message.to_string())).await.unwrap();
}

/// The next message of this kind.
pub(crate) async fn hear(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let message = socket.next().await.expect("the socket is open").unwrap();
        if let Message::Text(text) = message {
            let value: Value = serde_json::from_str(&text).unwrap();
            conform::message(if value.get("error").is_some() { "Refusal" } else { "SocketNews" }, &value);
            if let Some(found) = value.get(kind) {
                return found.clone();
            }
        }
    }
}

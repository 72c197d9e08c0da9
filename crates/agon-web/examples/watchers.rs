//! How many can watch one game: 200 sockets watch a whole game, and every one of them must see every move.
//!
//! `cargo run --release -p agon-web --example watchers -- 200`

use agon_web::{Server, Site, SiteOptions};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::error::Error;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::time::Instant;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Failure = Box<dyn Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let watchers: usize = std::env::args().nth(1).map_or(Ok(200), |text| text.parse())?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let site = Site::new(agon_games::registry(), agon_games::engines(), SiteOptions::default());
    let server = Server::start(site, listener)?;
    let address = server.address().to_string();
    let table = post(&address, "/tables", json!({ "game": "hexthello" })).await?;
    let path = format!("/tables/{}", table["id"].as_str().ok_or("no table")?);
    let mut watching = Vec::new();
    for _ in 0..watchers {
        let (mut socket, _) = connect_async(format!("ws://{address}/api/v1/socket")).await?;
        socket.send(Message::text(json!({ "watch": table["id"] }).to_string())).await?;
        // The first state: from now on it watches.
        socket.next().await.ok_or("closed")??;
        watching.push(tokio::spawn(watch(socket)));
    }
    let started = Instant::now();
    let mut state = post(&address, &format!("{path}/commands"), json!({ "do": "start" })).await?;
    let mut plies = 0;
    while let Some(mv) = state["view"]["moves"][0]["text"].as_str() {
        state = post(&address, &format!("{path}/moves"), json!({ "move": mv, "ply": plies })).await?;
        plies += 1;
    }
    let mut states = 0;
    for watcher in watching {
        let (seen, received) = watcher.await??;
        if seen != plies {
            return Err(format!("a watcher saw {seen} of {plies} moves").into());
        }
        states += received;
    }
    let seconds = started.elapsed().as_secs_f64();
    writeln!(
        std::io::stdout(),
        "{watchers} watchers saw all {plies} moves: {states} states in {seconds:.2} s"
    )?;
    Ok(())
}

/// Watches to the end of the game; gives back the moves and the states that came.
async fn watch(mut socket: Socket) -> Result<(usize, usize), Failure> {
    let (mut seen, mut states) = (0, 0);
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message? else { continue };
        let state: Value = serde_json::from_str(&text)?;
        let moves = state["table"]["moves"].as_array().map_or(0, Vec::len);
        if moves > seen + 1 {
            return Err(format!("after move {seen} came move {moves}").into());
        }
        (seen, states) = (moves, states + 1);
        if !state["table"]["verdict"].is_null() {
            break;
        }
    }
    Ok((seen, states))
}

async fn post(address: &str, path: &str, body: Value) -> Result<Value, Failure> {
    let body = body.to_string();
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "POST /api/v1{path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    Ok(serde_json::from_str(body)?)
}

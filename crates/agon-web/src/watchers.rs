//! How many can watch one game: sockets watch a whole game, and every one of them must see every move.

use crate::{ServeError, Server, Site};
use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use serde_json::{Value, json};
use std::error::Error;
use std::net::{Ipv4Addr, TcpListener};
use std::time::Instant;
use thiserror::Error;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Trouble = Box<dyn Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Why a game could not be watched.
#[derive(Debug, Error)]
pub enum WatchError {
    /// The page cannot be served.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// A watcher missed a move, or its connection failed.
    #[error("a game could not be watched by {watchers}: {why}")]
    Watching {
        /// How many there were.
        watchers: usize,
        /// What went wrong.
        why: String,
    },
}

/// What the watchers of a game saw.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Watched {
    /// How many watchers.
    pub watchers: usize,
    /// The moves of the game, each of which everybody saw.
    pub moves: usize,
    /// The states that were sent to all of them together.
    pub states: usize,
    /// How long that took.
    pub seconds: f64,
}

/// Serves a site on a free port and plays a game there, the first legal move each time, before so many watchers.
pub fn watch_a_game(site: Site, game: &str, watchers: usize) -> Result<Watched, WatchError> {
    let wrong = |why: Trouble| WatchError::Watching { watchers, why: why.to_string() };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|e| wrong(e.into()))?;
    let server = Server::start(site, listener)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|e| wrong(e.into()))?;
    runtime.block_on(game_before(&server.address().to_string(), game, watchers)).map_err(wrong)
}

async fn game_before(address: &str, game: &str, watchers: usize) -> Result<Watched, Trouble> {
    let table = post(address, "/tables", json!({ "game": game })).await?;
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
    let mut state = post(address, &format!("{path}/commands"), json!({ "do": "start" })).await?;
    let mut moves = 0;
    while let Some(mv) = state["view"]["moves"][0]["text"].as_str() {
        state = post(address, &format!("{path}/moves"), json!({ "move": mv, "ply": moves })).await?;
        moves += 1;
    }
    let mut states = 0;
    for watcher in watching {
        let (seen, received) = watcher.await??;
        if seen != moves {
            return Err(format!("a watcher saw {seen} of {moves} moves").into());
        }
        states += received;
    }
    Ok(Watched { watchers, moves, states, seconds: started.elapsed().as_secs_f64() })
}

/// Watches to the end of the game; gives back the moves and the states that came.
async fn watch(mut socket: Socket) -> Result<(usize, usize), Trouble> {
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

async fn post(address: &str, path: &str, body: Value) -> Result<Value, Trouble> {
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

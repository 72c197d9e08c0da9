//! The network player of HexThello and Ants: follows any of their servers until it is sent away.

use super::engine_thread::{Finding, Task};
use super::inbox::{Happening, Inbox};
use super::{EngineMaker, ProgramError};
use agon_engine::Limits;
use agon_wire::tuc::{Player, PlayerEvent, TucGame};
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::time::Duration;

/// How a connection ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// The server sent us away, as it should.
    Quit,
    /// The server closed the connection.
    Disconnected,
}

/// Connects to a server, trying again after every `pause` until it is there; `waiting` is told before each pause. A
/// host that does not exist is an error at once.
pub fn connect(
    host: &str,
    port: u16,
    pause: Duration,
    waiting: &mut dyn FnMut(&io::Error),
) -> io::Result<TcpStream> {
    let unknown =
        |error: io::Error| io::Error::new(error.kind(), format!("there is no host '{host}': {error}"));
    let addresses: Vec<_> = (host, port).to_socket_addrs().map_err(unknown)?.collect();
    loop {
        match TcpStream::connect(&addresses[..]) {
            Ok(stream) => {
                // Moves are a few bytes: none of them must wait for more.
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => waiting(&error),
        }
        std::thread::sleep(pause);
    }
}

/// Plays on a connection until the server ends it, then closes it. From another thread, [`TcpStream::shutdown`] ends it
/// as if the server had.
pub fn play(
    maker: &EngineMaker,
    game: TucGame,
    name: &str,
    stream: &TcpStream,
) -> Result<Leaving, ProgramError> {
    let reader = stream.try_clone()?;
    let left = follow(maker, game, name, reader, &mut &*stream);
    // The thread that reads holds the connection open; the server must see us leave all the same.
    let _ = stream.shutdown(Shutdown::Both);
    left
}

/// Plays on any reader and writer until the server ends it. The name is cut to what the game keeps.
pub fn follow(
    maker: &EngineMaker,
    game: TucGame,
    name: &str,
    reader: impl Read + Send + 'static,
    out: &mut dyn Write,
) -> Result<Leaving, ProgramError> {
    let mut inbox = Inbox::new(reader, maker.make()?)?;
    let mut player = Player::new(game);
    let mut thinking: Option<u64> = None;
    let mut pondered: Option<String> = None;
    loop {
        match inbox.next()? {
            Happening::Input(bytes) => {
                let mut input = &bytes[..];
                while let Some(event) = player.receive(&mut input)? {
                    match event {
                        PlayerEvent::NameWanted => send(out, &player.name(name))?,
                        PlayerEvent::Pass(bytes) => send(out, &bytes)?,
                        PlayerEvent::Quit => return Ok(Leaving::Quit),
                        // What is to be done about these is decided below.
                        PlayerEvent::Colour(_)
                        | PlayerEvent::PositionChanged
                        | PlayerEvent::MoveWanted(_) => {}
                    }
                }
            }
            Happening::EndOfInput => return Ok(Leaving::Disconnected),
            Happening::Found(number, Finding::Best(found)) if thinking == Some(number) => {
                thinking = None;
                send(out, &player.answer(&found?.mv)?)?;
            }
            Happening::Found(..) => continue,
        }
        match (player.request(), thinking) {
            (Some(request), None) => {
                // A request for a board that is gone wants an answer, not a thought.
                let hurry = Limits { depth: Some(1), ..Limits::default() };
                let limits = if player.request_is_current() { maker.usual_limits() } else { hurry };
                thinking = Some(inbox.begin(Task::Best(request.position.boxed()), limits)?);
            }
            (Some(_), Some(_)) if !player.request_is_current() => inbox.stop(),
            (None, None) if maker.ponders() => ponder(&mut inbox, &player, &mut pondered)?,
            _ => {}
        }
    }
}

/// Thinks about the position in which the other side is to move, once.
fn ponder(inbox: &mut Inbox, player: &Player, pondered: &mut Option<String>) -> io::Result<()> {
    if let (Some(position), Some(side)) = (player.position(), player.side())
        && position.side_to_move() != side
    {
        let text = Some(position.text());
        if *pondered != text {
            inbox.ponder(position)?;
            *pondered = text;
        }
    }
    Ok(())
}

fn send(out: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    out.write_all(bytes)?;
    out.flush()
}

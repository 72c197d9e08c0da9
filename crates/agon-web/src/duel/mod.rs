//! One side of a game between two programs, such as Four in a Row: a connection to the other program, a table, a page.

mod peer;

use crate::failure::Code;
use crate::rooms::Room;
use crate::server::{ServeError, Server, listen};
use crate::site::Site;
use crate::state::Notice;
use agon_core::sync::lock;
use agon_core::{AnyGame, Protocol, Registry, Side};
use agon_engine::{EngineSpec, Engines};
use agon_hall::{Command, GuestId, Occupant, Table, TableError, TableSetup};
use agon_seats::PlayerSpec;
use peer::{Line, Peer, PeerUsher};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use thiserror::Error;

/// How long the computer thinks about a move unless told otherwise.
pub const USUAL_TIME: Duration = Duration::from_secs(1);

/// Between two attempts to reach the other side.
const RETRY: Duration = Duration::from_millis(200);

/// The seat of the other program.
const OTHER: Occupant = Occupant::Guest(GuestId(0));

/// What one instance is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuelOptions {
    /// Whether a person plays; otherwise the computer.
    pub human: bool,
    /// The port of the connection.
    pub port: u16,
    /// The server's address; without one this is the server, and player one.
    pub ip: Option<String>,
    /// The page's port; 0 is any free one.
    pub page_port: u16,
    /// The computer's time for a move.
    pub time: Duration,
    /// Whether sentences with one digit are understood.
    pub lenient: bool,
}

/// Why an instance cannot start.
#[derive(Debug, Error)]
pub enum DuelError {
    /// Somebody else has the port.
    #[error("port {0} is taken; end the other program or choose another port")]
    Taken(u16),
    /// The port cannot be opened.
    #[error("port {0} cannot be opened: {1}")]
    Closed(u16, io::Error),
    /// There is nothing to play.
    #[error("there is no game that two programs play with each other")]
    NoGame,
    /// There is no page.
    #[error(transparent)]
    Page(#[from] ServeError),
    /// There is no table.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// One instance at work: its page is there; [`meet`](Duel::meet) makes the connection. It ends when this is dropped.
pub struct Duel {
    server: Server,
    line: Arc<Line>,
    meeting: Mutex<Option<Meeting>>,
}

/// How the other side is to be found.
struct Meeting {
    listener: Option<TcpListener>,
    ip: Option<String>,
    port: u16,
}

impl Duel {
    /// Opens the page, and the port if this is the server.
    pub fn start(
        options: &DuelOptions,
        games: Registry,
        engines: impl Into<Arc<Engines>>,
    ) -> Result<Duel, DuelError> {
        let engines = engines.into();
        let spoken = |game: &&Arc<dyn AnyGame>| game.info().speaks(Protocol::TwoInstance);
        let game = games.games().find(spoken).cloned().ok_or(DuelError::NoGame)?;
        let side = if options.ip.is_none() { Side::First } else { Side::Second };
        let listener = match options.ip {
            None => {
                Some(agon_seats::listener::open_port(options.port).map_err(|error| match error.kind() {
                    io::ErrorKind::AddrInUse => DuelError::Taken(options.port),
                    _ => DuelError::Closed(options.port, error),
                })?)
            }
            Some(_) => None,
        };
        let page = listen(IpAddr::V4(Ipv4Addr::LOCALHOST), options.page_port)?;
        let line = Arc::new(Line::new(&*game, side, options.lenient));
        let title = game.info().title;
        let room = room(options, game, &engines, side, &line)?;
        line.attach(&room);
        let role = if options.human { "human" } else { "ai" };
        let site = Site::duel(games, engines, room, format!("{title} · {role}"));
        let server = Server::start(site, page)?;
        let meeting = Meeting { listener, ip: options.ip.clone(), port: options.port };
        Ok(Duel { server, line, meeting: Mutex::new(Some(meeting)) })
    }

    /// Begins to look for the other side, once.
    pub fn meet(&self) -> Result<(), DuelError> {
        let meeting = lock(&self.meeting).take();
        let line = self.line.clone();
        if let Some(meeting) = meeting {
            let thread = std::thread::Builder::new().name("other side".to_owned());
            thread.spawn(move || meeting.hold(&line)).map_err(ServeError::Machine)?;
        }
        Ok(())
    }

    /// The page's address.
    pub fn url(&self) -> String {
        self.server.url()
    }
}

impl Drop for Duel {
    fn drop(&mut self) {
        self.line.hang_up();
    }
}

/// The table, with our player and the other program.
fn room(
    options: &DuelOptions,
    game: Arc<dyn AnyGame>,
    engines: &Arc<Engines>,
    side: Side,
    line: &Arc<Line>,
) -> Result<Arc<Room>, DuelError> {
    let mut setup = TableSetup::new(game, 0);
    setup.seats[!side] = OTHER;
    if !options.human {
        let spec = EngineSpec { time: Some(options.time), ..EngineSpec::default() };
        setup.seats[side] = Occupant::Local(PlayerSpec::Engine(spec));
    }
    let usher = PeerUsher::new(engines.clone(), line.clone());
    let table = Table::with_usher(setup, Box::new(usher))?;
    let hands = if options.human { vec![side] } else { Vec::new() };
    let room = Room::new("game".to_owned(), table, None, Some(hands), None);
    let port = options.port;
    room.notify(match &options.ip {
        None => {
            let text = format!("waiting for the other side on port {port}");
            Notice::new(Code::WaitingForOtherSide, text, [("port", port.into())])
        }
        Some(ip) => {
            let text = format!("looking for the other side at {ip} port {port}");
            Notice::new(
                Code::LookingForOtherSide,
                text,
                [("address", ip.as_str().into()), ("port", port.into())],
            )
        }
    });
    Ok(room)
}

impl Meeting {
    /// Finds the other side and listens to it until the connection ends.
    fn hold(self, line: &Arc<Line>) {
        let stream = match (&self.listener, &self.ip) {
            (Some(listener), _) => accept(listener),
            (None, Some(ip)) => reach(line, ip, self.port),
            (None, None) => None,
        };
        let Some(stream) = stream else { return };
        if let Some(listener) = self.listener {
            // There are two sides only: whoever comes later is sent away at once.
            let _ = std::thread::Builder::new().name("late arrivals".to_owned()).spawn(move || {
                for late in listener.incoming().flatten() {
                    let _ = late.shutdown(Shutdown::Both);
                }
            });
        }
        let _ = stream.set_nodelay(true);
        Peer::listen(line, stream, |table| {
            // The game starts when both are there.
            let _ = table.order(Command::Start);
        });
    }
}

fn accept(listener: &TcpListener) -> Option<TcpStream> {
    loop {
        match listener.accept() {
            Ok((stream, _)) => return Some(stream),
            // Somebody who left before being let in is nobody.
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => continue,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return None,
        }
    }
}

fn reach(line: &Line, ip: &str, port: u16) -> Option<TcpStream> {
    while !line.is_over() {
        if let Ok(stream) = TcpStream::connect((ip, port)) {
            // A port of our own machine that nobody listens on may connect to itself.
            if stream.local_addr().ok() != stream.peer_addr().ok() {
                return Some(stream);
            }
        }
        std::thread::sleep(RETRY);
    }
    None
}

//! The ascii server of HexThello and Ants: one match between the first two that connect, judged by the referee.

use super::ProgramError;
use crate::{Answer, Clock, Fault, GameSetup, Referee, Ruling, SystemClock, TimeControl};
use agon_core::record::PlayerInfo;
use agon_core::{Dice, Reason, Side, Verdict};
use agon_engines::Stop;
use agon_wire::tuc::{AsciiEvent, AsciiOptions, AsciiServer, Departure, ServerSeat, TucGame};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// A player that takes nothing for this long is gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often the door and the stop signal are looked at.
const DOOR: Duration = Duration::from_millis(50);

/// How long a player may take to take its leave.
const FAREWELL: Duration = Duration::from_secs(2);

/// How many pieces of input may wait.
const MOST_WAITING: usize = 64;

/// What a match is to be.
pub struct MatchSetup {
    /// The game.
    pub game: TucGame,
    /// Games, colours, dialect.
    pub options: AsciiOptions,
    /// The time for a move; the original has none.
    pub move_time: Option<Duration>,
    /// What the dice of all games come from.
    pub seed: u64,
}

/// What can be told about a match while it goes on.
pub enum News<'a> {
    /// Somebody connected; connection 0 is the first.
    Connected {
        /// Which connection.
        connection: usize,
        /// From where.
        address: SocketAddr,
    },
    /// A player said its name.
    Named {
        /// Which connection.
        connection: usize,
        /// The name.
        name: &'a str,
    },
    /// A game begins, or a move was played in it.
    Position {
        /// The game's number, counted from 1.
        number: u32,
        /// The game.
        referee: &'a Referee,
    },
    /// A game is over.
    GameOver {
        /// The game's number, counted from 1.
        number: u32,
        /// Which connection had which side.
        connections: [usize; 2],
        /// The game with its verdict.
        referee: &'a Referee,
        /// The verdict.
        verdict: &'a Verdict,
    },
    /// A player is gone, and with it the match.
    Gone {
        /// Which connection.
        connection: usize,
        /// Its name, if it had said it.
        name: &'a str,
        /// Why.
        departure: &'a Departure,
    },
}

/// How a match went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchResult {
    /// The players' names, in the order in which they connected.
    pub names: [String; 2],
    /// Games won by each.
    pub wins: [u32; 2],
    /// Games nobody won.
    pub draws: u32,
    /// Whether all games were played.
    pub complete: bool,
}

/// Opens the port, for IPv6 and IPv4 where the machine has both.
pub fn listen(port: u16) -> io::Result<TcpListener> {
    match TcpListener::bind((Ipv6Addr::UNSPECIFIED, port)) {
        Err(error) if error.kind() != io::ErrorKind::AddrInUse => {
            TcpListener::bind((Ipv4Addr::UNSPECIFIED, port))
        }
        other => other,
    }
}

enum Happening {
    Input(usize, Vec<u8>),
    Closed(usize),
}

/// Waits for two players and lets them play. Whoever comes later is turned away at once. When `stop` is set, both
/// are sent away and the match ends where it is.
pub fn run(
    listener: TcpListener,
    setup: MatchSetup,
    stop: &Stop,
    news: &mut dyn FnMut(News<'_>) -> io::Result<()>,
) -> Result<MatchResult, ProgramError> {
    let (sender, queue) = sync_channel(MOST_WAITING);
    let mut streams = Vec::new();
    listener.set_nonblocking(true)?;
    for connection in 0..2 {
        let Some((stream, address)) = accept(&listener, stop)? else { break };
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        read(connection, stream.try_clone()?, sender.clone())?;
        streams.push(stream);
        news(News::Connected { connection, address })?;
    }
    let streams = match <[TcpStream; 2]>::try_from(streams) {
        Ok(streams) => streams,
        Err(alone) => {
            for mut stream in alone {
                let _ = stream.write_all(&ServerSeat::new(setup.game.clone()).quit());
                let _ = stream.shutdown(Shutdown::Both);
            }
            return Ok(MatchResult { names: Default::default(), wins: [0; 2], draws: 0, complete: false });
        }
    };
    let door = Door::close(listener)?;
    let mut table = Table::new(setup, streams, queue, stop.clone());
    let result = table.play(news);
    drop(door);
    table.see_off();
    result
}

/// The next connection; nothing once `stop` is set.
fn accept(listener: &TcpListener, stop: &Stop) -> io::Result<Option<(TcpStream, SocketAddr)>> {
    while !stop.is_set() {
        match listener.accept() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => std::thread::sleep(DOOR),
            // Somebody who came and went again before the door was open.
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other.map(Some),
        }
    }
    Ok(None)
}

/// Reads a connection in a thread of its own.
fn read(connection: usize, mut stream: TcpStream, sender: SyncSender<Happening>) -> io::Result<()> {
    let reading = move || {
        let mut buffer = [0; 1024];
        loop {
            let happening = match stream.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Ok(0) | Err(_) => Happening::Closed(connection),
                Ok(length) => Happening::Input(connection, buffer[..length].to_vec()),
            };
            let end = matches!(happening, Happening::Closed(_));
            if sender.send(happening).is_err() || end {
                return;
            }
        }
    };
    std::thread::Builder::new().name("player".to_owned()).spawn(reading)?;
    Ok(())
}

/// Turns away whoever comes during a match.
struct Door {
    open: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Door {
    fn close(listener: TcpListener) -> io::Result<Door> {
        let open = Arc::new(AtomicBool::new(true));
        let watched = open.clone();
        let thread = std::thread::Builder::new().name("door".to_owned()).spawn(move || {
            while watched.load(Ordering::Relaxed) {
                match listener.accept() {
                    Ok((stream, _)) => drop(stream),
                    Err(_) => std::thread::sleep(DOOR),
                }
            }
        })?;
        Ok(Door { open, thread: Some(thread) })
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.open.store(false, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A match being played.
struct Table {
    setup: MatchSetup,
    server: AsciiServer,
    streams: [TcpStream; 2],
    queue: Receiver<Happening>,
    stop: Stop,
    clock: SystemClock,
    game: Option<Playing>,
    result: MatchResult,
}

/// The game being played.
struct Playing {
    number: u32,
    connections: [usize; 2],
    referee: Referee,
    /// When the side to move has lost on time.
    deadline: Option<Duration>,
}

impl Table {
    fn new(setup: MatchSetup, streams: [TcpStream; 2], queue: Receiver<Happening>, stop: Stop) -> Table {
        let server = AsciiServer::new(setup.game.clone(), setup.options);
        let result = MatchResult { names: Default::default(), wins: [0; 2], draws: 0, complete: false };
        Table { setup, server, streams, queue, stop, clock: SystemClock::new(), game: None, result }
    }

    fn play(
        &mut self,
        news: &mut dyn FnMut(News<'_>) -> io::Result<()>,
    ) -> Result<MatchResult, ProgramError> {
        loop {
            if self.stop.is_set() {
                self.server.stop();
            }
            while let Some(event) = self.server.next_event() {
                if let AsciiEvent::Finished { complete } = event {
                    self.result.complete = complete;
                    return Ok(self.result.clone());
                }
                self.handle(event, news)?;
            }
            match self.wait() {
                Some(Happening::Input(connection, bytes)) => self.server.receive(connection, &bytes),
                Some(Happening::Closed(connection)) => self.server.disconnected(connection),
                None => self.call_time(news)?,
            }
        }
    }

    /// The next thing that happens; nothing when it is time to look at the clock and the stop signal.
    fn wait(&self) -> Option<Happening> {
        let deadline = self.game.as_ref().and_then(|game| game.deadline);
        // One more tick, so that the time is over and not just used up.
        let left =
            deadline.map(|deadline| deadline.saturating_sub(self.clock.now()) + Duration::from_millis(1));
        self.queue.recv_timeout(left.map_or(DOOR, |left| left.min(DOOR))).ok()
    }

    fn handle(
        &mut self,
        event: AsciiEvent,
        news: &mut dyn FnMut(News<'_>) -> io::Result<()>,
    ) -> Result<(), ProgramError> {
        match event {
            AsciiEvent::Send { connection, bytes } => {
                if self.streams[connection].write_all(&bytes).is_err() {
                    self.server.disconnected(connection);
                }
            }
            AsciiEvent::Named { connection, name } => {
                self.result.names[connection] = name.to_string();
                news(News::Named { connection, name: &self.result.names[connection] })?;
            }
            AsciiEvent::GameWanted { number, connections } => self.begin(number, connections, news)?,
            AsciiEvent::Asked { .. } => {
                if let Some(game) = &mut self.game {
                    game.deadline =
                        game.referee.request(self.clock.now()).and_then(|request| request.deadline);
                }
            }
            AsciiEvent::Moved { mv, .. } => self.judge(&mv.text(), news)?,
            AsciiEvent::Gone { connection, side, departure } => {
                if let (Some(side), Some(game)) = (side, &mut self.game) {
                    game.referee.lose(side, fault(&departure));
                    self.close_game(news)?;
                }
                let name = &self.result.names[connection];
                news(News::Gone { connection, name, departure: &departure })?;
            }
            AsciiEvent::Finished { .. } => {}
        }
        Ok(())
    }

    fn begin(
        &mut self,
        number: u32,
        connections: [usize; 2],
        news: &mut dyn FnMut(News<'_>) -> io::Result<()>,
    ) -> Result<(), ProgramError> {
        let players = connections.map(|connection| {
            let name = self.result.names[connection].clone();
            PlayerInfo { name, spec: String::new() }
        });
        let seed = Dice::derive(self.setup.seed, u64::from(number));
        let mut setup = GameSetup::new(self.setup.game.rules().clone(), players, seed);
        if let Some(time) = self.setup.move_time {
            setup.control = [TimeControl::per_move(time); 2];
        }
        let referee = Referee::new(setup)?;
        self.server.begin(referee.line().position())?;
        news(News::Position { number, referee: &referee })?;
        self.game = Some(Playing { number, connections, referee, deadline: None });
        Ok(())
    }

    fn judge(
        &mut self,
        text: &str,
        news: &mut dyn FnMut(News<'_>) -> io::Result<()>,
    ) -> Result<(), ProgramError> {
        let Some(game) = &mut self.game else { return Ok(()) };
        game.deadline = None;
        let ruling = game.referee.answer(Answer::Move(text.to_owned(), Default::default()), self.clock.now());
        let by_rules = game.referee.verdict().is_none_or(|verdict| verdict.reason == Reason::Normal);
        if by_rules {
            news(News::Position { number: game.number, referee: &game.referee })?;
            self.server.played(game.referee.line().position())?;
        } else {
            self.server.forfeited();
        }
        if ruling == Ruling::Ended { self.close_game(news) } else { Ok(()) }
    }

    fn call_time(&mut self, news: &mut dyn FnMut(News<'_>) -> io::Result<()>) -> Result<(), ProgramError> {
        let Some(game) = &mut self.game else { return Ok(()) };
        if game.referee.call_time(self.clock.now()) {
            self.server.forfeited();
            self.close_game(news)?;
        }
        Ok(())
    }

    /// Counts a game that is over.
    fn close_game(&mut self, news: &mut dyn FnMut(News<'_>) -> io::Result<()>) -> Result<(), ProgramError> {
        let Some(Playing { number, connections, referee, .. }) = self.game.take() else { return Ok(()) };
        if let Some(verdict) = referee.verdict() {
            match verdict.winner {
                Some(side) => self.result.wins[connections[side]] += 1,
                None => self.result.draws += 1,
            }
            news(News::GameOver { number, connections, referee: &referee, verdict })?;
        }
        Ok(())
    }

    /// Waits until both players have read QUIT and left, so that closing does not take it away from them.
    fn see_off(&mut self) {
        for stream in &self.streams {
            let _ = stream.shutdown(Shutdown::Write);
        }
        let end = self.clock.now() + FAREWELL;
        let mut here = self.streams.len();
        while here > 0 {
            match self.queue.recv_timeout(end.saturating_sub(self.clock.now())) {
                Ok(Happening::Closed(_)) => here -= 1,
                Ok(Happening::Input(..)) => {}
                Err(_) => break,
            }
        }
        for stream in &self.streams {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

fn fault(departure: &Departure) -> Fault {
    match departure {
        Departure::Disconnected => {
            Fault::new(Reason::Disconnect).explained("its connection was closed".to_owned())
        }
        Departure::BrokeProtocol(error) => Fault::new(Reason::ProtocolError).explained(error.to_string()),
        Departure::Unanswering { .. } | Departure::Nameless => {
            Fault::new(Reason::Stall).explained(departure.to_string())
        }
    }
}

/// The side in the words of the course: the one that moves first is black.
pub fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

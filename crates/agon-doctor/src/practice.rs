//! Where the programs come from when a person asks: a command that is started, or a port that is connected to.

use super::{Speech, huji};
use agon_core::{AnyGame, Reason, Side};
use agon_referee::{Fault, Setback};
use agon_sandbox::{Limits, Mode, Program, Running, Sandbox};
use agon_seats::PlayerError;
use agon_seats::{Connection, Nothing, PlayerPort, SeatFactory, Source, Wait};
use std::ffi::OsString;
use std::io::Read;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// How often it is looked whether a program that has not connected yet is still there.
const GLANCE: Duration = Duration::from_millis(50);

/// How much is read of what a program says that never connected.
const LAST_WORDS: u64 = 8 * 1024;

/// Why there is nobody to examine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PracticeError {
    /// A protocol for other games.
    #[error("players of {game} do not speak {protocol}; write ugi:COMMAND, or the command alone for {own}")]
    OtherGame {
        /// The game.
        game: String,
        /// The protocol.
        protocol: &'static str,
        /// The one it has.
        own: &'static str,
    },
    /// A game whose players do not connect.
    #[error("players of {game} do not connect to a port; name the program: agon doctor {game} PROGRAM")]
    NoPort {
        /// The game.
        game: String,
    },
    /// A port that cannot be opened.
    #[error("cannot listen on port {port}: {error}")]
    Port {
        /// The port.
        port: u16,
        /// What the system said.
        error: String,
    },
    /// The program cannot be started.
    #[error(transparent)]
    Program(#[from] PlayerError),
}

/// A protocol and a source of programs that are to be examined in it.
pub struct Practice {
    /// What they speak.
    pub speech: Speech,
    /// Where they come from.
    pub source: Box<dyn Source>,
    /// Whether they run in the factory's sandbox. Who plays over the network cannot: there is none in it.
    pub contained: bool,
}

impl Practice {
    /// A program as it is written: a command for the game's own protocol, or one behind `ugi:`, `nboard:`, `gtp:` or
    /// `exec:` (standard input and output, as in matches), or a folder behind `huji:`.
    pub fn of_program(
        game: &dyn AnyGame,
        written: &str,
        factory: &SeatFactory<'_>,
    ) -> Result<Practice, PracticeError> {
        let (speech, command) = match written.split_once(':') {
            Some(("ugi", command)) => (Speech::Ugi, command),
            Some(("nboard", command)) => (Speech::NBoard, command),
            Some(("gtp", command)) => (Speech::Gtp, command),
            Some(("huji", folder)) => (Speech::Huji, folder),
            Some(("exec", command)) if Speech::own(game) == Speech::Connect9x9 => {
                (Speech::Connect9x9, command)
            }
            Some(("exec", command)) => (Speech::Ugi, command),
            _ => (Speech::own(game), written),
        };
        if !speech.plays(game) {
            let (protocol, own) = (speech.name(), Speech::own(game).name());
            return Err(PracticeError::OtherGame { game: game.info().name.to_owned(), protocol, own });
        }
        // The current folder, so that relative paths mean what they say.
        let folder = std::env::current_dir().map_err(|error| PlayerError::Program(error.to_string()))?;
        let contained = !matches!(speech, Speech::Tuc | Speech::TwoInstance);
        let source: Box<dyn Source> = if speech == Speech::Huji {
            Box::new(factory.huji_launcher(huji::EXAMINER, &folder.join(command.trim()))?)
        } else if contained {
            Box::new(factory.launcher(command, &folder, speech == Speech::Connect9x9)?)
        } else {
            let open = SeatFactory::new(factory.engines()).with_sandbox(Mode::Off, Limits::default());
            let (sandbox, program) = open.program(command, &folder)?;
            Box::new(Networked { speech, sandbox, program })
        };
        Ok(Practice { speech, source, contained })
    }

    /// Whoever connects to a port, a new one for every examination; `waiting` is told the port each time.
    pub fn at_port(
        game: &dyn AnyGame,
        port: u16,
        waiting: impl FnMut(u16) + Send + 'static,
    ) -> Result<Practice, PracticeError> {
        let speech = Speech::own(game);
        if !matches!(speech, Speech::Tuc | Speech::TwoInstance) {
            return Err(PracticeError::NoPort { game: game.info().name.to_owned() });
        }
        let port =
            PlayerPort::open(port).map_err(|error| PracticeError::Port { port, error: error.to_string() })?;
        let source = Box::new(AtPort { speech, port, waiting: Box::new(waiting) });
        Ok(Practice { speech, source, contained: false })
    }
}

/// The next one that connects, however long that takes: a person starts it.
struct AtPort {
    speech: Speech,
    port: PlayerPort,
    waiting: Box<dyn FnMut(u16) + Send>,
}

impl Source for AtPort {
    fn connect(&mut self, side: Side, wait: &Wait<'_>) -> Result<Option<Connection>, Setback> {
        if self.speech == Speech::TwoInstance && side == Side::First {
            let text = "player one listens, and here it would have to connect; name the program to try that";
            return Err(Fault::new(Reason::Adjudicated).explained(text.to_owned()).into());
        }
        (self.waiting)(self.port.port());
        match self.port.next(&Wait { deadline: None, ..*wait }) {
            Ok(stream) => Connection::to_peer(stream).map(Some).map_err(|error| broken(&error)),
            Err(_) => Ok(None),
        }
    }
}

/// A program that is started and plays over the network.
struct Networked {
    speech: Speech,
    sandbox: Arc<Sandbox>,
    program: Program,
}

impl Networked {
    fn start(&self, arguments: &[&str]) -> Result<Running, Setback> {
        let mut program = self.program.clone();
        program.command.extend(arguments.iter().map(OsString::from));
        self.sandbox.spawn(&program).map_err(|error| broken(&error))
    }

    /// Starts the program and lets it come to us.
    fn called(&self, wait: &Wait<'_>) -> Result<Option<(TcpStream, Running)>, Setback> {
        let open = PlayerPort::open(0).map_err(|error| broken(&error))?;
        let port = open.port().to_string();
        let mut running = match self.speech {
            Speech::TwoInstance => self.start(&["ai", &port, "127.0.0.1"])?,
            _ => self.start(&["-i", "127.0.0.1", "-p", &port])?,
        };
        loop {
            let glance = Some(wait.clock.now() + GLANCE);
            match open.next(&Wait { deadline: glance, ..*wait }) {
                Ok(stream) => return Ok(Some((stream, running))),
                Err(Nothing::Stopped) => return Ok(None),
                Err(Nothing::Late | Nothing::Closed) => is_coming(&mut running, wait)?,
            }
        }
    }

    /// Starts the program and goes to it.
    fn visited(&self, wait: &Wait<'_>) -> Result<Option<(TcpStream, Running)>, Setback> {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
        let address = free.map_err(|error| broken(&error))?;
        let mut running = self.start(&["ai", &address.port().to_string()])?;
        loop {
            if let Ok(stream) = TcpStream::connect(address) {
                return Ok(Some((stream, running)));
            }
            if wait.stop.is_set() {
                return Ok(None);
            }
            is_coming(&mut running, wait)?;
            std::thread::sleep(GLANCE);
        }
    }
}

impl Source for Networked {
    fn connect(&mut self, side: Side, wait: &Wait<'_>) -> Result<Option<Connection>, Setback> {
        let found = match (self.speech, side) {
            (Speech::TwoInstance, Side::First) => self.visited(wait)?,
            _ => self.called(wait)?,
        };
        let Some((stream, running)) = found else { return Ok(None) };
        let connection = Connection::to_peer(stream).and_then(|peer| peer.with_process(running));
        connection.map(Some).map_err(|error| broken(&error))
    }
}

/// Whether a program that has not connected yet may still do so.
fn is_coming(running: &mut Running, wait: &Wait<'_>) -> Result<(), Fault> {
    if let Ok(Some(ended)) = running.try_ended() {
        let mut text = format!("it ended, with {}, before it was connected", ended.status);
        let mut errors = Vec::new();
        if let Some(stderr) = running.take_errors() {
            // It has ended, so there is an end to what it wrote.
            let _ = stderr.take(LAST_WORDS).read_to_end(&mut errors);
        }
        let errors = String::from_utf8_lossy(&errors);
        if let Some(words) = errors.lines().rev().find(|line| !line.trim().is_empty()) {
            text.push_str(&format!("; its last words: {}", words.trim()));
        }
        return Err(Fault::new(Reason::Crash).explained(text));
    }
    if wait.over() == Some(Nothing::Late) {
        return Err(Fault::new(Reason::Stall).explained("it was started and never connected".to_owned()));
    }
    Ok(())
}

/// What failed here is not the player's fault.
fn broken(error: &dyn std::fmt::Display) -> Setback {
    Setback::Machine(error.to_string())
}

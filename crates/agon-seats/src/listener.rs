//! Listening sockets: opening them, accepting connections, closing them.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::thread::JoinHandle;
use std::time::Duration;
use thiserror::Error;

/// Why a game has no port.
#[derive(Debug, Error)]
pub enum ListenError {
    /// Somebody else has it.
    #[error("port {port} of {game} is taken; end the other server or choose another port")]
    Taken {
        /// The game.
        game: String,
        /// The port.
        port: u16,
    },
    /// It cannot be opened.
    #[error("port {port} of {game} cannot be opened at '{host}': {error}")]
    Closed {
        /// The game.
        game: String,
        /// The address asked for.
        host: String,
        /// The port.
        port: u16,
        /// What the system says.
        error: io::Error,
    },
}

/// Opens a game's port at an address or name: `localhost` is IPv4 and IPv6, `::` every address of the machine. Port 0
/// takes any free one, the same for all addresses where that can be.
pub fn open_port_of(game: &str, host: &str, port: u16) -> Result<Vec<TcpListener>, ListenError> {
    let closed = |error| ListenError::Closed { game: game.to_owned(), host: host.to_owned(), port, error };
    let addresses = match host {
        "localhost" => vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()],
        _ => addresses(host).map_err(closed)?,
    };
    let mut listeners: Vec<TcpListener> = Vec::new();
    let mut trouble = None;
    for address in addresses {
        let chosen = listeners.first().and_then(|first| first.local_addr().ok()).map(|first| first.port());
        match TcpListener::bind((address, chosen.unwrap_or(port))) {
            Ok(listener) => listeners.push(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && port != 0 => {
                return Err(ListenError::Taken { game: game.to_owned(), port });
            }
            // A machine without IPv6, for example: the other address will do.
            Err(error) => trouble = Some(error),
        }
    }
    match trouble {
        Some(error) if listeners.is_empty() => Err(closed(error)),
        _ => Ok(listeners),
    }
}

/// Opens a port at every address of the machine, IPv6 and IPv4 where it has both; port 0 takes any free one.
pub fn open_port(port: u16) -> io::Result<TcpListener> {
    match TcpListener::bind((Ipv6Addr::UNSPECIFIED, port)) {
        Err(error) if error.kind() != io::ErrorKind::AddrInUse => {
            TcpListener::bind((Ipv4Addr::UNSPECIFIED, port))
        }
        other => other,
    }
}

fn addresses(host: &str) -> io::Result<Vec<IpAddr>> {
    let mut addresses: Vec<IpAddr> = (host, 0).to_socket_addrs()?.map(|address| address.ip()).collect();
    addresses.sort();
    addresses.dedup();
    Ok(addresses)
}

/// A listening socket with the thread that accepts its connections.
#[derive(Debug)]
pub struct Listener {
    address: SocketAddr,
    thread: Option<JoinHandle<()>>,
}

impl Listener {
    /// Waits for connections in a thread of its own; `welcome` takes each and says whether to go on waiting.
    pub fn open(
        listener: TcpListener,
        mut welcome: impl FnMut(TcpStream, SocketAddr) -> bool + Send + 'static,
    ) -> io::Result<Listener> {
        let address = listener.local_addr()?;
        let waiting = move || {
            loop {
                match listener.accept() {
                    Ok((stream, from)) => {
                        if !welcome(stream, from) {
                            return;
                        }
                    }
                    // Without a free file there is nobody to welcome until somebody leaves.
                    Err(error) if !is_passing(&error) => std::thread::sleep(Duration::from_millis(50)),
                    Err(_) => {}
                }
            }
        };
        let thread = std::thread::Builder::new().name("listener".to_owned()).spawn(waiting)?;
        Ok(Listener { address, thread: Some(thread) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Connects once, so that `welcome` gets to say that it wants no more, and waits for the thread.
    pub fn close(&mut self) {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(match address {
                SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
                SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
            });
        }
        let reached = TcpStream::connect_timeout(&address, Duration::from_secs(1));
        // A listener that cannot be reached ends with the program.
        if let (Some(thread), Ok(_)) = (self.thread.take(), reached) {
            let _ = thread.join();
        }
    }
}

fn is_passing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::Interrupted | io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset
    )
}

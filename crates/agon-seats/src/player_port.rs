//! A port where programs come in.

use super::{Connection, Source, Wait};
use crate::listener::{Listener, open_port};
use crate::waiting::Nothing;
use agon_core::sync::lock;
use agon_core::{Reason, Side};
use agon_referee::{Fault, Setback};
use std::io;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How many programs may wait for a seat; more are turned away.
const MOST_WAITING: usize = 16;

/// How long a program that was here and left may take to come back.
const RETURN: Duration = Duration::from_secs(10);

/// An open port. Whoever connects waits until a seat takes it, in the order of coming.
#[derive(Debug)]
pub struct PlayerPort {
    arrivals: Mutex<Receiver<TcpStream>>,
    is_closed: Arc<AtomicBool>,
    listener: Listener,
}

impl PlayerPort {
    /// Opens a port, for IPv6 and IPv4 where the machine has both; port 0 is any free one.
    pub fn open(port: u16) -> io::Result<PlayerPort> {
        let (sender, arrivals) = sync_channel(MOST_WAITING);
        let is_closed = Arc::new(AtomicBool::new(false));
        let closed = is_closed.clone();
        let listener = Listener::open(open_port(port)?, move |stream, _| {
            // A full queue drops the newcomer, which closes its connection.
            drop(sender.try_send(stream));
            !closed.load(Ordering::Relaxed)
        })?;
        Ok(PlayerPort { arrivals: Mutex::new(arrivals), is_closed, listener })
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.listener.address().port()
    }

    /// The next one in the queue.
    pub fn next(&self, wait: &Wait<'_>) -> Result<TcpStream, Nothing> {
        wait.next(&lock(&self.arrivals))
    }
}

impl Drop for PlayerPort {
    fn drop(&mut self) {
        self.is_closed.store(true, Ordering::Relaxed);
        self.listener.close();
    }
}

/// The next program that comes in. The first one is waited for as long as it takes, because a person starts it; one
/// that was here and left has a little time to come back.
#[derive(Debug)]
pub(super) struct NextAtPort {
    port: Arc<PlayerPort>,
    patience: Option<Duration>,
}

impl NextAtPort {
    pub(super) fn new(port: Arc<PlayerPort>) -> NextAtPort {
        NextAtPort { port, patience: None }
    }
}

impl Source for NextAtPort {
    fn connect(&mut self, _: Side, wait: &Wait<'_>) -> Result<Option<Connection>, Setback> {
        let deadline = self.patience.map(|patience| wait.clock.now() + patience);
        let arrived = self.port.next(&Wait { deadline, ..*wait });
        let gone = |text: String| Setback::Fault(Fault::new(Reason::Disconnect).explained(text));
        match arrived {
            Ok(stream) => {
                self.patience = Some(RETURN);
                Connection::to_peer(stream).map(Some).map_err(|error| gone(error.to_string()))
            }
            Err(Nothing::Stopped) => Ok(None),
            Err(Nothing::Late | Nothing::Closed) => {
                // It has been waited for once; the games that are left need not take as long.
                self.patience = Some(Duration::ZERO);
                Err(gone(format!("no player came back to port {}", self.port.port())))
            }
        }
    }
}

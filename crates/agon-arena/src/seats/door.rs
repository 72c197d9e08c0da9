//! A port where programs come in.

use super::{Connection, Source, Wait};
use crate::programs::server::listen;
use crate::seats::waiting::Nothing;
use crate::{Fault, Setback};
use agon_core::{Reason, Side};
use std::io;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often the door is looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// How many programs may stand in front of it; more are turned away.
const MOST_WAITING: usize = 16;

/// How long a program that was here and left may take to come back.
const RETURN: Duration = Duration::from_secs(10);

/// An open port. Whoever connects waits until a seat takes it, in the order of coming.
#[derive(Debug)]
pub struct Door {
    port: u16,
    arrivals: Mutex<Receiver<TcpStream>>,
    open: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Door {
    /// Opens a port, for IPv6 and IPv4 where the machine has both; port 0 is any free one.
    pub fn open(port: u16) -> io::Result<Door> {
        let listener = listen(port)?;
        let port = listener.local_addr()?.port();
        listener.set_nonblocking(true)?;
        let (sender, arrivals) = sync_channel(MOST_WAITING);
        let open = Arc::new(AtomicBool::new(true));
        let watched = open.clone();
        let thread = std::thread::Builder::new().name("door".to_owned()).spawn(move || {
            while watched.load(Ordering::Relaxed) {
                match listener.accept() {
                    // A full queue drops the newcomer, which closes its connection.
                    Ok((stream, _)) => drop(stream.set_nonblocking(false).map(|()| sender.try_send(stream))),
                    Err(_) => std::thread::sleep(GLANCE),
                }
            }
        })?;
        Ok(Door { port, arrivals: Mutex::new(arrivals), open, thread: Some(thread) })
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The next one in the queue.
    pub(crate) fn next(&self, wait: &Wait<'_>) -> Result<TcpStream, Nothing> {
        wait.next(&self.arrivals.lock().unwrap_or_else(PoisonError::into_inner))
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

/// The next program that comes in. The first one is waited for as long as it takes, because a person starts it; one
/// that was here and left has a little time to come back.
#[derive(Debug)]
pub(super) struct NextAtDoor {
    door: Arc<Door>,
    patience: Option<Duration>,
}

impl NextAtDoor {
    pub(super) fn new(door: Arc<Door>) -> NextAtDoor {
        NextAtDoor { door, patience: None }
    }
}

impl Source for NextAtDoor {
    fn connect(&mut self, _: Side, wait: &Wait<'_>) -> Result<Option<Connection>, Setback> {
        let deadline = self.patience.map(|patience| wait.clock.now() + patience);
        let arrived = self.door.next(&Wait { deadline, ..*wait });
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
                Err(gone(format!("no player came back to port {}", self.door.port)))
            }
        }
    }
}

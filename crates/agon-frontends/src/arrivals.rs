//! Who comes to the ascii server: the first two that come play, whoever comes later is turned away at once.

use agon_seats::listener::Listener;
use agon_seats::pump;
use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

/// A player that takes nothing for this long is gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many pieces of input may wait; then whoever sends them waits too.
const MOST_WAITING: usize = 64;

/// What happens at the port and on the connections.
pub(super) enum Happening {
    /// Somebody came.
    Arrived(TcpStream, SocketAddr),
    /// A connection, by the order of arrival, sent this.
    Input(u64, Vec<u8>),
    /// A connection was closed.
    Closed(u64),
}

/// Somebody who may play.
pub(super) struct Arrival {
    /// Counts all arrivals.
    pub(super) number: u64,
    pub(super) stream: TcpStream,
    pub(super) address: SocketAddr,
}

/// The open port and the queue of everything that happens.
pub(super) struct Arrivals {
    sender: SyncSender<Happening>,
    queue: Receiver<Happening>,
    full: Arc<AtomicBool>,
    closed: Arc<AtomicBool>,
    listener: Listener,
    counter: u64,
}

impl Arrivals {
    /// Begins to accept connections.
    pub(super) fn new(listener: TcpListener) -> io::Result<Arrivals> {
        let (sender, queue) = sync_channel(MOST_WAITING);
        let (full, closed) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (is_full, is_closed, arriving) = (full.clone(), closed.clone(), sender.clone());
        let listener = Listener::open(listener, move |stream, address| {
            if !is_full.load(Ordering::Relaxed) {
                // Never wait here: where there is no room, it is turned away.
                let _ = arriving.try_send(Happening::Arrived(stream, address));
            }
            !is_closed.load(Ordering::Relaxed)
        })?;
        Ok(Arrivals { sender, queue, full, closed, listener, counter: 0 })
    }

    /// The next thing that happens; nothing after `patience`.
    pub(super) fn next(&self, patience: Duration) -> Option<Happening> {
        // The queue does not end: this half holds a sender.
        self.queue.recv_timeout(patience).ok()
    }

    /// Lets somebody in and reads what it sends, in a thread of its own.
    pub(super) fn admit(&mut self, stream: TcpStream, address: SocketAddr) -> io::Result<Arrival> {
        // Moves are a few bytes: none of them must wait for more.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let number = self.counter;
        self.counter += 1;
        let (reader, sender) = (stream.try_clone()?, self.sender.clone());
        std::thread::Builder::new()
            .name("player".to_owned())
            .spawn(move || read(number, &reader, &sender))?;
        Ok(Arrival { number, stream, address })
    }

    /// From now on whoever comes is turned away at once.
    pub(super) fn turn_away(&self) {
        self.full.store(true, Ordering::Relaxed);
    }
}

impl Drop for Arrivals {
    fn drop(&mut self) {
        self.turn_away();
        self.closed.store(true, Ordering::Relaxed);
        self.listener.close();
    }
}

fn read(number: u64, stream: &TcpStream, sender: &SyncSender<Happening>) {
    pump(stream, |piece| sender.send(Happening::Input(number, piece.to_vec())).is_ok());
    // Nobody listens any more when the match is over.
    let _ = sender.send(Happening::Closed(number));
    let _ = stream.shutdown(Shutdown::Both);
}

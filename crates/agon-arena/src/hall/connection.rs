//! One connection: a thread that reads and a thread that writes.

use super::GuestId;
use super::guests::{Shared, Standing};
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::thread::Builder;
use std::time::Duration;

/// How many messages may wait for a guest that does not read.
const MOST_UNSENT: usize = 64;

/// How long a guest may take to say its name.
const NAME_TIME: Duration = Duration::from_secs(10);

/// A guest that takes nothing for this long is gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a guest may take to take its leave.
pub(super) const FAREWELL: Duration = Duration::from_secs(2);

/// There may be many of these threads, and they do little.
const STACK: usize = 256 * 1024;

/// Lets a connection in and serves it in the background. One that is not let in is closed.
pub(super) fn welcome(
    shared: &Arc<Shared>,
    lobby: usize,
    stream: TcpStream,
    address: SocketAddr,
    now: Duration,
) -> io::Result<()> {
    // Moves are a few bytes: none of them must wait for more.
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_read_timeout(Some(NAME_TIME))?;
    let reader = stream.try_clone()?;
    let (outbox, messages) = sync_channel(MOST_UNSENT);
    let Some(id) = shared.lock().arrive(lobby, address, now, outbox) else { return Ok(()) };
    let (ended, end) = channel::<()>();
    let reading = shared.clone();
    let read_thread = Builder::new().name("guest".to_owned()).stack_size(STACK).spawn(move || {
        read(&reading, id, reader);
        drop(ended);
    });
    let writing = shared.clone();
    let write_thread = Builder::new().name("guest's mail".to_owned()).stack_size(STACK).spawn(move || {
        write(&writing, id, &stream, &messages, &end);
        writing.connection_ended();
    });
    match (read_thread, write_thread) {
        (Ok(_), Ok(_)) => Ok(()),
        (read, write) => {
            shared.lock().disconnected(id);
            if write.is_err() {
                shared.connection_ended();
            }
            read.and(write).map(drop)
        }
    }
}

fn read(shared: &Shared, id: GuestId, mut stream: TcpStream) {
    let mut buffer = [0; 1024];
    let mut waits_for_name = true;
    loop {
        let standing = match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => shared.lock().receive(id, &buffer[..length]),
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted => continue,
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut if waits_for_name => {
                    shared.lock().expect_name(id)
                }
                _ => break,
            },
        };
        if standing == Standing::Named && waits_for_name {
            waits_for_name = false;
            if stream.set_read_timeout(None).is_err() {
                break;
            }
        }
    }
    shared.lock().disconnected(id);
}

/// Sends until nothing more will come, then gives the guest a moment to read it and to leave.
fn write(
    shared: &Shared,
    id: GuestId,
    mut stream: &TcpStream,
    messages: &Receiver<Vec<u8>>,
    end: &Receiver<()>,
) {
    for message in messages {
        if stream.write_all(&message).is_err() {
            shared.lock().disconnected(id);
            break;
        }
    }
    let _ = stream.shutdown(Shutdown::Write);
    // The reader's end comes as a closed channel.
    let _ = end.recv_timeout(FAREWELL);
    let _ = stream.shutdown(Shutdown::Both);
}

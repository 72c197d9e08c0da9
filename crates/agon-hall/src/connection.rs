//! One connection: a thread that reads and a thread that writes.

use super::GuestId;
use super::guests::{GuestStatus, Shared};
use agon_referee::{Clock, SystemClock};
use agon_seats::pump;
use std::cell::Cell;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::thread::Builder;
use std::time::Duration;

/// How many messages may wait for a guest that does not read.
const MOST_UNSENT: usize = 64;

/// How long a guest may take to say its whole name.
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
    clock: SystemClock,
) -> io::Result<()> {
    // Moves are a few bytes: none of them must wait for more.
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let reader = stream.try_clone()?;
    let now = clock.now();
    let (outbox, messages) = sync_channel(MOST_UNSENT);
    let Some(id) = shared.lock().arrive(lobby, address, now, outbox) else { return Ok(()) };
    let (ended, end) = channel::<()>();
    let reading = shared.clone();
    let read_thread = Builder::new().name("guest".to_owned()).stack_size(STACK).spawn(move || {
        read(&reading, id, reader, &clock, now + NAME_TIME);
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

/// Where a guest's bytes come from.
trait Source: Read {
    /// How long a read may wait from now on; nothing is for ever.
    fn wait_at_most(&self, time: Option<Duration>) -> io::Result<()>;
}

impl Source for TcpStream {
    fn wait_at_most(&self, time: Option<Duration>) -> io::Result<()> {
        self.set_read_timeout(time)
    }
}

/// A guest's bytes. Until it has said its name, every read ends in time to look at the clock.
struct GuestReader<'a, S, C> {
    shared: &'a Shared,
    id: GuestId,
    source: S,
    clock: &'a C,
    /// When its name must be there; nothing once it is.
    deadline: &'a Cell<Option<Duration>>,
}

impl<S: Source, C: Clock> Read for GuestReader<'_, S, C> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Looked at before every read: a byte now and then gives nobody more time.
        if self.deadline.get().is_some_and(|deadline| self.clock.now() > deadline) {
            self.deadline.set(None);
            self.shared.lock().expect_name(self.id);
        }
        let deadline = self.deadline.get();
        self.source.wait_at_most(deadline.map(|deadline| self.clock.patience(deadline)))?;
        self.source.read(buffer).map_err(|error| match error.kind() {
            // The clock is looked at, and the read begins anew.
            ErrorKind::WouldBlock | ErrorKind::TimedOut if deadline.is_some() => {
                ErrorKind::Interrupted.into()
            }
            _ => error,
        })
    }
}

fn read(shared: &Shared, id: GuestId, source: impl Source, clock: &impl Clock, name_deadline: Duration) {
    let deadline = Cell::new(Some(name_deadline));
    pump(GuestReader { shared, id, source, clock, deadline: &deadline }, |piece| {
        if shared.lock().receive(id, piece) != GuestStatus::Unnamed {
            deadline.set(None);
        }
        true
    });
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

#[cfg(test)]
mod tests {
    use super::super::HallEvent;
    use super::super::admission::{Admission, AdmissionLimits};
    use super::*;
    use agon_referee::ManualClock;
    use agon_wire::tuc::{Departure, Dialect, Lobby, TucGame};
    use std::net::Ipv4Addr;
    use std::sync::mpsc::channel;

    /// A guest that sends a byte every three seconds, and in the end closes its connection.
    struct Trickle<'a> {
        clock: &'a ManualClock,
        bytes: &'a [u8],
        seconds: u64,
        limited: Cell<bool>,
    }

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            loop {
                self.seconds += 1;
                self.clock.advance(Duration::from_secs(1));
                if self.seconds.is_multiple_of(3) {
                    return self.bytes.read(&mut buffer[..1]);
                }
                if self.limited.get() {
                    return Err(ErrorKind::WouldBlock.into());
                }
            }
        }
    }

    impl Source for Trickle<'_> {
        fn wait_at_most(&self, time: Option<Duration>) -> io::Result<()> {
            self.limited.set(time.is_some());
            Ok(())
        }
    }

    /// The name that such a guest said, and why it left.
    fn visit(bytes: &[u8]) -> (Option<String>, Option<Departure>) {
        let game = TucGame::new(agon_games::registry().game("hexthello").unwrap()).unwrap();
        let admission = Admission::new(AdmissionLimits::default());
        let shared = Shared::new(vec![Lobby::new(game, Dialect::Moves, 1)], admission);
        let (sender, events) = channel();
        shared.lock().listen(Box::new(move |event| sender.send(event.clone()).is_ok()));
        let clock = ManualClock::new();
        let (outbox, _messages) = sync_channel(MOST_UNSENT);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 1));
        let id = shared.lock().arrive(0, address, clock.now(), outbox).unwrap();
        let source = Trickle { clock: &clock, bytes, seconds: 0, limited: Cell::new(false) };
        read(&shared, id, source, &clock, NAME_TIME);
        let left = events.try_iter().find_map(|event| match event {
            HallEvent::Left { guest, departure } => Some((guest.name, departure)),
            _ => None,
        });
        left.unwrap()
    }

    #[test]
    fn the_whole_name_must_come_before_the_deadline_however_it_trickles() {
        let late = (None, Some(Departure::Nameless));
        assert_eq!(visit(b"\x03abc"), late, "twelve seconds");
        assert_eq!(visit(b"\xc8a name that is never finished"), late);
        // Nine seconds; who leaves after that leaves of its own accord.
        assert_eq!(visit(b"\x02ab"), (Some("ab".to_owned()), Some(Departure::Disconnected)));
        assert_eq!(visit(b"\x02a"), (None, Some(Departure::Disconnected)));
    }
}

//! A table: a live game in a thread of its own, which sleeps until something happens.

use super::command::{Command, TableError};
use super::halting_clock::HaltingClock;
use super::live_game::LiveGame;
use super::participant::{Letter, Mailbox, Usher};
use super::snapshot::{Change, Snapshot, TableEvent};
use super::{LocalUsher, Occupant};
use agon_core::sync::lock;
use agon_core::{AnyGame, AnyPosition};
use agon_engine::Engines;
use agon_referee::TimeControl;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};

/// What a table starts with.
#[derive(Clone)]
pub struct TableSetup {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The start position; the game's own opening if there is none.
    pub start: Option<Box<dyn AnyPosition>>,
    /// Moves played before the players take over, with their rolls.
    pub opening: Vec<String>,
    /// What the dice of all its games come from.
    pub seed: u64,
    /// Each side's limits.
    pub control: [TimeControl; 2],
    /// Who sits where, the side that moves first first.
    pub seats: [Occupant; 2],
}

impl TableSetup {
    /// A game between two people without any limit.
    pub fn new(game: Arc<dyn AnyGame>, seed: u64) -> TableSetup {
        TableSetup {
            game,
            start: None,
            opening: Vec::new(),
            seed,
            control: [TimeControl::NONE; 2],
            seats: [Occupant::Person, Occupant::Person],
        }
    }
}

/// Called with what became of a command.
type Reply = Box<dyn FnOnce(Result<(), TableError>) + Send>;

/// Called with every event; says whether it wants more.
type Listener = Box<dyn FnMut(&TableEvent) -> bool + Send>;

enum Order {
    Command(Command, Reply),
    Letter(Letter),
    Listen(Listener),
    Close,
}

/// A live game of any kind. Clones are handles to the same table, which closes with the last of them; no method but
/// [`order`](Table::order) waits.
///
/// ```
/// use agon_hall::{Command, Table, TableSetup};
/// let game = agon_games::registry().game("reversi").unwrap();
/// let table = Table::open(TableSetup::new(game, 1), agon_games::engines().into()).unwrap();
/// table.order(Command::Start).unwrap();
/// table.order(Command::Play { ply: 0, text: "f5".to_owned() }).unwrap();
/// assert_eq!(table.snapshot().ply(), 1);
/// let stale = table.order(Command::Play { ply: 0, text: "d3".to_owned() });
/// assert!(stale.unwrap_err().to_string().contains("1 have been played by now"));
/// table.close();
/// ```
#[derive(Clone)]
pub struct Table(Arc<Handle>);

struct Handle {
    orders: Sender<Order>,
    snapshot: Arc<Mutex<Arc<Snapshot>>>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        // The table writes letters to itself, so its queue does not end by itself.
        let _ = self.orders.send(Order::Close);
    }
}

impl Table {
    /// A table with people and players of this machine only.
    pub fn open(setup: TableSetup, engines: Arc<Engines>) -> Result<Table, TableError> {
        Table::with_usher(setup, Box::new(LocalUsher::new(engines)))
    }

    /// A table whose participants are shown to their seats by `usher`.
    pub fn with_usher(setup: TableSetup, usher: Box<dyn Usher>) -> Result<Table, TableError> {
        let (orders, incoming) = channel();
        let letters = orders.clone();
        let mailbox = Mailbox::new(move |letter| {
            // A letter to a table that is closed is of no use to anybody.
            let _ = letters.send(Order::Letter(letter));
        });
        let clock = HaltingClock::new();
        let mut live = LiveGame::new(setup, usher, mailbox)?;
        live.changes();
        let snapshot = Arc::new(Mutex::new(Arc::new(live.snapshot(clock.now()))));
        let table = Table(Arc::new(Handle { orders, snapshot: snapshot.clone() }));
        let host = Host { live, clock, incoming, snapshot, listeners: Vec::new() };
        std::thread::Builder::new()
            .name("table".to_owned())
            .spawn(move || host.run())
            .map_err(|error| TableError::Machine(error.to_string()))?;
        Ok(table)
    }

    /// The table as it is.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        lock(&self.0.snapshot).clone()
    }

    /// Asks for something without waiting; `reply` is called from the table's thread with what became of it, and
    /// must not wait either. The events of a command come before its reply.
    pub fn send(&self, command: Command, reply: impl FnOnce(Result<(), TableError>) + Send + 'static) {
        if let Err(unsent) = self.0.orders.send(Order::Command(command, Box::new(reply)))
            && let Order::Command(_, reply) = unsent.0
        {
            reply(Err(TableError::Closed));
        }
    }

    /// Asks for something and waits until it is done.
    pub fn order(&self, command: Command) -> Result<(), TableError> {
        let (sender, receiver) = channel();
        self.send(command, move |result| {
            let _ = sender.send(result);
        });
        receiver.recv().unwrap_or(Err(TableError::Closed))
    }

    /// Calls `listener` from the table's thread with everything that happens from now on, until it says `false`.
    /// It must not wait: pass the event on to a channel.
    pub fn listen(&self, listener: impl FnMut(&TableEvent) -> bool + Send + 'static) {
        let _ = self.0.orders.send(Order::Listen(Box::new(listener)));
    }

    /// Ends the table: its players are free again, its thread ends.
    pub fn close(&self) {
        let _ = self.0.orders.send(Order::Close);
    }
}

/// The table's thread.
struct Host {
    live: LiveGame,
    clock: HaltingClock,
    incoming: Receiver<Order>,
    snapshot: Arc<Mutex<Arc<Snapshot>>>,
    listeners: Vec<Listener>,
}

impl Host {
    fn run(mut self) {
        loop {
            match self.next() {
                Ok(Order::Command(command, reply)) => {
                    let result = self.live.command(command, self.clock.now());
                    self.publish();
                    reply(result);
                }
                Ok(Order::Letter(Letter::Waits)) => self.clock.halt(),
                Ok(Order::Letter(Letter::Thinks)) => self.clock.go_on(),
                Ok(Order::Letter(letter)) => {
                    self.live.receive(letter, self.clock.now());
                    self.publish();
                }
                Ok(Order::Listen(listener)) => self.listeners.push(listener),
                Err(RecvTimeoutError::Timeout) => {
                    self.live.call_time(self.clock.now());
                    self.publish();
                }
                Ok(Order::Close) | Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let snapshot = lock(&self.snapshot).clone();
        self.tell(&TableEvent { change: Change::Closed, snapshot });
    }

    /// The next order; a time-out when the side to move may have used up its time.
    fn next(&self) -> Result<Order, RecvTimeoutError> {
        match self.live.deadline() {
            Some(deadline) => self.incoming.recv_timeout(deadline.saturating_sub(self.clock.now())),
            None => self.incoming.recv().map_err(|_| RecvTimeoutError::Disconnected),
        }
    }

    fn publish(&mut self) {
        let changes = self.live.changes();
        if changes.is_empty() {
            return;
        }
        let snapshot = Arc::new(self.live.snapshot(self.clock.now()));
        *lock(&self.snapshot) = snapshot.clone();
        for change in changes {
            self.tell(&TableEvent { change, snapshot: snapshot.clone() });
        }
    }

    fn tell(&mut self, event: &TableEvent) {
        self.listeners.retain_mut(|listener| listener(event));
    }
}

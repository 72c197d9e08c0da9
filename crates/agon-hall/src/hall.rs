//! The hall itself: ports, network players, tables.

use super::admission::{Admission, AdmissionLimits, Refusal};
use super::connection::{FAREWELL, welcome};
use super::guests::{GuestInfo, SeatedGuest, Shared};
use super::participant::{Mailbox, Participant, Sitting, Usher};
use super::{GuestId, LocalUsher, Occupant, Table, TableError, TableSetup};
use agon_core::AnyGame;
use agon_core::sync::lock;
use agon_engine::Engines;
use agon_referee::SystemClock;
use agon_seats::cores::Cores;
use agon_seats::listener::{ListenError, Listener, open_port_of};
use agon_wire::tuc::{Departure, Dialect, Lobby, TucGame};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

/// A table of a hall.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct TableId(pub u64);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a hall is to be.
#[derive(Clone)]
pub struct HallSetup {
    /// The games that network players may come for, each with its port; 0 is any free one.
    pub games: Vec<(TucGame, u16)>,
    /// Where they may come from: `localhost`, an address or name of this machine, or `::` for everywhere.
    pub host: String,
    /// How Ants players are told what was played.
    pub dialect: Dialect,
    /// How many may come, and how fast.
    pub limits: AdmissionLimits,
    /// The processors that the engines of all tables share; each has its own thread if there are none to share.
    pub cores: Option<Cores>,
}

impl HallSetup {
    /// These games, on loopback.
    pub fn new(games: Vec<(TucGame, u16)>) -> HallSetup {
        HallSetup {
            games,
            host: "localhost".to_owned(),
            dialect: Dialect::default(),
            limits: AdmissionLimits::default(),
            cores: None,
        }
    }
}

/// What happens in a hall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HallEvent {
    /// Somebody connected and was asked for its name.
    Joined(GuestInfo),
    /// A guest said its name and can be seated.
    Named(GuestInfo),
    /// A guest is gone. Its seat, if it had one, is empty.
    Left {
        /// Who.
        guest: GuestInfo,
        /// Why; nothing if it was sent away.
        departure: Option<Departure>,
    },
    /// A guest answered a request that had been withdrawn. Nothing came of it.
    LateAnswer(GuestId),
    /// Somebody was not let in.
    Refused {
        /// Who.
        address: SocketAddr,
        /// Why.
        refusal: Refusal,
    },
}

/// The hall: any number of network players, any number of tables. Clones are handles to the same hall, which closes
/// with the last of them.
///
/// ```
/// use agon_hall::{Hall, HallSetup, TableSetup};
/// use agon_wire::tuc::TucGame;
/// let ants = agon_games::registry().game("ants").unwrap();
/// let (hall, troubles) = Hall::open(HallSetup::new(vec![(TucGame::new(ants.clone()).unwrap(), 0)]), agon_games::engines().into());
/// assert!(troubles.is_empty());
/// let (id, table) = hall.open_table(TableSetup::new(ants, 1)).unwrap();
/// assert_eq!(hall.tables().len(), 1);
/// assert!(hall.guests().is_empty() && table.snapshot().verdict.is_none());
/// hall.close_table(id);
/// hall.close();
/// ```
#[derive(Clone)]
pub struct Hall(Arc<Inside>);

/// What all handles to a hall share.
struct Inside {
    shared: Arc<Shared>,
    engines: Arc<Engines>,
    cores: Option<Cores>,
    listeners: Mutex<Vec<(String, Listener)>>,
    tables: Mutex<Tables>,
}

#[derive(Default)]
struct Tables {
    open: BTreeMap<TableId, Table>,
    counter: u64,
}

impl Hall {
    /// Opens the ports. One that cannot be had is said, and the hall works without it.
    pub fn open(setup: HallSetup, engines: Arc<Engines>) -> (Hall, Vec<ListenError>) {
        let lobby = |(game, _): &(TucGame, u16)| Lobby::new(game.clone(), setup.dialect, setup.limits.most);
        let lobbies = setup.games.iter().map(lobby).collect();
        let shared = Arc::new(Shared::new(lobbies, Admission::new(setup.limits)));
        let clock = SystemClock::new();
        let (mut listeners, mut troubles) = (Vec::new(), Vec::new());
        for (lobby, (game, port)) in setup.games.iter().enumerate() {
            let id = game.rules().id();
            let opened = open_port_of(&id, &setup.host, *port).and_then(|sockets| {
                for socket in sockets {
                    let shared = shared.clone();
                    let listener = Listener::open(socket, move |stream, address| {
                        // A connection that breaks while it is welcomed is its own loss.
                        let _ = welcome(&shared, lobby, stream, address, clock);
                        shared.lock().is_open()
                    });
                    let closed = |error| {
                        let (game, host, port) = (id.clone(), setup.host.clone(), *port);
                        ListenError::Closed { game, host, port, error }
                    };
                    listeners.push((id.clone(), listener.map_err(closed)?));
                }
                Ok(())
            });
            troubles.extend(opened.err());
        }
        let tables = Mutex::default();
        let cores = setup.cores;
        (
            Hall(Arc::new(Inside { shared, engines, cores, listeners: Mutex::new(listeners), tables })),
            troubles,
        )
    }

    /// Where network players can connect, with the game.
    pub fn addresses(&self) -> Vec<(String, SocketAddr)> {
        lock(&self.0.listeners).iter().map(|(game, listener)| (game.clone(), listener.address())).collect()
    }

    /// The connected network players, in the order they came.
    pub fn guests(&self) -> Vec<GuestInfo> {
        self.0.shared.lock().list()
    }

    /// Calls `listener` with everything that happens from now on, until it says `false`. It is called from many
    /// threads, one at a time; it must not wait and must not call the hall: pass the event on to a channel.
    pub fn listen(&self, listener: impl FnMut(&HallEvent) -> bool + Send + 'static) {
        self.0.shared.lock().listen(Box::new(listener));
    }

    /// Sends a guest away with QUIT. Says whether it was there.
    pub fn dismiss(&self, guest: GuestId) -> bool {
        self.0.shared.lock().dismiss(guest)
    }

    /// Opens a table, of any game; guests of that game can be seated at it.
    pub fn open_table(&self, setup: TableSetup) -> Result<(TableId, Table), TableError> {
        let mut tables = lock(&self.0.tables);
        tables.counter += 1;
        let id = TableId(tables.counter);
        let local = LocalUsher::sharing(self.0.engines.clone(), self.0.cores.clone());
        let usher = HallUsher { local, shared: self.0.shared.clone(), table: id };
        let table = Table::with_usher(setup, Box::new(usher))?;
        tables.open.insert(id, table.clone());
        Ok((id, table))
    }

    /// The tables.
    pub fn tables(&self) -> Vec<(TableId, Table)> {
        lock(&self.0.tables).open.iter().map(|(&id, table)| (id, table.clone())).collect()
    }

    /// A table by its number.
    pub fn table(&self, id: TableId) -> Option<Table> {
        lock(&self.0.tables).open.get(&id).cloned()
    }

    /// Closes a table; its guests stay in the hall.
    pub fn close_table(&self, id: TableId) {
        if let Some(table) = lock(&self.0.tables).open.remove(&id) {
            table.close();
        }
    }

    /// Closes all tables and ports, sends everybody away and waits a moment until they have left. Not for a thread
    /// that must not wait.
    pub fn close(&self) {
        self.0.close();
    }
}

impl Inside {
    fn close(&self) {
        for (_, table) in std::mem::take(&mut lock(&self.tables).open) {
            table.close();
        }
        self.shared.lock().close();
        for (_, listener) in lock(&self.listeners).iter_mut() {
            listener.close();
        }
        lock(&self.listeners).clear();
        self.shared.wait_for_connections(2 * FAREWELL);
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        self.close();
    }
}

/// Knows the guests of a hall and the players of this machine.
struct HallUsher {
    local: LocalUsher,
    shared: Arc<Shared>,
    table: TableId,
}

impl Usher for HallUsher {
    fn usher(
        &self,
        game: &Arc<dyn AnyGame>,
        occupant: &Occupant,
        sitting: Sitting,
        mailbox: &Mailbox,
    ) -> Result<Box<dyn Participant>, TableError> {
        match occupant {
            Occupant::Guest(guest) => {
                let seated = SeatedGuest::claim(&self.shared, *guest, game, self.table, sitting, mailbox)?;
                Ok(Box::new(seated))
            }
            _ => self.local.usher(game, occupant, sitting, mailbox),
        }
    }
}

//! The network players of a hall: what each has been told, which seat each has taken, and what they send.

mod seated;

pub(super) use self::seated::SeatedGuest;
use super::admission::{Admission, Refusal};
use super::participant::{Mailbox, Sitting, Ticket};
use super::{GuestId, HallEvent, TableId};
use agon_core::Side;
use agon_core::sync::lock;
use agon_referee::{Answer, Thought};
use agon_wire::tuc::{Lobby, LobbyEvent, PlayerId, WireMove};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::mpsc::{SyncSender, TrySendError};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, SystemTime};

/// What there is to know about a network player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuestInfo {
    /// Its number, counted from 1 and never given twice.
    pub id: GuestId,
    /// Its name, once it has said it. Harmless to print, but not to be taken for markup.
    pub name: Option<String>,
    /// The game it plays.
    pub game: String,
    /// Where it comes from.
    pub address: SocketAddr,
    /// Since when it is there.
    pub since: SystemTime,
    /// The table and the side it sits on.
    pub seated: Option<(TableId, Side)>,
}

/// A seat that a guest has taken.
struct Claim {
    /// Tells this taking of a seat from the next.
    number: u64,
    table: TableId,
    side: Side,
    sitting: Sitting,
    mailbox: Mailbox,
    ticket: Option<Ticket>,
}

struct Guest {
    info: GuestInfo,
    /// Its game, as a number of the lobby.
    lobby: usize,
    player: PlayerId,
    outbox: SyncSender<Vec<u8>>,
    claim: Option<Claim>,
    /// Its last move as it came, bytes without meaning included: they are passed on.
    last: Option<WireMove>,
}

/// Called with every event; says whether it wants more.
pub(super) type Listener = Box<dyn FnMut(&HallEvent) -> bool + Send>;

/// How far a connection has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GuestStatus {
    Unnamed,
    Named,
    Gone,
}

/// All guests, behind one lock. Nothing that holds it waits.
pub(super) struct Guests {
    lobbies: Vec<Lobby>,
    guests: BTreeMap<GuestId, Guest>,
    admission: Admission,
    listeners: Vec<Listener>,
    counter: u64,
    claims: u64,
    /// Whether new ones are let in.
    open: bool,
    /// Connections that still have a thread.
    connections: usize,
}

/// The guests and a bell that rings when a connection has ended.
pub(super) struct Shared {
    guests: Mutex<Guests>,
    ended: Condvar,
}

impl Shared {
    pub(super) fn new(lobbies: Vec<Lobby>, admission: Admission) -> Shared {
        let guests = Guests {
            lobbies,
            guests: BTreeMap::new(),
            admission,
            listeners: Vec::new(),
            counter: 0,
            claims: 0,
            open: true,
            connections: 0,
        };
        Shared { guests: Mutex::new(guests), ended: Condvar::new() }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Guests> {
        lock(&self.guests)
    }

    /// A connection's thread has ended.
    pub(super) fn connection_ended(&self) {
        self.lock().connections -= 1;
        self.ended.notify_all();
    }

    /// Waits until all connections have ended, though not for ever.
    pub(super) fn wait_for_connections(&self, patience: Duration) {
        let guests = self.lock();
        let _ = self.ended.wait_timeout_while(guests, patience, |guests| guests.connections > 0);
    }
}

impl Guests {
    /// Somebody connected: it is asked for its name.
    pub(super) fn arrive(
        &mut self,
        lobby: usize,
        address: SocketAddr,
        now: Duration,
        outbox: SyncSender<Vec<u8>>,
    ) -> Option<GuestId> {
        if !self.open {
            return None;
        }
        let player = match self.admission.admit(address.ip(), now) {
            Ok(()) => self.lobbies[lobby].connect(),
            Err(refusal) => {
                self.tell(&HallEvent::Refused { address, refusal });
                return None;
            }
        };
        let Some(player) = player else {
            self.admission.leave(address.ip());
            let refusal = Refusal::Full(self.guests.len());
            self.tell(&HallEvent::Refused { address, refusal });
            return None;
        };
        self.counter += 1;
        let id = GuestId(self.counter);
        let game = self.lobbies[lobby].game().rules().id();
        let info = GuestInfo { id, name: None, game, address, since: SystemTime::now(), seated: None };
        self.tell(&HallEvent::Joined(info.clone()));
        self.guests.insert(id, Guest { info, lobby, player, outbox, claim: None, last: None });
        self.connections += 1;
        self.settle(lobby);
        Some(id)
    }

    /// Bytes came from a guest.
    pub(super) fn receive(&mut self, id: GuestId, bytes: &[u8]) -> GuestStatus {
        if let Some((lobby, player)) = self.place_of(id) {
            self.lobbies[lobby].receive(player, bytes);
            self.settle(lobby);
        }
        self.status(id)
    }

    /// A guest's connection is closed or of no more use.
    pub(super) fn disconnected(&mut self, id: GuestId) {
        if let Some((lobby, player)) = self.place_of(id) {
            self.lobbies[lobby].disconnected(player);
            self.settle(lobby);
        }
    }

    /// A guest has had time enough to say its name.
    pub(super) fn expect_name(&mut self, id: GuestId) -> GuestStatus {
        if let Some((lobby, player)) = self.place_of(id) {
            self.lobbies[lobby].expect_name(player);
            self.settle(lobby);
        }
        self.status(id)
    }

    /// Sends a guest away. Says whether it was there.
    pub(super) fn dismiss(&mut self, id: GuestId) -> bool {
        let place = self.place_of(id);
        if let Some((lobby, player)) = place {
            self.lobbies[lobby].dismiss(player);
            self.settle(lobby);
        }
        place.is_some()
    }

    /// Sends everybody away and lets nobody in any more.
    pub(super) fn close(&mut self) {
        self.open = false;
        let all: Vec<_> = self.guests.keys().copied().collect();
        for id in all {
            self.dismiss(id);
        }
    }

    pub(super) fn is_open(&self) -> bool {
        self.open
    }

    pub(super) fn list(&self) -> Vec<GuestInfo> {
        self.guests.values().map(|guest| guest.info.clone()).collect()
    }

    pub(super) fn listen(&mut self, listener: Listener) {
        self.listeners.push(listener);
    }

    fn status(&self, id: GuestId) -> GuestStatus {
        match self.guests.get(&id) {
            None => GuestStatus::Gone,
            Some(guest) if guest.info.name.is_some() => GuestStatus::Named,
            Some(_) => GuestStatus::Unnamed,
        }
    }

    fn place_of(&self, id: GuestId) -> Option<(usize, PlayerId)> {
        self.guests.get(&id).map(|guest| (guest.lobby, guest.player))
    }

    /// Does what a lobby wants done.
    fn settle(&mut self, lobby: usize) {
        while let Some(event) = self.lobbies[lobby].next_event() {
            let (LobbyEvent::Send { player, .. }
            | LobbyEvent::Named { player, .. }
            | LobbyEvent::Moved { player, .. }
            | LobbyEvent::Late { player }
            | LobbyEvent::Gone { player, .. }) = event;
            let found = self.guests.values_mut().find(|g| g.lobby == lobby && g.player == player);
            let Some(guest) = found else { continue };
            match event {
                LobbyEvent::Send { bytes, .. } => {
                    // Who does not read what it is sent must not cost memory.
                    if let Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) =
                        guest.outbox.try_send(bytes)
                    {
                        self.lobbies[lobby].disconnected(player);
                    }
                }
                LobbyEvent::Named { name, .. } => {
                    guest.info.name = Some(name.to_string());
                    let info = guest.info.clone();
                    self.tell(&HallEvent::Named(info));
                }
                LobbyEvent::Moved { mv, .. } => {
                    guest.last = Some(mv);
                    if let Some(claim) = &mut guest.claim
                        && let Some(ticket) = claim.ticket.take()
                    {
                        claim.mailbox.answer(ticket, Answer::Move(mv.text(), Thought::default()));
                    }
                }
                LobbyEvent::Late { .. } => {
                    let id = guest.info.id;
                    self.tell(&HallEvent::LateAnswer(id));
                }
                LobbyEvent::Gone { departure, .. } => {
                    let id = guest.info.id;
                    if let Some(guest) = self.guests.remove(&id) {
                        self.admission.leave(guest.info.address.ip());
                        if let Some(claim) = guest.claim {
                            let why = departure.as_ref().map(ToString::to_string);
                            let why = why.unwrap_or_else(|| "it was sent away".to_owned());
                            claim.mailbox.left(claim.sitting, why);
                        }
                        self.tell(&HallEvent::Left { guest: guest.info, departure });
                    }
                }
            }
        }
    }

    fn tell(&mut self, event: &HallEvent) {
        self.listeners.retain_mut(|listener| listener(event));
    }
}

//! The network players of a hall: what each has been told, which seat each has taken, and what they send.

use super::admission::{Admission, Refusal};
use super::participant::{Mailbox, Participant, Place, Sitting, Ticket};
use super::{GuestId, HallEvent, TableError, TableId};
use agon_core::record::PlayerInfo;
use agon_core::sync::lock;
use agon_core::{AnyGame, LastMove, Side};
use agon_engine::Limits;
use agon_referee::{Answer, Fault, Thought};
use agon_wire::tuc::{Lobby, LobbyEvent, PlayerId, TucError, WireMove};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::mpsc::{SyncSender, TrySendError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, SystemTime};

/// What a program may overrun for the machine's own delay.
const TOLERANCE: Duration = Duration::from_millis(50);

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

/// How a connection stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
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
    pub(super) fn receive(&mut self, id: GuestId, bytes: &[u8]) -> Standing {
        if let Some((lobby, player)) = self.place_of(id) {
            self.lobbies[lobby].receive(player, bytes);
            self.settle(lobby);
        }
        self.standing(id)
    }

    /// A guest's connection is closed or of no more use.
    pub(super) fn disconnected(&mut self, id: GuestId) {
        if let Some((lobby, player)) = self.place_of(id) {
            self.lobbies[lobby].disconnected(player);
            self.settle(lobby);
        }
    }

    /// A guest has had time enough to say its name.
    pub(super) fn expect_name(&mut self, id: GuestId) -> Standing {
        if let Some((lobby, player)) = self.place_of(id) {
            self.lobbies[lobby].expect_name(player);
            self.settle(lobby);
        }
        self.standing(id)
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

    fn standing(&self, id: GuestId) -> Standing {
        match self.guests.get(&id) {
            None => Standing::Gone,
            Some(guest) if guest.info.name.is_some() => Standing::Named,
            Some(_) => Standing::Unnamed,
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

/// A guest in a seat.
pub(super) struct SeatedGuest {
    shared: Arc<Shared>,
    id: GuestId,
    claim: u64,
    info: PlayerInfo,
}

impl SeatedGuest {
    /// Takes a guest for a seat, away from the one it had.
    pub(super) fn claim(
        shared: &Arc<Shared>,
        id: GuestId,
        game: &Arc<dyn AnyGame>,
        table: TableId,
        sitting: Sitting,
        mailbox: &Mailbox,
    ) -> Result<SeatedGuest, TableError> {
        let mut guests = shared.lock();
        guests.claims += 1;
        let number = guests.claims;
        let guest = guests.guests.get_mut(&id).ok_or(TableError::NoSuchGuest(id))?;
        let plays = guest.info.game.clone();
        if plays != game.id() {
            return Err(TableError::GuestOfOtherGame { guest: id, plays, table: game.id() });
        }
        let name = guest.info.name.clone().ok_or(TableError::Unnamed(id))?;
        let mailbox = mailbox.clone();
        let claim = Claim { number, table, side: Side::First, sitting, mailbox, ticket: None };
        if let Some(before) = guest.claim.replace(claim) {
            before.mailbox.left(before.sitting, "it took another seat".to_owned());
        }
        let (lobby, player) = (guest.lobby, guest.player);
        guests.lobbies[lobby].unseat(player);
        let info = PlayerInfo { name, spec: format!("net:{id}") };
        Ok(SeatedGuest { shared: shared.clone(), id, claim: number, info })
    }

    /// Does something with the lobby if the seat is still this guest's; a guest that is gone has said so by mail.
    fn with(&self, act: impl FnOnce(&mut Lobby, &mut Claim, PlayerId) -> Result<(), TucError>) {
        let mut guests = self.shared.lock();
        let Guests { lobbies, guests: all, .. } = &mut *guests;
        let Some(guest) = all.get_mut(&self.id) else { return };
        let (lobby, player) = (guest.lobby, guest.player);
        let Some(claim) = guest.claim.as_mut().filter(|claim| claim.number == self.claim) else { return };
        if let Err(error) = act(&mut lobbies[lobby], claim, player) {
            // A board that cannot be written: the guest cannot play here.
            claim.mailbox.left(claim.sitting, error.to_string());
        }
        guest.info.seated = guest.claim.as_ref().map(|claim| (claim.table, claim.side));
        guests.settle(lobby);
    }
}

impl Participant for SeatedGuest {
    fn info(&self) -> PlayerInfo {
        self.info.clone()
    }

    fn tolerance(&self) -> Duration {
        TOLERANCE
    }

    fn sit(&mut self, place: &Place<'_>) -> Result<(), Fault> {
        self.with(|lobby, claim, player| {
            claim.side = place.side;
            claim.ticket = None;
            lobby.seat(player, place.side, place.line.position())
        });
        Ok(())
    }

    fn reset(&mut self, place: &Place<'_>) -> Result<(), Fault> {
        self.with(|lobby, claim, player| {
            claim.ticket = None;
            lobby.restart(player, place.line.position())
        });
        Ok(())
    }

    fn played(&mut self, place: &Place<'_>, mv: &LastMove) {
        if mv.side == place.side || place.line.is_over() {
            return;
        }
        let game = place.line.start().game();
        let text = game.split_roll(&mv.text).0;
        let as_it_came = self.last_of_opponent().filter(|last| last.text() == text);
        self.with(|lobby, _, player| {
            let mv = as_it_came.map_or_else(|| WireMove::from_text(lobby.game(), text), Ok)?;
            lobby.opponent_moved(player, &mv, place.line.position())
        });
    }

    fn ask(&mut self, place: &Place<'_>, _: &Limits, ticket: Ticket) {
        self.with(|lobby, claim, player| {
            claim.ticket = Some(ticket);
            lobby.request(player, place.line.position()).map(drop)
        });
    }

    fn withdraw(&mut self) {
        self.with(|lobby, claim, player| {
            claim.ticket = None;
            lobby.withdraw(player);
            Ok(())
        });
    }
}

impl SeatedGuest {
    /// The last move of the guest on the other side of this table, if a guest sits there.
    fn last_of_opponent(&self) -> Option<WireMove> {
        let guests = self.shared.lock();
        let table = guests.guests.get(&self.id)?.claim.as_ref()?.table;
        let opponent = guests.guests.values().find(|guest| {
            guest.info.id != self.id && guest.claim.as_ref().is_some_and(|claim| claim.table == table)
        });
        opponent?.last
    }
}

impl Drop for SeatedGuest {
    fn drop(&mut self) {
        let mut guests = self.shared.lock();
        let Guests { lobbies, guests: all, .. } = &mut *guests;
        if let Some(guest) = all.get_mut(&self.id)
            && guest.claim.as_ref().is_some_and(|claim| claim.number == self.claim)
        {
            guest.claim = None;
            guest.info.seated = None;
            lobbies[guest.lobby].unseat(guest.player);
        }
    }
}

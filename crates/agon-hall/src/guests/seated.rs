//! A network player in a seat at a table.

use super::{Claim, Guests, Shared};
use crate::participant::{Mailbox, Participant, Place, Sitting, Ticket};
use crate::{GuestId, TableError, TableId};
use agon_core::record::PlayerInfo;
use agon_core::{AnyGame, LastMove, Side};
use agon_engine::Limits;
use agon_referee::Fault;
use agon_seats::TOLERANCE;
use agon_wire::tuc::{Lobby, PlayerId, TucError, WireMove};
use std::sync::Arc;
use std::time::Duration;

/// A guest in a seat.
pub(crate) struct SeatedGuest {
    shared: Arc<Shared>,
    id: GuestId,
    claim: u64,
    info: PlayerInfo,
}

impl SeatedGuest {
    /// Takes a guest for a seat, away from the one it had.
    pub(crate) fn claim(
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

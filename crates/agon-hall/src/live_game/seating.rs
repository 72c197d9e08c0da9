//! Who sits where: taking a seat, leaving it, changing sides.

use super::{Chair, LiveGame, place};
use crate::participant::{Participant, Place, Silent, Sitting};
use crate::snapshot::Change;
use crate::{Occupant, TableError};
use agon_core::Side;
use agon_referee::Fault;
use std::time::Duration;

impl LiveGame {
    pub(super) fn swap(&mut self) {
        self.withdraw();
        self.chairs.swap(0, 1);
        for side in Side::BOTH {
            self.enter(side);
            self.sit(side);
        }
    }

    pub(super) fn seat(&mut self, side: Side, occupant: Occupant) -> Result<(), TableError> {
        let sitting = Sitting(self.next());
        let participant = self.usher.usher(&self.game, &occupant, sitting, &self.mailbox)?;
        self.take_seat(side, Chair { occupant, sitting, participant });
        self.sit(side);
        Ok(())
    }

    pub(super) fn leave(&mut self, side: Side, why: String, now: Duration) {
        self.halt(now);
        let sitting = Sitting(self.next());
        let participant = Box::new(Silent(Occupant::Nobody));
        self.take_seat(side, Chair { occupant: Occupant::Nobody, sitting, participant });
        self.changes.push_back(Change::Left(side, why));
    }

    /// Puts somebody else on a side. If it was to move, its time starts anew.
    fn take_seat(&mut self, side: Side, chair: Chair) {
        if self.open.as_ref().is_some_and(|open| open.side == side) {
            self.withdraw();
        }
        self.chairs[side] = chair;
        self.enter(side);
    }

    /// The record and the clock learn who plays a side.
    pub(super) fn enter(&mut self, side: Side) {
        let participant = &self.chairs[side].participant;
        self.referee.set_player(side, participant.info(), participant.tolerance());
        let control = self.control(side);
        if self.referee.control(side) != control {
            self.referee.set_control_of(side, control);
        }
    }

    fn sit(&mut self, side: Side) {
        if self.chairs[side].occupant == Occupant::Nobody {
            self.going = false;
        }
        self.changes.push_back(Change::Seated(side));
        self.tell(side, |participant, place| participant.sit(place));
    }

    pub(super) fn reset(&mut self) {
        for side in Side::BOTH {
            self.tell(side, |participant, place| participant.reset(place));
        }
        if let Some(verdict) = self.referee.verdict() {
            self.changes.push_back(Change::Over(verdict.clone()));
        }
    }

    fn tell(&mut self, side: Side, say: impl FnOnce(&mut dyn Participant, &Place<'_>) -> Result<(), Fault>) {
        let place = place(&self.referee, side, self.seed());
        if let Err(fault) = say(&mut *self.chairs[side].participant, &place)
            && self.referee.verdict().is_none()
        {
            self.withdraw();
            self.referee.lose(side, fault);
            self.end();
        }
    }
}

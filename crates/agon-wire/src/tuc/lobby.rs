//! The players of the graphical server: they come and go, are seated in the middle of a game, and are asked when
//! the referee wants a move of their side.

use super::error::TucError;
use super::{Departure, Dialect, PlayerName, SeatEvent, ServerSeat, TucGame, WireMove};
use agon_core::{AnyPosition, Phase, Side};
use std::collections::{BTreeMap, VecDeque};

/// A connected player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId(u64);

/// What there is to know about a connected player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LobbyPlayer {
    /// Who.
    pub id: PlayerId,
    /// Its name, once it has said it.
    pub name: Option<PlayerName>,
    /// The side it is seated on.
    pub side: Option<Side>,
}

/// What the lobby wants done, in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LobbyEvent {
    /// Send these bytes, in one write.
    Send {
        /// To whom.
        player: PlayerId,
        /// What.
        bytes: Vec<u8>,
    },
    /// A player said its name.
    Named {
        /// Who.
        player: PlayerId,
        /// The name.
        name: PlayerName,
    },
    /// A move came from the player of a side that was asked; let the referee judge it.
    Moved {
        /// The side.
        side: Side,
        /// Who.
        player: PlayerId,
        /// The move.
        mv: WireMove,
    },
    /// An answer came to a request that had been withdrawn. It changes nothing.
    Late {
        /// Who.
        player: PlayerId,
    },
    /// A player is gone; its seat is empty. When everything is sent, close its connection.
    Gone {
        /// Who.
        player: PlayerId,
        /// The side it was seated on.
        side: Option<Side>,
        /// Why; nothing if it was sent away.
        departure: Option<Departure>,
    },
}

#[derive(Clone, Debug)]
struct Guest {
    seat: ServerSeat,
    name: Option<PlayerName>,
}

/// All network players of a graphical server, and which of them sit at the board.
///
/// People and players of the house sit there too; the lobby knows only that their seats hold none of its own.
#[derive(Clone, Debug)]
pub struct Lobby {
    game: TucGame,
    dialect: Dialect,
    most: usize,
    guests: BTreeMap<PlayerId, Guest>,
    seated: [Option<PlayerId>; 2],
    next: u64,
    events: VecDeque<LobbyEvent>,
}

impl Lobby {
    /// An empty lobby with room for `most` players.
    pub fn new(game: TucGame, dialect: Dialect, most: usize) -> Lobby {
        let dialect = game.dialect(dialect);
        Lobby {
            game,
            dialect,
            most,
            guests: BTreeMap::new(),
            seated: [None; 2],
            next: 0,
            events: VecDeque::new(),
        }
    }

    /// The next thing to do; nothing until something happens.
    pub fn next_event(&mut self) -> Option<LobbyEvent> {
        self.events.pop_front()
    }

    /// A player connected: it is asked for its name. Nothing if there is no room; then close the connection.
    pub fn connect(&mut self) -> Option<PlayerId> {
        if self.guests.len() >= self.most {
            return None;
        }
        let player = PlayerId(self.next);
        self.next += 1;
        let mut seat = ServerSeat::new(self.game.clone());
        let bytes = seat.ask_name();
        self.guests.insert(player, Guest { seat, name: None });
        self.events.push_back(LobbyEvent::Send { player, bytes });
        Some(player)
    }

    /// The connected players, in the order they came.
    pub fn players(&self) -> impl Iterator<Item = LobbyPlayer> {
        let one = |(&id, guest): (&PlayerId, &Guest)| LobbyPlayer {
            id,
            name: guest.name.clone(),
            side: self.side_of(id),
        };
        self.guests.iter().map(one)
    }

    /// Who of the lobby sits on a side.
    pub fn seated(&self, side: Side) -> Option<PlayerId> {
        self.seated[side]
    }

    /// Takes bytes that arrived from a player.
    pub fn receive(&mut self, player: PlayerId, bytes: &[u8]) {
        let mut input = bytes;
        while let Some(guest) = self.guests.get_mut(&player) {
            match guest.seat.receive(&mut input) {
                Ok(Some(SeatEvent::Name(name))) => {
                    guest.name = Some(name.clone());
                    self.events.push_back(LobbyEvent::Named { player, name });
                }
                Ok(Some(SeatEvent::Move(mv))) => match self.side_of(player) {
                    Some(side) => self.events.push_back(LobbyEvent::Moved { side, player, mv }),
                    None => self.events.push_back(LobbyEvent::Late { player }),
                },
                Ok(Some(SeatEvent::LateMove(_))) => self.events.push_back(LobbyEvent::Late { player }),
                Ok(None) => break,
                Err(error) => self.remove(player, Some(Departure::BrokeProtocol(error))),
            }
        }
    }

    /// A player closed its connection.
    pub fn disconnected(&mut self, player: PlayerId) {
        self.remove(player, Some(Departure::Disconnected));
    }

    /// Sends a player away.
    pub fn dismiss(&mut self, player: PlayerId) {
        if let Some(guest) = self.guests.get(&player) {
            let bytes = guest.seat.quit();
            self.events.push_back(LobbyEvent::Send { player, bytes });
            self.remove(player, None);
        }
    }

    /// Gives a side to a player of the lobby, or to nobody of it. The newcomer gets the board, **then** its
    /// colour; what the one before was asked is withdrawn. Who sat on the other side leaves that one.
    pub fn seat(
        &mut self,
        side: Side,
        player: Option<PlayerId>,
        position: &dyn AnyPosition,
    ) -> Result<(), TucError> {
        let player = player.filter(|player| self.guests.contains_key(player));
        if self.seated[side] == player {
            return Ok(());
        }
        self.withdraw(side);
        self.seated[side] = None;
        if let Some(player) = player {
            if self.seated[!side] == Some(player) {
                self.withdraw(!side);
                self.seated[!side] = None;
            }
            self.seated[side] = Some(player);
            let guest = &self.guests[&player];
            let messages = [guest.seat.new_position(position)?, guest.seat.assign(side)];
            self.events.extend(messages.map(|bytes| LobbyEvent::Send { player, bytes }));
        }
        Ok(())
    }

    /// Asks the player of a side for its move, if one of the lobby sits there. In the dialect of positions it
    /// gets the board first.
    pub fn request(&mut self, side: Side, position: &dyn AnyPosition) -> Result<bool, TucError> {
        let Some(player) = self.seated[side] else { return Ok(false) };
        if self.dialect == Dialect::Positions {
            self.send_position(player, position)?;
        }
        if let Some(guest) = self.guests.get_mut(&player) {
            let bytes = guest.seat.request_move();
            self.events.push_back(LobbyEvent::Send { player, bytes });
        }
        Ok(true)
    }

    /// Takes the request of a side back; the answer that still comes changes nothing.
    pub fn withdraw(&mut self, side: Side) {
        if let Some(guest) = self.seated[side].and_then(|player| self.guests.get_mut(&player)) {
            guest.seat.withdraw();
        }
    }

    /// A side played a move that led to this position: the other side is told, unless the game is over or it
    /// will get the board with its next request.
    pub fn played(&mut self, side: Side, mv: &WireMove, after: &dyn AnyPosition) {
        let over = matches!(after.phase(), Phase::Over(_));
        if self.dialect == Dialect::Moves
            && !over
            && let Some(player) = self.seated[!side]
            && let Some(guest) = self.guests.get(&player)
        {
            let bytes = guest.seat.opponent_moved(mv);
            self.events.push_back(LobbyEvent::Send { player, bytes });
        }
    }

    /// The game begins anew, or moves were taken back: the seated players get the board alone, and what they
    /// were asked is withdrawn.
    pub fn restart(&mut self, position: &dyn AnyPosition) -> Result<(), TucError> {
        for side in Side::BOTH {
            self.withdraw(side);
            if let Some(player) = self.seated[side] {
                self.send_position(player, position)?;
            }
        }
        Ok(())
    }

    fn side_of(&self, player: PlayerId) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.seated[side] == Some(player))
    }

    fn send_position(&mut self, player: PlayerId, position: &dyn AnyPosition) -> Result<(), TucError> {
        if let Some(guest) = self.guests.get(&player) {
            let bytes = guest.seat.new_position(position)?;
            self.events.push_back(LobbyEvent::Send { player, bytes });
        }
        Ok(())
    }

    fn remove(&mut self, player: PlayerId, departure: Option<Departure>) {
        if self.guests.remove(&player).is_some() {
            let side = self.side_of(player);
            if let Some(side) = side {
                self.seated[side] = None;
            }
            self.events.push_back(LobbyEvent::Gone { player, side, departure });
        }
    }
}

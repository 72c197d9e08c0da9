//! The players of the graphical server: they come and go, are seated in the middle of a game, and are asked when
//! a referee wants a move of theirs.

use super::error::TucError;
use super::{Departure, Dialect, GraphicalSeat, PlayerName, SeatEvent, TucGame, WireMove};
use agon_core::{AnyPosition, Side};
use std::collections::{BTreeMap, VecDeque};

/// How many requests a player may leave without an answer, though every one but the last was withdrawn.
const MOST_OWED: usize = 32;

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
    /// The move that a player was asked for; let the referee judge it.
    Moved {
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
    /// A player is gone. When everything is sent, close its connection.
    Gone {
        /// Who.
        player: PlayerId,
        /// Why; nothing if it was sent away.
        departure: Option<Departure>,
    },
}

#[derive(Clone, Debug)]
struct Guest {
    seat: GraphicalSeat,
    name: Option<PlayerName>,
    side: Option<Side>,
}

/// All network players of a graphical server. Who sits at which board is for the owner of the boards to know; the
/// lobby knows what each player has been told and asked.
#[derive(Clone, Debug)]
pub struct Lobby {
    game: TucGame,
    dialect: Dialect,
    most: usize,
    guests: BTreeMap<PlayerId, Guest>,
    next: u64,
    events: VecDeque<LobbyEvent>,
}

impl Lobby {
    /// An empty lobby with room for `most` players.
    pub fn new(game: TucGame, dialect: Dialect, most: usize) -> Lobby {
        let dialect = game.dialect(dialect);
        Lobby { game, dialect, most, guests: BTreeMap::new(), next: 0, events: VecDeque::new() }
    }

    /// The game.
    pub fn game(&self) -> &TucGame {
        &self.game
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
        let mut seat = GraphicalSeat::new(self.game.clone(), self.dialect);
        let bytes = seat.ask_name();
        self.guests.insert(player, Guest { seat, name: None, side: None });
        self.send(player, bytes);
        Some(player)
    }

    /// The connected players, in the order they came.
    pub fn players(&self) -> impl Iterator<Item = LobbyPlayer> {
        let one = |(&id, guest): (&PlayerId, &Guest)| LobbyPlayer {
            id,
            name: guest.name.clone(),
            side: guest.side,
        };
        self.guests.iter().map(one)
    }

    /// Takes bytes that arrived from a player.
    pub fn receive(&mut self, player: PlayerId, bytes: &[u8]) {
        let mut input = bytes;
        while let Some(guest) = self.guests.get_mut(&player) {
            let event = match guest.seat.receive(&mut input) {
                Ok(Some(SeatEvent::Name(name))) => {
                    guest.name = Some(name.clone());
                    LobbyEvent::Named { player, name }
                }
                Ok(Some(SeatEvent::Move(mv))) => LobbyEvent::Moved { player, mv },
                Ok(Some(SeatEvent::LateMove(_))) => LobbyEvent::Late { player },
                Ok(None) => break,
                Err(error) => return self.remove(player, Some(Departure::BrokeProtocol(error))),
            };
            self.events.push_back(event);
        }
    }

    /// A player closed its connection.
    pub fn disconnected(&mut self, player: PlayerId) {
        self.remove(player, Some(Departure::Disconnected));
    }

    /// A player has had time enough to say its name. Says whether it must go.
    pub fn expect_name(&mut self, player: PlayerId) -> bool {
        let late = self.guests.get(&player).is_some_and(|guest| guest.name.is_none());
        if late {
            self.remove(player, Some(Departure::Nameless));
        }
        late
    }

    /// Sends a player away.
    pub fn dismiss(&mut self, player: PlayerId) {
        if let Some(guest) = self.guests.get(&player) {
            let bytes = guest.seat.quit();
            self.send(player, bytes);
            self.remove(player, None);
        }
    }

    /// Seats a player at a board that may be well under way: it gets the board, **then** its colour. What it was
    /// asked elsewhere is withdrawn.
    pub fn seat(&mut self, player: PlayerId, side: Side, position: &dyn AnyPosition) -> Result<(), TucError> {
        let Some(guest) = self.guests.get_mut(&player) else { return Ok(()) };
        guest.side = Some(side);
        let messages = guest.seat.sit(side, position)?;
        self.events.extend(messages.map(|bytes| LobbyEvent::Send { player, bytes }));
        Ok(())
    }

    /// A player leaves its seat and stays connected. The protocol has no message for this.
    pub fn unseat(&mut self, player: PlayerId) {
        if let Some(guest) = self.guests.get_mut(&player) {
            guest.seat.withdraw();
            guest.side = None;
        }
    }

    /// Asks a player for its move. It gets the board first in the dialect of positions, and wherever the one it holds
    /// may be wrong because an earlier request was withdrawn. Says whether it could be asked: not if it is gone, or
    /// is sent away now because it never answers.
    pub fn request(&mut self, player: PlayerId, position: &dyn AnyPosition) -> Result<bool, TucError> {
        let Some(guest) = self.guests.get_mut(&player) else { return Ok(false) };
        if guest.seat.owed() >= MOST_OWED {
            let bytes = guest.seat.quit();
            self.send(player, bytes);
            self.remove(player, Some(Departure::Unanswering { requests: MOST_OWED }));
            return Ok(false);
        }
        for bytes in guest.seat.request(position)? {
            self.send(player, bytes);
        }
        Ok(true)
    }

    /// Takes a request back; the answer that still comes changes nothing. To be called as well where the answer has
    /// just come and is not taken: the player has played it on its board.
    pub fn withdraw(&mut self, player: PlayerId) {
        if let Some(guest) = self.guests.get_mut(&player) {
            guest.seat.withdraw();
        }
    }

    /// Tells a player what its opponent played, and that it led to `after`, unless it will get the board with its next
    /// request. Where its own board may be wrong, it gets the board instead of the move. The last move of a game is
    /// told to nobody.
    pub fn opponent_moved(
        &mut self,
        player: PlayerId,
        mv: &WireMove,
        after: &dyn AnyPosition,
    ) -> Result<(), TucError> {
        if let Some(guest) = self.guests.get_mut(&player)
            && let Some(bytes) = guest.seat.opponent_moved(mv, after)?
        {
            self.send(player, bytes);
        }
        Ok(())
    }

    /// The player's game begins anew, or moves were taken back: it gets the board alone, and what it was asked is
    /// withdrawn.
    pub fn restart(&mut self, player: PlayerId, position: &dyn AnyPosition) -> Result<(), TucError> {
        if let Some(guest) = self.guests.get_mut(&player) {
            let bytes = guest.seat.restart(position)?;
            self.send(player, bytes);
        }
        Ok(())
    }

    fn send(&mut self, player: PlayerId, bytes: Vec<u8>) {
        self.events.push_back(LobbyEvent::Send { player, bytes });
    }

    fn remove(&mut self, player: PlayerId, departure: Option<Departure>) {
        if self.guests.remove(&player).is_some() {
            self.events.push_back(LobbyEvent::Gone { player, departure });
        }
    }
}

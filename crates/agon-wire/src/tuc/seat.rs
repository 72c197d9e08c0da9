//! One connection as a server sees it: what to send, and what may come back.

use super::error::{TucError, hexadecimal};
use super::{PlayerName, ServerMessage, TucGame, WireMove, WirePosition};
use agon_core::{AnyPosition, Side};
use std::collections::VecDeque;

/// What a player was asked for, in the order of asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Name,
    Move,
    /// A move that is no longer wanted. Players answer every request, so its answer still comes.
    WithdrawnMove,
}

/// What a player answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatEvent {
    /// Its name.
    Name(PlayerName),
    /// A move, legal or not, for the board as it is.
    Move(WireMove),
    /// A move for a request that was withdrawn: it belongs to a board that is gone.
    LateMove(WireMove),
}

/// A player's connection. The methods that tell the player something give back the bytes to send, one buffer a
/// message.
///
/// ```
/// # use agon_wire::tuc::*;
/// # let game = TucGame::new(agon_games::registry().game("ants").unwrap()).unwrap();
/// let mut seat = ServerSeat::new(game);
/// assert_eq!(seat.ask_name(), [6]);
/// let mut arrived: &[u8] = b"\x03Bob";
/// let event = seat.receive(&mut arrived).unwrap();
/// assert!(matches!(event, Some(SeatEvent::Name(name)) if name.to_string() == "Bob"));
/// assert_eq!(seat.request_move(), [4]);
/// ```
#[derive(Clone, Debug)]
pub struct ServerSeat {
    game: TucGame,
    asked: VecDeque<Asked>,
    /// Whether one of them is a move that is still wanted; there is never more than one.
    owes_move: bool,
    partial: Vec<u8>,
}

impl ServerSeat {
    /// A fresh connection.
    pub fn new(game: TucGame) -> ServerSeat {
        ServerSeat { game, asked: VecDeque::new(), owes_move: false, partial: Vec::new() }
    }

    /// The player has this side from now on.
    pub fn assign(&self, side: Side) -> Vec<u8> {
        ServerMessage::Colour(side).encode(&self.game)
    }

    /// Asks for the name.
    pub fn ask_name(&mut self) -> Vec<u8> {
        self.asked.push_back(Asked::Name);
        ServerMessage::RequestName.encode(&self.game)
    }

    /// The board as it is from now on.
    pub fn new_position(&self, position: &dyn AnyPosition) -> Result<Vec<u8>, TucError> {
        let position = WirePosition::of(&self.game, position)?;
        Ok(ServerMessage::NewPosition(position).encode(&self.game))
    }

    /// Asks for a move. A request that was still open is withdrawn.
    pub fn request_move(&mut self) -> Vec<u8> {
        self.withdraw();
        self.asked.push_back(Asked::Move);
        self.owes_move = true;
        ServerMessage::RequestMove.encode(&self.game)
    }

    /// Takes an open request back: the answer will come as [`SeatEvent::LateMove`]. The protocol has no message
    /// for this, so nothing is sent. Says whether a request was open.
    pub fn withdraw(&mut self) -> bool {
        // It stands at the end, or close to it; before it only what was withdrawn earlier.
        let withdrawn = std::mem::take(&mut self.owes_move);
        if withdrawn && let Some(open) = self.asked.iter_mut().rfind(|asked| **asked == Asked::Move) {
            *open = Asked::WithdrawnMove;
        }
        withdrawn
    }

    /// Whether the player owes a move for the board as it is.
    pub fn owes_move(&self) -> bool {
        self.owes_move
    }

    /// How many requests have no answer yet, withdrawn ones included.
    pub fn owed(&self) -> usize {
        self.asked.len()
    }

    /// The opponent played this; bytes without meaning go on as they came.
    pub fn opponent_moved(&self, mv: &WireMove) -> Vec<u8> {
        ServerMessage::OpponentMove(*mv).encode(&self.game)
    }

    /// Sends the player away.
    pub fn quit(&self) -> Vec<u8> {
        ServerMessage::Quit.encode(&self.game)
    }

    /// Takes the next answer from the front of `input`; nothing if there is no whole one. An error means that
    /// the player broke the protocol; nothing it sends can be understood after that.
    pub fn receive(&mut self, input: &mut &[u8]) -> Result<Option<SeatEvent>, TucError> {
        if input.is_empty() {
            return Ok(None);
        }
        let Some(&asked) = self.asked.front() else {
            return Err(TucError::Unasked { bytes: hexadecimal(input) });
        };
        if asked == Asked::Name && self.partial.is_empty() {
            let (length, rest) = input.split_at(1);
            self.partial.extend_from_slice(length);
            *input = rest;
        }
        let length = match asked {
            Asked::Name => 1 + usize::from(self.partial[0]),
            Asked::Move | Asked::WithdrawnMove => self.game.move_length(),
        };
        let (part, rest) = input.split_at(input.len().min(length - self.partial.len()));
        self.partial.extend_from_slice(part);
        *input = rest;
        if self.partial.len() < length {
            return Ok(None);
        }
        let answer = std::mem::take(&mut self.partial);
        self.asked.pop_front();
        self.owes_move &= asked != Asked::Move;
        let event = match asked {
            Asked::Name => Some(SeatEvent::Name(PlayerName::received(&self.game, &answer[1..]))),
            Asked::Move => WireMove::received(&self.game, &answer).map(SeatEvent::Move),
            Asked::WithdrawnMove => WireMove::received(&self.game, &answer).map(SeatEvent::LateMove),
        };
        Ok(event)
    }

    /// How many bytes of an unfinished answer are held.
    pub fn held(&self) -> usize {
        self.partial.len()
    }
}

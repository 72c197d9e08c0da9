//! What servers send: a byte that says what it is, then a body of fixed length.

use super::error::TucError;
use super::{TucGame, WireMove, WirePosition};
use agon_core::Side;

/// The numbers of the messages, before the game's base is added.
mod code {
    pub(super) const NEW_POSITION: u8 = 1;
    pub(super) const COLOR_W: u8 = 2;
    pub(super) const COLOR_B: u8 = 3;
    pub(super) const REQUEST_MOVE: u8 = 4;
    pub(super) const PREPARE_TO_RECEIVE_MOVE: u8 = 5;
    pub(super) const REQUEST_NAME: u8 = 6;
    pub(super) const QUIT: u8 = 7;
}

/// A message from a server to a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServerMessage {
    /// NEW_POSITION: the board as it is from now on.
    NewPosition(WirePosition),
    /// COLOR_W or COLOR_B: the player has this side from now on.
    Colour(Side),
    /// REQUEST_MOVE: the player answers with a move.
    RequestMove,
    /// PREPARE_TO_RECEIVE_MOVE: the opponent played this.
    OpponentMove(WireMove),
    /// REQUEST_NAME: the player answers with its name.
    RequestName,
    /// QUIT: the player leaves.
    Quit,
}

impl ServerMessage {
    /// The message in one piece, byte and body together: the original programs read a body with a single
    /// `recv` and give up if it comes in parts.
    pub fn encode(&self, game: &TucGame) -> Vec<u8> {
        let (number, body): (u8, &[u8]) = match self {
            ServerMessage::NewPosition(position) => (code::NEW_POSITION, position.bytes()),
            ServerMessage::Colour(Side::Second) => (code::COLOR_W, &[]),
            ServerMessage::Colour(Side::First) => (code::COLOR_B, &[]),
            ServerMessage::RequestMove => (code::REQUEST_MOVE, &[]),
            ServerMessage::OpponentMove(mv) => (code::PREPARE_TO_RECEIVE_MOVE, mv.bytes()),
            ServerMessage::RequestName => (code::REQUEST_NAME, &[]),
            ServerMessage::Quit => (code::QUIT, &[]),
        };
        let mut bytes = Vec::with_capacity(1 + body.len());
        bytes.push(game.base() + number);
        bytes.extend_from_slice(body);
        bytes
    }
}

/// Puts a server's messages together. Holds at most one unfinished message.
#[derive(Clone, Debug)]
pub struct ServerDecoder {
    game: TucGame,
    partial: Vec<u8>,
}

impl ServerDecoder {
    /// A decoder for one connection.
    pub fn new(game: TucGame) -> ServerDecoder {
        ServerDecoder { game, partial: Vec::new() }
    }

    /// Takes the next message from the front of `input`; nothing if there is no whole one. After an unknown code
    /// nobody can say where the next message begins, so every further call fails in the same way.
    pub fn take(&mut self, input: &mut &[u8]) -> Result<Option<ServerMessage>, TucError> {
        let code = match self.partial.first() {
            Some(&code) => code,
            None => match input.split_first() {
                Some((&code, rest)) => {
                    *input = rest;
                    self.partial.push(code);
                    code
                }
                None => return Ok(None),
            },
        };
        let number = code.wrapping_sub(self.game.base());
        let length = match number {
            code::NEW_POSITION => self.game.position_length(),
            code::PREPARE_TO_RECEIVE_MOVE => self.game.move_length(),
            code::COLOR_W..=code::QUIT => 0,
            _ => return Err(self.unknown(code)),
        };
        let missing = (1 + length).saturating_sub(self.partial.len());
        let (part, rest) = input.split_at(missing.min(input.len()));
        self.partial.extend_from_slice(part);
        *input = rest;
        if part.len() < missing {
            return Ok(None);
        }
        let body = &self.partial[1..];
        let message = match number {
            code::NEW_POSITION => WirePosition::received(&self.game, body).map(ServerMessage::NewPosition),
            code::COLOR_W => Some(ServerMessage::Colour(Side::Second)),
            code::COLOR_B => Some(ServerMessage::Colour(Side::First)),
            code::REQUEST_MOVE => Some(ServerMessage::RequestMove),
            code::REQUEST_NAME => Some(ServerMessage::RequestName),
            code::QUIT => Some(ServerMessage::Quit),
            _ => WireMove::received(&self.game, body).map(ServerMessage::OpponentMove),
        };
        let message = message.ok_or_else(|| self.unknown(code))?;
        self.partial.clear();
        Ok(Some(message))
    }

    /// How many bytes are held.
    pub fn held(&self) -> usize {
        self.partial.len()
    }

    fn unknown(&self, code: u8) -> TucError {
        let base = self.game.base();
        TucError::UnknownMessage {
            code,
            game: self.game.rules().info().title.to_owned(),
            first: base + code::NEW_POSITION,
            last: base + code::QUIT,
        }
    }
}

//! One connection of the graphical server: when the player gets the board, when a move, when it is asked.

use super::error::TucError;
use super::{Dialect, SeatEvent, ServerSeat, TucGame, WireMove};
use agon_core::{AnyPosition, Side};

/// A player's connection with the habits of the graphical server, which seats players in the middle of a game and takes
/// requests back. The methods that tell the player something give back the messages to send, each in one write.
#[derive(Clone, Debug)]
pub struct GraphicalSeat {
    seat: ServerSeat,
    dialect: Dialect,
    /// Whether the board it holds is the one being played on. Not before it got one, and not after a request was
    /// withdrawn: players play their answer on their own board, and nobody tells them that it was not taken.
    knows_board: bool,
}

impl GraphicalSeat {
    /// A fresh connection.
    pub fn new(game: TucGame, dialect: Dialect) -> GraphicalSeat {
        let dialect = game.dialect(dialect);
        GraphicalSeat { seat: ServerSeat::new(game), dialect, knows_board: false }
    }

    /// Asks for the name.
    pub fn ask_name(&mut self) -> Vec<u8> {
        self.seat.ask_name()
    }

    /// Seats the player at a board that may be well under way: it gets the board, **then** its colour. What it was asked
    /// elsewhere is withdrawn.
    pub fn sit(&mut self, side: Side, position: &dyn AnyPosition) -> Result<[Vec<u8>; 2], TucError> {
        self.withdraw();
        Ok([self.new_position(position)?, self.seat.assign(side)])
    }

    /// The game begins anew, or moves were taken back: the player gets the board alone, and what it was asked is
    /// withdrawn.
    pub fn restart(&mut self, position: &dyn AnyPosition) -> Result<Vec<u8>, TucError> {
        self.withdraw();
        self.new_position(position)
    }

    /// Asks for a move. The player gets the board first in the dialect of positions, and wherever the one it holds may
    /// be wrong because an earlier request was withdrawn.
    pub fn request(&mut self, position: &dyn AnyPosition) -> Result<Vec<Vec<u8>>, TucError> {
        if self.seat.owes_move() {
            self.withdraw();
        }
        let mut messages = Vec::new();
        if self.dialect == Dialect::Positions || !self.knows_board {
            messages.push(self.new_position(position)?);
        }
        messages.push(self.seat.request_move());
        Ok(messages)
    }

    /// Takes a request back; the answer that still comes changes nothing. To be called as well where the answer has
    /// just come and is not taken: the player has played it on its board.
    pub fn withdraw(&mut self) {
        self.seat.withdraw();
        self.knows_board = false;
    }

    /// What the opponent played, and that it led to `after`: nothing in the dialect of positions, where the player will
    /// get the board with its next request, and the board where its own may be wrong.
    pub fn opponent_moved(
        &mut self,
        mv: &WireMove,
        after: &dyn AnyPosition,
    ) -> Result<Option<Vec<u8>>, TucError> {
        match (self.dialect, self.knows_board) {
            (Dialect::Positions, _) => Ok(None),
            (Dialect::Moves, true) => Ok(Some(self.seat.opponent_moved(mv))),
            (Dialect::Moves, false) => self.new_position(after).map(Some),
        }
    }

    /// How many requests have no answer yet, withdrawn ones included.
    pub fn owed(&self) -> usize {
        self.seat.owed()
    }

    /// Sends the player away.
    pub fn quit(&self) -> Vec<u8> {
        self.seat.quit()
    }

    /// Takes the next answer from the front of `input`, as [`ServerSeat::receive`] does.
    pub fn receive(&mut self, input: &mut &[u8]) -> Result<Option<SeatEvent>, TucError> {
        self.seat.receive(input)
    }

    fn new_position(&mut self, position: &dyn AnyPosition) -> Result<Vec<u8>, TucError> {
        let bytes = self.seat.new_position(position)?;
        self.knows_board = true;
        Ok(bytes)
    }
}

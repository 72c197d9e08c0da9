//! The TUC protocol, for hexthello and ants: the habits of the graphical server.

use super::{Event, Lasting, Protocol};
use agon_core::{AnyPosition, Reason};
use agon_referee::{Beginning, Fault, Thought, Turn};
use agon_wire::tuc::{Dialect, PlayerName, SeatEvent, ServerSeat, TucError, TucGame, WireMove};
use std::collections::VecDeque;

/// A player on the network. It stays from game to game; each game seats it anew: the board, then its colour.
pub struct Tuc {
    game: TucGame,
    dialect: Dialect,
    seat: ServerSeat,
    name: Option<PlayerName>,
    asked_name: bool,
    /// How many moves of the game the player knows.
    told: usize,
    events: VecDeque<Event>,
}

impl Tuc {
    /// A player that has just connected.
    pub fn new(game: TucGame) -> Tuc {
        let dialect = game.dialect(Dialect::default());
        let seat = ServerSeat::new(game.clone());
        Tuc { game, dialect, seat, name: None, asked_name: false, told: 0, events: VecDeque::new() }
    }

    fn send(&mut self, bytes: Vec<u8>) {
        self.events.push_back(Event::Send(bytes));
    }

    fn send_position(&mut self, position: &dyn AnyPosition) -> Result<(), Fault> {
        let bytes = self.seat.new_position(position).map_err(|error| broken(&error))?;
        self.send(bytes);
        Ok(())
    }
}

impl Protocol for Tuc {
    fn lasting(&self) -> Lasting {
        Lasting::Patiently
    }

    fn name(&self) -> Option<String> {
        self.name.as_ref().map(ToString::to_string)
    }

    fn begin(&mut self, game: &Beginning<'_>) -> Result<bool, Fault> {
        self.seat.withdraw();
        let is_new = !std::mem::replace(&mut self.asked_name, true);
        if is_new {
            let bytes = self.seat.ask_name();
            self.send(bytes);
        }
        self.send_position(game.line.position())?;
        let bytes = self.seat.assign(game.side);
        self.send(bytes);
        self.told = game.line.moves().len();
        Ok(is_new)
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let moves = turn.line.moves();
        match self.dialect {
            Dialect::Positions => self.send_position(turn.line.position())?,
            Dialect::Moves => {
                let rules = self.game.rules().clone();
                for played in moves.get(self.told..).unwrap_or_default() {
                    if played.side != turn.side {
                        let (text, _) = rules.split_roll(&played.text);
                        let mv = WireMove::from_text(&self.game, text).map_err(|error| broken(&error))?;
                        let bytes = self.seat.opponent_moved(&mv);
                        self.send(bytes);
                    }
                }
            }
        }
        self.told = moves.len();
        let bytes = self.seat.request_move();
        self.send(bytes);
        Ok(())
    }

    fn receive(&mut self, input: &mut &[u8]) -> Result<Option<Event>, Fault> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(Some(event));
            }
            match self.seat.receive(input).map_err(|error| broken(&error))? {
                None => return Ok(None),
                Some(SeatEvent::Name(name)) => {
                    self.name = Some(name);
                    return Ok(Some(Event::Ready));
                }
                Some(SeatEvent::Move(mv)) => return Ok(Some(Event::Move(mv.text(), Thought::default()))),
                // It belongs to a board that is gone.
                Some(SeatEvent::LateMove(_)) => {}
            }
        }
    }

    fn time_over(&mut self, _: &Turn<'_>) -> Option<Event> {
        self.seat.withdraw();
        None
    }

    fn farewell(&mut self) -> Vec<u8> {
        self.seat.quit()
    }
}

fn broken(error: &TucError) -> Fault {
    Fault::new(Reason::ProtocolError).explained(error.to_string())
}

//! The TUC protocol, for hexthello and ants: the habits of the graphical server.

use super::{Event, Lasting, Protocol};
use agon_core::Reason;
use agon_referee::{Beginning, Fault, Thought, Turn};
use agon_wire::tuc::{Dialect, GraphicalSeat, PlayerName, SeatEvent, TucError, TucGame, WireMove};
use std::collections::VecDeque;

/// A player on the network. It stays from game to game; each game seats it anew: the board, then its colour.
pub struct Tuc {
    game: TucGame,
    seat: GraphicalSeat,
    name: Option<PlayerName>,
    asked_name: bool,
    /// How many moves of the game the player knows.
    told: usize,
    events: VecDeque<Event>,
}

impl Tuc {
    /// A player that has just connected.
    pub fn new(game: TucGame) -> Tuc {
        let seat = GraphicalSeat::new(game.clone(), Dialect::default());
        Tuc { game, seat, name: None, asked_name: false, told: 0, events: VecDeque::new() }
    }

    fn send(&mut self, bytes: Vec<u8>) {
        self.events.push_back(Event::Send(bytes));
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
        let is_new = !std::mem::replace(&mut self.asked_name, true);
        if is_new {
            let bytes = self.seat.ask_name();
            self.send(bytes);
        }
        let messages = self.seat.sit(game.side, game.line.position()).map_err(|error| broken(&error))?;
        self.events.extend(messages.map(Event::Send));
        self.told = game.line.moves().len();
        Ok(is_new)
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let rules = self.game.rules().clone();
        let moves = turn.line.moves();
        for (ply, played) in moves.iter().enumerate().skip(self.told) {
            let Some(after) = turn.line.position_at(ply + 1).filter(|_| played.side != turn.side) else {
                continue;
            };
            let (text, _) = rules.split_roll(&played.text);
            let mv = WireMove::from_text(&self.game, text).map_err(|error| broken(&error))?;
            let told = self.seat.opponent_moved(&mv, after).map_err(|error| broken(&error))?;
            self.events.extend(told.map(Event::Send));
        }
        self.told = moves.len();
        let messages = self.seat.request(turn.line.position()).map_err(|error| broken(&error))?;
        self.events.extend(messages.into_iter().map(Event::Send));
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

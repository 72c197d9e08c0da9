//! GTP, for reversi.

use super::{Event, Lasting, Protocol};
use agon_core::{Reason, Side};
use agon_referee::{Beginning, Fault, Thought, TimeControl, Turn};
use agon_wire::gtp::{GtpError, GuiEvent, GuiSide, TimeLeft, TimeSettings};
use std::time::Duration;

/// An engine behind GTP. It stays from game to game.
pub struct Gtp {
    gui: GuiSide,
    is_ready: bool,
    settings: Option<TimeSettings>,
}

impl Gtp {
    /// An engine that was just started.
    pub fn new() -> Gtp {
        Gtp { gui: GuiSide::new(), is_ready: false, settings: None }
    }
}

impl Default for Gtp {
    fn default() -> Gtp {
        Gtp::new()
    }
}

impl Protocol for Gtp {
    fn lasting(&self) -> Lasting {
        Lasting::Match
    }

    fn name(&self) -> Option<String> {
        self.gui.name().map(str::to_owned)
    }

    fn begin(&mut self, game: &Beginning<'_>) -> Result<bool, Fault> {
        self.settings = settings(&game.control);
        if self.is_ready {
            self.gui.new_game(self.settings);
        }
        Ok(!self.is_ready)
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let left = |side: Side| {
            let clock = turn.clocks[side]?;
            Some(TimeLeft { time: clock.remaining, moves: 0 })
        };
        self.gui.go(turn.line, Side::BOTH.map(left)).map_err(|error| broken(&error))
    }

    fn receive(&mut self, input: &mut &[u8]) -> Result<Option<Event>, Fault> {
        let event = match self.gui.receive(input).map_err(|error| broken(&error))? {
            None => return Ok(None),
            Some(GuiEvent::Send(bytes)) => Event::Send(bytes),
            Some(GuiEvent::Ready) => {
                self.is_ready = true;
                self.gui.new_game(self.settings);
                Event::Ready
            }
            Some(GuiEvent::BestMove(text)) => Event::Move(text, Thought::default()),
            Some(GuiEvent::Resigned) => Event::Resign,
        };
        Ok(Some(event))
    }

    fn farewell(&mut self) -> Vec<u8> {
        b"quit\n".to_vec()
    }
}

/// GTP counts in whole seconds: a time for a move that is shorter cannot be told.
fn settings(control: &TimeControl) -> Option<TimeSettings> {
    let whole = |time: Duration| Duration::from_secs(time.as_secs());
    match (control.per_move, control.game) {
        (Some(time), _) if time >= Duration::from_secs(1) => {
            Some(TimeSettings { main: Duration::ZERO, period: whole(time), moves: 1 })
        }
        (None, Some((time, _))) if time >= Duration::from_secs(1) => {
            Some(TimeSettings { main: whole(time), period: Duration::ZERO, moves: 0 })
        }
        _ => None,
    }
}

fn broken(error: &GtpError) -> Fault {
    Fault::new(Reason::ProtocolError).explained(error.to_string())
}

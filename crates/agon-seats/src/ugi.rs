//! UGI, for every game.

use super::{Event, Lasting, Protocol};
use agon_core::{Reason, Side};
use agon_engine::GameClock;
use agon_referee::{Beginning, Fault, Thought, Turn};
use agon_wire::ugi::{Go, GuiEvent, GuiSide, Info, Score};

/// A program behind UGI. It stays from game to game.
pub struct Ugi {
    gui: GuiSide,
    /// How often it must still say that it is ready before the game begins.
    unready: u32,
    thought: Thought,
}

impl Ugi {
    /// A program that was just started; `settings` are sent if it announces them.
    pub fn new(settings: Vec<(String, String)>) -> Ugi {
        Ugi { gui: GuiSide::new(settings), unready: 1, thought: Thought::default() }
    }

    fn note(&mut self, info: Info) {
        // Only the best line says something about the move.
        if info.rank.is_some_and(|rank| rank != 1) {
            return;
        }
        self.thought.depth = info.depth.or(self.thought.depth);
        self.thought.nodes = info.nodes.or(self.thought.nodes);
        if let Some(Score::Centi(score)) = info.score {
            self.thought.score = Some(score as f64 / 100.0);
        }
    }
}

impl Protocol for Ugi {
    fn lasting(&self) -> Lasting {
        Lasting::Match
    }

    fn name(&self) -> Option<String> {
        self.gui.name().map(str::to_owned)
    }

    fn begin(&mut self, _: &Beginning<'_>) -> Result<bool, Fault> {
        self.gui.new_game();
        self.unready += 1;
        Ok(true)
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        self.thought = Thought::default();
        self.gui.go(turn.line, &limits(turn));
        Ok(())
    }

    fn receive(&mut self, input: &mut &[u8]) -> Result<Option<Event>, Fault> {
        loop {
            let broken = |error: agon_wire::ugi::UgiError| {
                Fault::new(Reason::ProtocolError).explained(error.to_string())
            };
            match self.gui.receive(input).map_err(broken)? {
                None => return Ok(None),
                Some(GuiEvent::Send(bytes)) => return Ok(Some(Event::Send(bytes))),
                Some(GuiEvent::Ready) => {
                    self.unready = self.unready.saturating_sub(1);
                    if self.unready == 0 {
                        return Ok(Some(Event::Ready));
                    }
                }
                Some(GuiEvent::BestMove(text)) => {
                    return Ok(Some(Event::Move(text, std::mem::take(&mut self.thought))));
                }
                Some(GuiEvent::Info(info)) => self.note(info),
                Some(GuiEvent::Response(_)) => {}
            }
        }
    }

    fn farewell(&mut self) -> Vec<u8> {
        b"quit\n".to_vec()
    }
}

/// What the program may use, as UGI tells it.
fn limits(turn: &Turn<'_>) -> Go {
    let each = |of: fn(GameClock) -> std::time::Duration| Side::BOTH.map(|side| turn.clocks[side].map(of));
    Go {
        move_time: turn.limits.time,
        depth: turn.limits.depth,
        nodes: turn.limits.nodes,
        clock: each(|clock| clock.remaining),
        increment: each(|clock| clock.increment),
        infinite: false,
    }
}

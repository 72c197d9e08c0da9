//! NBoard, for reversi.

use super::{Event, Lasting, Protocol};
use agon_core::Reason;
use agon_referee::{Beginning, Fault, Thought, Turn};
use agon_wire::nboard::{GuiEvent, GuiSide, NBoardError};

/// How deep an engine is to look if the match does not say: NBoard knows no time.
const USUAL_DEPTH: u32 = 8;

/// An engine behind NBoard. It stays from game to game.
pub struct NBoard {
    gui: GuiSide,
    depth: u32,
    is_ready: bool,
    thought: Thought,
}

impl NBoard {
    /// An engine that was just started.
    pub fn new() -> NBoard {
        let gui = GuiSide::new(USUAL_DEPTH);
        NBoard { gui, depth: USUAL_DEPTH, is_ready: false, thought: Thought::default() }
    }
}

impl Default for NBoard {
    fn default() -> NBoard {
        NBoard::new()
    }
}

impl Protocol for NBoard {
    fn lasting(&self) -> Lasting {
        Lasting::Match
    }

    fn name(&self) -> Option<String> {
        self.gui.name().map(str::to_owned)
    }

    fn begin(&mut self, _: &Beginning<'_>) -> Result<bool, Fault> {
        Ok(!self.is_ready)
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        self.thought = Thought::default();
        let depth = turn.limits.depth.unwrap_or(USUAL_DEPTH);
        if depth != self.depth {
            self.depth = depth;
            self.gui.set_depth(depth);
        }
        self.gui.go(turn.line).map_err(|error| broken(&error))
    }

    fn receive(&mut self, input: &mut &[u8]) -> Result<Option<Event>, Fault> {
        loop {
            match self.gui.receive(input).map_err(|error| broken(&error))? {
                None => return Ok(None),
                Some(GuiEvent::Send(bytes)) => return Ok(Some(Event::Send(bytes))),
                Some(GuiEvent::Ready) => {
                    self.is_ready = true;
                    return Ok(Some(Event::Ready));
                }
                Some(GuiEvent::BestMove(best)) => {
                    let mut thought = std::mem::take(&mut self.thought);
                    thought.score = best.eval.or(thought.score);
                    return Ok(Some(Event::Move(best.text, thought)));
                }
                Some(GuiEvent::Hint(hint)) => {
                    self.thought.score = Some(hint.eval);
                    self.thought.depth = hint.depth.parse().ok();
                }
                Some(GuiEvent::NodeStats { nodes, .. }) => self.thought.nodes = Some(nodes),
                Some(GuiEvent::Analysis { .. } | GuiEvent::Status(_)) => {}
            }
        }
    }

    fn farewell(&mut self) -> Vec<u8> {
        b"quit\n".to_vec()
    }
}

fn broken(error: &NBoardError) -> Fault {
    Fault::new(Reason::ProtocolError).explained(error.to_string())
}

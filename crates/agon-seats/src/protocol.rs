//! What a program speaks, as its seat needs it.

use agon_core::{Line, Side, Verdict};
use agon_referee::{Beginning, Fault, Thought, Turn};
use std::time::Duration;

/// Something a program said, or that is to be said to it.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// Send this, in one piece.
    Send(Vec<u8>),
    /// The program is ready for the game.
    Ready,
    /// Its move, with what it thought of it.
    Move(String, Thought),
    /// It gives up.
    Resign,
}

/// How long a program stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lasting {
    /// For one game.
    Game,
    /// For as many games as there are, unless it does something wrong.
    Match,
    /// The same, and a time-out is no reason to send it away: the request is withdrawn and its answer dropped.
    Patiently,
}

/// A protocol with one program: bytes in, events out. It is made when the program is there and ends with it.
pub trait Protocol: Send {
    /// How long the program stays.
    fn lasting(&self) -> Lasting;

    /// What the program calls itself, once it has said so.
    fn name(&self) -> Option<String> {
        None
    }

    /// A game begins. The program may take its time until [`Event::Ready`]; says whether that is to be awaited.
    fn begin(&mut self, game: &Beginning<'_>) -> Result<bool, Fault>;

    /// The program is to move.
    fn ask(&mut self, turn: &Turn<'_>) -> Result<(), Fault>;

    /// When the seat is to stop waiting, if not at the referee's deadline.
    fn deadline(&self, turn: &Turn<'_>) -> Option<Duration> {
        turn.deadline
    }

    /// Takes the next event from the front of what the program printed; nothing if there is none yet.
    fn receive(&mut self, input: &mut &[u8]) -> Result<Option<Event>, Fault>;

    /// The time is over and no answer came. Gives the move that counts then, in protocols that have one.
    fn time_over(&mut self, turn: &Turn<'_>) -> Option<Event> {
        let _ = turn;
        None
    }

    /// Whether the program is still at something nobody wants any more and cannot be asked.
    fn is_busy(&self) -> bool {
        false
    }

    /// The game is over: what to send.
    fn finish(&mut self, side: Side, line: &Line, verdict: &Verdict) -> Vec<u8> {
        let _ = (side, line, verdict);
        Vec::new()
    }

    /// What to send before the program is let go.
    fn farewell(&mut self) -> Vec<u8> {
        Vec::new()
    }
}

//! What a seat is, and who can sit in one in this process: a random mover and engines. Programs have
//! seats of their own, in `agon-seats`.

use crate::{Answer, Clock, Fault, Setback, Thought, TimeControl};
use agon_core::outcome::Evidence;
use agon_core::record::PlayerInfo;
use agon_core::{Dice, Line, Reason, Side, Verdict};
use agon_engine::{Engine, GameClock, Limits, Stop};
use std::time::Duration;

/// A game that begins, as a seat sees it.
pub struct Beginning<'a> {
    /// The game so far: the start position and the moves of the opening.
    pub line: &'a Line,
    /// The side the seat has.
    pub side: Side,
    /// The seat's own randomness for this game.
    pub seed: u64,
    /// The seat's limits in this game.
    pub control: TimeControl,
    /// The referee's clock.
    pub clock: &'a dyn Clock,
    /// Set when the game is no longer wanted.
    pub stop: &'a Stop,
}

/// A turn as a seat sees it.
pub struct Turn<'a> {
    /// The whole game so far; the last position is the one to move in.
    pub line: &'a Line,
    /// The side to move.
    pub side: Side,
    /// What may be used.
    pub limits: &'a Limits,
    /// What each side has left on its game clock.
    pub clocks: [Option<GameClock>; 2],
    /// When the time for this move is over, tolerance included, on `clock`. A seat that waits for somebody else
    /// gives up then, with a time-out.
    pub deadline: Option<Duration>,
    /// The referee's clock.
    pub clock: &'a dyn Clock,
    /// Set when the answer is no longer wanted.
    pub stop: &'a Stop,
}

/// A player in a seat.
pub trait Seat: Send {
    /// Who it is, for the record.
    fn info(&self) -> PlayerInfo;

    /// What it may overrun for the machine's own delay; nothing for a player in this process.
    fn tolerance(&self) -> Duration {
        Duration::ZERO
    }

    /// A game begins.
    fn begin(&mut self, game: &Beginning<'_>) -> Result<(), Setback> {
        let _ = game;
        Ok(())
    }

    /// What is worth keeping in the record of a game that has begun, as names and values.
    fn tags(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// It is about to be its turn; its clock does not run yet. A seat that is asked without this wakes by itself.
    fn wake(&mut self) {}

    /// Chooses a move.
    fn choose(&mut self, turn: &Turn<'_>) -> Answer;

    /// It is not its turn any more, and nobody's clock runs: until it is woken it must not use the processor that its
    /// opponent needs.
    fn rest(&mut self) {}

    /// What there is to show for a game that this seat has lost by its own fault, beyond what the referee saw.
    fn evidence(&mut self) -> Evidence {
        Evidence::default()
    }

    /// The game is over.
    fn end(&mut self, line: &Line, verdict: &Verdict) {
        let _ = (line, verdict);
    }
}

/// Plays any legal move, each as likely as the others.
#[derive(Clone, Debug)]
pub struct RandomSeat {
    dice: Dice,
    fixed_seed: Option<u64>,
}

impl RandomSeat {
    /// A random mover; with a seed of its own it plays the same in every game.
    pub fn new(seed: Option<u64>) -> RandomSeat {
        RandomSeat { dice: Dice::new(seed.unwrap_or(0)), fixed_seed: seed }
    }
}

impl Seat for RandomSeat {
    fn info(&self) -> PlayerInfo {
        let spec = match self.fixed_seed {
            Some(seed) => format!("random:seed={seed}"),
            None => "random".to_owned(),
        };
        PlayerInfo { name: "random".to_owned(), spec }
    }

    fn begin(&mut self, game: &Beginning<'_>) -> Result<(), Setback> {
        self.dice = Dice::new(self.fixed_seed.unwrap_or(game.seed));
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Answer {
        match self.dice.pick(&turn.line.position().legal_moves()) {
            Some(mv) => Answer::Move(mv.clone(), Thought::default()),
            None => Answer::Fault(Fault::new(Reason::Crash).explained("it was asked without a move".into())),
        }
    }
}

/// An engine in this process. Its own limits and those of the game both hold, the tighter one counts.
pub struct EngineSeat {
    engine: Box<dyn Engine>,
    name: String,
}

impl EngineSeat {
    /// Seats an engine.
    pub fn new(engine: Box<dyn Engine>) -> EngineSeat {
        EngineSeat { name: engine.name(), engine }
    }
}

impl Seat for EngineSeat {
    fn info(&self) -> PlayerInfo {
        PlayerInfo { name: self.name.clone(), spec: self.name.clone() }
    }

    fn begin(&mut self, _: &Beginning<'_>) -> Result<(), Setback> {
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Answer {
        match self.engine.best(turn.line.position(), turn.limits, turn.stop, &mut |_| {}) {
            Ok(report) => {
                let thought = Thought {
                    score: Some(report.value()),
                    depth: Some(report.depth),
                    nodes: Some(report.nodes),
                    cpu: None,
                };
                Answer::Move(report.mv, thought)
            }
            Err(error) => Answer::Fault(Fault::new(Reason::Crash).explained(error.to_string())),
        }
    }
}

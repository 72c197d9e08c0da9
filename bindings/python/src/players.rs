//! Who plays in a match: engines and programs as on the command line, and anything in Python that can be called.
//!
//! What is called runs in the thread that plays the match, so that Ctrl-C reaches it: the threads that play the games send
//! it their questions.

use crate::engine::Engine;
use crate::errors::{Told, type_name};
use crate::position::Position;
use crate::report::Report;
use crate::rules::Rules;
use agon_core::record::PlayerInfo;
use agon_core::{AnyPosition, Record};
use agon_engine::EngineError;
use agon_referee::{Answer, Beginnings, Seat, Thought, Turn};
use agon_seats::{AbsentSeat, PlayerError, PlayerSpec, SeatFactory};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

/// A player of a match.
pub(crate) enum Player {
    /// An engine or a program.
    Written(PlayerSpec),
    /// Something to call, and what it is called.
    Called(Py<PyAny>, String),
}

/// What the threads that play say to the one that waits.
pub(crate) enum Message {
    /// Somebody in Python is to choose a move.
    Turn(Request),
    /// A game is over.
    Ended(Box<Record>),
}

/// A question to a player in Python.
pub(crate) struct Request {
    player: usize,
    start: Box<dyn AnyPosition>,
    moves: Vec<String>,
    reply: Sender<String>,
}

impl Player {
    /// Reads a player as Python gives it.
    pub(crate) fn read(player: &Bound<'_, PyAny>, rules: &Rules) -> PyResult<Player> {
        if let Ok(engine) = player.cast::<Engine>() {
            let engine = engine.get();
            if engine.rules.id != rules.id {
                let (engine, game) = (engine.rules.id.clone(), rules.id.clone());
                return Err(EngineError::WrongGame { engine, game }.told());
            }
            return Ok(Player::Written(PlayerSpec::Engine(engine.spec.clone())));
        }
        if let Ok(text) = player.extract::<String>() {
            let spec = text.parse().map_err(|error: PlayerError| PyValueError::new_err(error.to_string()))?;
            return Ok(Player::Written(spec));
        }
        if !player.is_callable() {
            let told = "a player is an engine, a text such as 'engine:level=3', or something to call, not";
            return Err(PyTypeError::new_err(format!("{told} '{}'", type_name(player))));
        }
        let name = player.getattr_opt("__name__")?.and_then(|name| name.extract().ok());
        Ok(Player::Called(player.clone().unbind(), name.unwrap_or_else(|| type_name(player))))
    }

    /// Where its games can begin.
    pub(crate) fn beginnings(&self, rules: &Rules) -> Beginnings {
        match self {
            Player::Written(spec) => spec.beginnings(&*rules.game),
            Player::Called(..) => Beginnings::Anywhere,
        }
    }

    /// Seats it once, to see that it can be.
    pub(crate) fn try_out(&self, rules: &Rules, factory: &SeatFactory<'_>) -> Result<(), PlayerError> {
        match self {
            Player::Written(spec) => spec.seat_in(&*rules.game, factory).map(|_| ()),
            Player::Called(..) => Ok(()),
        }
    }

    /// A seat for it, which asks for its moves where it is somebody in Python.
    pub(crate) fn seat(
        &self,
        number: usize,
        rules: &Arc<Rules>,
        factory: &SeatFactory<'_>,
        messages: &Sender<Message>,
    ) -> Box<dyn Seat> {
        match self {
            Player::Written(spec) => AbsentSeat::or_absent(spec, spec.seat_in(&*rules.game, factory)),
            Player::Called(_, name) => {
                Box::new(CalledSeat { number, name: name.clone(), messages: messages.clone() })
            }
        }
    }
}

/// The seat of somebody in Python.
struct CalledSeat {
    number: usize,
    name: String,
    messages: Sender<Message>,
}

impl Seat for CalledSeat {
    fn info(&self) -> PlayerInfo {
        PlayerInfo { name: self.name.clone(), spec: format!("python:{}", self.name) }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Answer {
        let (reply, answer) = channel();
        let moves = turn.line.moves().iter().map(|mv| mv.text.clone()).collect();
        let request = Request { player: self.number, start: turn.line.start().boxed(), moves, reply };
        let asked = self.messages.send(Message::Turn(request));
        // Without an answer the match has been given up.
        match asked.ok().and_then(|()| answer.recv().ok()) {
            Some(text) => Answer::Move(text, Thought::default()),
            None => Answer::Leave,
        }
    }
}

impl Request {
    /// Asks the player, in the thread that waits for the match.
    pub(crate) fn answer(self, py: Python<'_>, players: &[Player; 2], rules: &Arc<Rules>) -> PyResult<()> {
        let Player::Called(player, _) = &players[self.player] else { return Ok(()) };
        let start = Bound::new(py, Position::fresh(rules.clone(), self.start))?;
        let position = Position::recorded(&start, self.moves.iter().map(String::as_str))?;
        let chosen = player.bind(py).call1((&position,))?;
        let text = text_of(&chosen, position.get())?;
        // Nobody listens any more only when the match has been given up.
        let _ = self.reply.send(text);
        Ok(())
    }
}

/// The move that a player gave back: as text, by its number, or in an engine's report.
fn text_of(chosen: &Bound<'_, PyAny>, position: &Position) -> PyResult<String> {
    if let Ok(text) = chosen.extract::<String>() {
        return Ok(text);
    }
    if let Ok(report) = chosen.cast::<Report>() {
        return Ok(report.get().0.mv.clone());
    }
    let Ok(number) = chosen.extract::<i64>() else {
        let told = format!("a player gives back a move as text or a number, not '{}'", type_name(chosen));
        return Err(PyTypeError::new_err(told));
    };
    // The referee says what is wrong with a move that is not legal.
    let text = usize::try_from(number).ok().and_then(|action| position.rules.game.action_text(action));
    Ok(text.unwrap_or_else(|| number.to_string()))
}

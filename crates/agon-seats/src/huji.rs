//! A folder with Python `ai.py` and `game.py`, in four-in-a-row.

use super::{Event, Lasting, Protocol};
use agon_core::{Dice, Reason};
use agon_engine::GameClock;
use agon_referee::{Beginning, Fault, Thought, Turn};
use agon_wire::lines::LineReader;
use std::collections::VecDeque;
use std::time::Duration;

/// Loads the folder, replays the game and calls the player.
pub(super) const DRIVER: &str = include_str!("../python/huji_driver.py");

/// The longest line the driver writes.
const LONGEST_LINE: usize = 1024;

/// Over how many moves the time for a whole game is spread.
const MOVES_OF_A_GAME: u32 = 15;

/// Time is kept by the seat: when it is over, the last column counts. So nobody is ever late.
pub(super) const NEVER_LATE: Duration = Duration::from_secs(24 * 3600);

/// A student's player behind our driver. The last column it gives before its time is over is its move; if there is
/// none, a random one.
pub struct Huji {
    reader: LineReader,
    seed: u64,
    question: Option<Question>,
    /// Whether the player is thinking, also if nobody waits for it any more.
    busy: bool,
    events: VecDeque<Event>,
}

/// What the player is asked.
struct Question {
    legal: Vec<String>,
    seed: u64,
    deadline: Option<Duration>,
    column: Option<String>,
}

impl Question {
    /// The move that counts when the player is done or its time is over.
    fn answer(self) -> Option<Event> {
        let column = self.column.or_else(|| Dice::new(self.seed).pick(&self.legal).cloned())?;
        Some(Event::Move(column, Thought::default()))
    }
}

impl Huji {
    /// A driver that was just started.
    pub fn new() -> Huji {
        let reader = LineReader::new(LONGEST_LINE);
        Huji { reader, seed: 0, question: None, busy: false, events: VecDeque::new() }
    }

    fn take(&mut self, line: &str) -> Result<(), Fault> {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("ready", "") => self.events.push_back(Event::Ready),
            ("column", column) => {
                if let Some(question) = &mut self.question {
                    question.column = Some(column.to_owned());
                }
            }
            ("done", "") => {
                self.busy = false;
                self.events.extend(self.question.take().and_then(Question::answer));
            }
            // What our own interruption broke is nobody's fault.
            ("failed", "") if self.question.is_none() => self.busy = false,
            ("failed", "") => {
                let text = "its code ended with an exception instead of a move";
                return Err(Fault::new(Reason::Crash).explained(text.to_owned()));
            }
            _ => {
                let text = "it wrote where only the driver writes".to_owned();
                return Err(Fault::new(Reason::ProtocolError).explained(text));
            }
        }
        Ok(())
    }
}

impl Default for Huji {
    fn default() -> Huji {
        Huji::new()
    }
}

impl Protocol for Huji {
    fn lasting(&self) -> Lasting {
        Lasting::Game
    }

    fn begin(&mut self, game: &Beginning<'_>) -> Result<bool, Fault> {
        self.seed = game.seed;
        Ok(true)
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let time = time(turn);
        let seconds = time.map_or("-".to_owned(), |time| time.as_secs_f64().to_string());
        let mut line = format!("think {seconds}");
        for played in turn.line.moves() {
            line.push(' ');
            line.push_str(&played.text);
        }
        line.push('\n');
        self.events.push_back(Event::Send(line.into_bytes()));
        self.busy = true;
        self.question = Some(Question {
            legal: turn.line.position().legal_moves(),
            seed: Dice::derive(self.seed, turn.line.moves().len() as u64),
            deadline: time.map(|time| turn.clock.now() + time),
            column: None,
        });
        Ok(())
    }

    fn deadline(&self, _: &Turn<'_>) -> Option<Duration> {
        self.question.as_ref().and_then(|question| question.deadline)
    }

    fn receive(&mut self, input: &mut &[u8]) -> Result<Option<Event>, Fault> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(Some(event));
            }
            match self.reader.take(input) {
                Ok(Some(line)) if line.is_empty() => {}
                Ok(Some(line)) => self.take(&line)?,
                Ok(None) => return Ok(None),
                Err(error) => return Err(Fault::new(Reason::ProtocolError).explained(error.to_string())),
            }
        }
    }

    fn time_over(&mut self, _: &Turn<'_>) -> Option<Event> {
        self.question.take().and_then(Question::answer)
    }

    fn is_busy(&self) -> bool {
        self.busy
    }
}

/// The time for this move: the match's, or a share of the time for the game.
fn time(turn: &Turn<'_>) -> Option<Duration> {
    let share = |clock: GameClock| clock.remaining / MOVES_OF_A_GAME + clock.increment / 2;
    turn.limits.time.or(turn.limits.clock.map(share))
}

//! The GUI's end: drives an engine and reads its answers.

use super::{BestMove, Command, Hint, NBoardError, Reply, write_game};
use crate::lines::{LONGEST_LINE, LineReader};
use crate::quoted::quoted;
use agon_core::Line;
use std::collections::VecDeque;

/// What the machine wants done or has to tell, in this order.
#[derive(Clone, PartialEq, Debug)]
pub enum GuiEvent {
    /// Write this, in one piece.
    Send(Vec<u8>),
    /// The engine answers.
    Ready,
    /// The engine's move.
    BestMove(BestMove),
    /// An evaluation.
    Hint(Hint),
    /// A value of the game that is analysed.
    Analysis {
        /// How many moves had been made.
        moves: u32,
        /// The value for the side to move.
        eval: f64,
    },
    /// How far the search is.
    NodeStats {
        /// Positions looked at.
        nodes: u64,
        /// Seconds.
        seconds: f64,
    },
    /// A text for people.
    Status(String),
}

/// An engine as the GUI sees it.
///
/// Whatever an engine sends before its `pong` belongs to the board before the `ping`; so a ping goes out with
/// every change of the board, and answers count only after its pong.
#[derive(Clone, Debug)]
pub struct GuiSide {
    reader: LineReader,
    name: Option<String>,
    pings: i64,
    /// The last ping, as long as its pong is awaited.
    awaited: Option<i64>,
    ready: bool,
    /// What to ask when the pong has come.
    wanted: Option<Command>,
    searching: bool,
    events: VecDeque<GuiEvent>,
}

impl GuiSide {
    /// Begins to speak with an engine that was just started.
    pub fn new(depth: u32) -> GuiSide {
        let mut gui = GuiSide {
            reader: LineReader::new(LONGEST_LINE),
            name: None,
            pings: 0,
            awaited: None,
            ready: false,
            wanted: None,
            searching: false,
            events: VecDeque::new(),
        };
        gui.send_with_ping(&[Command::NBoard(2), Command::SetDepth(depth)]);
        gui
    }

    /// What the engine calls itself.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether an answer is awaited.
    pub fn is_searching(&self) -> bool {
        self.searching || self.wanted.is_some()
    }

    /// Sets how deep the engine looks.
    pub fn set_depth(&mut self, depth: u32) {
        self.send(&[Command::SetDepth(depth)]);
    }

    /// Asks for a move. A search that is under way is withdrawn.
    pub fn go(&mut self, line: &Line) -> Result<(), NBoardError> {
        self.ask(line, Command::Go)
    }

    /// Asks for evaluations of about this many moves.
    pub fn hint(&mut self, line: &Line, moves: u32) -> Result<(), NBoardError> {
        self.ask(line, Command::Hint(moves))
    }

    /// Asks for the values of the whole game.
    pub fn analyze(&mut self, line: &Line) -> Result<(), NBoardError> {
        self.ask(line, Command::Analyze)
    }

    /// The answer is no longer wanted: the engine is stopped, and what it still sends is dropped.
    pub fn withdraw(&mut self) {
        if self.is_searching() {
            self.wanted = None;
            self.searching = false;
            self.send_with_ping(&[]);
        }
    }

    /// Ends the engine.
    pub fn quit(&mut self) {
        self.send(&[Command::Quit]);
    }

    /// Takes the next event from the front of `input`; nothing if there is no whole line. Lines that mean
    /// nothing are skipped.
    pub fn receive(&mut self, input: &mut &[u8]) -> Result<Option<GuiEvent>, NBoardError> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(Some(event));
            }
            match self.reader.take(input) {
                Ok(Some(line)) => self.take(&line),
                Ok(None) if self.reader.is_skipping() => {
                    return Err(NBoardError::TooLong { limit: LONGEST_LINE });
                }
                Ok(None) => return Ok(None),
                Err(error) => return Err(NBoardError::TooLong { limit: error.limit }),
            }
        }
    }

    fn take(&mut self, line: &str) {
        let Ok(reply) = line.parse::<Reply>();
        match reply {
            Reply::Name(name) => self.name = Some(quoted(&name)),
            Reply::Pong(number) => self.pong(number),
            Reply::Status(text) => self.events.push_back(GuiEvent::Status(quoted(&text))),
            _ if !self.searching => {}
            Reply::Move(best) => {
                self.searching = false;
                self.events.push_back(GuiEvent::BestMove(best));
            }
            Reply::Search(hint) | Reply::Book(hint) => self.events.push_back(GuiEvent::Hint(hint)),
            Reply::Analysis { moves, eval } => self.events.push_back(GuiEvent::Analysis { moves, eval }),
            Reply::NodeStats { nodes, seconds } => {
                self.events.push_back(GuiEvent::NodeStats { nodes, seconds });
            }
            Reply::Learned | Reply::Other(_) => {}
        }
    }

    fn pong(&mut self, number: i64) {
        if self.awaited != Some(number) {
            return;
        }
        self.awaited = None;
        if !self.ready {
            self.ready = true;
            self.events.push_back(GuiEvent::Ready);
        }
        if let Some(command) = self.wanted.take() {
            self.send(&[command]);
            self.searching = true;
        }
    }

    fn ask(&mut self, line: &Line, command: Command) -> Result<(), NBoardError> {
        let game = write_game(line)?;
        // A thinking engine is stopped before its board changes.
        self.withdraw();
        self.send_with_ping(&[Command::SetGame(game)]);
        self.wanted = Some(command);
        Ok(())
    }

    fn send_with_ping(&mut self, commands: &[Command]) {
        self.pings += 1;
        self.awaited = Some(self.pings);
        let mut commands = commands.to_vec();
        commands.push(Command::Ping(self.pings));
        self.send(&commands);
    }

    fn send(&mut self, commands: &[Command]) {
        let lines: String = commands.iter().map(|command| format!("{command}\n")).collect();
        self.events.push_back(GuiEvent::Send(lines.into_bytes()));
    }
}

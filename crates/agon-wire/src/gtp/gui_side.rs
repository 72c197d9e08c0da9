//! The controller's end: drives an engine and reads its answers.

use super::{Request, Response, ResponseReader, TimeLeft, TimeSettings, colour_word, to_vertex};
use crate::quoted::quoted;
use agon_core::{Line, Side};
use std::collections::VecDeque;
use thiserror::Error;

/// Why an engine cannot be used any longer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GtpError {
    /// It refused a command.
    #[error("the engine answered '{command}' with an error: {message}")]
    Refused {
        /// The command.
        command: String,
        /// What it said.
        message: String,
    },
    /// It answered something that was not asked.
    #[error("the engine sent an answer{number} that belongs to no command")]
    Unasked {
        /// Its number, as words.
        number: String,
    },
    /// It speaks another version.
    #[error("the engine speaks version '{found}' of the protocol; version 2 is spoken here")]
    Version {
        /// What it said.
        found: String,
    },
    /// GTP cannot set up positions.
    #[error("an engine behind GTP can only play games from the usual start position")]
    OtherStart,
    /// An answer without end.
    #[error("an answer was longer than the {limit} bytes that are read")]
    TooLong {
        /// The most bytes that are read.
        limit: usize,
    },
}

/// What the machine wants done or has to tell, in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GuiEvent {
    /// Write this, in one piece.
    Send(Vec<u8>),
    /// The engine has said who it is and is ready for a game.
    Ready,
    /// Its move, as the rules write it.
    BestMove(String),
    /// It gives up.
    Resigned,
}

/// What an answer is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Version,
    Name,
    /// The last command before a game; then the engine is ready.
    Greeting,
    /// A command that must not fail.
    Needed,
    /// A command whose failure does not matter: not every engine keeps time.
    Optional,
    Move,
    /// A move that nobody wants any more.
    WithdrawnMove,
}

#[derive(Clone, Debug)]
struct Waiting {
    id: u32,
    purpose: Purpose,
    command: String,
}

/// An engine as its controller sees it. The engine has a board of its own, and its own moves are on it at once;
/// the controller keeps track of what stands there.
#[derive(Clone, Debug)]
pub struct GuiSide {
    reader: ResponseReader,
    next_id: u32,
    waiting: VecDeque<Waiting>,
    name: Option<String>,
    /// The moves on the engine's board; nothing if that is not known.
    board: Option<Vec<String>>,
    settings: Option<TimeSettings>,
    events: VecDeque<GuiEvent>,
}

impl Default for GuiSide {
    fn default() -> GuiSide {
        GuiSide::new()
    }
}

impl GuiSide {
    /// Begins to speak with an engine that was just started.
    pub fn new() -> GuiSide {
        let mut gui = GuiSide {
            reader: ResponseReader::default(),
            next_id: 1,
            waiting: VecDeque::new(),
            name: None,
            board: Some(Vec::new()),
            settings: None,
            events: VecDeque::new(),
        };
        let mut lines = String::new();
        gui.command(&mut lines, Purpose::Version, "protocol_version", &[]);
        gui.command(&mut lines, Purpose::Name, "name", &[]);
        gui.command(&mut lines, Purpose::Optional, "set_game", &["Othello"]);
        gui.command(&mut lines, Purpose::Optional, "boardsize", &["8"]);
        gui.command(&mut lines, Purpose::Greeting, "clear_board", &[]);
        gui.send(lines);
        gui
    }

    /// What the engine calls itself.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether a move is awaited.
    pub fn is_searching(&self) -> bool {
        self.waiting.iter().any(|waiting| waiting.purpose == Purpose::Move)
    }

    /// A new game begins; an engine that plays too long at the old one is asked no less.
    pub fn new_game(&mut self, settings: Option<TimeSettings>) {
        self.withdraw();
        self.settings = settings;
        let mut lines = String::new();
        self.command(&mut lines, Purpose::Needed, "clear_board", &[]);
        self.board = Some(Vec::new());
        if let Some(TimeSettings { main, period, moves }) = settings {
            let words = [main.as_secs().to_string(), period.as_secs().to_string(), moves.to_string()];
            self.command(
                &mut lines,
                Purpose::Optional,
                "time_settings",
                &words.each_ref().map(String::as_str),
            );
        }
        self.send(lines);
    }

    /// Asks for a move; `left` is what each side has. A request that is open is withdrawn.
    pub fn go(&mut self, line: &Line, left: [Option<TimeLeft>; 2]) -> Result<(), GtpError> {
        if line.start().text() != line.start().game().start().text() {
            return Err(GtpError::OtherStart);
        }
        self.withdraw();
        let moves: Vec<String> = line.moves().iter().map(|mv| mv.text.clone()).collect();
        let mut lines = String::new();
        let known = self.board.take().filter(|board| moves.starts_with(board)).map(|board| board.len());
        if known.is_none() {
            self.command(&mut lines, Purpose::Needed, "clear_board", &[]);
        }
        for played in &line.moves()[known.unwrap_or(0)..] {
            let words = [colour_word(played.side), &to_vertex(&played.text)];
            self.command(&mut lines, Purpose::Needed, "play", &words);
        }
        for side in Side::BOTH {
            if let Some(TimeLeft { time, moves }) = left[side] {
                let words = [colour_word(side), &time.as_secs().to_string(), &moves.to_string()];
                self.command(&mut lines, Purpose::Optional, "time_left", &words);
            }
        }
        self.board = Some(moves);
        let side = line.position().side_to_move();
        self.command(&mut lines, Purpose::Move, "genmove", &[colour_word(side)]);
        self.send(lines);
        Ok(())
    }

    /// The move is no longer wanted: its answer will be dropped. GTP cannot stop an engine.
    pub fn withdraw(&mut self) {
        for waiting in &mut self.waiting {
            if waiting.purpose == Purpose::Move {
                waiting.purpose = Purpose::WithdrawnMove;
                // The engine will play a move there that we do not know yet.
                self.board = None;
            }
        }
    }

    /// Ends the engine.
    pub fn quit(&mut self) {
        let mut lines = String::new();
        self.command(&mut lines, Purpose::Optional, "quit", &[]);
        self.send(lines);
    }

    /// Takes the next event from the front of `input`; nothing if there is no whole answer.
    pub fn receive(&mut self, input: &mut &[u8]) -> Result<Option<GuiEvent>, GtpError> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(Some(event));
            }
            match self.reader.take(input) {
                Ok(Some(response)) => self.take(response)?,
                Ok(None) => return Ok(None),
                Err(error) => return Err(GtpError::TooLong { limit: error.limit }),
            }
        }
    }

    fn take(&mut self, response: Response) -> Result<(), GtpError> {
        let number = response.id.map(|id| format!(" with the number {id}")).unwrap_or_default();
        let fits = |waiting: &Waiting| response.id.is_none_or(|id| id == waiting.id);
        let Some(waiting) = self.waiting.pop_front().filter(fits) else {
            return Err(GtpError::Unasked { number });
        };
        let text = match (response.text, waiting.purpose) {
            (Ok(text), _) => text,
            (Err(_), Purpose::Optional | Purpose::WithdrawnMove | Purpose::Name) => return Ok(()),
            (Err(message), _) => {
                return Err(GtpError::Refused { command: waiting.command, message: quoted(&message) });
            }
        };
        match waiting.purpose {
            Purpose::Version if text.trim() != "2" => return Err(GtpError::Version { found: quoted(&text) }),
            Purpose::Name => self.name = Some(quoted(text.trim())),
            Purpose::Greeting => self.events.push_back(GuiEvent::Ready),
            Purpose::Move => self.moved(text.trim()),
            Purpose::Version | Purpose::Needed | Purpose::Optional | Purpose::WithdrawnMove => {}
        }
        Ok(())
    }

    fn moved(&mut self, text: &str) {
        let text = text.to_ascii_lowercase();
        if text == "resign" {
            self.board = None;
            self.events.push_back(GuiEvent::Resigned);
        } else {
            if let Some(board) = &mut self.board {
                board.push(text.clone());
            }
            self.events.push_back(GuiEvent::BestMove(text));
        }
    }

    fn command(&mut self, lines: &mut String, purpose: Purpose, name: &str, arguments: &[&str]) {
        let id = self.next_id;
        self.next_id = self.next_id.wrapping_add(1);
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let request = Request { id: Some(id), name: name.to_owned(), arguments };
        lines.push_str(&format!("{request}\n"));
        self.waiting.push_back(Waiting { id, purpose, command: name.to_owned() });
    }

    fn send(&mut self, lines: String) {
        self.events.push_back(GuiEvent::Send(lines.into_bytes()));
    }
}

//! The engine's end: keeps the position, answers what needs no thought, and hands on the rest.

use super::go::GoWords;
use super::{Command, EngineOption, Go, Info, Reply, Response, UgiError};
use crate::lines::{LONGEST_LINE, LineReader};
use crate::quoted::{one_line, quoted};
use agon_core::{AnyGame, Line, Phase};
use std::collections::VecDeque;
use std::sync::Arc;

/// A search to be made.
#[derive(Clone, Debug)]
pub struct SearchTask {
    /// The game so far; the last position is the one to move in.
    pub line: Line,
    /// What may be used.
    pub go: Go,
    /// For how many moves the clock must last, if the GUI said so.
    pub moves_to_go: Option<u32>,
}

/// What the machine wants done, in this order.
#[derive(Clone, Debug)]
pub enum EngineEvent {
    /// Print this line, then flush.
    Send(String),
    /// Forget the game before; `isready` is answered after this.
    NewGame,
    /// Set an option.
    SetOption {
        /// The option.
        name: String,
        /// Its value.
        value: Option<String>,
    },
    /// The moves there are, as the GUI says.
    LegalMoves(Vec<String>),
    /// Search, in a thread of its own, and print [`EngineSide::best_move`] when done.
    Search(Box<SearchTask>),
    /// End the search now; its best move is still to be printed.
    Stop,
    /// End the program.
    Quit,
}

/// An engine as the GUI sees it.
///
/// ```
/// # use agon_wire::ugi::*;
/// let game = agon_games::registry().game("reversi").unwrap();
/// let mut engine = EngineSide::new(game, "Agon", "its authors", vec![]);
/// let mut arrived: &[u8] = b"position startpos moves f5\nquery p1turn\ngo depth 3\n";
/// let answer = engine.receive(&mut arrived);
/// assert!(matches!(answer, Some(EngineEvent::Send(line)) if line == "response false"));
/// assert!(matches!(engine.receive(&mut arrived), Some(EngineEvent::Search(_))));
/// assert_eq!(engine.best_move("d6"), "bestmove d6");
/// ```
#[derive(Clone)]
pub struct EngineSide {
    game: Arc<dyn AnyGame>,
    name: String,
    author: String,
    options: Vec<EngineOption>,
    reader: LineReader,
    /// The game so far; nothing if the last `position` was refused.
    line: Option<Line>,
    searching: bool,
    events: VecDeque<EngineEvent>,
}

impl EngineSide {
    /// An engine for a game.
    pub fn new(game: Arc<dyn AnyGame>, name: &str, author: &str, options: Vec<EngineOption>) -> EngineSide {
        let line = Some(Line::new(game.start()));
        EngineSide {
            game,
            name: name.to_owned(),
            author: author.to_owned(),
            options,
            reader: LineReader::new(LONGEST_LINE),
            line,
            searching: false,
            events: VecDeque::new(),
        }
    }

    /// The game so far; nothing if the last `position` command was refused.
    pub fn line(&self) -> Option<&Line> {
        self.line.as_ref()
    }

    /// Whether a search is under way.
    pub fn is_searching(&self) -> bool {
        self.searching
    }

    /// Takes the next event from the front of `input`; nothing if there is no whole line. What is wrong with a
    /// line is said in an `info string`, and the line is ignored, as the protocol wants it.
    pub fn receive(&mut self, input: &mut &[u8]) -> Option<EngineEvent> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Some(event);
            }
            match self.reader.take(input) {
                Ok(Some(line)) => self.take(&line),
                Ok(None) => return None,
                Err(error) => {
                    // What can be that long is a position.
                    if !self.searching {
                        self.line = None;
                    }
                    self.complain(&UgiError::TooLong { limit: error.limit });
                }
            }
        }
    }

    /// What the engine thinks so far, as the line to print.
    pub fn info(&self, info: &Info) -> String {
        info.to_string()
    }

    /// The search is done: the line to print.
    pub fn best_move(&mut self, text: &str) -> String {
        self.searching = false;
        Reply::BestMove(text.to_owned()).to_string()
    }

    fn take(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&first, arguments)) = words.split_first() else { return };
        let command = match line.parse::<Command>() {
            Ok(command) => command,
            Err(error) => {
                // A refused position must not leave the one before in its place.
                if !self.searching && first == "position" {
                    self.line = None;
                }
                return self.complain(&error);
            }
        };
        let allowed = matches!(command, Command::IsReady | Command::Stop | Command::Quit);
        if self.searching && !allowed {
            return self.complain(&UgiError::Searching { command: first.to_owned() });
        }
        self.obey(command, arguments);
    }

    fn obey(&mut self, command: Command, arguments: &[&str]) {
        match command {
            Command::Ugi => {
                self.reply(&Reply::Name(self.name.clone()));
                self.reply(&Reply::Author(self.author.clone()));
                for option in self.options.clone() {
                    self.reply(&Reply::Option(option));
                }
                self.reply(&Reply::UgiOk);
            }
            Command::IsReady => self.reply(&Reply::ReadyOk),
            Command::NewGame => {
                self.line = Some(Line::new(self.game.start()));
                self.events.push_back(EngineEvent::NewGame);
            }
            Command::SetOption { name, value } => {
                self.events.push_back(EngineEvent::SetOption { name, value });
            }
            Command::Position(position) => match position.line(&*self.game) {
                Ok(line) => self.line = Some(line),
                Err(error) => {
                    self.line = None;
                    self.complain(&error);
                }
            },
            Command::LegalMoves(moves) => self.events.push_back(EngineEvent::LegalMoves(moves)),
            Command::Go(_) => self.go(GoWords::read(arguments)),
            Command::Query(query) => match &self.line {
                Some(line) => self.reply(&Reply::Response(Response::to(query, line.position()))),
                None => self.complain(&UgiError::NoPosition),
            },
            Command::Stop if self.searching => self.events.push_back(EngineEvent::Stop),
            Command::Stop => {}
            Command::Quit => self.events.push_back(EngineEvent::Quit),
        }
    }

    fn go(&mut self, GoWords { go, moves_to_go, skipped }: GoWords) {
        if !skipped.is_empty() {
            let instead = match go == Go::default() {
                true => "the usual limit counts, as there is no other",
                false => "the other limits count",
            };
            self.complain(&UgiError::Limit { skipped: quoted(&skipped.join(" ")), instead });
        }
        let phase = self.line.as_ref().map(|line| (line, line.position().phase()));
        let error = match phase {
            Some((line, Phase::Turn(_))) => {
                let task = SearchTask { line: line.clone(), go, moves_to_go };
                self.searching = true;
                return self.events.push_back(EngineEvent::Search(Box::new(task)));
            }
            Some((_, Phase::Chance)) => UgiError::Chance,
            Some((_, Phase::Over(_))) => UgiError::GameOver,
            None => UgiError::NoPosition,
        };
        // A GUI waits for an answer to every go.
        self.complain(&error);
        self.reply(&Reply::BestMove("none".to_owned()));
    }

    fn complain(&mut self, error: &UgiError) {
        self.reply(&Reply::Info(Info::text(one_line(error))));
    }

    fn reply(&mut self, reply: &Reply) {
        self.events.push_back(EngineEvent::Send(reply.to_string()));
    }
}

//! The engine's end: keeps the game, answers what needs no thought, and hands on the rest.

use super::game_text::read_game;
use super::{BestMove, Command, Hint, NBoardError, Reply};
use crate::lines::{LONGEST_LINE, LineReader};
use crate::quoted::one_line;
use agon_core::{AnyGame, AnyPosition, Line, Phase};
use std::collections::VecDeque;

/// A search; results of one that was cancelled are not sent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SearchId(u64);

/// What is to be found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// The move to play: answer with [`EngineSide::best_move`].
    Go,
    /// Evaluations of about this many moves: answer with [`EngineSide::hint`], then [`EngineSide::done`].
    Hint(u32),
    /// The value of every position of the game: answer with [`EngineSide::analysis`], then
    /// [`EngineSide::done`].
    Analyze,
}

/// A search to be made.
#[derive(Clone, Debug)]
pub struct SearchTask {
    /// Which one.
    pub id: SearchId,
    /// What for.
    pub task: Task,
    /// The game so far.
    pub line: Line,
    /// How deep to look in the middle of the game, if the GUI said so.
    pub depth: Option<u32>,
}

/// What the machine wants done, in this order.
#[derive(Clone, Debug)]
pub enum EngineEvent {
    /// Print this line, then flush.
    Send(String),
    /// Search, in a thread of its own.
    Search(Box<SearchTask>),
    /// Stop thinking, and do not go on before it has stopped: what comes next belongs to another board.
    StopThinking,
    /// Something was set that has no meaning here, such as `contempt`.
    Set {
        /// What.
        name: String,
        /// To what.
        value: String,
    },
    /// End the program.
    Quit,
}

/// An engine as the GUI sees it.
///
/// ```
/// # use agon_wire::nboard::*;
/// # let game = agon_games::registry().game("reversi").unwrap();
/// let mut engine = EngineSide::new(&*game, "Agon");
/// let mut arrived: &[u8] = b"nboard 2\nset depth 6\nmove F5\ngo\nping 1\n";
/// let name = engine.receive(&mut arrived);
/// assert!(matches!(name, Some(EngineEvent::Send(line)) if line == "set myname Agon"));
/// let Some(EngineEvent::Search(search)) = engine.receive(&mut arrived) else { panic!() };
/// assert_eq!(search.depth, Some(6));
/// assert!(matches!(engine.receive(&mut arrived), Some(EngineEvent::StopThinking)));
/// assert!(matches!(engine.receive(&mut arrived), Some(EngineEvent::Send(line)) if line == "pong 1"));
/// let late = BestMove { text: "d6".to_owned(), ..BestMove::default() };
/// assert_eq!(engine.best_move(search.id, late), None);
/// ```
#[derive(Clone, Debug)]
pub struct EngineSide {
    name: String,
    reader: LineReader,
    /// Where a game begins.
    start: Box<dyn AnyPosition>,
    /// The game so far; nothing if the last one could not be read.
    line: Option<Line>,
    depth: Option<u32>,
    searching: Option<SearchId>,
    searches: u64,
    events: VecDeque<EngineEvent>,
}

impl EngineSide {
    /// An engine at the start of a game.
    pub fn new(game: &dyn AnyGame, name: &str) -> EngineSide {
        let start = game.start();
        EngineSide {
            name: name.to_owned(),
            reader: LineReader::new(LONGEST_LINE),
            line: Some(Line::new(start.clone())),
            start,
            depth: None,
            searching: None,
            searches: 0,
            events: VecDeque::new(),
        }
    }

    /// The game so far; nothing if the last one could not be read.
    pub fn line(&self) -> Option<&Line> {
        self.line.as_ref()
    }

    /// Takes the next event from the front of `input`; nothing if there is no whole line. Unknown commands are
    /// ignored, as the protocol wants it; what is wrong with a known one is said in a `status`.
    pub fn receive(&mut self, input: &mut &[u8]) -> Option<EngineEvent> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Some(event);
            }
            match self.reader.take(input) {
                Ok(Some(line)) => self.take(&line),
                Ok(None) => return None,
                Err(error) => {
                    // What can be that long is a game.
                    self.stop_thinking();
                    self.line = None;
                    self.complain(&NBoardError::TooLong { limit: error.limit });
                }
            }
        }
    }

    /// The move that was found, as lines to print; nothing if nobody wants it any more.
    pub fn best_move(&mut self, id: SearchId, best: BestMove) -> Option<String> {
        self.finish(id).then(|| format!("{}\n{}", Reply::Move(best), Reply::Status(String::new())))
    }

    /// An evaluation, as the line to print; nothing if nobody wants it any more.
    pub fn hint(&self, id: SearchId, hint: Hint) -> Option<String> {
        (self.searching == Some(id)).then(|| Reply::Search(hint).to_string())
    }

    /// The value after `moves` moves of the game, as the line to print; nothing if nobody wants it any more.
    pub fn analysis(&self, id: SearchId, moves: u32, eval: f64) -> Option<String> {
        (self.searching == Some(id)).then(|| Reply::Analysis { moves, eval }.to_string())
    }

    /// How far the search is, as the line to print; nothing if nobody wants it any more.
    pub fn node_stats(&self, id: SearchId, nodes: u64, seconds: f64) -> Option<String> {
        (self.searching == Some(id)).then(|| Reply::NodeStats { nodes, seconds }.to_string())
    }

    /// A search for hints or an analysis is done; the line to print, if anybody waits for it.
    pub fn done(&mut self, id: SearchId) -> Option<String> {
        self.finish(id).then(|| Reply::Status(String::new()).to_string())
    }

    fn finish(&mut self, id: SearchId) -> bool {
        let wanted = self.searching == Some(id);
        if wanted {
            self.searching = None;
        }
        wanted
    }

    fn take(&mut self, line: &str) {
        match line.parse() {
            Ok(command) => self.obey(command),
            Err(NBoardError::UnknownCommand { .. }) => {}
            Err(error) => self.complain(&error),
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::NBoard(_) => self.reply(&Reply::Name(self.name.clone())),
            Command::SetDepth(depth) => self.depth = Some(depth),
            Command::SetOther { name, value } => self.events.push_back(EngineEvent::Set { name, value }),
            Command::SetGame(text) => {
                self.stop_thinking();
                let read = read_game(self.start.game(), &text);
                match read {
                    Ok(line) => self.line = Some(line),
                    Err(error) => {
                        self.line = None;
                        self.complain(&error);
                    }
                }
            }
            Command::Move { text, .. } => {
                self.stop_thinking();
                let played = match &mut self.line {
                    Some(line) => line.play_recorded(&text).map_err(NBoardError::Move),
                    None => Err(NBoardError::NoTask("there is no game to play a move in")),
                };
                if let Err(error) = played {
                    // The GUI's board is another one from here on.
                    self.line = None;
                    self.complain(&error);
                }
            }
            Command::Go => self.search(Task::Go),
            Command::Hint(moves) => self.search(Task::Hint(moves)),
            Command::Analyze => self.search(Task::Analyze),
            Command::Ping(number) => {
                self.stop_thinking();
                self.reply(&Reply::Pong(number));
            }
            Command::Learn => self.reply(&Reply::Learned),
            Command::Quit => {
                self.stop_thinking();
                self.events.push_back(EngineEvent::Quit);
            }
        }
    }

    fn search(&mut self, task: Task) {
        self.stop_thinking();
        let Some(line) = &self.line else {
            return self
                .complain(&NBoardError::NoTask("there is no game to think about; send set game first"));
        };
        if task != Task::Analyze && !matches!(line.position().phase(), Phase::Turn(_)) {
            return self.complain(&NBoardError::NoTask("the game is over"));
        }
        let id = SearchId(self.searches);
        let search = SearchTask { id, task, line: line.clone(), depth: self.depth };
        self.searches += 1;
        self.searching = Some(id);
        self.events.push_back(EngineEvent::Search(Box::new(search)));
    }

    fn stop_thinking(&mut self) {
        if self.searching.take().is_some() {
            self.events.push_back(EngineEvent::StopThinking);
        }
    }

    fn complain(&mut self, error: &NBoardError) {
        self.reply(&Reply::Status(one_line(error)));
    }

    fn reply(&mut self, reply: &Reply) {
        self.events.push_back(EngineEvent::Send(reply.to_string()));
    }
}

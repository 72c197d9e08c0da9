//! The engine's end: keeps the game, answers every command, and asks for a move when one is to be made.

use super::request_reader::RequestReader;
use super::{Request, Response, colour, colour_word, to_vertex};
use crate::quoted::one_line;
use agon_board::{TextStyle, text as drawn};
use agon_core::{AnyGame, Line, Side};
use std::collections::VecDeque;
use std::time::Duration;

/// Every command there is.
const COMMANDS: [&str; 18] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "list_games",
    "name",
    "play",
    "protocol_version",
    "quit",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// `time_settings`: the time for the whole game, then so many moves in each further period.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeSettings {
    /// The main time.
    pub main: Duration,
    /// The length of a period after it.
    pub period: Duration,
    /// The moves in a period; 0 with a period means no limit at all.
    pub moves: u32,
}

/// `time_left`: what a side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// The time.
    pub time: Duration,
    /// The moves to make in it; 0 in the main time.
    pub moves: u32,
}

/// A move that is to be found.
#[derive(Clone, Debug)]
pub struct GenMove {
    /// The game so far; the last position is the one to move in.
    pub line: Line,
    /// How time is given, if the controller said so.
    pub settings: Option<TimeSettings>,
    /// What the side to move has left, if the controller said so.
    pub left: Option<TimeLeft>,
}

/// What the machine wants done, in this order.
#[derive(Clone, Debug)]
pub enum EngineEvent {
    /// Print this as it is, then flush.
    Send(String),
    /// A new game begins.
    NewGame,
    /// Find a move, print [`EngineSide::moved`] or [`EngineSide::resigned`], then call
    /// [`EngineSide::receive`] again with what it left of the input: more commands may wait there.
    GenMove(Box<GenMove>),
    /// End the program.
    Quit,
}

/// A `genmove` that waits for its move.
#[derive(Clone, Debug)]
struct Finding {
    id: Option<String>,
    /// How many moves there were before it, without a pass that the controller left out.
    plies: usize,
}

/// An engine as its controller sees it.
///
/// ```
/// # use agon_wire::gtp::*;
/// # let game = agon_games::registry().game("reversi").unwrap();
/// let mut engine = EngineSide::new(&*game, "Agon", "0.1");
/// let mut arrived: &[u8] = b"1 play black F5\n2 genmove white\n";
/// let played = engine.receive(&mut arrived);
/// assert!(matches!(played, Some(EngineEvent::Send(text)) if text == "=1 \n\n"));
/// assert!(matches!(engine.receive(&mut arrived), Some(EngineEvent::GenMove(_))));
/// assert_eq!(engine.moved("d6").unwrap(), "=2 D6\n\n");
/// ```
#[derive(Clone, Debug)]
pub struct EngineSide {
    name: String,
    version: String,
    reader: RequestReader,
    /// Where a game begins.
    start: Line,
    line: Line,
    /// How many moves there were before each command that made some: a forced pass that the controller left out
    /// belongs to the move after it.
    undo_points: Vec<usize>,
    /// How many passes came after the end of the game. Controllers send them, and the rules do not know them.
    passes_after_end: u64,
    settings: Option<TimeSettings>,
    left: [Option<TimeLeft>; 2],
    finding: Option<Finding>,
    events: VecDeque<EngineEvent>,
}

impl EngineSide {
    /// An engine at the start of a game.
    pub fn new(game: &dyn AnyGame, name: &str, version: &str) -> EngineSide {
        let start = Line::new(game.start());
        EngineSide {
            name: name.to_owned(),
            version: version.to_owned(),
            reader: RequestReader::default(),
            line: start.clone(),
            start,
            undo_points: Vec::new(),
            passes_after_end: 0,
            settings: None,
            left: [None; 2],
            finding: None,
            events: VecDeque::new(),
        }
    }

    /// The game so far.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// Takes the next event from the front of `input`; nothing if there is no whole line. Commands are answered in
    /// order: while a move is being found nothing is taken, and what is left of the input must be kept.
    pub fn receive(&mut self, input: &mut &[u8]) -> Option<EngineEvent> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Some(event);
            }
            if self.finding.is_some() {
                return None;
            }
            match self.reader.take(input)? {
                Ok(request) => self.obey(&request),
                Err(overlong) => self.answer(Response::failure(overlong.id, overlong.error.to_string())),
            }
        }
    }

    /// The move that was found is played; what to print.
    pub fn moved(&mut self, text: &str) -> Result<String, agon_core::MoveError> {
        self.line.play(text, |_| 0)?;
        let finding = self.finding.take();
        self.undo_points.extend(finding.as_ref().map(|finding| finding.plies));
        let id = finding.and_then(|finding| finding.id);
        Ok(Response::success(id, to_vertex(text)).to_string())
    }

    /// The engine gives up; what to print.
    pub fn resigned(&mut self) -> String {
        let finding = self.finding.take();
        if let Some(finding) = &finding {
            // No move was made, so the pass before it was not made either.
            self.line.truncate(finding.plies);
        }
        Response::success(finding.and_then(|finding| finding.id), "resign").to_string()
    }

    fn obey(&mut self, request: &Request<String>) {
        let arguments: Vec<&str> = request.arguments.iter().map(String::as_str).collect();
        let answer = match (request.name.as_str(), &arguments[..]) {
            ("genmove", [who, ..]) => match self.gen_move(&request.id, who) {
                Ok(()) => return,
                Err(answer) => answer,
            },
            ("quit", _) => Ok(String::new()),
            (name, arguments) => self.execute(name, arguments),
        };
        self.answer(Response { id: request.id.clone(), text: answer });
        if request.name == "quit" {
            self.events.push_back(EngineEvent::Quit);
        }
    }

    fn execute(&mut self, name: &str, arguments: &[&str]) -> Result<String, String> {
        match (name, arguments) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok(self.name.clone()),
            ("version", _) => Ok(self.version.clone()),
            ("known_command", [name, ..]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("list_games", _) => Ok("Othello".to_owned()),
            ("set_game", [game, ..]) if ["othello", "reversi"].contains(&game.to_lowercase().as_str()) => {
                self.clear();
                Ok(String::new())
            }
            ("set_game", [_, ..]) => Err("unsupported game".to_owned()),
            ("boardsize", ["8", ..]) => {
                self.clear();
                Ok(String::new())
            }
            ("boardsize", [size, ..]) if size.parse::<u32>().is_ok() => Err("unacceptable size".to_owned()),
            ("clear_board", _) => {
                self.clear();
                Ok(String::new())
            }
            // Othello has none, but controllers send it.
            ("komi", [komi, ..]) if komi.parse::<f64>().is_ok() => Ok(String::new()),
            ("play", [who, vertex, ..]) => self.play(who, vertex),
            ("undo", _) => self.undo(),
            ("showboard", _) => Ok(format!("\n{}", drawn(&self.line.view(), TextStyle::default()))),
            ("final_score", _) => Ok(self.final_score()),
            ("time_settings", [main, period, moves, ..]) => {
                let settings = (seconds(main), seconds(period), moves.parse().ok());
                let (Some(main), Some(period), Some(moves)) = settings else { return syntax_error() };
                self.settings = Some(TimeSettings { main, period, moves });
                self.left = [None; 2];
                Ok(String::new())
            }
            ("time_left", [who, time, moves, ..]) => {
                let left = (colour(who), seconds(time), moves.parse().ok());
                let (Some(side), Some(time), Some(moves)) = left else { return syntax_error() };
                self.left[side] = Some(TimeLeft { time, moves });
                Ok(String::new())
            }
            (name, _) if COMMANDS.contains(&name) => syntax_error(),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn play(&mut self, who: &str, vertex: &str) -> Result<String, String> {
        let Some(side) = colour(who) else { return syntax_error() };
        let text = vertex.to_ascii_lowercase();
        if text == "pass" && self.line.is_over() {
            self.pass_after_end();
            return Ok(String::new());
        }
        let mut line = self.line.clone();
        give_turn(&mut line, side)?;
        line.play(&text, |_| 0).map_err(|error| one_line(&format!("illegal move: {error}")))?;
        self.undo_points.push(self.line.moves().len());
        self.line = line;
        Ok(String::new())
    }

    fn gen_move(&mut self, id: &Option<String>, who: &str) -> Result<(), Result<String, String>> {
        let Some(side) = colour(who) else { return Err(syntax_error()) };
        if self.line.is_over() {
            self.pass_after_end();
            return Err(Ok("pass".to_owned()));
        }
        let plies = self.line.moves().len();
        give_turn(&mut self.line, side).map_err(Err)?;
        self.finding = Some(Finding { id: id.clone(), plies });
        let task = GenMove { line: self.line.clone(), settings: self.settings, left: self.left[side] };
        self.events.push_back(EngineEvent::GenMove(Box::new(task)));
        Ok(())
    }

    /// Controllers end a game with two passes and tell each to the other engine.
    fn pass_after_end(&mut self) {
        self.passes_after_end = self.passes_after_end.saturating_add(1);
    }

    /// Takes back what the last command did that made a move.
    fn undo(&mut self) -> Result<String, String> {
        if self.passes_after_end > 0 {
            self.passes_after_end -= 1;
        } else {
            let plies = self.undo_points.pop().ok_or("cannot undo")?;
            self.line.truncate(plies);
        }
        Ok(String::new())
    }

    fn final_score(&self) -> String {
        let [black, white] = self.line.position().score();
        match black - white {
            0 => "0".to_owned(),
            margin if margin > 0 => format!("B+{margin}"),
            margin => format!("W+{}", -margin),
        }
    }

    fn clear(&mut self) {
        self.line = self.start.clone();
        self.undo_points.clear();
        self.passes_after_end = 0;
        self.left = [None; 2];
        self.events.push_back(EngineEvent::NewGame);
    }

    fn answer(&mut self, response: Response<String>) {
        self.events.push_back(EngineEvent::Send(response.to_string()));
    }
}

fn syntax_error() -> Result<String, String> {
    Err("syntax error".to_owned())
}

/// A number of seconds.
fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse::<f64>().ok()?;
    Duration::try_from_secs_f64(seconds.max(0.0)).ok()
}

/// Makes it `side`'s turn if the other side can only pass; controllers may leave forced passes out.
fn give_turn(line: &mut Line, side: Side) -> Result<(), String> {
    if line.position().side_to_move() == side || line.is_over() {
        return Ok(());
    }
    if let Some(pass) = line.position().forced_pass() {
        return line.play(&pass, |_| 0).map_err(|error| error.to_string());
    }
    Err(format!("illegal move: it is {}'s turn", colour_word(!side)))
}

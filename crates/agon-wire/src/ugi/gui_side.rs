//! The GUI's end: drives a program through its games and reads its answers.

use super::{
    Command, EngineOption, Go, Info, LEGAL_MOVES, PositionCommand, Query, Reply, Response, UgiError,
};
use crate::lines::{LONGEST_LINE, LineReader};
use crate::quoted::quoted;
use agon_core::Line;
use std::collections::VecDeque;

/// The most options of a program that are kept.
const MOST_OPTIONS: usize = 256;

/// What the machine wants done or has to tell, in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GuiEvent {
    /// Write this, in one piece.
    Send(Vec<u8>),
    /// The program has said who it is and is ready for a game.
    Ready,
    /// What it thinks so far.
    Info(Info),
    /// Its move.
    BestMove(String),
    /// Its answer to a query.
    Response(Response),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Waiting for `ugiok`.
    Greeting,
    /// Waiting for `readyok`; then the program is ready for a game.
    GettingReady,
    /// Waiting for `readyok` after a position that nobody wants searched any more.
    Settling,
    Idle,
    /// Waiting for `readyok` after a position; then the search begins.
    Positioned,
    Searching,
    /// Waiting for a `bestmove` that nobody wants any more.
    Stopping,
}

/// A search that is to be begun.
#[derive(Clone, Debug)]
struct Search {
    position: PositionCommand,
    moves: Vec<String>,
    go: Go,
}

/// A program as the GUI sees it. It says who it is with [`name`](Self::name) and what can be set with
/// [`options`](Self::options) once [`GuiEvent::Ready`] came.
#[derive(Clone, Debug)]
pub struct GuiSide {
    reader: LineReader,
    stage: Stage,
    name: Option<String>,
    author: Option<String>,
    options: Vec<EngineOption>,
    settings: Vec<(String, String)>,
    tells_moves: bool,
    /// How many `isready` have no answer yet.
    unready: u32,
    /// What is to be done when the program has nothing else to do.
    new_game_wanted: bool,
    search_wanted: Option<Search>,
    events: VecDeque<GuiEvent>,
}

impl GuiSide {
    /// Begins to speak with a program that was just started; `settings` are sent if it announces them.
    pub fn new(settings: Vec<(String, String)>) -> GuiSide {
        let mut gui = GuiSide {
            reader: LineReader::new(LONGEST_LINE),
            stage: Stage::Greeting,
            name: None,
            author: None,
            options: Vec::new(),
            settings,
            tells_moves: false,
            unready: 0,
            new_game_wanted: false,
            search_wanted: None,
            events: VecDeque::new(),
        };
        gui.send(&[Command::Ugi]);
        gui
    }

    /// What the program calls itself.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Who wrote it.
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// What can be set.
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// Whether a move is awaited.
    pub fn is_searching(&self) -> bool {
        self.search_wanted.is_some() || matches!(self.stage, Stage::Searching | Stage::Positioned)
    }

    /// A new game begins: the search before is withdrawn, and [`GuiEvent::Ready`] comes when the program has
    /// forgotten the old game.
    pub fn new_game(&mut self) {
        self.withdraw();
        self.new_game_wanted = true;
        self.advance();
    }

    /// Asks for a move. A search that is under way is withdrawn.
    pub fn go(&mut self, line: &Line, go: &Go) {
        self.withdraw();
        let position = PositionCommand::of_line(line);
        self.search_wanted = Some(Search { position, moves: line.position().legal_moves(), go: *go });
        self.advance();
    }

    /// Asks for the move now.
    pub fn stop(&mut self) {
        if self.stage == Stage::Searching {
            self.send(&[Command::Stop]);
        }
    }

    /// The move is no longer wanted: the program is stopped and its answer will be dropped.
    pub fn withdraw(&mut self) {
        self.search_wanted = None;
        match self.stage {
            Stage::Searching => {
                self.send(&[Command::Stop]);
                self.stage = Stage::Stopping;
            }
            Stage::Positioned => self.stage = Stage::Settling,
            Stage::Greeting | Stage::GettingReady | Stage::Settling | Stage::Idle | Stage::Stopping => {}
        }
    }

    /// Asks something about a position. Only a program that has nothing else to do can be asked; says whether it
    /// was.
    pub fn query(&mut self, line: &Line, query: Query) -> bool {
        let idle = self.stage == Stage::Idle;
        if idle {
            self.send(&[Command::Position(PositionCommand::of_line(line)), Command::Query(query)]);
        }
        idle
    }

    /// Ends the program.
    pub fn quit(&mut self) {
        self.send(&[Command::Quit]);
    }

    /// Takes the next event from the front of `input`; nothing if there is no whole line. Lines that mean
    /// nothing are skipped: programs print all sorts of things.
    pub fn receive(&mut self, input: &mut &[u8]) -> Result<Option<GuiEvent>, UgiError> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(Some(event));
            }
            match self.reader.take(input) {
                Ok(Some(line)) => self.take(&line)?,
                Ok(None) if self.reader.is_skipping() => {
                    return Err(UgiError::TooLong { limit: LONGEST_LINE });
                }
                Ok(None) => return Ok(None),
                Err(error) => return Err(UgiError::TooLong { limit: error.limit }),
            }
        }
    }

    fn take(&mut self, line: &str) -> Result<(), UgiError> {
        match (line.parse::<Reply>()?, self.stage) {
            (Reply::Name(name), _) => self.name = Some(quoted(&name)),
            (Reply::Author(author), _) => self.author = Some(quoted(&author)),
            (Reply::Option(option), Stage::Greeting) if self.options.len() < MOST_OPTIONS => {
                self.options.push(option);
            }
            (Reply::UgiOk, Stage::Greeting) => self.greeted(),
            (Reply::ReadyOk, _) => self.ready(),
            (Reply::Info(info), Stage::Searching) => self.events.push_back(GuiEvent::Info(info)),
            (Reply::BestMove(mv), Stage::Searching) => {
                self.stage = Stage::Idle;
                self.events.push_back(GuiEvent::BestMove(mv));
            }
            (Reply::BestMove(_), Stage::Stopping) => {
                self.stage = Stage::Idle;
                self.advance();
            }
            (Reply::BestMove(_), _) => return Err(UgiError::Unasked { line: quoted(line) }),
            (Reply::Response(response), _) => self.events.push_back(GuiEvent::Response(response)),
            (Reply::Option(_) | Reply::UgiOk | Reply::Info(_) | Reply::Other(_), _) => {}
        }
        Ok(())
    }

    /// Everything has been announced: sets what is to be set.
    fn greeted(&mut self) {
        let known = |name: &str| {
            self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name)).map(|o| o.name.clone())
        };
        let mut commands = Vec::new();
        let legal_moves = known(LEGAL_MOVES);
        let tells_moves = legal_moves.is_some();
        commands.extend(legal_moves.map(|name| (name, "true".to_owned())));
        let settings = self.settings.iter();
        commands.extend(settings.filter_map(|(name, value)| Some((known(name)?, value.clone()))));
        let set = |(name, value)| Command::SetOption { name, value: Some(value) };
        let commands: Vec<Command> = commands.into_iter().map(set).collect();
        self.tells_moves = tells_moves;
        self.send(&commands);
        self.ask_ready();
        self.stage = Stage::GettingReady;
    }

    fn ready(&mut self) {
        self.unready = self.unready.saturating_sub(1);
        if self.unready > 0 {
            return;
        }
        match self.stage {
            Stage::GettingReady => {
                self.stage = Stage::Idle;
                self.events.push_back(GuiEvent::Ready);
                self.advance();
            }
            Stage::Settling => {
                self.stage = Stage::Idle;
                self.advance();
            }
            Stage::Positioned => self.begin_search(),
            Stage::Greeting | Stage::Idle | Stage::Searching | Stage::Stopping => {}
        }
    }

    /// Does the next thing that is wanted, if the program is free for it.
    fn advance(&mut self) {
        if self.stage != Stage::Idle {
            return;
        }
        if std::mem::take(&mut self.new_game_wanted) {
            self.send(&[Command::NewGame]);
            self.ask_ready();
            self.stage = Stage::GettingReady;
        } else if let Some(search) = &self.search_wanted {
            self.send(&[Command::Position(search.position.clone())]);
            self.ask_ready();
            self.stage = Stage::Positioned;
        }
    }

    fn begin_search(&mut self) {
        if let Some(search) = self.search_wanted.take() {
            let mut commands = Vec::new();
            if self.tells_moves {
                commands.push(Command::LegalMoves(search.moves));
            }
            commands.push(Command::Go(search.go));
            self.send(&commands);
            self.stage = Stage::Searching;
        }
    }

    fn ask_ready(&mut self) {
        self.unready += 1;
        self.send(&[Command::IsReady]);
    }

    fn send(&mut self, commands: &[Command]) {
        let lines: String = commands.iter().map(|command| format!("{command}\n")).collect();
        if !lines.is_empty() {
            self.events.push_back(GuiEvent::Send(lines.into_bytes()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn ants() -> Arc<dyn agon_core::AnyGame> {
        agon_games::registry().game("ants").unwrap()
    }

    /// What the machine does when a program prints something, as text.
    fn events(gui: &mut GuiSide, printed: &str) -> Vec<String> {
        let mut input = printed.as_bytes();
        let mut all = Vec::new();
        while let Some(event) = gui.receive(&mut input).unwrap() {
            all.push(match event {
                GuiEvent::Send(bytes) => String::from_utf8(bytes).unwrap().replace('\n', "|"),
                other => format!("{other:?}"),
            });
        }
        all
    }

    fn greeted(announced: &str) -> GuiSide {
        let mut gui = GuiSide::new(vec![("Hash".to_owned(), "16".to_owned())]);
        assert_eq!(events(&mut gui, ""), ["ugi|"]);
        let after = events(&mut gui, &format!("id name Test\n{announced}ugiok\n"));
        assert_eq!(after.last().unwrap(), "isready|");
        assert_eq!(events(&mut gui, "readyok\n"), ["Ready"]);
        gui
    }

    #[test]
    fn a_game_goes_its_way() {
        let mut gui = greeted("option name Hash type spin default 1 min 1 max 9\n");
        assert_eq!(gui.name(), Some("Test"));
        gui.new_game();
        assert_eq!(events(&mut gui, ""), ["uginewgame|", "isready|"]);
        assert_eq!(events(&mut gui, "readyok\n"), ["Ready"]);
        let line = Line::new(ants().start());
        gui.go(&line, &Go { depth: Some(3), ..Go::default() });
        assert_eq!(events(&mut gui, ""), ["position startpos|", "isready|"]);
        assert_eq!(events(&mut gui, "readyok\n"), ["go depth 3|"]);
        let said = events(&mut gui, "info depth 1 pv 9,0-8,1\ndebug\nbestmove 9,0-8,1 ponder\n");
        assert_eq!(said.len(), 2);
        assert_eq!(said[1], "BestMove(\"9,0-8,1\")");
        assert!(gui.receive(&mut &b"bestmove 9,0-8,1\n"[..]).is_err());
    }

    #[test]
    fn legal_moves_are_told_to_programs_that_ask_for_them() {
        let mut gui = greeted("option name LegalMoves type check default false\n");
        let line = Line::new(ants().start());
        gui.go(&line, &Go { move_time: Some(std::time::Duration::from_secs(1)), ..Go::default() });
        events(&mut gui, "");
        let sent = events(&mut gui, "readyok\n");
        assert_eq!(sent.len(), 1);
        let moves = line.position().legal_moves().join(" ");
        assert_eq!(sent[0], format!("legalmoves {moves}|go movetime 1000|"));
    }

    #[test]
    fn a_withdrawn_search_never_answers_the_next_one() {
        let mut gui = greeted("");
        let line = Line::new(ants().start());
        let go = Go { infinite: true, ..Go::default() };
        gui.go(&line, &go);
        events(&mut gui, "readyok\n");
        let mut other = line.clone();
        other.play("9,0-8,1", |_| 0).unwrap();
        gui.new_game();
        gui.go(&other, &go);
        assert_eq!(events(&mut gui, ""), ["stop|"]);
        assert_eq!(events(&mut gui, "info depth 9\nbestmove 9,2-8,1\n"), ["uginewgame|", "isready|"]);
        let next = ["Ready", "position startpos moves 9,0-8,1|", "isready|"];
        assert_eq!(events(&mut gui, "readyok\n"), next);
        assert_eq!(events(&mut gui, "readyok\n"), ["go infinite|"]);
        // Withdrawn before it began: no bestmove is to come.
        gui.withdraw();
        assert_eq!(events(&mut gui, "bestmove x\n"), ["stop|"]);
        gui.go(&line, &go);
        gui.withdraw();
        gui.go(&other, &go);
        assert_eq!(events(&mut gui, ""), ["position startpos|", "isready|"]);
        assert_eq!(events(&mut gui, "readyok\n"), ["position startpos moves 9,0-8,1|", "isready|"]);
    }
}

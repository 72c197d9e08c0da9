//! An engine behind UGI.

mod options;

use self::options::Settings;
use super::engine_thread::{Finding, Task};
use super::inbox::{Happening, Inbox};
use super::{EngineMaker, NAME, ProgramError};
use agon_engine::{Engine, EngineError, EngineSpec, GameClock, Limits, Report};
use agon_wire::ugi::{EngineEvent, EngineSide, Info, Score, SearchTask};
use std::fmt::Display;
use std::io::{Read, Write};
use std::time::Duration;

/// Longer than anybody waits for `stop`.
const FOR_EVER: Duration = Duration::from_secs(7 * 24 * 3600);

/// A search under way.
struct Search {
    number: u64,
    /// Whether the move is kept back until `stop`.
    until_stop: bool,
    /// Whether somebody asked for the move now.
    stopped: bool,
    found: Option<String>,
    shown: Option<Report>,
}

/// Speaks UGI until `quit` or the end of the input. An engine that fails ends the program, which says so first.
pub fn run(
    maker: EngineMaker,
    reader: impl Read + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), ProgramError> {
    let info = maker.info()?;
    let inbox = Inbox::of_lines(reader, maker.make()?)?;
    let settings = Settings::new(maker.spec(), &info);
    let announced = settings.options().to_vec();
    let side = EngineSide::new(maker.game().clone(), NAME, "the Agon project", announced);
    Program { maker, inbox, settings, side, search: None, leaving: false, out }.run()
}

/// A program behind UGI.
struct Program<'o> {
    maker: EngineMaker,
    inbox: Inbox,
    settings: Settings,
    side: EngineSide,
    search: Option<Search>,
    /// Whether `quit` has come, or the end of the input.
    leaving: bool,
    out: &'o mut dyn Write,
}

impl Program<'_> {
    fn run(mut self) -> Result<(), ProgramError> {
        loop {
            match self.inbox.next() {
                Ok(Happening::Input(bytes)) => {
                    let mut input = &bytes[..];
                    // What comes behind quit is for nobody.
                    while !self.leaving
                        && let Some(event) = self.side.receive(&mut input)
                    {
                        self.take(event)?;
                    }
                }
                Ok(Happening::EndOfInput) => self.leaving = true,
                Ok(Happening::Found(number, finding)) => self.found(number, finding)?,
                Err(error) => {
                    self.explain(&error)?;
                    return Err(error);
                }
            }
            if let Some(Search { until_stop: false, found: Some(mv), .. }) = &self.search {
                say(self.out, &self.side.best_move(mv))?;
                self.search = None;
            }
            if self.leaving && !is_owed(&self.search) {
                return Ok(());
            }
        }
    }

    /// Does what the other side wants.
    fn take(&mut self, event: EngineEvent) -> Result<(), ProgramError> {
        match event {
            EngineEvent::Send(line) => say(self.out, &line)?,
            EngineEvent::NewGame => {
                self.inbox.begin(Task::NewGame, Limits::default())?;
            }
            EngineEvent::SetOption { name, value } => {
                let maker = &mut self.maker;
                match self.settings.set(&name, &value.unwrap_or_default(), |spec| remade(maker, spec)) {
                    Ok(Some(engine)) => {
                        self.inbox.begin(Task::Replace(engine), Limits::default())?;
                    }
                    Ok(None) => {}
                    Err(error) => self.explain(&error)?,
                }
            }
            EngineEvent::LegalMoves(_) => {}
            EngineEvent::Search(task) => {
                let position = task.line.position().boxed();
                let limits = limits(&task, &self.maker);
                let number = self.inbox.begin(Task::Best(position), limits)?;
                let until_stop = task.go.infinite;
                self.search = Some(Search { number, until_stop, stopped: false, found: None, shown: None });
            }
            EngineEvent::Stop => {
                self.inbox.stop();
                if let Some(search) = &mut self.search {
                    (search.until_stop, search.stopped) = (false, true);
                }
            }
            EngineEvent::Quit => self.leaving = true,
        }
        Ok(())
    }

    /// Passes on what the engine found, if it belongs to the search under way.
    fn found(&mut self, number: u64, finding: Finding) -> Result<(), ProgramError> {
        let Some(current) = self.search.as_mut().filter(|search| search.number == number) else {
            return Ok(());
        };
        match finding {
            Finding::SoFar(report) => show(current, &report, &self.side, self.out)?,
            Finding::Best(Ok(report)) => {
                show(current, &report, &self.side, self.out)?;
                current.found = Some(report.mv);
            }
            Finding::Best(Err(error)) => {
                current.found = Some("none".to_owned());
                self.explain(&error)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Says what went wrong.
    fn explain(&mut self, error: &dyn Display) -> Result<(), ProgramError> {
        say(self.out, &self.side.info(&Info::text(error.to_string())))
    }
}

/// Whether a move is still to be said before the program may leave: who sends `stop` gets one, also if `quit` comes
/// with it.
fn is_owed(search: &Option<Search>) -> bool {
    search.as_ref().is_some_and(|search| search.stopped)
}

/// The engine with other settings; nothing if they are those it has, because what it has learned would be lost.
fn remade(maker: &mut EngineMaker, new: EngineSpec) -> Result<Option<Box<dyn Engine>>, EngineError> {
    if *maker.spec() == new {
        return Ok(None);
    }
    maker
        .change(|spec| {
            *spec = new;
            Ok(())
        })
        .map(Some)
}

fn limits(task: &SearchTask, maker: &EngineMaker) -> Limits {
    let (go, side) = (&task.go, task.line.position().side_to_move());
    let increment = go.increment[side].unwrap_or_default();
    let clock = go.clock[side].map(|remaining| GameClock { remaining, increment });
    let limits = Limits { time: go.move_time, depth: go.depth, nodes: go.nodes, clock };
    let limits = match (clock, task.moves_to_go) {
        (Some(clock), Some(moves)) => shared_out(clock, moves, limits),
        _ => limits,
    };
    match limits == Limits::default() {
        true if go.infinite => Limits { time: Some(FOR_EVER), ..limits },
        true => maker.usual_limits(),
        false => limits,
    }
}

/// The limits with a time for this move in place of the clock, which must last for so many moves. A little is left over
/// for the way there and back.
fn shared_out(clock: GameClock, moves: u32, limits: Limits) -> Limits {
    let available = clock.remaining / 10 * 9;
    let share = (available / moves.max(1) + clock.increment).min(available);
    let time = limits.time.map_or(share, |time| time.min(share));
    Limits { time: Some(time), clock: None, ..limits }
}

fn show(
    search: &mut Search,
    report: &Report,
    side: &EngineSide,
    out: &mut dyn Write,
) -> Result<(), ProgramError> {
    // The last report often says what the one before it said.
    let same =
        |shown: &Report| shown.depth == report.depth && shown.pv == report.pv && shown.score == report.score;
    if search.shown.as_ref().is_some_and(same) {
        return Ok(());
    }
    say(out, &side.info(&info(report)))?;
    search.shown = Some(report.clone());
    Ok(())
}

/// What the engine thinks, as an info line.
fn info(report: &Report) -> Info {
    let unit = if report.exact { 100 } else { 1 };
    Info {
        depth: Some(report.depth),
        time: Some((report.seconds * 1e3) as u64),
        nodes: Some(report.nodes),
        nodes_per_second: (report.seconds > 0.0).then(|| (report.nodes as f64 / report.seconds) as u64),
        score: Some(Score::Centi(i64::from(report.score) * unit)),
        line: report.pv.clone(),
        ..Info::default()
    }
}

fn say(out: &mut dyn Write, line: &str) -> Result<(), ProgramError> {
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::test_pipes::{Dialogue, game, maker};
    use super::*;
    use agon_core::{Dice, Line};

    fn program(name: &'static str, settings: &'static str) -> Dialogue {
        Dialogue::start(move |reader, out| run(maker(name, settings), reader, out))
    }

    #[test]
    fn it_introduces_itself_and_survives_nonsense() {
        let mut ugi = program("reversi", "nodes=200");
        ugi.send("hello\nugi\nisre");
        ugi.send("ady\nposition startpos moves a1\ngo nodes 50\nsetoption name Hash value lots\n");
        assert!(ugi.line_with("info string").contains("no command 'hello'"));
        assert_eq!(ugi.line_with("id name"), "id name Agon");
        ugi.line_with("ugiok");
        ugi.line_with("readyok");
        assert!(ugi.line_with("info string position").contains("a1"));
        assert_eq!(ugi.line_with("bestmove"), "bestmove none");
        assert!(ugi.line_with("info string").contains("'hash' cannot be 'lots'"));
        ugi.send("setoption name Hash value 2\nuginewgame\nposition startpos\ngo depth 2\n");
        assert!(ugi.line_with("info depth").contains(" pv "));
        ugi.line_with("bestmove ");
        ugi.send("quit\n");
        ugi.ended().unwrap();
    }

    #[test]
    fn options_survive_each_other_and_empty_is_nothing() {
        let mut ugi = program("reversi", "nodes=200");
        ugi.send("ugi\n");
        assert_eq!(
            ugi.line_with("option name Hash"),
            "option name Hash type spin default 64 min 1 max 65536"
        );
        assert_eq!(ugi.line_with("option name Engine"), "option name Engine type string default <empty>");
        assert_eq!(ugi.line_with("option name lmr"), "option name lmr type check default true");
        ugi.send("setoption name Hash value 2\nsetoption name Engine value level=1\n");
        ugi.send("setoption name Engine value <empty>\nsetoption name Engine value\nisready\n");
        ugi.line_with("ugiok");
        assert_eq!(ugi.line().as_deref(), Some("readyok"), "nothing is refused");
        ugi.end().unwrap();
    }

    #[test]
    fn a_go_that_is_not_understood_is_answered() {
        let mut ugi = program("reversi", "nodes=200");
        for go in ["go mate 3", "go movetime 100.5", "go searchmoves f5", "go ponder"] {
            ugi.send(&format!("{go}\n"));
            assert!(ugi.line_with("info string").contains(&go["go ".len()..]));
            ugi.line_with("bestmove ");
        }
        ugi.send("go movetime 99999999999999999999\n");
        ugi.line_with("bestmove ");
        ugi.end().unwrap();
    }

    #[test]
    fn times_become_limits() {
        let ms = Duration::from_millis;
        let of = |go: &str| {
            let mut side = EngineSide::new(game("reversi"), NAME, "", vec![]);
            let line = format!("{go}\n");
            let Some(EngineEvent::Search(task)) = side.receive(&mut line.as_bytes()) else { panic!("{go}") };
            limits(&task, &maker("reversi", ""))
        };
        assert_eq!(of("go").time, Some(ms(1000)));
        assert_eq!(of("go infinite").time, Some(FOR_EVER));
        let clock = of("go p1time 60000 p2time 1 p1inc 100").clock.unwrap();
        assert_eq!((clock.remaining, clock.increment), (ms(60_000), ms(100)));
        let share = of("go p1time 60000 p2time 1 p1inc 100 movestogo 10");
        assert_eq!((share.time, share.clock), (Some(ms(5500)), None));
        assert_eq!(of("go p1time 1000 p1inc 5000 movestogo 1").time, Some(ms(900)));
        assert_eq!(of("go p1time 60000 movestogo 10 movetime 7").time, Some(ms(7)));
        assert_eq!(of("go movestogo 10").time, Some(ms(1000)), "there is no clock to share out");
    }

    #[test]
    fn an_endless_search_ends_with_stop_quit_or_the_input() {
        for end in ["stop\n", "quit\n", ""] {
            let mut ugi = program("connect4-9x9", "");
            ugi.send("position startpos moves 44\ngo infinite\n");
            ugi.line_with("info depth");
            ugi.send("isready\n");
            ugi.line_with("readyok");
            ugi.send(end);
            if end == "stop\n" {
                ugi.line_with("bestmove ");
            }
            ugi.end().unwrap();
        }
    }

    #[test]
    fn stop_and_quit_together_still_give_a_move() {
        for end in ["stop\nquit\nisready\n", "stop\n", "stop"] {
            let mut ugi = program("reversi", "");
            ugi.send("position startpos\ngo infinite\n");
            ugi.line_with("info depth");
            ugi.send(end);
            ugi.close_input();
            ugi.line_with("bestmove ");
            assert_eq!(ugi.line(), None);
            ugi.ended().unwrap();
        }
    }

    #[test]
    fn a_last_line_without_end_is_a_line() {
        let mut ugi = program("reversi", "");
        ugi.send("isready");
        ugi.close_input();
        assert_eq!(ugi.line_with("readyok"), "readyok");
        ugi.ended().unwrap();
    }

    #[test]
    fn a_whole_game_of_every_game() {
        for name in ["reversi", "hexthello:radius=3", "four-in-a-row", "connect4-9x9", "ants"] {
            let mut ugi = program(name, "nodes=100");
            let (mut line, mut dice) = (Line::new(game(name).start()), Dice::new(3));
            while !line.is_over() {
                let moves: Vec<_> = line.moves().iter().map(|mv| mv.text.clone()).collect();
                ugi.send(&format!("position startpos moves {}\ngo nodes 100\n", moves.join(" ")));
                let best = ugi.line_with("bestmove ");
                line.play(&best["bestmove ".len()..], |weights| dice.weighted(weights)).unwrap();
            }
            ugi.end().unwrap();
        }
    }
}

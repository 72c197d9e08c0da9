//! The Reversi engine behind NBoard.

use super::engine_thread::{Finding, Task};
use super::inbox::{Happening, Inbox};
use super::{EngineMaker, NAME, ProgramError};
use agon_engine::{Limits, Report};
use agon_wire::nboard::{self, BestMove, EngineEvent, EngineSide, Hint, SearchId};
use std::io::{self, Read, Write};

/// A search under way.
struct Search {
    number: u64,
    id: SearchId,
    /// How many moves are to be shown.
    moves: usize,
}

/// Speaks NBoard until `quit` or the end of the input.
pub fn run(
    maker: EngineMaker,
    reader: impl Read + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), ProgramError> {
    let mut inbox = Inbox::of_lines(reader, maker.make()?)?;
    let mut side = EngineSide::new(NAME);
    let mut search: Option<Search> = None;
    loop {
        match inbox.next()? {
            Happening::Input(bytes) => {
                let mut input = &bytes[..];
                while let Some(event) = side.receive(&mut input) {
                    match event {
                        EngineEvent::Send(line) => say(out, Some(line))?,
                        EngineEvent::Search(task) => search = Some(begin(&mut inbox, *task, &maker)?),
                        EngineEvent::StopThinking => {
                            if let Some(search) = search.take() {
                                inbox.abandon(search.number);
                            }
                        }
                        EngineEvent::Set { .. } => {}
                        EngineEvent::Quit => return Ok(()),
                    }
                }
            }
            Happening::EndOfInput => return Ok(()),
            Happening::Found(number, finding) => {
                let Some(current) = search.as_ref().filter(|search| search.number == number) else {
                    continue;
                };
                let id = current.id;
                match finding {
                    Finding::SoFar(report) => say(out, side.node_stats(id, report.nodes, report.seconds))?,
                    Finding::EachSoFar(reports) => {
                        for report in reports.iter().take(current.moves) {
                            say(out, side.hint(id, hint(report)))?;
                        }
                    }
                    Finding::Value(moves, report) => say(out, side.analysis(id, moves, discs(&report)))?,
                    Finding::Best(Ok(report)) => {
                        let (eval, seconds) = (Some(discs(&report)), Some(report.seconds));
                        say(out, side.best_move(id, BestMove { text: report.mv, eval, seconds }))?;
                        search = None;
                    }
                    Finding::Best(Err(_)) | Finding::Done | Finding::Failed(_) => {
                        say(out, side.done(id))?;
                        search = None;
                    }
                }
            }
        }
    }
}

fn begin(inbox: &mut Inbox, task: nboard::SearchTask, maker: &EngineMaker) -> io::Result<Search> {
    let limits = match task.depth.filter(|&depth| depth > 0) {
        Some(depth) => Limits { depth: Some(depth), ..Limits::default() },
        None => maker.usual_limits(),
    };
    let position = task.line.position().boxed();
    let (job, moves) = match task.task {
        nboard::Task::Go => (Task::Best(position), 1),
        nboard::Task::Hint(moves) => (Task::Each(position), usize::try_from(moves).unwrap_or(usize::MAX)),
        nboard::Task::Analyze => (Task::Whole(task.line), 1),
    };
    Ok(Search { number: inbox.begin(job, limits)?, id: task.id, moves: moves.max(1) })
}

fn hint(report: &Report) -> Hint {
    let depth = if report.exact { "100%".to_owned() } else { report.depth.to_string() };
    Hint { line: report.pv.clone(), eval: discs(report), games: 0, depth, text: String::new() }
}

/// The value in discs.
fn discs(report: &Report) -> f64 {
    f64::from(report.score) / if report.exact { 1.0 } else { 100.0 }
}

fn say(out: &mut dyn Write, line: Option<String>) -> Result<(), ProgramError> {
    if let Some(line) = line {
        writeln!(out, "{line}")?;
        out.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::test_pipes::{Dialogue, game, maker};
    use super::*;
    use agon_core::Line;
    use agon_wire::nboard::Reply;

    fn program(settings: &'static str) -> Dialogue {
        Dialogue::start(move |reader, out| run(maker("reversi", settings), reader, out))
    }

    #[test]
    fn hints_analysis_and_nonsense() {
        let mut nboard = program("nodes=300");
        nboard.send("nboard 2\nwhatever\nset depth 2\nmove F5\nhint 2\n");
        assert_eq!(nboard.line_with("set myname"), "set myname Agon");
        assert!(nboard.line_with("search").starts_with("search "));
        nboard.line_with("status");
        nboard.send("ping 3\nanalyze\n");
        nboard.line_with("pong 3");
        nboard.line_with("analysis 1 ");
        nboard.line_with("analysis 0 ");
        nboard.line_with("status");
        nboard.send("move A1\ngo\n");
        assert!(nboard.line_with("status move").contains("a1"));
        assert!(nboard.line_with("status").contains("no game"));
        nboard.send("quit\n");
        nboard.ended().unwrap();
    }

    #[test]
    fn a_last_line_without_end_is_a_line() {
        let mut nboard = program("nodes=100");
        nboard.send("ping 7");
        nboard.close_input();
        nboard.line_with("pong 7");
        nboard.ended().unwrap();
    }

    #[test]
    fn a_ping_ends_all_thinking() {
        let mut nboard = program("time=1h");
        nboard.send("go\n");
        nboard.line_with("nodestats");
        nboard.send("ping 1\n");
        nboard.line_with("pong 1");
        nboard.send("set depth 1\ngo\n");
        nboard.line_with("===");
        nboard.end().unwrap();
    }

    #[test]
    fn a_whole_game() {
        let mut nboard = program("nodes=100");
        nboard.send("nboard 2\n");
        let mut line = Line::new(game("reversi").start());
        while !line.is_over() {
            nboard.send("go\n");
            let Ok(Reply::Move(best)) = nboard.line_with("===").parse() else { panic!("no move") };
            line.play(&best.text, |_| 0).unwrap();
            let text = if best.text == "pass" { "PA".to_owned() } else { best.text };
            nboard.send(&format!("move {text}\n"));
        }
        nboard.end().unwrap();
    }
}

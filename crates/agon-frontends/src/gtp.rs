//! The Reversi engine behind GTP.

mod backlog;

use self::backlog::Backlog;
use super::engine_thread::{Finding, Task};
use super::inbox::{Happening, Inbox};
use super::{EngineMaker, NAME, ProgramError};
use agon_engine::{GameClock, Limits};
use agon_wire::gtp::{EngineEvent, EngineSide, GenMove};
use std::io::{Read, Write};
use std::time::Duration;

/// Over how many moves the main time is spread when nobody tells what is left of it.
const MOVES_OF_A_GAME: u32 = 32;

/// Speaks GTP until `quit`, or until everything that came before the end of the input is answered. From there on nobody
/// waits for a better move: searches end at once, with the move they have.
pub fn run(
    maker: EngineMaker,
    reader: impl Read + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), ProgramError> {
    let backlog = Backlog::default();
    let mut inbox = Inbox::of_lines(backlog.reader(reader), maker.make()?)?;
    let mut side = EngineSide::new(NAME, env!("CARGO_PKG_VERSION"));
    // Commands that came while the engine was thinking.
    let mut waiting = Vec::new();
    let mut thinking = None;
    let mut ended = false;
    loop {
        match inbox.next()? {
            Happening::Input(bytes) => waiting.extend(bytes),
            Happening::EndOfInput => {
                ended = true;
                inbox.stop();
            }
            Happening::Found(number, Finding::Best(found)) if thinking == Some(number) => {
                thinking = None;
                let answer = match found {
                    Ok(report) => side.moved(&report.mv)?,
                    Err(_) => side.resigned(),
                };
                say(out, &answer)?;
            }
            Happening::Found(..) => continue,
        }
        let mut input = &waiting[..];
        while let Some(event) = side.receive(&mut input) {
            match event {
                EngineEvent::Send(text) => say(out, &text)?,
                EngineEvent::NewGame => {
                    inbox.begin(Task::NewGame, Limits::default())?;
                }
                EngineEvent::GenMove(task) => {
                    let position = task.line.position().boxed();
                    thinking = Some(inbox.begin(Task::Best(position), limits(&task, &maker))?);
                    if ended {
                        inbox.stop();
                    }
                }
                EngineEvent::Quit => return Ok(()),
            }
        }
        let taken = waiting.len() - input.len();
        waiting.drain(..taken);
        backlog.taken(taken);
        if ended && thinking.is_none() {
            return Ok(());
        }
    }
}

fn limits(task: &GenMove, maker: &EngineMaker) -> Limits {
    let per_move = |time: Duration| Limits { time: Some(time), ..Limits::default() };
    // A little of a period is left over for the way there and back.
    let share = |time: Duration, moves: u32| per_move(time.mul_f64(0.9) / moves.max(1));
    match (task.left, task.settings) {
        (Some(left), _) if left.moves > 0 => share(left.time, left.moves),
        (Some(left), _) => {
            let clock = GameClock { remaining: left.time, increment: Duration::ZERO };
            Limits { clock: Some(clock), ..Limits::default() }
        }
        // A period without moves in it means that there is no limit at all.
        (None, Some(settings)) if settings.moves == 0 && !settings.period.is_zero() => maker.usual_limits(),
        (None, Some(settings)) if settings.main.is_zero() && settings.moves > 0 => {
            share(settings.period, settings.moves)
        }
        (None, Some(settings)) => share(settings.main, MOVES_OF_A_GAME),
        (None, None) => maker.usual_limits(),
    }
}

fn say(out: &mut dyn Write, text: &str) -> Result<(), ProgramError> {
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::test_pipes::{Dialogue, maker};
    use super::*;

    fn program() -> Dialogue {
        Dialogue::start(move |reader, out| run(maker("reversi", "nodes=100"), reader, out))
    }

    #[test]
    fn commands_are_answered_in_order_and_nonsense_is_refused() {
        let mut gtp = program();
        gtp.send("1 protocol_version\n2 dance\n3 play black A1\n4 genmove b\n5 genmove b\n6 name\n7 quit\n");
        assert_eq!(gtp.line_with("="), "=1 2");
        assert_eq!(gtp.line_with("?"), "?2 unknown command");
        assert!(gtp.line_with("?").starts_with("?3 illegal move"));
        assert_eq!(gtp.line_with("=").len(), "=4 F5".len());
        assert!(gtp.line_with("?").starts_with("?5 illegal move"));
        assert_eq!(gtp.line_with("="), "=6 Agon");
        assert_eq!(gtp.line_with("="), "=7");
        gtp.ended().unwrap();
    }

    #[test]
    fn what_came_before_the_end_of_the_input_is_answered() {
        let mut gtp = program();
        gtp.send("genmove black\nname");
        gtp.close_input();
        assert_eq!(gtp.line_with("=").len(), "= F5".len());
        assert_eq!(gtp.line_with("="), "= Agon");
        gtp.ended().unwrap();
    }

    #[test]
    fn at_the_end_of_the_input_every_search_ends_at_once() {
        for settings in ["time=1h", "time=1h:noise=100"] {
            let mut gtp = Dialogue::start(move |reader, out| run(maker("reversi", settings), reader, out));
            gtp.send("1 genmove b\n2 genmove w\n3 name\n4 genmove b\n");
            gtp.close_input();
            for number in [1, 2, 4] {
                assert_eq!(gtp.line_with(&format!("={number} ")).len(), "=1 F5".len());
            }
            assert_eq!(gtp.line(), Some(String::new()));
            assert_eq!(gtp.line(), None);
            gtp.ended().unwrap();
        }
    }

    #[test]
    fn every_command_that_comes_during_a_search_is_answered_in_order() {
        let mut gtp = Dialogue::start(|reader, out| run(maker("reversi", "time=1h"), reader, out));
        gtp.send("1 genmove b\n");
        for number in 2..1000 {
            gtp.send(&format!("{number} name\n"));
        }
        gtp.send(&format!("1000 {}\n1001 name\n", "x".repeat(5000)));
        gtp.close_input();
        assert_eq!(gtp.line_with("=").len(), "=1 F5".len());
        for number in 2..1000 {
            assert_eq!(gtp.line_with("="), format!("={number} Agon"));
        }
        assert!(gtp.line_with("?").starts_with("?1000 a line was longer than"));
        assert_eq!(gtp.line_with("="), "=1001 Agon");
        gtp.ended().unwrap();
    }

    #[test]
    fn more_commands_than_may_wait_are_answered_too() {
        let mut gtp = program();
        let comment = "x".repeat(3000);
        let commands = 2 * backlog::MOST_WAITING / comment.len();
        gtp.send("0 genmove b\n");
        for number in 1..commands {
            gtp.send(&format!("{number} name # {comment}\n"));
        }
        gtp.line_with("=0 ");
        for number in 1..commands {
            assert_eq!(gtp.line_with("="), format!("={number} Agon"));
        }
        gtp.end().unwrap();
    }

    #[test]
    fn it_ends_when_nobody_reads_its_answers() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
                Err(std::io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        /// Input that does not end as long as the other half is there.
        struct Open(std::sync::mpsc::Receiver<()>);
        impl Read for Open {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                let _ = self.0.recv();
                Ok(0)
            }
        }
        let (stays_open, receiver) = std::sync::mpsc::channel();
        let reader = b"name\n".chain(Open(receiver));
        let ended = run(maker("reversi", "time=1h"), reader, &mut Closed);
        assert!(
            matches!(ended, Err(ProgramError::Io(error)) if error.kind() == std::io::ErrorKind::BrokenPipe)
        );
        drop(stays_open);
    }

    #[test]
    fn two_engines_end_their_game_with_two_passes() {
        // As controllers do it: ask one engine, tell the other, until both have passed.
        let mut engines = [program(), program()];
        let mut passes = 0;
        for turn in 0..128 {
            let colour = ["black", "white"][turn % 2];
            engines[turn % 2].send(&format!("genmove {colour}\n"));
            let answer = engines[turn % 2].line_with("=");
            let vertex = &answer["= ".len()..];
            engines[1 - turn % 2].send(&format!("play {colour} {vertex}\n"));
            assert_eq!(engines[1 - turn % 2].line().as_deref(), Some("="), "{turn}: {colour} {vertex}");
            for engine in &mut engines {
                assert_eq!(engine.line().as_deref(), Some(""));
            }
            passes = if vertex == "pass" { passes + 1 } else { 0 };
            if passes == 2 {
                break;
            }
        }
        assert_eq!(passes, 2);
        for engine in engines {
            engine.end().unwrap();
        }
    }

    #[test]
    fn a_whole_game() {
        let mut gtp = program();
        gtp.send("time_settings 0 1 1\n");
        gtp.line_with("=");
        let mut passes = 0;
        for turn in 0..128 {
            gtp.send(if turn % 2 == 0 { "genmove black\n" } else { "genmove white\n" });
            passes = if gtp.line_with("=") == "= pass" { passes + 1 } else { 0 };
            if passes == 2 {
                break;
            }
        }
        assert_eq!(passes, 2);
        gtp.end().unwrap();
    }

    #[test]
    fn times_become_limits() {
        use agon_wire::gtp::{TimeLeft, TimeSettings};
        let line = agon_core::Line::new(super::super::test_pipes::game("reversi").start());
        let seconds = Duration::from_secs;
        let of =
            |settings, left| limits(&GenMove { line: line.clone(), settings, left }, &maker("reversi", ""));
        let settings =
            |main, period, moves| Some(TimeSettings { main: seconds(main), period: seconds(period), moves });
        assert_eq!(of(None, None).time, Some(seconds(1)));
        assert_eq!(of(settings(0, 10, 0), None).time, Some(seconds(1)));
        assert_eq!(of(settings(0, 10, 3), None).time, Some(seconds(3)));
        assert_eq!(of(settings(320, 0, 0), None).time, Some(seconds(9)));
        let left = Some(TimeLeft { time: seconds(60), moves: 0 });
        assert_eq!(of(settings(320, 0, 0), left).clock.map(|clock| clock.remaining), Some(seconds(60)));
        let left = Some(TimeLeft { time: seconds(20), moves: 2 });
        assert_eq!(of(settings(320, 0, 0), left).time, Some(seconds(9)));
    }
}

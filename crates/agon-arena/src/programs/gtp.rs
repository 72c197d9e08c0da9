//! The Reversi engine behind GTP.

use super::desk::{Desk, Happening};
use super::thinker::{Finding, Task};
use super::{EngineMaker, NAME, ProgramError};
use agon_engines::{GameClock, Limits};
use agon_wire::gtp::{EngineEvent, EngineSide, GenMove};
use std::io::{Read, Write};
use std::time::Duration;

/// Over how many moves the main time is spread when nobody tells what is left of it.
const MOVES_OF_A_GAME: u32 = 32;

/// Speaks GTP until `quit`, or until everything that came before the end of the input is answered.
pub fn run(
    maker: EngineMaker,
    reader: impl Read + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), ProgramError> {
    let mut desk = Desk::of_lines(reader)?;
    desk.seat(maker.make()?)?;
    let mut side = EngineSide::new(NAME, env!("CARGO_PKG_VERSION"));
    let mut thinking = None;
    let mut ended = false;
    loop {
        let mut arrived = Vec::new();
        match desk.next() {
            Happening::Input(bytes) => arrived = bytes,
            Happening::EndOfInput => ended = true,
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
        let mut input = &arrived[..];
        while let Some(event) = side.receive(&mut input) {
            match event {
                EngineEvent::Send(text) => say(out, &text)?,
                EngineEvent::NewGame => {
                    desk.begin(Task::NewGame, Limits::default());
                }
                EngineEvent::GenMove(task) => {
                    let position = task.line.position().boxed();
                    thinking = Some(desk.begin(Task::Best(position), limits(&task, &maker)));
                }
                EngineEvent::Quit => return Ok(()),
            }
        }
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

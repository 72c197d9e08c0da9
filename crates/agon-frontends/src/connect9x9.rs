//! Our Connect4 9×9 player on standard input and output, and the reference opponents as player programs.

use super::engine_thread::{Finding, Task};
use super::inbox::{Happening, Inbox};
use super::{EngineMaker, ProgramError};
use agon_connect::Connect9x9;
use agon_core::{Game, Side, Typed};
use agon_engine::Limits;
use agon_wire::connect9x9::{Player, PlayerEvent};
use std::io::{Read, Write};
use std::time::Duration;

/// The level that means: take it from the magic number.
pub const COURSE: &str = "course";

/// A move may take 5 s; whatever was asked for, this much is never used up.
const LONGEST: Duration = Duration::from_secs(4);

/// Plays one game: until 10, 11 or 12 comes, or the input ends. Nothing but columns is ever written.
pub fn run(
    mut maker: EngineMaker,
    side: Side,
    reader: impl Read + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), ProgramError> {
    let from_magic = maker.spec().level.as_deref() == Some(COURSE);
    if from_magic {
        // Better refused now than when the game begins.
        maker.change(|spec| spec.set("level", "course-0"))?;
    }
    let mut inbox = Inbox::of_lines(reader, maker.make()?)?;
    let mut player = Player::new(side);
    let mut thinking = None;
    loop {
        let mut arrived = Vec::new();
        match inbox.next()? {
            Happening::Input(bytes) => arrived = bytes,
            Happening::EndOfInput => return Ok(()),
            Happening::Found(number, Finding::Best(found)) if thinking == Some(number) => {
                thinking = None;
                let column = found?.mv.parse().unwrap_or(u8::MAX);
                out.write_all(&player.play(column)?)?;
                out.flush()?;
                if maker.ponders() {
                    inbox.ponder(&*Typed::new(Connect9x9::standard()).position(*player.position()))?;
                }
            }
            Happening::Found(..) => continue,
        }
        let mut input = &arrived[..];
        while let Some(event) = player.receive(&mut input)? {
            match event {
                PlayerEvent::Magic(number) if from_magic => {
                    if !(0..=2).contains(&number) {
                        return Err(ProgramError::Magic(number));
                    }
                    let engine = maker.change(|spec| spec.set("level", &format!("{COURSE}-{number}")))?;
                    inbox.begin(Task::Replace(engine), Limits::default())?;
                }
                PlayerEvent::Magic(_) | PlayerEvent::OpponentMoved(_) => {}
                PlayerEvent::MoveWanted => {
                    let position = Typed::new(Connect9x9::standard()).position(*player.position());
                    let limits = Limits { time: Some(maker.time().min(LONGEST)), ..Limits::default() };
                    thinking = Some(inbox.begin(Task::Best(position), limits)?);
                }
                PlayerEvent::Ended(_) => return Ok(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_pipes::{Dialogue, game, maker};
    use super::*;
    use agon_core::Line;
    use agon_engine::Stop;

    fn program(side: Side, settings: &'static str) -> Dialogue {
        Dialogue::start(move |reader, out| run(maker("connect4-9x9", settings), side, reader, out))
    }

    #[test]
    fn a_whole_game_against_itself() {
        let mut players = Side::BOTH.map(|side| program(side, "nodes=100"));
        let mut line = Line::new(game("connect4-9x9").start());
        for player in &players {
            player.send("0\n");
        }
        while !line.is_over() {
            let side = line.position().side_to_move();
            let column = players[side].line().unwrap();
            line.play(&column, |_| 0).unwrap();
            players[!side].send(&format!("{column}\n"));
        }
        let [mut first, mut second] = players;
        first.send("10\n");
        second.send("11\n");
        assert_eq!((first.line(), second.line()), (None, None));
        first.ended().unwrap();
        second.ended().unwrap();
    }

    #[test]
    fn nonsense_ends_it_without_a_word_on_the_output() {
        for (input, expected) in [("x\n", "'x'"), ("0\n9\n", "sent 9"), ("0\n3\n3\n", "turn")] {
            let mut player = program(Side::Second, "nodes=100:time=1h");
            player.send(input);
            let said = player.line();
            assert!(said.is_none_or(|line| line.parse::<u8>().is_ok()));
            assert!(player.ended().unwrap_err().to_string().contains(expected), "{input}");
        }
    }

    #[test]
    fn it_thinks_on_the_other_sides_time_and_still_answers_at_once() {
        let run = |reader, out: &mut dyn Write| {
            run(maker("connect4-9x9", "").pondering(true), Side::Second, reader, out)
        };
        let mut player = Dialogue::start(move |reader, out| run(reader, out));
        let mut line = Line::new(game("connect4-9x9").start());
        player.send("0\n");
        for column in ["4", "5", "5", "6"] {
            line.play(column, |_| 0).unwrap();
            player.send(&format!("{column}\n"));
            // The thought about our own time has no end of its own: an answer says that it was broken off.
            line.play(&player.line().unwrap(), |_| 0).unwrap();
        }
        player.send("10\n");
        player.ended().unwrap();
    }

    #[test]
    fn it_ends_with_its_input() {
        program(Side::First, "").end().unwrap();
    }

    #[test]
    fn the_reference_opponents_take_their_level_from_the_magic_number() {
        let mut answers = Vec::new();
        for (level, settings) in ["level=course-0", "level=course-1", "level=course-2"].iter().enumerate() {
            let mut player = program(Side::Second, "level=course");
            let mut engine = maker("connect4-9x9", settings).make().unwrap();
            let mut line = Line::new(game("connect4-9x9").start());
            player.send(&format!("{level}\n"));
            for column in ["4", "5", "5", "6", "2"] {
                line.play(column, |_| 0).unwrap();
                player.send(&format!("{column}\n"));
                let limits = Limits::default();
                let expected = engine.best(line.position(), &limits, &Stop::new(), &mut |_| {}).unwrap().mv;
                assert_eq!(player.line().as_ref(), Some(&expected), "level {level}");
                line.play(&expected, |_| 0).unwrap();
            }
            answers.push(line.position().text());
        }
        answers.dedup();
        assert_eq!(answers.len(), 3, "in this game the levels answer differently");
        let player = program(Side::Second, "level=course");
        player.send("7\n");
        assert!(matches!(player.ended(), Err(ProgramError::Magic(7))));
        assert!(program(Side::First, "level=corse").end().is_err());
    }
}

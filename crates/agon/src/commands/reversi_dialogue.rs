//! The terminal game of the Reversi assignment: colour, level, numbered moves, skips counted.

use super::play::{ask, fresh_seed, read_line};
use crate::failure::{Done, Failure};
use agon_core::record::PlayerInfo;
use agon_core::{AnyPosition, Side};
use agon_engine::Stop;
use agon_referee::play::consult;
use agon_referee::{Answer, Clock, GameSetup, Referee, SystemClock, Thought};
use agon_seats::PlayerSpec;
use std::io::{self, BufRead, Write};

pub(crate) fn run(out: &mut dyn Write) -> Done {
    let input = &mut io::stdin().lock();
    writeln!(out, "To start the game choose your color")?;
    let question = "Type B for black and W for white (Black pieces start first)\n";
    let colour = ask(input, out, question, |text| match text.to_ascii_uppercase().as_str() {
        "B" => Ok(Side::First),
        "W" => Ok(Side::Second),
        _ => Err(format!("'{text}' is neither B nor W.")),
    })?;
    let Some(player) = colour else { return Ok(()) };
    let question = "Choose level:\n1: Novice\n2: Medium\n3: Expert\n";
    let level = ask(input, out, question, |text| match text {
        "1" => Ok("novice"),
        "2" => Ok("medium"),
        "3" => Ok("expert"),
        _ => Err(format!("'{text}' is no level; type 1, 2 or 3.")),
    })?;
    let Some(level) = level else { return Ok(()) };
    game(player, level, input, out)
}

/// The game itself, between the person and a named opponent.
fn game(player: Side, level: &str, input: &mut dyn BufRead, out: &mut dyn Write) -> Done {
    let game = agon_games::registry().game("reversi")?;
    let computer: PlayerSpec = format!("engine:level={level}").parse()?;
    let mut seat = computer.seat(&*game, &agon_games::engines())?;
    let person = PlayerInfo { name: "human".into(), spec: "human".into() };
    let mut players = [person, seat.info()];
    if player == Side::Second {
        players.swap(0, 1);
    }
    let mut referee = Referee::new(GameSetup::new(game, players, fresh_seed()))?;
    let (clock, stop) = (SystemClock::new(), Stop::new());
    let mut skipped = [0; 2];
    board(referee.line().position(), out)?;
    while let Some(request) = referee.request(clock.now()) {
        let moves = referee.line().position().legal_moves();
        let skips = moves == ["pass"];
        let answer = if request.side == player {
            writeln!(out, "\nPlayer make your move\nYou can choose between this moves:")?;
            if skips {
                writeln!(out, "No available moves :(")?;
                Answer::Move("pass".into(), Thought::default())
            } else {
                let chosen = choose(&moves, input, out)?;
                chosen.map_or(Answer::Leave, |mv| Answer::Move(mv, Thought::default()))
            }
        } else {
            writeln!(out, "\nComputer makes move")?;
            out.flush()?;
            consult(&mut *seat, &referee, &request, &clock, &stop)
        };
        if matches!(answer, Answer::Leave) {
            return Ok(());
        }
        referee.answer(answer, clock.now());
        skipped[request.side] += u32::from(skips);
        match referee.line().moves().last().and_then(|mv| square(&mv.text)) {
            Some((row, column)) if request.side != player => {
                writeln!(out, "Computer chose row{row} column {column}")?;
            }
            None if request.side != player => writeln!(out, "Computer skipped.")?,
            _ => {}
        }
        writeln!(out, "SkippedComputer :{}\nSkippedPlayer :{}", skipped[!player], skipped[player])?;
        board(referee.line().position(), out)?;
    }
    if let Some(why) = referee.called_off() {
        return Err(Failure::Failed(format!("the game cannot go on: {why}")));
    }
    let Some(verdict) = referee.verdict() else { return Ok(()) };
    let winner = match verdict.winner {
        None => "It is a draw".to_owned(),
        Some(side) if side == player => "Player won".to_owned(),
        Some(_) => "Computer won".to_owned(),
    };
    writeln!(out, "\nGAME OVER\n{winner}: black {}, white {}", verdict.score[0], verdict.score[1])?;
    Ok(())
}

/// Row and column from the top left, counted from 0, as this game shows squares; nothing for a pass.
fn square(text: &str) -> Option<(u8, u8)> {
    match text.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some((row - b'1', column - b'a')),
        _ => None,
    }
}

/// Asks for the number of a move until it is one; nothing at the end of input.
fn choose(moves: &[String], input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Option<String>, Failure> {
    for (i, (row, column)) in moves.iter().filter_map(|mv| square(mv)).enumerate() {
        writeln!(out, "{} : row:{row} column: {column}", i + 1)?;
    }
    loop {
        let Some(text) = read_line(input, out, "What move will you make (place number)\n")? else {
            return Ok(None);
        };
        match text.parse::<usize>().ok().and_then(|n| moves.get(n.wrapping_sub(1))) {
            Some(mv) => return Ok(Some(mv.clone())),
            None => writeln!(out, "'{text}' is no number from 1 to {}.", moves.len())?,
        }
    }
}

fn board(position: &dyn AnyPosition, out: &mut dyn Write) -> Done {
    writeln!(out, "    0 1 2 3 4 5 6 7\n  *******************")?;
    for (row, cells) in position.set_up().contents.chunks(8).enumerate() {
        let letters: Vec<_> = cells
            .iter()
            .map(|cell| match cell {
                None => "-",
                Some(0) => "B",
                Some(_) => "W",
            })
            .collect();
        writeln!(out, "{row} * {} *", letters.join(" "))?;
    }
    writeln!(out, "  *******************")?;
    Ok(())
}

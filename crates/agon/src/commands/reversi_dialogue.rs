//! The terminal game of the Reversi course, with its words: colour, level, numbered moves, skips counted.

use super::asking::{fresh_seed, read_line};
use crate::failure::{Done, Failure};
use agon_core::record::PlayerInfo;
use agon_core::{AnyPosition, Line, Side, TypedPosition};
use agon_engine::Stop;
use agon_games::Reversi;
use agon_games::reversi::engine::course::moves_in_order;
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
    Dialogue { player, skipped: [0; 2], input, out }.game(level)
}

/// Asks until the answer will do; `None` at the end of input.
fn ask<T>(
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    question: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, Failure> {
    while let Some(text) = read_line(input, out, question)? {
        match read(&text) {
            Ok(value) => return Ok(Some(value)),
            Err(why) => writeln!(out, "{why}")?,
        }
    }
    Ok(None)
}

/// A game that is shown to the person who plays it.
struct Dialogue<'a> {
    /// The person's side.
    player: Side,
    /// How often each side was skipped.
    skipped: [u32; 2],
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
}

impl Dialogue<'_> {
    /// The game itself, between the person and a named opponent.
    fn game(&mut self, level: &str) -> Done {
        let game = agon_games::registry().game("reversi")?;
        let computer: PlayerSpec = format!("engine:level={level}").parse()?;
        let mut seat = computer.seat(&*game, &agon_games::engines())?;
        let person = PlayerInfo { name: "human".into(), spec: "human".into() };
        let mut players = [person, seat.info()];
        if self.player == Side::Second {
            players.swap(0, 1);
        }
        let mut referee = Referee::new(GameSetup::new(game, players, fresh_seed()))?;
        let (clock, stop) = (SystemClock::new(), Stop::new());
        self.board(referee.line().position())?;
        while let Some(request) = referee.request(clock.now()) {
            self.turn(request.side)?;
            let answer = if let Some(pass) = referee.line().position().forced_pass() {
                self.skip(request.side)?;
                Answer::Move(pass, Thought::default())
            } else if request.side == self.player {
                let Some(chosen) = self.choose(referee.line().position())? else { return Ok(()) };
                Answer::Move(chosen, Thought::default())
            } else {
                self.out.flush()?;
                consult(&mut *seat, &referee, &request, &clock, &stop)
            };
            let played = referee.line().moves().len();
            referee.answer(answer, clock.now());
            let new = referee.line().moves().get(played).and_then(|mv| square(&mv.text));
            if let Some((row, column)) = new.filter(|_| request.side != self.player) {
                writeln!(self.out, "Computer chose row{row} column {column}")?;
            }
            if referee.verdict().is_none() {
                self.state(referee.line().position())?;
            }
        }
        if let Some(why) = referee.called_off() {
            return Err(Failure::Failed(format!("the game cannot go on: {why}")));
        }
        let Some(verdict) = referee.verdict() else { return Ok(()) };
        self.last_skips(referee.line())?;
        writeln!(self.out, "GAME OVER")?;
        self.board(referee.line().position())?;
        let result = match verdict.winner {
            None => "DRAW",
            Some(side) if side == self.player => "YOU WON",
            Some(_) => "COMPUTER WON",
        };
        writeln!(self.out, "{result}")?;
        Ok(())
    }

    /// Says whose turn it is.
    fn turn(&mut self, side: Side) -> Done {
        let words = if side == self.player {
            "Player make your move\nYou can choose between this moves:"
        } else {
            "Computer makes move"
        };
        writeln!(self.out, "\n{words}")?;
        Ok(())
    }

    /// Says that a side has no move, and counts it.
    fn skip(&mut self, side: Side) -> Done {
        self.skipped[side] += 1;
        let words = if side == self.player { "No available moves :(" } else { "Computer skipped." };
        writeln!(self.out, "{words}")?;
        Ok(())
    }

    /// The skips and the board.
    fn state(&mut self, position: &dyn AnyPosition) -> Done {
        let [computer, player] = [self.skipped[!self.player], self.skipped[self.player]];
        writeln!(self.out, "SkippedComputer :{computer}\nSkippedPlayer :{player}")?;
        self.board(position)
    }

    /// Where a game ends because neither side has a move, both are skipped, one after the other. On a full board, or where
    /// one colour is gone, nobody is asked any more.
    fn last_skips(&mut self, line: &Line) -> Done {
        let position = line.position();
        let contents = position.set_up().contents;
        let has = |piece: Option<usize>| contents.contains(&piece);
        if !(has(None) && has(Some(0)) && has(Some(1))) {
            return Ok(());
        }
        let Some(first) = line.moves().last().map(|mv| !mv.side) else { return Ok(()) };
        self.state(position)?;
        self.turn(first)?;
        self.skip(first)?;
        self.state(position)?;
        self.turn(!first)?;
        self.skip(!first)
    }

    /// Asks for the number of a move until it is one; nothing at the end of input.
    fn choose(&mut self, position: &dyn AnyPosition) -> Result<Option<String>, Failure> {
        let moves = in_the_course_s_order(position);
        for (i, (row, column)) in moves.iter().filter_map(|mv| square(mv)).enumerate() {
            writeln!(self.out, "{} : row:{row} column: {column}", i + 1)?;
        }
        let question = "What move will you make (place number)\n";
        ask(self.input, self.out, question, |text| {
            let chosen = text.parse::<usize>().ok().and_then(|n| moves.get(n.wrapping_sub(1)));
            chosen.cloned().ok_or_else(|| format!("'{text}' is no number from 1 to {}.", moves.len()))
        })
    }

    fn board(&mut self, position: &dyn AnyPosition) -> Done {
        let frame = "*".repeat(19);
        writeln!(self.out, "{frame}")?;
        for cells in position.set_up().contents.chunks(8) {
            let letters = cells.iter().map(|cell| match cell {
                None => "-",
                Some(0) => "B",
                Some(_) => "W",
            });
            writeln!(self.out, "* {} *", letters.collect::<Vec<_>>().join(" "))?;
        }
        writeln!(self.out, "{frame}")?;
        Ok(())
    }
}

/// The legal moves as the course's program lists them.
fn in_the_course_s_order(position: &dyn AnyPosition) -> Vec<String> {
    match position.as_any().downcast_ref::<TypedPosition<Reversi>>() {
        Some(typed) => moves_in_order(&typed.position).iter().map(ToString::to_string).collect(),
        None => position.legal_moves(),
    }
}

/// Row and column from the top left, counted from 0, as this game shows squares; nothing for a pass.
fn square(text: &str) -> Option<(u8, u8)> {
    match text.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some((row - b'1', column - b'a')),
        _ => None,
    }
}

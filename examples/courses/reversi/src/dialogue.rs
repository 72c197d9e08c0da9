//! The terminal game: colour, level, numbered moves, skips counted.

use crate::board::{BLACK, Board, START, WHITE};
use crate::moves::Move;
use crate::player::Player;
use std::io::{self, BufRead, Write};

/// Plays one game, or as much of it as there is input for.
pub fn play(input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
    match game(input, out) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(()),
        other => other,
    }
}

fn game(input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "To start the game choose your color")?;
    let colour = ask(input, out, "Type B for black and W for white (Black pieces start first)", &["B", "W"])?;
    let level = ask(input, out, "Choose level:\n1: Novice\n2: Medium\n3: Expert", &["1", "2", "3"])?;
    let person = [BLACK, WHITE][colour];
    let computer = Player { letter: -person, max_depth: [2, 4, 6][level] };
    let (mut board, mut letter) = (Board::new(START), BLACK);
    let (mut skipped_computer, mut skipped_player) = (0, 0);
    write!(out, "{}", board.print())?;
    while !board.is_terminal() {
        let chosen = if letter == person {
            let moves = board.get_available_moves(person);
            skipped_player += u32::from(moves.is_empty());
            ask_for_move(&moves, input, out)?
        } else {
            writeln!(out, "\nComputer makes move")?;
            let chosen = computer.choose(&board);
            skipped_computer += u32::from(chosen.is_none());
            match chosen {
                Some(Move { row, col, .. }) => writeln!(out, "Computer chose row{row} column {col}")?,
                None => writeln!(out, "Computer skipped.")?,
            }
            chosen
        };
        match chosen {
            Some(chosen) => board.make_move(chosen, letter),
            None => board = board.skipped(),
        }
        letter = -letter;
        if !board.is_terminal() {
            writeln!(out, "SkippedComputer :{skipped_computer}\nSkippedPlayer :{skipped_player}")?;
            write!(out, "{}", board.print())?;
        }
    }
    let ahead = (board.count(person) - board.count(-person)).signum();
    let result = ["COMPUTER WON", "DRAW", "YOU WON"][(ahead + 1) as usize];
    writeln!(out, "GAME OVER\n{}{result}", board.print())
}

/// Asks until the answer is one of these, and says which.
fn ask(input: &mut dyn BufRead, out: &mut dyn Write, question: &str, answers: &[&str]) -> io::Result<usize> {
    loop {
        writeln!(out, "{question}")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if let Some(number) = answers.iter().position(|answer| answer.eq_ignore_ascii_case(line.trim())) {
            return Ok(number);
        }
    }
}

/// Lists the moves and asks for one, if there is any.
fn ask_for_move(moves: &[Move], input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<Option<Move>> {
    writeln!(out, "\nPlayer make your move\nYou can choose between this moves:")?;
    if moves.is_empty() {
        writeln!(out, "No available moves :(")?;
        return Ok(None);
    }
    for (number, Move { row, col, .. }) in (1..).zip(moves) {
        writeln!(out, "{number} : row:{row} column: {col}")?;
    }
    let numbers: Vec<String> = (1..=moves.len()).map(|number| number.to_string()).collect();
    let answers: Vec<&str> = numbers.iter().map(String::as_str).collect();
    ask(input, out, "What move will you make (place number)", &answers).map(|number| Some(moves[number]))
}

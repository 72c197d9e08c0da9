//! Legal moves in two protocols, and misdeeds in between.

use std::io::{self, BufRead, Write};
use std::thread;
use std::time::Duration;

use crate::options::{Misdeed, Options, Side};
use crate::{hoards, misdeeds, prowls};

/// What is to be said in place of a move, or around it.
enum Answer {
    Move,
    Illegal,
    Garbage,
}

const GARBAGE: &[u8] = b"\xff\xfe\x00 this is no move \x1b[2J\n";

/// Does what is planned for this move, except what concerns the move's text.
fn misbehave(options: &Options, turn: u32, output: &mut impl Write) -> io::Result<Answer> {
    let mut answer = Answer::Move;
    for misdeed in options.at(turn) {
        match misdeed {
            Misdeed::Crash => std::process::abort(),
            Misdeed::Exit => std::process::exit(options.code.into()),
            Misdeed::Stall => misdeeds::stay(),
            Misdeed::Late => thread::sleep(Duration::from_millis(options.by)),
            Misdeed::Garbage => answer = Answer::Garbage,
            Misdeed::Illegal => answer = Answer::Illegal,
            Misdeed::Megabyte => {
                output.write_all(&vec![b'x'; 1 << 20])?;
                output.flush()?;
            }
            Misdeed::Fork => misdeeds::fork(options.children),
            Misdeed::EatMemory => misdeeds::eat_memory(options.most),
            Misdeed::Socket => misdeeds::connect(&options.address),
            Misdeed::Write(path) => misdeeds::write(path),
            Misdeed::Privilege => misdeeds::seek_privileges(),
            Misdeed::Hoard(way) => hoards::hoard(way, options.most),
            Misdeed::Reach(name) => prowls::reach(name),
            Misdeed::Knock => prowls::knock(),
            Misdeed::Spin => prowls::spin(options.children),
            Misdeed::Rights(program) => prowls::borrow_rights(program),
        }
    }
    Ok(answer)
}

/// Connect4 on 9 columns and 9 rows: a magic number, then columns in turn, then 10, 11 or 12.
pub(crate) fn connect4(
    options: &Options,
    side: Side,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    const COLUMNS: usize = 9;
    const ROWS: u32 = 9;
    let mut heights = [0u32; COLUMNS];
    let mut numbers = input.lines();
    let mut next = || -> io::Result<Option<usize>> {
        let Some(line) = numbers.next() else { return Ok(None) };
        line?.trim().parse().map(Some).map_err(io::Error::other)
    };
    if next()?.is_none() {
        return Ok(());
    }
    let mut turn = 0;
    let mut mine = side == Side::First;
    loop {
        if mine {
            turn += 1;
            let full = |column: &usize| heights[*column] == ROWS;
            // Two columns on each time: rows of four are rare and games are long.
            let column = (0..COLUMNS).map(|i| (turn as usize * 2 + i) % COLUMNS).find(|column| !full(column));
            let text = match misbehave(options, turn, &mut output)? {
                Answer::Move => column,
                Answer::Illegal => (0..COLUMNS).find(full).or(Some(COLUMNS)),
                Answer::Garbage => {
                    output.write_all(GARBAGE)?;
                    None
                }
            };
            if let Some(text) = text {
                writeln!(output, "{text}")?;
            }
            if let Some(column) = column {
                heights[column] += 1;
            }
            output.flush()?;
        } else {
            match next()? {
                Some(column @ 0..COLUMNS) => heights[column] += 1,
                _ => return Ok(()),
            }
        }
        mine = !mine;
    }
}

/// UGI, any game, by the legal moves it is told.
pub(crate) fn ugi(options: &Options, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut turn = 0;
    let mut legal: Vec<String> = Vec::new();
    let mut played = String::new();
    for line in input.lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        match words.next() {
            Some("ugi") => {
                output.write_all(b"id name agon-testplayer\nid author agon\n")?;
                output.write_all(b"option name LegalMoves type check default false\nugiok\n")?;
            }
            Some("isready") => writeln!(output, "readyok")?,
            Some("uginewgame") => turn = 0,
            Some("position") => played = words.last().unwrap_or_default().to_owned(),
            Some("legalmoves") => legal = words.map(str::to_owned).collect(),
            Some("go") => {
                turn += 1;
                let choice = legal.get(turn as usize * 7 % legal.len().max(1)).map_or("pass", String::as_str);
                match misbehave(options, turn, &mut output)? {
                    Answer::Move => writeln!(output, "bestmove {choice}")?,
                    // The move just made can rarely be made again; where it can, no game has this one.
                    Answer::Illegal
                        if legal.contains(&played) || played == "startpos" || played.is_empty() =>
                    {
                        writeln!(output, "bestmove 99,99")?;
                    }
                    Answer::Illegal => writeln!(output, "bestmove {played}")?,
                    Answer::Garbage => output.write_all(GARBAGE)?,
                }
            }
            Some("quit") => return Ok(()),
            _ => {}
        }
        output.flush()?;
    }
    Ok(())
}

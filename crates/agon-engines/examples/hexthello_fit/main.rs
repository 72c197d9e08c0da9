//! Makes the numbers of HexThello's evaluations from games of the engine against itself. Everything comes from the seed,
//! so the same command makes the same numbers.
//!
//! `weights GAMES NODES ROUNDS SEED [FILE]`  fits the weights of the explained terms to the results of self-play
//! `games COUNT NODES SEED FILE [PLAYER]`    plays games for the patterns, one a line: see `game_line.rs`
//! `fit EPOCHS SEED OUT GAMES…`              fits the patterns to games, a twentieth of them held out to judge the fit
//! `match PAIRS SEED A B`                    plays a match; A and B are PLAYER@NODES or PLAYER@dDEPTH
//!
//! A player is `explained`, `corners`, `simple`, `-` for the embedded patterns, or a file of patterns.
#![allow(clippy::print_stdout, clippy::print_stderr)] // Reason: a command; its output is what it is for.

mod fit;
mod game_line;
mod player;
mod self_play;
mod terms;
mod versus;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |i: usize| -> Result<&String, Box<dyn Error>> {
        Ok(arguments.get(i).ok_or("an argument is missing; see the top of the file")?)
    };
    let number = |i: usize| -> Result<u64, Box<dyn Error>> {
        let text = text(i)?;
        Ok(text.parse().map_err(|_| format!("'{text}' is not a number"))?)
    };
    match arguments.first().map(String::as_str) {
        Some("games") => {
            let weights = arguments.get(5).map_or("explained", String::as_str);
            self_play::run(number(1)?, number(2)?, number(3)?, text(4)?, weights)?;
        }
        Some("weights") => terms::run(number(1)?, number(2)?, number(3)?, number(4)?, arguments.get(5))?,
        Some("fit") => {
            text(4)?;
            fit::run(number(1)?, number(2)?, text(3)?, &arguments[4..])?;
        }
        Some("match") => versus::run(number(1)?, number(2)?, [text(3)?, text(4)?])?,
        _ => return Err("the first argument is weights, games, fit or match; see the top of the file".into()),
    }
    Ok(())
}

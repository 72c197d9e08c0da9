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
#[path = "../fitting/mod.rs"]
mod fitting;
mod game_line;
mod player;
mod self_play;
mod terms;
mod versus;

use fitting::Arguments;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::here();
    match arguments.task() {
        Some("games") => {
            let weights = arguments.optional(5).unwrap_or("explained");
            self_play::run(
                arguments.number(1)?,
                arguments.number(2)?,
                arguments.number(3)?,
                arguments.text(4)?,
                weights,
            )?;
        }
        Some("weights") => terms::run(
            arguments.number(1)?,
            arguments.number(2)?,
            arguments.number(3)?,
            arguments.number(4)?,
            arguments.optional(5),
        )?,
        Some("fit") => {
            fit::run(arguments.number(1)?, arguments.number(2)?, arguments.text(3)?, arguments.from(4)?)?;
        }
        Some("match") => {
            versus::run(arguments.number(1)?, arguments.number(2)?, [arguments.text(3)?, arguments.text(4)?])?
        }
        _ => return Err("the first argument is weights, games, fit or match; see the top of the file".into()),
    }
    Ok(())
}

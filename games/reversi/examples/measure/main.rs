//! Measures the solver: the FFO endgame positions, and random positions as training labels.
#![allow(clippy::print_stdout, clippy::print_stderr)] // Reason: a program whose output is its result.

mod clock;
mod ffo;
mod labels;

use agon_core::cpu::Choice;
use agon_reversi::solver::{Options, Ordering, Techniques};
use std::process::ExitCode;

const HELP: &str = "\
measure ffo [--from N] [--to N]       solve FFO positions (20-59) of $AGON_DATA (default ../shared/data)
measure labels [--empties N] [--positions N] [--seed N]
                                      solve random positions, and say how many that makes in an hour
Options of both:
  --ordering none|simple|patterns     what orders the moves (default patterns)
  --without TECHNIQUE                 switches a technique off; may be repeated
  --threads N                         (default 1)
  --table MB                          the table's memory (default 512 for ffo, 16 for labels)
  --instructions best|baseline        (default best)
  --winner                            only who wins
  --repeat N                          the best time of so many runs (ffo; default 1)";

/// What the command line says.
pub(crate) struct Arguments {
    pub(crate) options: Options,
    pub(crate) table: Option<usize>,
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) empties: u32,
    pub(crate) positions: u32,
    pub(crate) seed: u64,
    pub(crate) repeat: u32,
    pub(crate) winner: bool,
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let mode = words.next().unwrap_or_default();
    let arguments = match parse(words) {
        Ok(arguments) => arguments,
        Err(reason) => {
            eprintln!("{reason}\n\n{HELP}");
            return ExitCode::FAILURE;
        }
    };
    let result = match mode.as_str() {
        "ffo" => ffo::measure(&arguments),
        "labels" => labels::measure(&arguments),
        "--help" | "-h" => {
            println!("{HELP}\nTechniques: {}", Techniques::NAMES.join(", "));
            Ok(())
        }
        _ => Err(format!("Say 'ffo' or 'labels' first.\n\n{HELP}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut arguments = Arguments {
        options: Options::default(),
        table: None,
        from: 40,
        to: 44,
        empties: 14,
        positions: 1000,
        seed: 1,
        repeat: 1,
        winner: false,
    };
    while let Some(name) = words.next() {
        if name == "--winner" {
            arguments.winner = true;
            continue;
        }
        let value = words.next().ok_or(format!("{name} needs a value."))?;
        let number = || value.parse::<u32>().map_err(|_| format!("{name} needs a number, not '{value}'."));
        match name.as_str() {
            "--from" => arguments.from = number()?,
            "--to" => arguments.to = number()?,
            "--empties" => arguments.empties = number()?,
            "--positions" => arguments.positions = number()?,
            "--seed" => arguments.seed = number()?.into(),
            "--repeat" => arguments.repeat = number()?.max(1),
            "--threads" => arguments.options.threads = number()? as usize,
            "--table" => arguments.table = Some((number()? as usize) << 20),
            "--ordering" => {
                arguments.options.ordering = match value.as_str() {
                    "none" => Ordering::None,
                    "simple" => Ordering::Simple,
                    "patterns" => Ordering::Patterns,
                    _ => return Err(format!("There is no ordering '{value}'.")),
                }
            }
            "--instructions" => {
                arguments.options.instructions = match value.as_str() {
                    "best" => Choice::Best,
                    "baseline" => Choice::Baseline,
                    _ => return Err(format!("There are no instructions '{value}'.")),
                }
            }
            "--without" => {
                let techniques = arguments.options.techniques.without(&value);
                arguments.options.techniques =
                    techniques.ok_or(format!("There is no technique '{value}'."))?;
            }
            _ => return Err(format!("There is no option '{name}'.")),
        }
    }
    Ok(arguments)
}

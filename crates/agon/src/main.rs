//! `agon`: board games to play, judge, teach and master, in one program.
//!
//! This crate takes the command line apart and prints; everything else is in the libraries below it.

mod cli;
mod commands;
mod failure;
mod terminal;

use clap::Parser;
use failure::Failure;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    let stdout = io::stdout();
    let mut out = io::BufWriter::new(stdout.lock());
    let done = commands::run(cli, &mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our output has seen enough.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = out.flush();
            let _ = writeln!(io::stderr(), "agon: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}

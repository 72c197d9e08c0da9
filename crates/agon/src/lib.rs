//! `agon`: board games to play, judge, teach and master, in one program.
//!
//! This crate takes the command line apart and prints; everything else is in the libraries below it. It is a library
//! with one function, so that the Python package has the same command line.

mod cli;
mod commands;
mod failure;
mod line_store;
mod terminal;

use clap::Parser;
use failure::Failure;
use std::ffi::OsString;
use std::io::{self, Write};

/// Runs a command line, the program's name first, and gives back the exit code: 0 done, 1 it failed or the answer
/// is no, 2 wrong usage.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    let cli = match cli::Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let stdout = io::stdout();
    let mut out = io::BufWriter::new(stdout.lock());
    let done = commands::run(cli, &mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => 0,
        // Whoever read our output has seen enough.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(failure) => {
            let _ = out.flush();
            if !matches!(failure, Failure::No | Failure::Said) {
                let _ = writeln!(io::stderr(), "agon: {failure}");
            }
            failure.exit_code()
        }
    }
}

/// Help and the version as they are; anything else as one sentence, like all our errors.
fn usage(error: &clap::Error) -> u8 {
    if !error.use_stderr() {
        let _ = error.print();
        return 0;
    }
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let told: Vec<_> = lines.filter(|l| !l.is_empty() && !l.starts_with("For more information")).collect();
    let told = told.join(" ");
    let told = told.strip_prefix("error: ").unwrap_or(&told);
    let told = in_range(told).unwrap_or_else(|| told.to_owned());
    let _ = writeln!(io::stderr(), "agon: {told}; 'agon --help' shows how it is used");
    2
}

/// A complaint that ends in `0 is not in 1..=256`, with that in words; nothing if it does not.
fn in_range(told: &str) -> Option<String> {
    let (told, range) = told.split_once(" is not in ")?;
    let (what, _) = told.rsplit_once(": ")?;
    let (least, most) = range.split_once("..")?;
    let most = most.strip_prefix('=').unwrap_or(most);
    let (least, most) = (least.parse::<u64>().ok()?, most.parse::<u64>().ok()?);
    // What the type holds is no limit that anybody set.
    let limited = ![u64::from(u32::MAX), u64::MAX].contains(&most);
    let limits = if limited { format!("from {least} to {most}") } else { format!("at least {least}") };
    Some(format!("{what}: it must be {limits}"))
}

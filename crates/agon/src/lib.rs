//! `agon`: board games to play, judge, teach and master, in one program.
//!
//! This crate takes the command line apart and prints; everything else is in the libraries below it. It is a library
//! with one function, so that the Python package has the same command line.

mod cli;
mod commands;
mod failure;
mod line_store;
mod progress;
mod terminal;

use clap::{CommandFactory, Parser};
use failure::Failure;
use std::ffi::OsString;
use std::io::{self, Write};

/// Runs a command line, the program's name first, and gives back the exit code: 0 done, 1 it failed or the answer
/// is no, 2 wrong usage.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    let args: Vec<OsString> = args.into_iter().collect();
    let cli = match cli::Cli::try_parse_from(&args) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, &args),
    };
    let stdout = io::stdout();
    let color = terminal::style(cli.color, cli.ascii).color;
    let mut out = terminal::Harmless::new(io::BufWriter::new(stdout.lock()), color);
    let done = commands::run(cli, &mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => 0,
        // Whoever read our output has seen enough.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(failure) => {
            let _ = out.flush();
            if !matches!(failure, Failure::No | Failure::Said) {
                terminal::complain(&format_args!("agon: {failure}"));
            }
            failure.exit_code()
        }
    }
}

/// Help and the version as they are; anything else as one sentence, like all our errors.
fn usage(error: &clap::Error, args: &[OsString]) -> u8 {
    if !error.use_stderr() {
        let _ = error.print();
        return 0;
    }
    let told = complaint(&error.to_string());
    terminal::complain(&format_args!("agon: {told}; '{}' shows how it is used", helpful(args)));
    2
}

/// What clap complains of, in one sentence.
fn complaint(text: &str) -> String {
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let told: Vec<_> = lines.filter(|l| !l.is_empty() && !l.starts_with("For more information")).collect();
    let told = told.join(" ");
    let told = told.strip_prefix("error: ").unwrap_or(&told);
    in_range(told).or_else(|| negative(told)).unwrap_or_else(|| told.to_owned())
}

/// The command line that shows the help of the command that was meant.
fn helpful(args: &[OsString]) -> String {
    let mut command = cli::Cli::command();
    let mut line = "agon".to_owned();
    for word in args.iter().skip(1) {
        let Some(meant) = command.find_subcommand(word).cloned() else { break };
        line = format!("{line} {}", meant.get_name());
        command = meant;
    }
    line + " --help"
}

/// A number with a minus sign, which clap takes for an option; nothing if it is something else.
fn negative(told: &str) -> Option<String> {
    let (word, _) = told.strip_prefix("unexpected argument '")?.split_once('\'')?;
    let is_number = word.strip_prefix('-')?.starts_with(|c: char| c.is_ascii_digit());
    is_number.then(|| format!("'{word}' is not understood here; numbers and times are not negative"))
}

/// A complaint that ends in `0 is not in 1..=256`, with that in words; nothing if it does not.
fn in_range(told: &str) -> Option<String> {
    if let Some(what) = told.strip_suffix(": number too large to fit in target type") {
        return Some(format!("{what}: the number is too large"));
    }
    let (told, range) = told.split_once(" is not in ")?;
    let (what, given) = told.rsplit_once(": ")?;
    let (least, most) = range.split_once("..")?;
    let most = most.strip_prefix('=').unwrap_or(most);
    let (least, most) = (least.parse::<u64>().ok()?, most.parse::<u64>().ok()?);
    // What the type holds is no limit that anybody set.
    let limited = ![u64::from(u32::MAX), u64::MAX].contains(&most);
    let limits = match given.parse::<u64>() {
        _ if limited => format!("from {least} to {most}"),
        Ok(given) if given > most => format!("at most {most}"),
        _ => format!("at least {least}"),
    };
    Some(format!("{what}: it must be {limits}"))
}

//! Runs a program as a seat would, with this terminal on its streams, and says how it ended:
//! `cargo run -p agon-sandbox --example contained -- strict 'java Main' [FOLDER]`
#![allow(clippy::print_stderr)]

use std::io;
use std::thread;
use std::time::Duration;

use agon_sandbox::{Limits, Mode, Program, Sandbox};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(mode), Some(command)) = (words.next(), words.next()) else {
        return Err("usage: contained auto|strict|off COMMAND [FOLDER]".into());
    };
    let sandbox = Sandbox::new(mode.parse::<Mode>()?, Limits::default())?;
    eprintln!("{}", sandbox.describe());
    let mut program = Program::parse(&command)?;
    program.folder = words.next().map(Into::into);
    let mut running = sandbox.spawn(&program)?;
    let (input, output, errors) = (running.take_input(), running.take_output(), running.take_errors());
    if let Some(mut input) = input {
        thread::spawn(move || io::copy(&mut io::stdin(), &mut input));
    }
    let errors = errors.map(|mut errors| thread::spawn(move || io::copy(&mut errors, &mut io::stderr())));
    if let Some(mut output) = output {
        io::copy(&mut output, &mut io::stdout())?;
    }
    if let Some(errors) = errors {
        let _ = errors.join();
    }
    let ended = match running.ended_within(Duration::from_secs(1))? {
        Some(ended) => ended,
        None => running.end(),
    };
    eprintln!("{ended}; processor time {:?}, peak memory {:?}", ended.processor_time, ended.peak_memory);
    Ok(())
}

//! `agon prove WIDTHxHEIGHT`: who wins connect four on other boards, for hours if need be; can be stopped at any time.

use crate::cli::ProveArgs;
use crate::failure::{Done, Failure};
use agon_engines::connect::{Answer, Keyed, Options, Proof, Solver};
use std::fs::{File, OpenOptions};
use std::hash::Hash;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What the first line of a file begins with; the board follows.
const HEADING: &str = "agon connect-four proof 1";

pub(crate) fn run(args: &ProveArgs, out: &mut dyn Write) -> Done {
    match args.board.as_str() {
        "5x5" => prove::<u64, 5, 5>(args, out),
        "6x8" => prove::<u64, 6, 8>(args, out),
        "7x6" => prove::<u64, 7, 6>(args, out),
        "7x7" => prove::<u64, 7, 7>(args, out),
        "8x6" => prove::<u64, 8, 6>(args, out),
        "9x5" => prove::<u64, 9, 5>(args, out),
        "9x9" => prove::<u128, 9, 9>(args, out),
        other => Err(Failure::Usage(format!(
            "there is no board '{other}' to prove; the boards (columns x rows) are 5x5, 6x8, 7x6, 7x7, 8x6, 9x5 and 9x9"
        ))),
    }
}

fn prove<B: Keyed + Hash + Ord, const W: usize, const H: usize>(
    args: &ProveArgs,
    out: &mut dyn Write,
) -> Done {
    let mut store = args.store.as_deref().map(|path| Store::open(path, W, H)).transpose()?;
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the process; what was answered is in the file all the same.
    let _ = ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed));
    let options = Options {
        table_bytes: (args.hash as usize) << 20,
        threads: usize::from(args.threads),
        ..Options::default()
    };
    let begun = Instant::now();
    let before = store.as_mut().map_or(Ok(Vec::new()), Store::answers)?;
    let mut lost = None;
    let mut told = |answer: &Answer| {
        if let Some(Err(error)) = store.as_mut().map(|store| store.keep(answer)) {
            // What cannot be kept is not worth going on for.
            lost = Some(error);
            stop.store(true, Ordering::Relaxed);
        }
    };
    let mut proof = Proof::<B, W, H>::new(Solver::new(options), args.plies, &stop, &mut told);
    for answer in &before {
        if !proof.learn(answer) {
            return Err(Failure::Failed(format!("the answer '{answer}' cannot be on a board of {W}x{H}")));
        }
    }
    let found = if args.exact { proof.score() } else { proof.outcome() };
    let nodes = proof.nodes();
    if let Some(error) = lost {
        return Err(error);
    }
    let seconds = begun.elapsed().as_secs_f64();
    let what = match (found, args.exact) {
        (None, _) => "stopped; the same command goes on".to_owned(),
        (Some(0), _) => "a draw".to_owned(),
        (Some(score), exact) => {
            let winner = if score > 0 { "first" } else { "second" };
            let stones = if exact { format!(" with {} stones left", score.abs()) } else { String::new() };
            format!("the {winner} player wins{stones}")
        }
    };
    writeln!(out, "{W}x{H}: {what} ({nodes} positions, {seconds:.1} s)")?;
    Ok(())
}

/// The answers of a proof in a file, a line each, written as they come.
struct Store<'p> {
    path: &'p Path,
    file: File,
}

impl<'p> Store<'p> {
    fn open(path: &'p Path, width: usize, height: usize) -> Result<Store<'p>, Failure> {
        let cannot = |what: &str, e: &dyn std::fmt::Display| {
            Failure::Failed(format!("cannot {what} {}: {e}", path.display()))
        };
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = file.map_err(|e| cannot("open", &e))?;
        file.try_lock().map_err(|e| cannot("have for itself", &e))?;
        let heading = format!("{HEADING} {width}x{height}");
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|e| cannot("read", &e))?;
        match text.lines().next() {
            None => writeln!(file, "{heading}").map_err(|e| cannot("write", &e))?,
            Some(first) if first == heading => {}
            Some(first) => {
                return Err(Failure::Usage(format!(
                    "{} is not a proof of {width}x{height}: it begins with '{first}'",
                    path.display()
                )));
            }
        }
        // A line that was cut off when the machine went down is done again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            file.set_len(whole as u64).map_err(|e| cannot("write", &e))?;
        }
        Ok(Store { path, file })
    }

    fn answers(&mut self) -> Result<Vec<Answer>, Failure> {
        let failed = |what: String| Failure::Failed(format!("{}: {what}", self.path.display()));
        let mut text = String::new();
        self.file.seek(SeekFrom::Start(0)).map_err(|e| failed(e.to_string()))?;
        self.file.read_to_string(&mut text).map_err(|e| failed(e.to_string()))?;
        let lines = text.lines().enumerate().skip(1);
        let read = |(number, line): (usize, &str)| {
            line.parse().map_err(|e| failed(format!("line {}: {e}", number + 1)))
        };
        lines.map(read).collect()
    }

    fn keep(&mut self, answer: &Answer) -> Result<(), Failure> {
        writeln!(self.file, "{answer}")
            .map_err(|e| Failure::Failed(format!("cannot write {}: {e}", self.path.display())))
    }
}

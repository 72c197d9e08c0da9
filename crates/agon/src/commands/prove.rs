//! `agon prove WIDTHxHEIGHT`: who wins connect four on other boards, for hours if need be; can be stopped at any time.

use crate::cli::ProveArgs;
use crate::failure::{Done, Failure};
use crate::line_store::LineStore;
use crate::progress::spinner;
use agon_connect::solver::{Answer, NoBoard, Options, ProofBoard, ProofSettings, Proved};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What the first line of a file begins with; the board follows.
const HEADING: &str = "agon connect-four proof 1";

pub(crate) fn run(args: &ProveArgs, out: &mut dyn Write) -> Done {
    let board: ProofBoard = args.board.parse().map_err(|e: NoBoard| Failure::Usage(e.to_string()))?;
    let (mut store, mut before) = (None, Vec::new());
    if let Some(path) = &args.store {
        let (lines, text) = LineStore::open(path)?;
        before = read(path, &lines, &text, &board.to_string())?;
        store = Some(lines);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the process; what was answered is in the file all the same.
    let _ = ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed));
    let options = Options { table_bytes: args.hash << 20, threads: args.threads, ..Options::default() };
    let settings = ProofSettings { options, plies: args.plies, exact: args.exact };
    let begun = Instant::now();
    let bar = spinner(Some("answers"));
    let mut told = |answer: &Answer| {
        bar.inc(1);
        // What cannot be kept is not worth going on for.
        if store.as_ref().is_some_and(|store| !store.keep(&answer.to_string())) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let Proved { score, nodes } = board
        .prove(&settings, &before, &stop, &mut told)
        .map_err(|misfit| Failure::Failed(misfit.to_string()))?;
    bar.finish_and_clear();
    store.map_or(Ok(()), LineStore::close)?;
    let seconds = begun.elapsed().as_secs_f64();
    let what = match (score, args.exact) {
        (None, _) if args.store.is_some() => "stopped; the same command goes on".to_owned(),
        (None, _) => "stopped; nothing was kept, as it is with --store FILE".to_owned(),
        (Some(0), _) => "a draw".to_owned(),
        (Some(score), exact) => {
            let winner = if score > 0 { "first" } else { "second" };
            let stones = if exact { format!(" with {} stones left", score.abs()) } else { String::new() };
            format!("the {winner} player wins{stones}")
        }
    };
    writeln!(out, "{board}: {what} ({nodes} positions, {seconds:.1} s)")?;
    Ok(())
}

/// What a file says of an earlier run; a new one gets its heading.
fn read(path: &Path, store: &LineStore, text: &str, board: &str) -> Result<Vec<Answer>, Failure> {
    let heading = format!("{HEADING} {board}");
    let mut lines = text.lines().enumerate();
    match lines.next() {
        None => {
            store.keep(&heading);
        }
        Some((_, first)) if first == heading => {}
        Some((_, first)) => {
            let text = format!("{} is not a proof of {board}: it begins with '{first}'", path.display());
            return Err(Failure::Usage(text));
        }
    }
    let read = |(number, line): (usize, &str)| {
        let failed = |e| Failure::Failed(format!("{}: line {}: {e}", path.display(), number + 1));
        line.parse().map_err(failed)
    };
    lines.map(read).collect()
}

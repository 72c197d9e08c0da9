//! `agon train four-in-a-row --book`: solves every early position, for hours if need be, and can be stopped at any time.

use super::matches::progress;
use super::train::write;
use crate::cli::TrainArgs;
use crate::failure::{Done, Failure};
use agon_engines::connect::{Book, MOST_PLIES, Options, Solver};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the book is written while it is made.
const SAVE_EVERY: Duration = Duration::from_secs(60);

pub(crate) fn run(game: &str, path: &Path, args: &TrainArgs, out: &mut dyn Write) -> Done {
    if game != "four-in-a-row" {
        return Err(Failure::Usage(format!("there is a book of four-in-a-row only, not of {game}")));
    }
    if !(1..=MOST_PLIES).contains(&args.plies) {
        return Err(Failure::Usage(format!("a book has 1 to {MOST_PLIES} plies, not {}", args.plies)));
    }
    let mut book = read_or_begin(path, args.plies)?;
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the process, and the last minute is done again.
    let _ = ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed));
    let options = Options {
        table_bytes: (args.hash as usize) << 20,
        threads: usize::from(args.threads),
        ..Options::default()
    };
    let mut solver: Solver<u64, 7, 6> = Solver::new(options);
    let unknown: Vec<_> = book.unknown().map(|(number, position)| (number, *position)).collect();
    let bar = progress(book.len());
    bar.set_position(book.known() as u64);
    bar.reset_eta();
    let (started, mut saved) = (Instant::now(), Instant::now());
    for (number, position) in &unknown {
        let Some(found) = solver.score_until(position, &stop) else { break };
        book.enter(*number, found.score);
        bar.inc(1);
        if saved.elapsed() >= SAVE_EVERY {
            save(&mut book, path, args)?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    save(&mut book, path, args)?;
    let (known, all, seconds) = (book.known(), book.len(), started.elapsed().as_secs_f64());
    writeln!(out, "{}: {known} of {all} scores known, {seconds:.0} s", path.display())?;
    Ok(())
}

/// The book in a file, so that it can be gone on with, or an empty one if there is no file.
fn read_or_begin(path: &Path, plies: usize) -> Result<Book, Failure> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Book::new(plies)),
        Err(e) => return Err(Failure::Failed(format!("cannot read {}: {e}", path.display()))),
    };
    let book: Book = text.parse().map_err(|e| Failure::Failed(format!("{}: {e}", path.display())))?;
    if book.plies() != plies {
        let (path, found) = (path.display(), book.plies());
        return Err(Failure::Usage(format!(
            "{path} is a book of {found} plies, not {plies}: give it another name"
        )));
    }
    Ok(book)
}

/// Writes the book beside its file and then in its place, so that there is a whole one at any time.
fn save(book: &mut Book, path: &Path, args: &TrainArgs) -> Done {
    let version = env!("CARGO_PKG_VERSION");
    book.set_notes(vec![
        format!("made by: agon train four-in-a-row --book FILE --plies {}", args.plies),
        format!("version {version}; {} of {} scores known", book.known(), book.len()),
    ]);
    let beside = path.with_extension("unfinished");
    write(&beside, &book.to_string())?;
    std::fs::rename(&beside, path)
        .map_err(|e| Failure::Failed(format!("cannot write {}: {e}", path.display())))
}

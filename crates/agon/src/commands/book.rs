//! `agon train GAME --book` for the connect-four games: looks at every early position, for hours if need be, and can be stopped
//! at any time.

use super::matches::progress;
use super::train::write;
use crate::cli::TrainArgs;
use crate::failure::{Done, Failure};
use agon_engines::connect::{Book, MOST_PLIES, Options, Solver};
use agon_engines::connect_search::opening_book::{self, Judge, OpeningBook};
use agon_games::connect::{Connect9x9Position, FourInARowPosition};
use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the book is written while it is made.
const SAVE_EVERY: Duration = Duration::from_secs(60);

pub(crate) fn run(game: &str, path: &Path, args: &TrainArgs, out: &mut dyn Write) -> Done {
    let stop = Arc::new(AtomicBool::new(false));
    let (heard, plies) = (Arc::clone(&stop), args.plies);
    let most = if game == "connect4-9x9" { opening_book::MOST_PLIES } else { MOST_PLIES };
    if !(1..=most).contains(&plies) {
        return Err(Failure::Usage(format!("a book of {game} has 1 to {most} plies, not {plies}")));
    }
    // Without a handler Ctrl-C ends the process, and the last minute is done again.
    let _ = ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed));
    match game {
        "four-in-a-row" => {
            let options = Options {
                table_bytes: (args.hash as usize) << 20,
                threads: usize::from(args.threads),
                ..Options::default()
            };
            let mut solver: Solver<u64, 7, 6> = Solver::new(options);
            let judge = |position: &FourInARowPosition| Some(solver.score_until(position, &stop)?.score);
            make(Book::new(plies), judge, path, out)
        }
        "connect4-9x9" => {
            let mut searcher = Judge::new(args.nodes, args.hash as usize);
            let judge = |position: &Connect9x9Position| searcher.score(position, &stop);
            make(OpeningBook::new(plies, args.nodes), judge, path, out)
        }
        _ => Err(Failure::Usage(format!(
            "there are books of four-in-a-row and connect4-9x9 only, not of {game}"
        ))),
    }
}

/// A book that is made one position after the other.
trait Pages: Display + FromStr<Err: Display> {
    type Position: Copy;

    /// What it is a book of, to tell it from others, and the arguments that make it.
    fn kind(&self) -> (String, String);
    fn known(&self) -> usize;
    fn len(&self) -> usize;
    fn missing(&self) -> Vec<(usize, Self::Position)>;
    fn enter(&mut self, number: usize, score: i32);
    fn set_notes(&mut self, notes: Vec<String>);
}

impl Pages for Book {
    type Position = FourInARowPosition;

    fn kind(&self) -> (String, String) {
        let plies = self.plies();
        (format!("{plies} plies"), format!("four-in-a-row --book FILE --plies {plies}"))
    }

    fn known(&self) -> usize {
        self.known()
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn missing(&self) -> Vec<(usize, FourInARowPosition)> {
        self.unknown().map(|(number, position)| (number, *position)).collect()
    }

    fn enter(&mut self, number: usize, score: i32) {
        self.enter(number, score);
    }

    fn set_notes(&mut self, notes: Vec<String>) {
        self.set_notes(notes);
    }
}

impl Pages for OpeningBook {
    type Position = Connect9x9Position;

    fn kind(&self) -> (String, String) {
        let (plies, nodes) = (self.plies(), self.nodes());
        let arguments = format!("connect4-9x9 --book FILE --plies {plies} --nodes {nodes}");
        (format!("{plies} plies and {nodes} nodes"), arguments)
    }

    fn known(&self) -> usize {
        self.known()
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn missing(&self) -> Vec<(usize, Connect9x9Position)> {
        self.unknown().map(|(number, position)| (number, *position)).collect()
    }

    fn enter(&mut self, number: usize, score: i32) {
        self.enter(number, score);
    }

    fn set_notes(&mut self, notes: Vec<String>) {
        self.set_notes(notes);
    }
}

/// Goes on with the book in a file, or begins it, until `judge` gives nothing or everything is known.
fn make<P: Pages>(
    begun: P,
    mut judge: impl FnMut(&P::Position) -> Option<i32>,
    path: &Path,
    out: &mut dyn Write,
) -> Done {
    let mut book = read_or_begin(path, begun)?;
    let bar = progress(book.len());
    bar.set_position(book.known() as u64);
    bar.reset_eta();
    let (before, started, mut saved) = (book.known(), Instant::now(), Instant::now());
    for (number, position) in book.missing() {
        let Some(score) = judge(&position) else { break };
        book.enter(number, score);
        bar.inc(1);
        if saved.elapsed() >= SAVE_EVERY {
            save(&mut book, before, started, path)?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    if book.known() > before || before == 0 {
        save(&mut book, before, started, path)?;
    }
    let (known, all, seconds) = (book.known(), book.len(), started.elapsed().as_secs_f64());
    writeln!(out, "{}: {known} of {all} scores known, {seconds:.0} s", path.display())?;
    Ok(())
}

/// The book in a file, so that it can be gone on with, or the one that was begun if there is no file.
fn read_or_begin<P: Pages>(path: &Path, begun: P) -> Result<P, Failure> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(begun),
        Err(e) => return Err(Failure::Failed(format!("cannot read {}: {e}", path.display()))),
    };
    let book: P = text.parse().map_err(|e| Failure::Failed(format!("{}: {e}", path.display())))?;
    let ((found, _), (wanted, _)) = (book.kind(), begun.kind());
    if found != wanted {
        let path = path.display();
        return Err(Failure::Usage(format!(
            "{path} is a book of {found}, not {wanted}: give it another name"
        )));
    }
    Ok(book)
}

/// Writes the book beside its file and then in its place, so that there is a whole one at any time. `before` of its scores
/// were known when the work was `started`.
fn save<P: Pages>(book: &mut P, before: usize, started: Instant, path: &Path) -> Done {
    let (version, (_, arguments)) = (env!("CARGO_PKG_VERSION"), book.kind());
    let (known, all, seconds) = (book.known(), book.len(), started.elapsed().as_secs());
    book.set_notes(vec![
        format!("made by: agon train {arguments}"),
        format!(
            "version {version}; {known} of {all} scores known, the last {} of them in {seconds} s",
            known - before
        ),
    ]);
    let beside = path.with_extension("unfinished");
    write(&beside, &book.to_string())?;
    std::fs::rename(&beside, path)
        .map_err(|e| Failure::Failed(format!("cannot write {}: {e}", path.display())))
}

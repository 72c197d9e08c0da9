//! `agon train GAME --book` for the connect-four games: looks at every early position, for hours if need be, and can be stopped
//! at any time.

use super::train::replace;
use crate::cli::TrainArgs;
use crate::failure::{Done, Failure};
use crate::progress::progress;
use agon_connect::engine::opening_book::{self, Judge, OpeningBook};
use agon_connect::solver::{Book, MOST_PLIES, Options, Pages, scorer};
use agon_connect::{
    Connect9x9, Connect9x9Position, ConnectPosition, Described, FourInARow, FourInARowPosition, Word,
};
use agon_core::AnyGame;
use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the book is written while it is made.
const SAVE_EVERY: Duration = Duration::from_secs(60);

pub(crate) fn run(game: &dyn AnyGame, path: &Path, args: &TrainArgs, out: &mut dyn Write) -> Done {
    let stop = Arc::new(AtomicBool::new(false));
    let (heard, plies) = (Arc::clone(&stop), args.plies);
    let name = game.id();
    let most = if game.is::<Connect9x9>() { opening_book::MOST_PLIES } else { MOST_PLIES };
    if !(1..=most).contains(&plies) {
        return Err(Failure::Usage(format!("a book of {name} has 1 to {most} plies, not {plies}")));
    }
    // Without a handler Ctrl-C ends the process, and the last minute is done again.
    let _ = ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed));
    if game.is::<FourInARow>() {
        let options = Options { table_bytes: args.hash << 20, threads: args.threads, ..Options::default() };
        let mut score = scorer(options);
        let judge = |position: &FourInARowPosition| score(position, &stop);
        make(Book::new(plies), judge, path, out)
    } else if game.is::<Connect9x9>() {
        let mut searcher = Judge::new(args.nodes, args.hash);
        let judge = |position: &Connect9x9Position| searcher.score(position, &stop);
        make(OpeningBook::new(plies, args.nodes), judge, path, out)
    } else {
        let (seven, nine) = (FourInARow::INFO.name, Connect9x9::INFO.name);
        Err(Failure::Usage(format!("there are books of {seven} and {nine} only, not of {name}")))
    }
}

/// A book that is made one position after the other.
trait Bound<B: Word, const W: usize, const H: usize>: Display + FromStr<Err: Display> {
    /// What tells it from other books of the game, and the arguments that make it.
    fn kind(&mut self) -> (String, String);
    fn pages(&mut self) -> &mut Pages<B, W, H>;
}

impl Bound<u64, 7, 6> for Book {
    fn kind(&mut self) -> (String, String) {
        let plies = self.pages().plies();
        (format!("{plies} plies"), format!("four-in-a-row --book FILE --plies {plies}"))
    }

    fn pages(&mut self) -> &mut Pages<u64, 7, 6> {
        self.pages()
    }
}

impl Bound<u128, 9, 9> for OpeningBook {
    fn kind(&mut self) -> (String, String) {
        let (plies, nodes) = (self.pages().plies(), self.nodes());
        let arguments = format!("connect4-9x9 --book FILE --plies {plies} --nodes {nodes}");
        (format!("{plies} plies and {nodes} nodes"), arguments)
    }

    fn pages(&mut self) -> &mut Pages<u128, 9, 9> {
        self.pages()
    }
}

/// Goes on with the book in a file, or begins it, until `judge` gives nothing or everything is known.
fn make<B: Word, const W: usize, const H: usize, T: Bound<B, W, H>>(
    begun: T,
    mut judge: impl FnMut(&ConnectPosition<B, W, H>) -> Option<i32>,
    path: &Path,
    out: &mut dyn Write,
) -> Done {
    let mut book = read_or_begin(path, begun)?;
    let (all, before) = (book.pages().len(), book.pages().known());
    let bar = progress(all, "positions");
    bar.set_position(before as u64);
    bar.reset_eta();
    let (started, mut saved) = (Instant::now(), Instant::now());
    let missing: Vec<_> = book.pages().unknown().map(|(number, position)| (number, *position)).collect();
    for (number, position) in missing {
        let Some(score) = judge(&position) else { break };
        book.pages().enter(number, score);
        bar.inc(1);
        if saved.elapsed() >= SAVE_EVERY {
            save(&mut book, before, started, path)?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    if book.pages().known() > before || before == 0 {
        save(&mut book, before, started, path)?;
    }
    let (known, seconds) = (book.pages().known(), started.elapsed().as_secs_f64());
    writeln!(out, "{}: {known} of {all} scores known, {seconds:.0} s", path.display())?;
    Ok(())
}

/// The book in a file, so that it can be gone on with, or the one that was begun if there is no file.
fn read_or_begin<B: Word, const W: usize, const H: usize, T: Bound<B, W, H>>(
    path: &Path,
    mut begun: T,
) -> Result<T, Failure> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(begun),
        Err(e) => return Err(Failure::Failed(format!("cannot read {}: {e}", path.display()))),
    };
    let mut book: T = text.parse().map_err(|e| Failure::Failed(format!("{}: {e}", path.display())))?;
    let ((found, _), (wanted, _)) = (book.kind(), begun.kind());
    if found != wanted {
        let path = path.display();
        return Err(Failure::Usage(format!(
            "{path} is a book of {found}, not {wanted}: give it another name"
        )));
    }
    Ok(book)
}

/// Writes the book, of which there is a whole one at any time. `before` of its scores were known when the work was `started`.
fn save<B: Word, const W: usize, const H: usize, T: Bound<B, W, H>>(
    book: &mut T,
    before: usize,
    started: Instant,
    path: &Path,
) -> Done {
    let (version, (_, arguments)) = (env!("CARGO_PKG_VERSION"), book.kind());
    let (known, all, seconds) = (book.pages().known(), book.pages().len(), started.elapsed().as_secs());
    book.pages().set_notes(vec![
        format!("made by: agon train {arguments}"),
        format!(
            "version {version}; {known} of {all} scores known, the last {} of them in {seconds} s",
            known - before
        ),
    ]);
    replace(path, &book.to_string())
}

//! A file that gets a line for everything that is finished, so that a long run can be stopped at any time and resumed.

use crate::commands::train::replace;
use crate::failure::Failure;
use agon_core::sync::lock;
use agon_referee::resumption::whole_lines;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The file, open for more, and for nobody else.
pub(crate) struct LineStore {
    path: PathBuf,
    inside: Mutex<Inside>,
}

struct Inside {
    file: File,
    /// How much of the file is whole lines, if there is something behind them.
    whole: Option<u64>,
    error: Option<io::Error>,
}

impl Inside {
    fn drop_what_was_cut(&mut self) -> io::Result<()> {
        self.whole.take().map_or(Ok(()), |whole| self.file.set_len(whole))
    }
}

impl LineStore {
    /// An empty file; one that holds something is somebody's work and stays as it is.
    pub(crate) fn create(path: &Path) -> Result<LineStore, Failure> {
        let store = LineStore::locked(path, OpenOptions::new().append(true))?;
        // What is no file, such as a pipe, holds nothing.
        let held = store.with(|inside| inside.file.metadata()).map_err(|e| cannot_use(path, &e))?;
        if held.is_file() && held.len() > 0 {
            let why = "holds something already; go on with it by --resume, remove it, or name another file";
            return Err(Failure::Failed(format!("the file {} {why}", path.display())));
        }
        Ok(store)
    }

    /// Goes on behind the whole lines that the file holds, which are given back; if there is none it begins empty. A last line that
    /// was cut short stays until there is another to take its place or the file is closed: who named the wrong file loses nothing.
    pub(crate) fn open(path: &Path) -> Result<(LineStore, String), Failure> {
        let store = LineStore::locked(path, OpenOptions::new().read(true).append(true))?;
        let held = store.with(|inside| inside.file.metadata()).map_err(|e| cannot_use(path, &e))?;
        if !held.is_file() {
            let why = "is no file that a run could be gone on with from";
            return Err(Failure::Failed(format!("{} {why}", path.display())));
        }
        let mut text = String::new();
        store.with(|inside| inside.file.read_to_string(&mut text)).map_err(|e| cannot_use(path, &e))?;
        let whole = whole_lines(&text).len();
        if whole == 0 && !text.is_empty() {
            let why = format!("the file {} holds no whole line; remove it to begin anew", path.display());
            return Err(Failure::Failed(why));
        }
        if whole < text.len() {
            store.with(|inside| inside.whole = Some(whole as u64));
            text.truncate(whole);
        }
        Ok((store, text))
    }

    /// Two runs that write into one file would spoil it for both.
    fn locked(path: &Path, options: &mut OpenOptions) -> Result<LineStore, Failure> {
        let file = options.create(true).open(path).map_err(|e| cannot_use(path, &e))?;
        // Where files cannot be locked nobody is kept out.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let text = format!("the file {} is in use by another run of agon", path.display());
            return Err(Failure::Failed(text));
        }
        let inside = Mutex::new(Inside { file, whole: None, error: None });
        Ok(LineStore { path: path.to_owned(), inside })
    }

    fn with<T>(&self, act: impl FnOnce(&mut Inside) -> T) -> T {
        act(&mut lock(&self.inside))
    }

    /// Keeps a line, and says whether that was possible. If not, one had better stop: what is not kept would have to be done
    /// again.
    pub(crate) fn keep(&self, line: &str) -> bool {
        let write = |inside: &mut Inside| {
            inside.drop_what_was_cut()?;
            // In one piece, so that a run that is killed leaves whole lines.
            inside.file.write_all(format!("{line}\n").as_bytes())
        };
        self.with(|inside| match write(inside) {
            Ok(()) => true,
            Err(error) => {
                inside.error.get_or_insert(error);
                false
            }
        })
    }

    /// Leaves exactly these lines in the file, in this order, whatever the order in which they came.
    pub(crate) fn close_with(self, lines: impl Iterator<Item = String>) -> Result<(), Failure> {
        self.check()?;
        let text: String = lines.flat_map(|line| [line, "\n".to_owned()]).collect();
        // What is no file, such as a pipe, keeps what it got; and a file that is right is left alone.
        let is_right = || std::fs::read(&self.path).is_ok_and(|bytes| bytes == text.as_bytes());
        if !self.path.is_file() || is_right() {
            return Ok(());
        }
        replace(&self.path, &text)
    }

    /// Says whether everything could be kept.
    pub(crate) fn close(self) -> Result<(), Failure> {
        self.with(Inside::drop_what_was_cut).map_err(|e| cannot_use(&self.path, &e))?;
        self.check()
    }

    fn check(&self) -> Result<(), Failure> {
        let cannot = |error| Failure::Failed(format!("{} cannot be written: {error}", self.path.display()));
        self.with(|inside| inside.error.take()).map_or(Ok(()), |error| Err(cannot(error)))
    }
}

fn cannot_use(path: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("cannot use the file {}: {error}", path.display()))
}

//! A file that gets a line for everything that is finished, so that a long run can be stopped at any time and resumed.

use crate::commands::train::replace;
use crate::failure::Failure;
use agon_engines::Stop;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The file, open for more.
pub(crate) struct LineStore {
    path: PathBuf,
    file: Mutex<(File, Option<io::Error>)>,
}

impl LineStore {
    /// An empty file, whatever was there before.
    pub(crate) fn create(path: &Path) -> Result<LineStore, Failure> {
        let file = File::create(path).map_err(|e| cannot_use(path, &e))?;
        Ok(LineStore { path: path.to_owned(), file: Mutex::new((file, None)) })
    }

    /// What the file holds; nothing if there is none.
    pub(crate) fn text(path: &Path) -> Result<String, Failure> {
        match std::fs::read_to_string(path) {
            Ok(text) => Ok(text),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(String::new()),
            Err(e) => Err(cannot_use(path, &e)),
        }
    }

    /// Goes on behind what the file holds, which is `text`; a last line that was cut short is dropped.
    pub(crate) fn resume(path: &Path, text: &str) -> Result<LineStore, Failure> {
        let open = || {
            let file = OpenOptions::new().create(true).append(true).open(path)?;
            file.set_len(text.rfind('\n').map_or(0, |end| end as u64 + 1))?;
            Ok(file)
        };
        let file = open().map_err(|e: io::Error| cannot_use(path, &e))?;
        Ok(LineStore { path: path.to_owned(), file: Mutex::new((file, None)) })
    }

    /// Keeps a line. If that fails everything is stopped, because what is not kept would have to be done again.
    pub(crate) fn keep(&self, line: &str, stop: &Stop) {
        let mut inside = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // In one piece, so that a run that is killed leaves whole lines.
        if let Err(error) = inside.0.write_all(format!("{line}\n").as_bytes()) {
            stop.set();
            inside.1.get_or_insert(error);
        }
    }

    /// Leaves exactly these lines in the file, in this order, whatever the order in which they came.
    pub(crate) fn close_with(self, lines: impl Iterator<Item = String>) -> Result<(), Failure> {
        let path = self.path.clone();
        self.close()?;
        let text: String = lines.flat_map(|line| [line, "\n".to_owned()]).collect();
        // What is no file, such as a pipe, keeps what it got; and a file that is right is left alone.
        if !path.is_file() || LineStore::text(&path)? == text {
            return Ok(());
        }
        replace(&path, &text)
    }

    /// Says whether everything could be kept.
    pub(crate) fn close(self) -> Result<(), Failure> {
        match self.file.into_inner().unwrap_or_else(PoisonError::into_inner).1 {
            None => Ok(()),
            Some(error) => {
                Err(Failure::Failed(format!("{} cannot be written: {error}", self.path.display())))
            }
        }
    }
}

fn cannot_use(path: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("cannot use the file {}: {error}", path.display()))
}

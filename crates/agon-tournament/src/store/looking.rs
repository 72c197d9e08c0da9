//! Opening a store to look at it, also where nothing can be written.

use super::{BUSY, Store, StoreError, sentence};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A copy of a store that is removed with the last who looks at it.
#[derive(Debug)]
pub(super) struct Copy(PathBuf);

impl Drop for Copy {
    fn drop(&mut self) {
        // What is left in the folder for temporary files is cleared by the system.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Store {
    /// Opens the store of a tournament that must be there, to look at it. One that may not be written to can be
    /// looked at as well.
    pub fn open(path: &Path, fingerprint: &str) -> Result<Store, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.display().to_string()));
        }
        let store = Store::look(path)?;
        store.check_version()?;
        store.check_fingerprint(fingerprint)?;
        Ok(store)
    }

    fn look(path: &Path) -> Result<Store, StoreError> {
        let may_write = |error: &rusqlite::Error| {
            !matches!(error.sqlite_error_code(), Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen))
        };
        let ways: [fn(&Path) -> rusqlite::Result<Store>; 4] = [writable, beside_its_log, unchanging, copied];
        let mut first = None;
        for open in ways {
            match open(path) {
                Ok(store) => return Ok(store),
                Err(error) if may_write(&error) => return Err(sentence(path, &error)),
                Err(error) => first = first.or(Some(error)),
            }
        }
        Err(first.map_or_else(|| StoreError::Missing(path.display().to_string()), |e| sentence(path, &e)))
    }
}

/// Connects and reads something: a database that is not to be had often says so only then.
fn connect(path: &Path, name: &str, flags: OpenFlags) -> rusqlite::Result<Store> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(name, flags)?;
    connection.busy_timeout(BUSY)?;
    connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0))?;
    let read_only = connection.is_readonly("main")?;
    Ok(Store { connection, path: path.to_owned(), read_only, _copy: None })
}

fn writable(path: &Path) -> rusqlite::Result<Store> {
    connect(path, &address(path, ""), OpenFlags::SQLITE_OPEN_READ_WRITE)
}

/// With the log and its index that a run has left.
fn beside_its_log(path: &Path) -> rusqlite::Result<Store> {
    connect(path, &address(path, ""), OpenFlags::SQLITE_OPEN_READ_ONLY)
}

/// Without a log: then all there is stands in the file itself.
fn unchanging(path: &Path) -> rusqlite::Result<Store> {
    let log = Store::beside(path, "-wal");
    if std::fs::metadata(log).is_ok_and(|log| log.len() > 0) {
        return Err(cannot_open());
    }
    connect(path, &address(path, "?immutable=1"), OpenFlags::SQLITE_OPEN_READ_ONLY)
}

/// With a log whose index is gone and cannot be made again in its place: it is made in a copy.
pub(super) fn copied(path: &Path) -> rusqlite::Result<Store> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("agon-store-{}-{number}", std::process::id()));
    let copy = Copy(folder.clone());
    let file = folder.join("copy.sqlite");
    let make = || -> std::io::Result<()> {
        std::fs::create_dir(&folder)?;
        std::fs::copy(path, &file)?;
        std::fs::copy(Store::beside(path, "-wal"), Store::beside(&file, "-wal")).map(drop)
    };
    make().map_err(|_| cannot_open())?;
    for made in [file.clone(), Store::beside(&file, "-wal")] {
        // A copy of what may not be written to may not be written to either.
        let writable = std::fs::metadata(&made).map(|data| {
            let mut rights = data.permissions();
            #[allow(clippy::permissions_set_readonly_false)]
            // Reason: it is our own copy in a folder of our own.
            rights.set_readonly(false);
            rights
        });
        if let Ok(rights) = writable {
            let _ = std::fs::set_permissions(&made, rights);
        }
    }
    let store = connect(path, &address(&file, ""), OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    Ok(Store { read_only: true, _copy: Some(Arc::new(copy)), ..store })
}

fn cannot_open() -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CANTOPEN), None)
}

/// A file as an address, in which some characters mean something.
fn address(path: &Path, query: &str) -> String {
    let mut text = String::from("file:");
    for c in path.to_string_lossy().chars() {
        match c {
            '%' => text += "%25",
            '?' => text += "%3f",
            '#' => text += "%23",
            c => text.push(c),
        }
    }
    text + query
}

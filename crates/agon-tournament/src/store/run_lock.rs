//! One process at a time runs a tournament.

use super::StoreError;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often and how long to wait for somebody who only looks whether a tournament is running.
const GLANCES: u32 = 10;
const GLANCE: Duration = Duration::from_millis(10);

/// Held by the one process that runs a tournament; the system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub struct RunLock {
    _file: File,
}

impl RunLock {
    /// The file that is locked for a store.
    pub(super) fn path_for(store: &Path) -> PathBuf {
        store.with_extension("lock")
    }

    /// Takes the lock of a store, or says that somebody has it.
    pub fn take(store: &Path) -> Result<RunLock, StoreError> {
        let path = RunLock::path_for(store);
        let text = path.display().to_string();
        let trouble = |e: std::io::Error| StoreError::Trouble { path: text.clone(), why: e.to_string() };
        let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(trouble)?;
        // Somebody who only looks holds it for an instant.
        for _ in 0..GLANCES {
            match file.try_lock() {
                Ok(()) => return Ok(RunLock { _file: file }),
                Err(TryLockError::WouldBlock) => std::thread::sleep(GLANCE),
                Err(TryLockError::Error(e)) => return Err(trouble(e)),
            }
        }
        Err(StoreError::Running(text))
    }

    /// Whether some process runs the tournament of a store.
    pub fn is_held(store: &Path) -> bool {
        let Ok(file) = File::open(RunLock::path_for(store)) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }
}

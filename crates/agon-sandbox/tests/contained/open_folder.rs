//! A place for tests and the programs they start. The arena's tests of misbehaviour use this file too.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that everyone may write to, removed when dropped.
pub(crate) struct OpenFolder(pub(crate) PathBuf);

impl OpenFolder {
    /// One in the folder for temporary files.
    pub(crate) fn create() -> OpenFolder {
        OpenFolder::create_in(&std::env::temp_dir())
    }

    pub(crate) fn create_in(parent: &Path) -> OpenFolder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("agon-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = parent.canonicalize().unwrap().join(name);
        fs::create_dir(&path).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o777)).unwrap();
        OpenFolder(path)
    }
}

impl Drop for OpenFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

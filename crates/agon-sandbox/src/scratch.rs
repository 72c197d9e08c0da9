//! The private folder of a program.

use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A new folder that only its owner can enter. It is removed, with all that is in it, when dropped.
#[derive(Debug)]
pub(crate) struct Scratch {
    path: PathBuf,
}

impl Scratch {
    pub(crate) fn create() -> io::Result<Scratch> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let parent = std::env::temp_dir().canonicalize()?;
        loop {
            // Another process may have had our number and left its folder behind.
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("agon-{}-{count}", std::process::id()));
            match DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(Scratch { path }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn give_to(&self, uid: u32, gid: u32) -> io::Result<()> {
        chown(&self.path, Some(uid), Some(gid))
    }

    /// Removes the folder now.
    pub(crate) fn remove(&self) {
        if fs::remove_dir_all(&self.path).is_err() {
            // The program may have made folders that even their owner cannot enter.
            open_up(&self.path);
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.remove();
    }
}

fn open_up(folder: &Path) {
    let _ = fs::set_permissions(folder, Permissions::from_mode(0o700));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open_up(&entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_private_and_goes_with_all_that_is_in_it() {
        let scratch = Scratch::create().unwrap();
        let path = scratch.path().to_owned();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
        fs::create_dir_all(path.join("a/b")).unwrap();
        fs::write(path.join("a/b/c"), "c").unwrap();
        fs::set_permissions(path.join("a/b"), Permissions::from_mode(0)).unwrap();
        drop(scratch);
        assert!(!path.exists());
    }
}

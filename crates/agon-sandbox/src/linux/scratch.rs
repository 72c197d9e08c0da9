//! The private folder of a program.

use std::fs::{self, DirBuilder, File, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::linux::homes::NOBODY;
use crate::linux::stage::calls;

/// A new folder that only its owner can enter. It is removed, with all that is in it, when dropped.
///
/// A process that is killed cannot drop anything; what it left is removed by the next that needs such a folder.
#[derive(Debug)]
pub(crate) struct Scratch {
    path: PathBuf,
    /// Holds a lock, by which others see that the folder is in use.
    _in_use: File,
}

impl Scratch {
    pub(crate) fn create() -> io::Result<Scratch> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        static SWEEP: Once = Once::new();
        let parent = std::env::temp_dir().canonicalize()?;
        SWEEP.call_once(|| sweep(&parent));
        loop {
            // Another process may have had our number and left its folder behind.
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("agon-{}-{count}", std::process::id()));
            match DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => {
                    let in_use = File::open(&path)?;
                    // Where a file system has no locks the number of our process protects the folder.
                    let _ = in_use.try_lock();
                    return Ok(Scratch { path, _in_use: in_use });
                }
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

/// Removes the folders of processes that are gone.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let path = entry.path();
        if entry.file_name().to_str().and_then(owner).is_some_and(|process| is_left_over(&path, process)) {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

/// The process that made the folder of this name.
fn owner(name: &str) -> Option<u32> {
    let (process, count) = name.strip_prefix("agon-")?.split_once('-')?;
    count.parse::<u64>().ok()?;
    process.parse().ok()
}

/// Ours or of a program of ours, made by a process that is gone, and in use by nobody.
fn is_left_over(path: &Path, process: u32) -> bool {
    let own = calls::effective_user();
    fs::symlink_metadata(path)
        .is_ok_and(|data| data.is_dir() && (data.uid() == own || own == 0 && data.uid() == NOBODY))
        && !Path::new(&format!("/proc/{process}")).exists()
        && File::open(path).is_ok_and(|folder| folder.try_lock().is_ok())
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
    fn what_a_killed_process_left_is_removed_and_nothing_else() {
        let parent = Scratch::create().unwrap();
        // No process has this number: it is above the largest.
        let names =
            ["agon-4194305-0", "agon-4194305-1", "agon-1-0", "agon-4194305", "agon-4194305-x", "other"];
        let folders = names.map(|name| parent.path().join(name));
        for folder in &folders {
            fs::create_dir(folder).unwrap();
        }
        let in_use = File::open(&folders[1]).unwrap();
        in_use.try_lock().unwrap();
        sweep(parent.path());
        let left: Vec<&str> = names.into_iter().filter(|name| parent.path().join(name).exists()).collect();
        assert_eq!(left, &names[1..]);
    }

    #[test]
    fn it_is_private_and_goes_with_all_that_is_in_it() {
        let scratch = Scratch::create().unwrap();
        let path = scratch.path().to_owned();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
        fs::create_dir_all(path.join("a/b")).unwrap();
        fs::write(path.join("a/b/c"), "c").unwrap();
        fs::set_permissions(path.join("a/b"), Permissions::from_mode(0o000)).unwrap();
        drop(scratch);
        assert!(!path.exists());
    }
}

//! The file system a program sees: the machine's, read-only, with private folders over the shared ones.
//!
//! Everything happens in place, in a mount namespace of the program's own. First every mount becomes
//! read-only. Then two file systems in memory are made: a bounded one that the program can write to, and a
//! tiny one that holds nothing but mount points. Folders of the first lie over `/tmp` and its like, folders of
//! the second over what must not be seen; and what must be seen all the same is bound into them.

use std::ffi::{CString, c_int};

use crate::stage::calls::{self, Errno};
use crate::stage::step::{At, Failure, Step};

/// A folder that another one is laid over.
#[derive(Debug)]
pub(crate) struct Cover {
    pub(crate) path: CString,
    /// Whether the program can write there. What it writes is bounded and gone when it ends.
    pub(crate) writable: bool,
}

/// A file or folder that shows through the covers.
#[derive(Debug)]
pub(crate) struct Shown {
    pub(crate) path: CString,
    pub(crate) is_folder: bool,
    /// The folders above it that the covers have hidden, outermost first.
    pub(crate) parents: Vec<CString>,
}

/// The private folder of the program.
#[derive(Debug)]
pub(crate) struct Private {
    pub(crate) path: CString,
    /// The folders above it that the covers have hidden, outermost first.
    pub(crate) parents: Vec<CString>,
}

/// Everything to be done to the mount namespace, prepared so that doing it is system calls alone.
#[derive(Debug)]
pub(crate) struct Mounts {
    /// Outermost first.
    pub(crate) covers: Vec<Cover>,
    pub(crate) shown: Vec<Shown>,
    pub(crate) links: Vec<(CString, CString)>,
    pub(crate) scratch: Private,
    /// Bytes, as text.
    pub(crate) size: CString,
    /// Whom the private folders belong to.
    pub(crate) owner: (u32, u32),
    /// Whether `/proc` must be that of a new pid namespace.
    pub(crate) new_proc: bool,
}

/// More would be a mistake of ours: the program's folder, its executable, five devices, and what was asked for.
pub(crate) const MOST_SHOWN: usize = 64;

impl Mounts {
    pub(crate) fn apply(&self) -> Result<(), Failure> {
        const HERE: c_int = libc::AT_FDCWD;
        calls::mount(None, c"/", libc::MS_REC | libc::MS_PRIVATE).at(Step::Mounts)?;
        let read_only = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID;
        calls::mount_setattr(HERE, c"/", libc::AT_RECURSIVE, read_only).at(Step::ReadOnly)?;
        calls::chdir(c"/").at(Step::Mounts)?;

        let mut sources = [-1; MOST_SHOWN];
        for (shown, source) in self.shown.iter().zip(&mut sources) {
            *source = calls::open_tree(HERE, &shown.path).at(Step::Visible)?;
        }
        let private = calls::memory_file_system(&self.size).at(Step::Scratch)?;
        let points = calls::memory_file_system(c"1m").at(Step::Mounts)?;
        for (number, cover) in self.covers.iter().enumerate() {
            let (tree, mode) = if cover.writable { (private, 0o1777) } else { (points, 0o755) };
            lay_over(tree, number, mode, &cover.path).at(Step::Mounts)?;
        }
        for (shown, source) in self.shown.iter().zip(sources) {
            self.show(shown, source).at(Step::Visible)?;
        }
        for (target, path) in &self.links {
            calls::symlink(target, path).at(Step::Mounts)?;
        }
        self.make_scratch(private).at(Step::Scratch)?;
        for cover in self.covers.iter().filter(|cover| !cover.writable) {
            calls::mount_setattr(HERE, &cover.path, 0, libc::MOUNT_ATTR_RDONLY).at(Step::ReadOnly)?;
        }
        if self.new_proc {
            let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
            calls::mount(Some(c"proc"), c"/proc", flags).at(Step::Proc)?;
        }
        Ok(())
    }

    fn show(&self, shown: &Shown, source: c_int) -> Result<(), Errno> {
        for parent in &shown.parents {
            calls::mkdir(parent, 0o755)?;
        }
        if shown.is_folder {
            calls::mkdir(&shown.path, 0o755)?;
        } else {
            calls::close(calls::open(&shown.path, libc::O_CREAT | libc::O_WRONLY, 0o644)?);
        }
        calls::move_mount(source, &shown.path)?;
        calls::close(source);
        Ok(())
    }

    fn make_scratch(&self, private: c_int) -> Result<(), Errno> {
        for parent in &self.scratch.parents {
            calls::mkdir(parent, 0o755)?;
        }
        lay_over(private, self.covers.len(), 0o700, &self.scratch.path)?;
        calls::chown(&self.scratch.path, self.owner.0, self.owner.1)?;
        Ok(())
    }
}

/// Makes a folder in a file system and lays it over another.
fn lay_over(file_system: c_int, number: usize, mode: libc::mode_t, path: &CString) -> Result<(), Errno> {
    // A name without an allocation: two letters are enough for 676 folders.
    let name = [b'a' + (number / 26) as u8, b'a' + (number % 26) as u8, 0];
    let name = std::ffi::CStr::from_bytes_with_nul(&name).map_err(|_| Errno(libc::EINVAL))?;
    // The place may lie in a folder that is covered itself and thus be gone.
    calls::mkdir(path, 0o755)?;
    calls::mkdirat(file_system, name, mode)?;
    let tree = calls::open_tree(file_system, name)?;
    calls::move_mount(tree, path)?;
    calls::close(tree);
    Ok(())
}

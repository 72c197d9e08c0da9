//! The file system a program sees: a root in memory, with what it may see bound into it, read-only, and folders of
//! its own.
//!
//! In a mount namespace of the program's own every mount becomes read-only first. Then two file systems in memory
//! are made: a tiny one that becomes the root and holds nothing but mount points, and a bounded one of which the
//! program gets folders to write to. When the program's root stands, the machine's own is let go of.

use std::ffi::{CString, c_int};

use crate::linux::stage::calls::{self, Errno};
use crate::linux::stage::mount_calls;
use crate::linux::stage::step::{At, Failure, Step};

/// One step of furnishing the new root.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Makes an empty folder, if there is none.
    Folder { path: CString },
    /// Binds what the machine has at this path to the same path.
    Show { path: CString, is_folder: bool, is_device: bool },
    /// Makes a symbolic link.
    Link { target: CString, path: CString },
    /// Makes a folder that can be written to; for everybody unless it has an owner.
    Private { path: CString, mode: libc::mode_t, owner: Option<(u32, u32)> },
    /// Puts the list of processes in its place.
    Processes { path: CString },
}

/// Everything to be done to the mount namespace, prepared so that doing it is system calls alone.
#[derive(Debug)]
pub(crate) struct Mounts {
    /// Outermost first.
    pub(crate) acts: Vec<Act>,
    /// Bytes that can be written, as text.
    pub(crate) size: CString,
    /// Files and folders that can be made, as text.
    pub(crate) inodes: CString,
    /// Whether `/proc` must be that of a new pid namespace.
    pub(crate) new_proc: bool,
}

/// More would be a mistake: some fifty things of the machine's, and what was asked for.
pub(crate) const MOST_SHOWN: usize = 512;

const HERE: c_int = libc::AT_FDCWD;

/// Where the file system that can be written to is attached while its folders are dealt out.
const STORE: &std::ffi::CStr = c"/.store";

impl Mounts {
    pub(crate) fn apply(&self) -> Result<(), Failure> {
        mount_calls::change_mounts(c"/", libc::MS_REC | libc::MS_PRIVATE).at(Step::Mounts)?;
        let read_only = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID;
        mount_calls::mount_setattr(HERE, c"/", libc::AT_RECURSIVE, read_only).at(Step::ReadOnly)?;
        calls::chdir(c"/").at(Step::Mounts)?;

        let mut sources = [-1; MOST_SHOWN];
        let processes = self.open_sources(&mut sources)?;
        let private = mount_calls::memory_file_system(&self.size, &self.inodes).at(Step::Scratch)?;
        let root = mount_calls::memory_file_system(c"4m", c"4096").at(Step::Mounts)?;
        change_root(root).at(Step::Root)?;
        calls::mkdir(STORE, 0o755).at(Step::Mounts)?;
        mount_calls::move_mount(private, STORE).at(Step::Scratch)?;
        calls::close(private);
        self.furnish(&sources, processes)?;
        mount_calls::unmount(STORE).at(Step::Scratch)?;
        calls::rmdir(STORE).at(Step::Scratch)?;
        mount_calls::mount_setattr(HERE, c"/", 0, read_only).at(Step::ReadOnly)
    }

    /// Takes hold of all that is to be shown, before the machine's root goes. Gives back the list of processes.
    fn open_sources(&self, sources: &mut [c_int; MOST_SHOWN]) -> Result<c_int, Failure> {
        let mut next = sources.iter_mut();
        for act in &self.acts {
            if let Act::Show { path, is_device, .. } = act
                && let Some(source) = next.next()
            {
                // What ceased to be there since we looked is left out.
                *source = match mount_calls::open_tree(HERE, path) {
                    Err(Errno(libc::ENOENT)) => -1,
                    other => other.at(Step::Visible)?,
                };
                if !is_device && *source >= 0 {
                    let flags = libc::AT_RECURSIVE | libc::AT_EMPTY_PATH;
                    mount_calls::mount_setattr(*source, c"", flags, libc::MOUNT_ATTR_NODEV)
                        .at(Step::ReadOnly)?;
                }
            }
        }
        if self.new_proc {
            mount_calls::process_file_system().at(Step::Proc)
        } else {
            mount_calls::open_tree(HERE, c"/proc").at(Step::Mounts)
        }
    }

    /// Carries out the acts in the new root.
    fn furnish(&self, sources: &[c_int; MOST_SHOWN], processes: c_int) -> Result<(), Failure> {
        let mut sources = sources.iter();
        for (number, act) in self.acts.iter().enumerate() {
            match act {
                Act::Folder { path } => drop(calls::mkdir(path, 0o755).at(Step::Mounts)?),
                Act::Link { target, path } => drop(calls::symlink(target, path).at(Step::Mounts)?),
                Act::Private { path, mode, owner } => {
                    lay_over(number, *mode, *owner, path).at(Step::Scratch)?;
                }
                Act::Processes { path } => {
                    calls::mkdir(path, 0o755).at(Step::Proc)?;
                    mount_calls::move_mount(processes, path).at(Step::Proc)?;
                    calls::close(processes);
                }
                Act::Show { path, is_folder, .. } => {
                    if let Some(&source @ 0..) = sources.next() {
                        show(path, *is_folder, source).at(Step::Visible)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Makes a file system in memory the root, and lets the old one go with everything in it.
fn change_root(root: c_int) -> Result<(), Errno> {
    mount_calls::move_mount(root, c"/")?;
    calls::fchdir(root)?;
    mount_calls::pivot_root(c".", c".")?;
    // The old root lies over the new one now; the name leads to the upper.
    mount_calls::unmount(c".")?;
    calls::close(root);
    calls::chdir(c"/")
}

fn show(path: &CString, is_folder: bool, source: c_int) -> Result<(), Errno> {
    if is_folder {
        calls::mkdir(path, 0o755)?;
    } else {
        // In a folder that is shown itself the file is there and cannot be made.
        let made = calls::open(path, libc::O_CREAT | libc::O_WRONLY, 0o644);
        let made = made.or_else(|_| calls::open(path, libc::O_PATH, 0))?;
        calls::close(made);
    }
    mount_calls::move_mount(source, path)?;
    calls::close(source);
    Ok(())
}

/// Makes a folder in the store and lays it over another.
fn lay_over(
    number: usize,
    mode: libc::mode_t,
    owner: Option<(u32, u32)>,
    path: &CString,
) -> Result<(), Errno> {
    // A name without an allocation: three letters are enough for 17,576 folders.
    let letter = |number: usize| b'a' + (number % 26) as u8;
    let mut name = *b"/.store/aaa\0";
    name[8..11].copy_from_slice(&[letter(number / 676), letter(number / 26), letter(number)]);
    let name = std::ffi::CStr::from_bytes_with_nul(&name).map_err(|_| Errno(libc::EINVAL))?;
    calls::mkdir(path, 0o755)?;
    calls::mkdir(name, mode)?;
    // `mkdir` obeys the umask, `chmod` does not.
    calls::chmod(name, mode)?;
    if let Some((uid, gid)) = owner {
        calls::chown(name, uid, gid)?;
    }
    let tree = mount_calls::open_tree(HERE, name)?;
    mount_calls::move_mount(tree, path)?;
    calls::close(tree);
    Ok(())
}

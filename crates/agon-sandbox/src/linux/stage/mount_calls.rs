//! The system calls that make and move mounts; as [`calls`](super::calls), without an allocation.

use std::ffi::{CStr, c_int, c_void};

use libc::c_ulong;

use crate::linux::stage::calls::{Errno, check, check_long, close};

/// Makes every mount below `target` this namespace's own, or whatever `flags` say.
pub(crate) fn change_mounts(target: &CStr, flags: c_ulong) -> Result<(), Errno> {
    let nothing = std::ptr::null();
    // SAFETY: the pointers are null or a valid C string.
    check(unsafe { libc::mount(nothing, target.as_ptr(), nothing, flags, std::ptr::null()) }).map(drop)
}

/// Sets attributes of the mount at `path` (seen from `folder`), of all below it if `flags` say so.
pub(crate) fn mount_setattr(folder: c_int, path: &CStr, flags: c_int, set: u64) -> Result<(), Errno> {
    let attributes = libc::mount_attr { attr_set: set, attr_clr: 0, propagation: 0, userns_fd: 0 };
    // SAFETY: the structure lives through the call and its size is given.
    check_long(unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            folder,
            path.as_ptr(),
            flags,
            &raw const attributes,
            size_of::<libc::mount_attr>(),
        )
    })
    .map(drop)
}

/// A detached copy of what is mounted at `path`, with all below it.
pub(crate) fn open_tree(folder: c_int, path: &CStr) -> Result<c_int, Errno> {
    let flags = libc::OPEN_TREE_CLONE as c_int | libc::O_CLOEXEC | libc::AT_RECURSIVE;
    // SAFETY: the path is a valid C string.
    check_long(unsafe { libc::syscall(libc::SYS_open_tree, folder, path.as_ptr(), flags) })
}

/// Puts a detached mount in its place.
pub(crate) fn move_mount(tree: c_int, target: &CStr) -> Result<(), Errno> {
    // SAFETY: both paths are valid C strings; the empty one stands for `tree` itself.
    check_long(unsafe {
        libc::syscall(
            libc::SYS_move_mount,
            tree,
            c"".as_ptr(),
            libc::AT_FDCWD,
            target.as_ptr(),
            libc::MOVE_MOUNT_F_EMPTY_PATH,
        )
    })
    .map(drop)
}

/// A new file system in memory, mounted nowhere yet. Its size in bytes and its number of files are given as text.
pub(crate) fn memory_file_system(size: &CStr, inodes: &CStr) -> Result<c_int, Errno> {
    let options = [(c"size", size), (c"nr_inodes", inodes), (c"mode", c"0755")];
    file_system(c"tmpfs", &options, libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV)
}

/// The processes of this pid namespace as a file system, mounted nowhere yet.
pub(crate) fn process_file_system() -> Result<c_int, Errno> {
    file_system(c"proc", &[], libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV | libc::MOUNT_ATTR_NOEXEC)
}

fn file_system(kind: &CStr, options: &[(&CStr, &CStr)], attributes: u64) -> Result<c_int, Errno> {
    const SET_STRING: c_int = 1;
    const CREATE: c_int = 6;
    const CLOEXEC: c_int = 1;
    let nothing = std::ptr::null::<c_void>();
    // SAFETY: every pointer is null or a valid C string.
    unsafe {
        let context = check_long(libc::syscall(libc::SYS_fsopen, kind.as_ptr(), CLOEXEC))?;
        for (key, value) in options {
            let (key, value) = (key.as_ptr(), value.as_ptr());
            check_long(libc::syscall(libc::SYS_fsconfig, context, SET_STRING, key, value, 0))?;
        }
        check_long(libc::syscall(libc::SYS_fsconfig, context, CREATE, nothing, nothing, 0))?;
        let tree = check_long(libc::syscall(libc::SYS_fsmount, context, CLOEXEC, attributes as c_int));
        close(context);
        tree
    }
}

/// Makes a mount the root of this namespace, and moves the root there was to a place beneath it.
pub(crate) fn pivot_root(new: &CStr, old: &CStr) -> Result<(), Errno> {
    // SAFETY: both are valid C strings.
    check_long(unsafe { libc::syscall(libc::SYS_pivot_root, new.as_ptr(), old.as_ptr()) }).map(drop)
}

/// Lets a mount go, with all below it, as soon as nobody uses it.
pub(crate) fn unmount(path: &CStr) -> Result<(), Errno> {
    // SAFETY: the path is a valid C string.
    check(unsafe { libc::umount2(path.as_ptr(), libc::MNT_DETACH) }).map(drop)
}

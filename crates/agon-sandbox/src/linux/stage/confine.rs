//! The last steps before a program runs, in its own process: limits, identity, Landlock, system call filter.

use std::ffi::{CString, c_int};

use crate::linux::stage::calls::{self, Errno, check, check_long};
use crate::linux::stage::step::{At, Failure, Step};

/// Which accesses Landlock forbids, and where they are allowed all the same.
#[derive(Debug)]
pub(crate) struct LandlockRules {
    /// As the kernel takes it: `struct landlock_ruleset_attr`.
    pub(crate) attributes: RulesetAttributes,
    /// How much of the attributes this kernel knows.
    pub(crate) attributes_size: usize,
    /// Paths and what may be done beneath them. Paths that are not there, or that the
    /// program's user cannot reach, are passed over.
    pub(crate) rules: Vec<(CString, u64)>,
}

/// `struct landlock_ruleset_attr`.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct RulesetAttributes {
    pub(crate) handled_access_fs: u64,
    pub(crate) handled_access_net: u64,
    pub(crate) scoped: u64,
}

/// `struct landlock_path_beneath_attr`.
#[repr(C, packed)]
struct PathBeneath {
    allowed_access: u64,
    parent: c_int,
}

impl LandlockRules {
    fn apply(&self) -> Result<(), Errno> {
        const PATH_BENEATH: c_int = 1;
        // SAFETY: the structures live through the calls and their sizes are given.
        unsafe {
            let ruleset = check_long(libc::syscall(
                libc::SYS_landlock_create_ruleset,
                &raw const self.attributes,
                self.attributes_size,
                0,
            ))?;
            for (path, allowed_access) in &self.rules {
                let parent = match calls::open(path, libc::O_PATH, 0) {
                    Ok(parent) => parent,
                    Err(Errno(libc::ENOENT | libc::EACCES)) => continue,
                    Err(errno) => return Err(errno),
                };
                let rule = PathBeneath { allowed_access: *allowed_access, parent };
                check_long(libc::syscall(
                    libc::SYS_landlock_add_rule,
                    ruleset,
                    PATH_BENEATH,
                    &raw const rule,
                    0,
                ))?;
                calls::close(parent);
            }
            check_long(libc::syscall(libc::SYS_landlock_restrict_self, ruleset, 0))?;
            calls::close(ruleset);
        }
        Ok(())
    }
}

/// What a program's own process does to itself before it becomes the program.
#[derive(Debug, Default)]
pub(crate) struct Confinement {
    /// The unprivileged user and group to become.
    pub(crate) identity: Option<(u32, u32)>,
    pub(crate) limits: Vec<(calls::Resource, u64)>,
    /// Whether to give up all privileges, for ever.
    pub(crate) unprivileged: bool,
    pub(crate) landlock: Option<LandlockRules>,
    pub(crate) filter: Option<Vec<libc::sock_filter>>,
    pub(crate) folder: Option<CString>,
}

impl Confinement {
    pub(crate) fn apply(&self) -> Result<(), Failure> {
        // Should memory run out on the whole machine, the program goes first. Not every machine lets us say so.
        if self.unprivileged
            && let Ok(file) = calls::open(c"/proc/self/oom_score_adj", libc::O_WRONLY, 0)
        {
            let _ = calls::write(file, b"1000");
            calls::close(file);
        }
        if self.unprivileged {
            drop_bounding_set();
        }
        if let Some((uid, gid)) = self.identity {
            become_user(uid, gid).at(Step::Identity)?;
        }
        // After the change of user: the number of processes is counted for the user who sets the limit.
        for &(resource, value) in &self.limits {
            calls::set_limit(resource, value).at(Step::Limits)?;
        }
        if let Some(folder) = &self.folder {
            calls::chdir(folder).at(Step::Folder)?;
        }
        if self.unprivileged {
            drop_capabilities().at(Step::Capabilities)?;
            calls::prctl(libc::PR_SET_NO_NEW_PRIVS, 1).at(Step::NoNewPrivileges)?;
        }
        if let Some(landlock) = &self.landlock {
            landlock.apply().at(Step::Landlock)?;
        }
        // Last: the filter may forbid what the steps before it need.
        if let Some(filter) = &self.filter {
            apply_filter(filter).at(Step::Seccomp)?;
        }
        Ok(())
    }
}

/// Fails where there is nothing to drop, which is as good.
fn drop_bounding_set() {
    for capability in 0..64 {
        if calls::prctl(libc::PR_CAPBSET_DROP, capability).is_err() {
            break;
        }
    }
}

/// By the system calls themselves: the C library's functions of the same name would try to change all threads
/// of a process that has been left behind.
fn become_user(uid: u32, gid: u32) -> Result<(), Errno> {
    // SAFETY: numbers and an empty list.
    unsafe {
        check_long(libc::syscall(libc::SYS_setgroups, 0, std::ptr::null::<libc::gid_t>()))?;
        check_long(libc::syscall(libc::SYS_setresgid, gid, gid, gid))?;
        check_long(libc::syscall(libc::SYS_setresuid, uid, uid, uid))?;
    }
    Ok(())
}

fn drop_capabilities() -> Result<(), Errno> {
    #[repr(C)]
    struct Header {
        version: u32,
        process: c_int,
    }
    const VERSION_3: u32 = 0x2008_0522;
    let header = Header { version: VERSION_3, process: 0 };
    let none = [0u32; 6];
    calls::prctl(libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_CLEAR_ALL as libc::c_ulong)?;
    // SAFETY: the structures are those of version 3: a header, and two sets of three words.
    check_long(unsafe { libc::syscall(libc::SYS_capset, &raw const header, none.as_ptr()) })?;
    Ok(())
}

fn apply_filter(filter: &[libc::sock_filter]) -> Result<(), Errno> {
    let program =
        libc::sock_fprog { len: filter.len() as libc::c_ushort, filter: filter.as_ptr().cast_mut() };
    // SAFETY: the kernel copies the filter, which lives through the call.
    check(unsafe {
        libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER as libc::c_ulong, &raw const program)
    })?;
    Ok(())
}

//! System calls with their errors as values, and nothing else: no allocation, no lock, no panic. They can
//! therefore be made between `clone` and `exec`.

use std::ffi::{CStr, c_int, c_long, c_void};

use libc::c_ulong;

/// What the system said, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Errno(pub(crate) c_int);

impl From<Errno> for std::io::Error {
    fn from(errno: Errno) -> std::io::Error {
        std::io::Error::from_raw_os_error(errno.0)
    }
}

pub(crate) fn errno() -> Errno {
    // SAFETY: the address of the calling thread's error number is always valid.
    Errno(unsafe { *libc::__errno_location() })
}

pub(crate) fn check(result: c_int) -> Result<c_int, Errno> {
    if result < 0 { Err(errno()) } else { Ok(result) }
}

/// The results used here (handles, process numbers, zero) all fit into an `int`.
pub(crate) fn check_long(result: c_long) -> Result<c_int, Errno> {
    if result < 0 { Err(errno()) } else { Ok(result as c_int) }
}

/// A new process that shares nothing. Not `fork`, which runs handlers and takes locks that another thread may
/// hold; the child may make system calls only.
pub(crate) fn clone_process(namespaces: c_int) -> Result<c_int, Errno> {
    // SAFETY: without CLONE_VM and with no stack given, `clone` behaves as `fork` does.
    check_long(unsafe { libc::syscall(libc::SYS_clone, (namespaces | libc::SIGCHLD) as c_long, 0, 0, 0, 0) })
}

pub(crate) fn exit(code: c_int) -> ! {
    // SAFETY: ends the process at once, without handlers.
    unsafe { libc::_exit(code) }
}

pub(crate) fn close(file: c_int) {
    // SAFETY: closing a number that is not open does no harm in a process of our own with known numbers.
    unsafe { libc::close(file) };
}

/// Closes everything from `first` on.
pub(crate) fn close_from(first: c_int) {
    // SAFETY: only closes; the caller keeps no handle at or above `first`.
    let result = unsafe { libc::syscall(libc::SYS_close_range, first, c_int::MAX, 0) };
    if result < 0 {
        for file in first..65_536 {
            close(file);
        }
    }
}

/// A copy of a handle with a number of at least 16, so that the small numbers can be dealt out freely.
pub(crate) fn out_of_the_way(file: c_int) -> Result<c_int, Errno> {
    // SAFETY: duplicates a handle.
    check(unsafe { libc::fcntl(file, libc::F_DUPFD_CLOEXEC, 16) })
}

pub(crate) fn place(file: c_int, number: c_int, flags: c_int) -> Result<c_int, Errno> {
    // SAFETY: duplicates a handle onto a number that the caller owns.
    check(unsafe { libc::dup3(file, number, flags) })
}

pub(crate) fn open(path: &CStr, flags: c_int, mode: libc::mode_t) -> Result<c_int, Errno> {
    // SAFETY: the path is a valid C string.
    check(unsafe { libc::open(path.as_ptr(), flags | libc::O_CLOEXEC, mode as libc::c_uint) })
}

pub(crate) fn read(file: c_int, buffer: &mut [u8]) -> Result<usize, Errno> {
    loop {
        // SAFETY: the buffer is valid for its length.
        let count = unsafe { libc::read(file, buffer.as_mut_ptr().cast(), buffer.len()) };
        match usize::try_from(count) {
            Ok(count) => return Ok(count),
            Err(_) if errno().0 == libc::EINTR => {}
            Err(_) => return Err(errno()),
        }
    }
}

pub(crate) fn write(file: c_int, bytes: &[u8]) -> Result<usize, Errno> {
    loop {
        // SAFETY: the bytes are valid for their length.
        let count = unsafe { libc::write(file, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(count) {
            Ok(count) => return Ok(count),
            Err(_) if errno().0 == libc::EINTR => {}
            Err(_) => return Err(errno()),
        }
    }
}

/// Waits until one of the handles has something to say. A negative timeout waits for ever.
pub(crate) fn poll(files: &mut [libc::pollfd], timeout: c_int) -> Result<c_int, Errno> {
    // SAFETY: the slice is valid for its length.
    check(unsafe { libc::poll(files.as_mut_ptr(), files.len() as libc::nfds_t, timeout) })
}

pub(crate) fn mkdir(path: &CStr, mode: libc::mode_t) -> Result<c_int, Errno> {
    // SAFETY: the path is a valid C string.
    match check(unsafe { libc::mkdir(path.as_ptr(), mode) }) {
        Err(Errno(libc::EEXIST)) => Ok(0),
        result => result,
    }
}

pub(crate) fn rmdir(path: &CStr) -> Result<c_int, Errno> {
    // SAFETY: the path is a valid C string.
    check(unsafe { libc::rmdir(path.as_ptr()) })
}

pub(crate) fn chmod(path: &CStr, mode: libc::mode_t) -> Result<c_int, Errno> {
    // SAFETY: the path is a valid C string.
    check(unsafe { libc::chmod(path.as_ptr(), mode) })
}

pub(crate) fn chown(path: &CStr, uid: u32, gid: u32) -> Result<c_int, Errno> {
    // SAFETY: the path is a valid C string.
    check(unsafe { libc::lchown(path.as_ptr(), uid, gid) })
}

pub(crate) fn symlink(target: &CStr, path: &CStr) -> Result<c_int, Errno> {
    // SAFETY: both are valid C strings.
    check(unsafe { libc::symlink(target.as_ptr(), path.as_ptr()) })
}

pub(crate) fn chdir(path: &CStr) -> Result<(), Errno> {
    // SAFETY: the path is a valid C string.
    check(unsafe { libc::chdir(path.as_ptr()) }).map(drop)
}

pub(crate) fn fchdir(folder: c_int) -> Result<c_int, Errno> {
    // SAFETY: a handle of our own.
    check(unsafe { libc::fchdir(folder) })
}

pub(crate) fn prctl(option: c_int, value: c_ulong) -> Result<c_int, Errno> {
    // SAFETY: only options that take numbers are used.
    check(unsafe { libc::prctl(option, value, 0 as c_ulong, 0 as c_ulong, 0 as c_ulong) })
}

pub(crate) fn kill(process: c_int, signal: c_int) -> Result<c_int, Errno> {
    // SAFETY: sends a signal.
    check(unsafe { libc::kill(process, signal) })
}

/// A child that ended, with its status. `None`: there are children and none has ended (only if not `block`).
pub(crate) fn wait_any(block: bool) -> Result<Option<(c_int, c_int)>, Errno> {
    wait(-1, block)
}

/// As [`wait_any`], for one child or, with -1, any.
pub(crate) fn wait(process: c_int, block: bool) -> Result<Option<(c_int, c_int)>, Errno> {
    let mut status = 0;
    loop {
        // SAFETY: the status is a valid place to write to.
        let result =
            unsafe { libc::waitpid(process, &raw mut status, if block { 0 } else { libc::WNOHANG }) };
        match check(result) {
            Ok(0) => return Ok(None),
            Ok(process) => return Ok(Some((process, status))),
            Err(Errno(libc::EINTR)) => {}
            Err(errno) => return Err(errno),
        }
    }
}

pub(crate) fn set_limit(resource: Resource, value: u64) -> Result<c_int, Errno> {
    let limit = libc::rlimit { rlim_cur: value, rlim_max: value };
    // SAFETY: the structure lives through the call.
    check(unsafe { libc::setrlimit(resource, &raw const limit) })
}

/// The type of `RLIMIT_…` differs between C libraries.
#[cfg(target_env = "gnu")]
pub(crate) type Resource = libc::__rlimit_resource_t;
/// The type of `RLIMIT_…` differs between C libraries.
#[cfg(not(target_env = "gnu"))]
pub(crate) type Resource = c_int;

/// All signals, or none.
pub(crate) fn signal_set(full: bool) -> libc::sigset_t {
    let mut set = std::mem::MaybeUninit::uninit();
    // SAFETY: either call fills in the whole set.
    unsafe {
        if full {
            libc::sigfillset(set.as_mut_ptr())
        } else {
            libc::sigemptyset(set.as_mut_ptr())
        };
        set.assume_init()
    }
}

/// Blocks exactly these signals in the calling thread and gives back those blocked before.
pub(crate) fn block_signals(set: &libc::sigset_t) -> libc::sigset_t {
    let mut before = signal_set(false);
    // SAFETY: both sets are valid.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, set, &raw mut before) };
    before
}

pub(crate) fn effective_user() -> u32 {
    // SAFETY: cannot fail.
    unsafe { libc::geteuid() }
}

pub(crate) fn effective_group() -> u32 {
    // SAFETY: cannot fail.
    unsafe { libc::getegid() }
}

/// Whether a file has the extended attribute with the value `1`.
pub(crate) fn is_marked(path: &std::path::Path, attribute: &CStr) -> bool {
    use std::os::unix::ffi::OsStrExt;
    let Ok(path) = std::ffi::CString::new(path.as_os_str().as_bytes()) else { return false };
    let mut value = [0u8; 2];
    // SAFETY: both names are C strings, the buffer is valid for its length.
    let length =
        unsafe { libc::getxattr(path.as_ptr(), attribute.as_ptr(), value.as_mut_ptr().cast(), value.len()) };
    length == 1 && value[0] == b'1'
}

/// The processor time a living process has used, to the nanosecond.
pub(crate) fn processor_time(process: c_int) -> Option<std::time::Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    let mut clock = 0;
    // SAFETY: both places are valid to write to.
    unsafe {
        if libc::clock_getcpuclockid(process, &raw mut clock) != 0
            || libc::clock_gettime(clock, &raw mut time) != 0
        {
            return None;
        }
    }
    Some(std::time::Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

/// How many of the kernel's clock ticks make a second.
pub(crate) fn ticks_per_second() -> u64 {
    // SAFETY: asks for a number.
    unsafe { libc::sysconf(libc::_SC_CLK_TCK) }.try_into().unwrap_or(100)
}

/// The version of Landlock this kernel has.
pub(crate) fn landlock_version() -> Result<u32, Errno> {
    const VERSION: c_int = 1;
    let nothing = std::ptr::null::<c_void>();
    // SAFETY: asks for a number.
    check_long(unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, nothing, 0, VERSION) })
        .map(|version| version.unsigned_abs())
}

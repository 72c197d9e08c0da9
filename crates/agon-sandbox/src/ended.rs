//! How a program ended.

use std::fmt;
use std::time::Duration;

/// What the program's first process left behind: its exit code, or the signal that ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It ended itself with this exit code.
    Code(i32),
    /// A signal ended it.
    Signal(i32),
}

impl Status {
    /// Whether it ended itself with exit code 0.
    pub fn is_success(self) -> bool {
        self == Status::Code(0)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Code(code) => write!(f, "exit code {code}"),
            Status::Signal(signal) => match signal_name(*signal) {
                Some(name) => write!(f, "signal {signal} ({name})"),
                None => write!(f, "signal {signal}"),
            },
        }
    }
}

#[cfg(not(unix))]
fn signal_name(_signal: i32) -> Option<&'static str> {
    None
}

#[cfg(unix)]
fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        libc::SIGHUP => "hang-up",
        libc::SIGINT => "interrupt",
        libc::SIGQUIT => "quit",
        libc::SIGILL => "illegal instruction",
        libc::SIGTRAP => "trap",
        libc::SIGABRT => "abort",
        libc::SIGBUS => "bus error",
        libc::SIGFPE => "arithmetic error",
        libc::SIGKILL => "killed",
        libc::SIGSEGV => "segmentation fault",
        libc::SIGPIPE => "broken pipe",
        libc::SIGTERM => "terminated",
        libc::SIGXFSZ => "file too large",
        libc::SIGSYS => "forbidden system call",
        _ => return None,
    })
}

/// Who ended the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It ended by itself: it exited or crashed.
    Itself,
    /// [`end`](crate::Running::end) ended it.
    Killed,
    /// It used more memory than allowed and was ended for it.
    OutOfMemory,
    /// It had more processes than allowed and was ended for it. Where the kernel holds the limit, starting
    /// another process fails instead and the program goes on.
    TooManyProcesses,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::Itself => "ended by itself",
            Cause::Killed => "ended by the referee",
            Cause::OutOfMemory => "out of memory",
            Cause::TooManyProcesses => "too many processes",
        })
    }
}

/// How a program ended and what it used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// What its first process left behind.
    pub status: Status,
    /// Who ended it.
    pub cause: Cause,
    /// Processor time of all its processes together.
    pub processor_time: Duration,
    /// The most memory it used at one time, in bytes, where that was measured.
    pub peak_memory: Option<u64>,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cause {
            Cause::Itself => write!(f, "{}", self.status),
            cause => write!(f, "{cause}"),
        }
    }
}

//! The keeper: a process of ours above the program's, which ends the program as a whole.
//!
//! In a pid namespace it is the first process: nothing inside can signal it, every orphan comes to it, and when
//! it ends the kernel ends the rest. Elsewhere it is a subreaper, so that orphans come to it all the same, and
//! finds its descendants in `/proc`. It waits for the program's end or for the end of its lifeline, a pipe whose
//! other end only the starting process holds: whether that closes it or is killed, the program goes. Over the same
//! pipe it is told to make the program stand still and go on.

use std::ffi::c_int;

use crate::linux::stage::calls::{self, Errno};
use crate::linux::stage::kin;
use crate::linux::stage::still::Still;

/// The numbers at which the keeper holds its handles.
pub(crate) const START: c_int = 3;
pub(crate) const REPORT: c_int = 4;
pub(crate) const LIFELINE: c_int = 5;
pub(crate) const ANSWER: c_int = 6;
/// The first of those by which the program enters its control groups.
pub(crate) const ENTRANCES: c_int = 7;
pub(crate) const MOST_ENTRANCES: usize = 3;
/// The number of the handle that a program may be given beside its streams.
pub(crate) const INHERITED: c_int = 10;
pub(crate) const HANDLES: usize = 11;

/// What the keeper is told over its lifeline, and answers with the same when it is done.
pub(crate) const START_NOW: u8 = 1;
pub(crate) const PAUSE: u8 = b'p';
pub(crate) const RESUME: u8 = b'r';

/// What the keeper says when everything is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    /// The program's wait status.
    pub(crate) status: c_int,
    /// Whether the program was still running when the lifeline ended.
    pub(crate) killed: bool,
    /// Processor time of all processes, in microseconds.
    pub(crate) processor_micros: u64,
    /// The largest resident memory of any one process, in bytes.
    pub(crate) peak_memory: u64,
}

impl Report {
    pub(crate) const SIZE: usize = 24;

    fn to_bytes(self) -> [u8; Report::SIZE] {
        let mut bytes = [0; Report::SIZE];
        bytes[..4].copy_from_slice(&self.status.to_ne_bytes());
        bytes[4] = self.killed.into();
        bytes[8..16].copy_from_slice(&self.processor_micros.to_ne_bytes());
        bytes[16..].copy_from_slice(&self.peak_memory.to_ne_bytes());
        bytes
    }

    pub(crate) fn from_bytes(bytes: [u8; Report::SIZE]) -> Report {
        let [a, b, c, d, killed, ..] = bytes;
        let word = |from: usize| u64::from_ne_bytes(std::array::from_fn(|i| bytes[from + i]));
        Report {
            status: c_int::from_ne_bytes([a, b, c, d]),
            killed: killed != 0,
            processor_micros: word(8),
            peak_memory: word(16),
        }
    }
}

/// The keeper at its work.
pub(crate) struct Keeper {
    /// The program's first process.
    pub(crate) program: c_int,
    pub(crate) pid_namespace: bool,
    /// A handle that tells of the ends of children.
    pub(crate) children_ended: c_int,
}

impl Keeper {
    /// Waits for the program's end or the lifeline's, ends what is left, reports, and ends.
    pub(crate) fn keep(&self) -> ! {
        let mut report = Report::default();
        let mut still = None;
        loop {
            let mut files = [LIFELINE, self.children_ended].map(|fd| libc::pollfd {
                fd,
                events: libc::POLLIN,
                revents: 0,
            });
            let patience = still.as_ref().map_or(-1, Still::patience);
            match calls::poll(&mut files, patience) {
                Err(_) => continue,
                Ok(0) => still.as_mut().map_or((), Still::insist),
                Ok(_) => {}
            }
            if files[1].revents != 0 {
                let mut news = [0; 128];
                let _ = calls::read(self.children_ended, &mut news);
            }
            if self.has_ended(&mut report) {
                break;
            }
            if files[0].revents != 0 && !self.obey(&mut still) {
                report.killed = true;
                break;
            }
        }
        self.end_everyone(&mut report);
        usage(&mut report);
        let _ = calls::write(REPORT, &report.to_bytes());
        calls::exit(0)
    }

    /// Takes leave of children that have ended. Whether the program is among them.
    fn has_ended(&self, report: &mut Report) -> bool {
        let mut ended = false;
        while let Ok(Some((process, status))) = calls::wait_any(false) {
            if process == self.program {
                report.status = status;
                ended = true;
            }
        }
        ended
    }

    /// Does what the lifeline says. Whether there is one still.
    fn obey(&self, still: &mut Option<Still>) -> bool {
        let mut word = [0];
        if calls::read(LIFELINE, &mut word) != Ok(1) {
            return false;
        }
        match word[0] {
            PAUSE if still.is_none() => *still = Some(Still::begin(self.pid_namespace)),
            RESUME => still.take().map_or((), Still::end),
            _ => {}
        }
        let _ = calls::write(ANSWER, &word);
        true
    }

    fn end_everyone(&self, report: &mut Report) {
        const LONGEST: c_int = 64;
        let mut pause = 1;
        loop {
            if self.pid_namespace {
                let _ = calls::kill(-1, libc::SIGKILL);
            } else {
                kin::signal_all(libc::SIGKILL);
            }
            // In a namespace the kill reached everyone at one instant; elsewhere it may have to be repeated.
            loop {
                match calls::wait_any(self.pid_namespace) {
                    Ok(Some((process, status))) => {
                        if process == self.program {
                            report.status = status;
                        }
                    }
                    Ok(None) => break,
                    Err(Errno(_)) => return,
                }
            }
            // Those that are to end need the processor more than who waits for it.
            let _ = calls::poll(&mut [], pause);
            pause = (pause * 2).min(LONGEST);
        }
    }
}

fn usage(report: &mut Report) {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the structure is plain numbers, valid when zero, and a valid place to write to.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr());
        usage.assume_init()
    };
    let micros = |time: libc::timeval| (time.tv_sec as u64) * 1_000_000 + time.tv_usec as u64;
    report.processor_micros = micros(usage.ru_utime) + micros(usage.ru_stime);
    report.peak_memory = usage.ru_maxrss as u64 * 1024;
}

#[cfg(test)]
mod tests {
    use super::Report;

    #[test]
    fn reports_cross_the_process_boundary() {
        let report =
            Report { status: 0x8b, killed: true, processor_micros: 123_456_789_012, peak_memory: u64::MAX };
        assert_eq!(Report::from_bytes(report.to_bytes()), report);
    }
}

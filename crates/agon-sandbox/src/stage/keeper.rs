//! The keeper: a process of ours above the program's, which ends the program as a whole.
//!
//! In a pid namespace it is the first process: nothing inside can signal it, every orphan comes to it, and when
//! it ends the kernel ends the rest. Elsewhere it is a subreaper, so that orphans come to it all the same, and
//! finds its descendants in `/proc`. It waits for the program's end or for the end of its lifeline, a pipe whose
//! other end only the starting process holds: whether that closes it or is killed, the program goes.

use std::ffi::c_int;

use crate::stage::calls::{self, Errno};
use crate::stage::kin;

/// The numbers at which the keeper holds its handles.
pub(crate) const START: c_int = 3;
pub(crate) const REPORT: c_int = 4;
pub(crate) const LIFELINE: c_int = 5;
pub(crate) const FIRST_FREE: c_int = 6;

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

/// Waits for the program's end or the lifeline's, ends what is left, reports, and ends.
pub(crate) fn keep(program: c_int, pid_namespace: bool, children_ended: c_int) -> ! {
    let mut report = Report::default();
    let mut running = true;
    while running {
        let mut files =
            [LIFELINE, children_ended].map(|fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 });
        if calls::poll(&mut files, -1).is_err() {
            continue;
        }
        if files[1].revents != 0 {
            let mut news = [0; 128];
            let _ = calls::read(children_ended, &mut news);
        }
        while let Ok(Some((process, status))) = calls::wait_any(false) {
            if process == program {
                report.status = status;
                running = false;
            }
        }
        if running && files[0].revents != 0 {
            report.killed = true;
            break;
        }
    }
    end_everyone(program, pid_namespace, &mut report);
    usage(&mut report);
    let _ = calls::write(REPORT, &report.to_bytes());
    calls::exit(0)
}

fn end_everyone(program: c_int, pid_namespace: bool, report: &mut Report) {
    loop {
        if pid_namespace {
            let _ = calls::kill(-1, libc::SIGKILL);
        } else {
            kin::kill_all();
        }
        // In a namespace the kill reached everyone at one instant; elsewhere it may have to be repeated.
        loop {
            match calls::wait_any(pid_namespace) {
                Ok(Some((process, status))) => {
                    if process == program {
                        report.status = status;
                    }
                }
                Ok(None) => break,
                Err(Errno(_)) => return,
            }
        }
        let _ = calls::poll(&mut [], 1);
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

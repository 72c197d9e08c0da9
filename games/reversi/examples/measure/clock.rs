//! The processor time of this process.
#![allow(unsafe_code)] // Reason: the system's clock of processor time has no safe form in the standard library.

/// The seconds of processor time that all threads of this process have taken so far.
pub(crate) fn processor_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes to the one structure that it is given.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

//! Who runs first when processors are scarce.

use std::ffi::c_int;

use crate::Priority;
use crate::linux::stage::calls::check;

/// Children are ordinary again.
const NOT_INHERITED: c_int = libc::SCHED_RESET_ON_FORK;

/// Gives the calling thread precedence over ordinary ones, as far as the system allows it, and says how far that is.
/// Threads and programs that it starts are ordinary again.
///
/// It is meant for a thread that waits, looks at the clock and answers, such as a referee's: with it, a program that
/// keeps all processors busy delays nobody's clock. A thread that computes must not have it: where the answer is
/// [`Priority::First`] it would keep others from running at all.
///
/// The superuser gets it. Others do where the machine's limits say so (`ulimit -r 1`, or `ulimit -e 30`).
///
/// ```
/// let referee = std::thread::spawn(|| agon_sandbox::prefer_this_thread());
/// println!("the referee's priority is {}", referee.join().unwrap());
/// ```
pub fn prefer_this_thread() -> Priority {
    let first = libc::sched_param { sched_priority: 1 };
    // SAFETY: the structure lives through the call; zero is the calling thread.
    let result = unsafe { libc::sched_setscheduler(0, libc::SCHED_RR | NOT_INHERITED, &raw const first) };
    if result == 0 {
        return Priority::First;
    }
    if raise(0) { Priority::Raised } else { Priority::Ordinary }
}

/// Lets a thread (0 is the calling one) run more readily than others, unless it was told to stand back. Whether that
/// was allowed.
pub(crate) fn raise(thread: c_int) -> bool {
    const NICENESS: c_int = -10;
    let ordinary = libc::sched_param { sched_priority: 0 };
    let Ok(who) = libc::id_t::try_from(thread) else { return false };
    // SAFETY: the structure lives through the call.
    unsafe {
        libc::getpriority(libc::PRIO_PROCESS as _, who) <= 0
            && check(libc::sched_setscheduler(thread, libc::SCHED_OTHER | NOT_INHERITED, &raw const ordinary))
                .is_ok()
            && check(libc::setpriority(libc::PRIO_PROCESS as _, who, NICENESS)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linux::stage::calls::effective_user;

    #[test]
    fn what_a_preferred_thread_starts_is_ordinary() {
        let (priority, policy) = std::thread::spawn(|| {
            let priority = prefer_this_thread();
            let inner = std::thread::spawn(|| {
                // SAFETY: asks for numbers.
                unsafe { (libc::sched_getscheduler(0), libc::getpriority(libc::PRIO_PROCESS as _, 0)) }
            });
            (priority, inner.join().unwrap())
        })
        .join()
        .unwrap();
        assert!(priority != Priority::Ordinary || effective_user() != 0, "the superuser gets it");
        assert_eq!(policy.0 & !NOT_INHERITED, libc::SCHED_OTHER);
        assert!(policy.1 >= 0);
    }
}

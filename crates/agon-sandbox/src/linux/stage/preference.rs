//! Who runs first when processors are scarce.

use std::ffi::c_int;

use crate::Priority;
use crate::linux::stage::calls::check;

/// Children are ordinary again.
const NOT_INHERITED: c_int = libc::SCHED_RESET_ON_FORK;

/// Lets the calling thread run more readily than ordinary ones, as far as the system allows it, and says how far that
/// is. Threads and programs that it starts are ordinary again.
///
/// It is meant for a thread that waits, looks at the clock and answers, such as a referee's: with it, a program that
/// keeps all processors busy delays nobody's clock. A thread that computes should not have it.
///
/// The superuser gets it. Others do where the machine's limits say so (`ulimit -e 30`). It is never a real-time policy:
/// under one, a mistake of ours would keep everybody else on the machine from running.
///
/// ```
/// let referee = std::thread::spawn(|| agon_sandbox::prefer_this_thread());
/// println!("the referee's priority is {}", referee.join().unwrap());
/// ```
pub fn prefer_this_thread() -> Priority {
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
        if libc::getpriority(libc::PRIO_PROCESS as _, who) > 0
            || libc::sched_setscheduler(thread, libc::SCHED_OTHER | NOT_INHERITED, &raw const ordinary) < 0
        {
            return false;
        }
    }
    ask_for_short_turns(thread);
    // SAFETY: takes numbers.
    check(unsafe { libc::setpriority(libc::PRIO_PROCESS as _, who, NICENESS) }).is_ok()
}

/// Who says that its turns will be short gets them sooner. Anybody may, and a kernel that does not know it passes it over.
fn ask_for_short_turns(thread: c_int) {
    /// `struct sched_attr`, as its first version has it.
    #[repr(C)]
    struct Attributes {
        size: u32,
        policy: u32,
        flags: u64,
        niceness: i32,
        priority: u32,
        /// The length of a turn, in nanoseconds.
        runtime: u64,
        deadline: u64,
        period: u64,
    }
    const RESET_ON_FORK: u64 = 1;
    let attributes = Attributes {
        size: size_of::<Attributes>() as u32,
        policy: libc::SCHED_OTHER as u32,
        flags: RESET_ON_FORK,
        niceness: 0,
        priority: 0,
        runtime: 100_000,
        deadline: 0,
        period: 0,
    };
    // SAFETY: the structure lives through the call and says how long it is.
    unsafe { libc::syscall(libc::SYS_sched_setattr, thread, &raw const attributes, 0) };
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
        // SAFETY: asks for a number. Who stands back on purpose stays there.
        let stands_back = unsafe { libc::getpriority(libc::PRIO_PROCESS as _, 0) } > 0;
        assert_eq!(priority == Priority::Raised, effective_user() == 0 && !stands_back);
        assert_eq!(policy.0 & !NOT_INHERITED, libc::SCHED_OTHER);
        assert!(policy.1 >= 0);
    }
}

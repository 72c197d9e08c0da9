//! The system calls no player needs, as a filter in the kernel's own little language.
//!
//! Everything else stays allowed: runtimes differ too much for a list of what is needed. Forbidden calls fail
//! with `EPERM`, or with `ENOSYS` where runtimes then fall back on an older call. A call from another
//! architecture's table, which would slip through under a wrong number, ends the program.

use libc::{c_long, sock_filter};

/// What the other layers leave for the filter to do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gaps {
    /// No network namespace: no sockets but pairs may be made.
    pub(crate) network: bool,
    /// No root of its own, or no network of its own, where services listen by name: no local sockets but pairs.
    pub(crate) services: bool,
    /// No pid namespace: the program must stay in its session, by which it is found.
    pub(crate) session: bool,
    /// No control group for memory: memory that shows in no process must not be had.
    pub(crate) hidden_memory: bool,
}

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: Option<u32> = Some(0xC000_003E);
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: Option<u32> = Some(0xC000_00B7);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ARCHITECTURE: Option<u32> = None;

/// Whether the filter knows this processor.
pub(crate) fn supported() -> bool {
    ARCHITECTURE.is_some()
}

const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const KILL: u32 = libc::SECCOMP_RET_KILL_PROCESS;
const NOT_PERMITTED: u32 = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;
const NOT_THERE: u32 = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
const NO_ROOM: u32 = libc::SECCOMP_RET_ERRNO | libc::ENOSPC as u32;
/// The call is not made and its caller is told that it succeeded.
const WITHOUT_EFFECT: u32 = libc::SECCOMP_RET_ERRNO;

/// Where `struct seccomp_data` holds what a filter looks at. The low half of an argument comes first.
const NUMBER: u32 = 0;
const MACHINE: u32 = 4;
const ARGUMENTS: [u32; 3] = [16, 24, 32];

/// Mounting, tracing, kernel programs, keys, other kernels, clocks, raw devices and the like.
const FORBIDDEN: &[c_long] = &[
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_kexec_load,
    #[cfg(not(all(target_arch = "aarch64", target_env = "musl")))]
    libc::SYS_kexec_file_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_memfd_secret,
    // Pages in pipes and requests in flight, which show in no process.
    libc::SYS_vmsplice,
    libc::SYS_io_setup,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
];

const NEW_NAMESPACES: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET) as u32;

/// The filter, or nothing on a processor it does not know.
pub(crate) fn filter(gaps: Gaps) -> Option<Vec<sock_filter>> {
    let mut code = vec![load(MACHINE), unless_equal(ARCHITECTURE?, 1), jump(1), answer(KILL), load(NUMBER)];
    // The same processor has a second table of calls, with this bit in their numbers.
    if cfg!(target_arch = "x86_64") {
        code.extend([at_least(0x4000_0000), answer(NOT_THERE)]);
    }
    for &call in FORBIDDEN {
        refuse(&mut code, call, NOT_PERMITTED);
    }
    // Its flags are behind a pointer, where a filter cannot look; libraries then use `clone`.
    refuse(&mut code, libc::SYS_clone3, NOT_THERE);
    if gaps.session {
        refuse(&mut code, libc::SYS_setsid, NOT_PERMITTED);
    }
    if gaps.hidden_memory {
        hide_nothing(&mut code);
    }
    examine(&mut code, libc::SYS_clone, 0, &[any_bit(NEW_NAMESPACES), answer(NOT_PERMITTED), answer(ALLOW)]);
    // Typing into a terminal as if a person had.
    let typing = [equal(0x5412), answer(NOT_PERMITTED), equal(0x541C), answer(NOT_PERMITTED), answer(ALLOW)];
    examine(&mut code, libc::SYS_ioctl, 1, &typing);
    sockets(&mut code, gaps);
    code.push(answer(ALLOW));
    Some(code)
}

/// Memory that shows in no process: files without a name, messages and shared memory that outlive their maker, large
/// buffers and programs in sockets, watches on files; and processes that do not let themselves be looked at.
fn hide_nothing(code: &mut Vec<sock_filter>) {
    for call in [libc::SYS_memfd_create, libc::SYS_shmget, libc::SYS_msgget, libc::SYS_semget] {
        refuse(code, call, NOT_THERE);
    }
    refuse(code, libc::SYS_inotify_add_watch, NO_ROOM);
    let not_dumpable = [equal(libc::PR_SET_DUMPABLE as u32), answer(NOT_PERMITTED), answer(ALLOW)];
    examine(code, libc::SYS_prctl, 0, &not_dumpable);
    // The kernel takes the size of a buffer as a wish, too.
    let options = [
        (libc::SO_SNDBUF, WITHOUT_EFFECT),
        (libc::SO_RCVBUF, WITHOUT_EFFECT),
        (libc::SO_ATTACH_FILTER, NOT_PERMITTED),
        (libc::SO_ATTACH_BPF, NOT_PERMITTED),
        (libc::SO_ATTACH_REUSEPORT_CBPF, NOT_PERMITTED),
    ];
    let mut decision = vec![unless_equal(libc::SOL_SOCKET as u32, 1 + 2 * options.len() as u8)];
    decision.push(load(ARGUMENTS[2]));
    decision.extend(options.iter().flat_map(|&(option, result)| [equal(option as u32), answer(result)]));
    decision.push(answer(ALLOW));
    examine(code, libc::SYS_setsockopt, 1, &decision);
}

/// Which sockets may be made. A network namespace holds these families and no other: sockets between virtual
/// machines, for one, pass it.
fn sockets(code: &mut Vec<sock_filter>, gaps: Gaps) {
    let local = [libc::AF_UNIX].into_iter().filter(|_| !gaps.services);
    let internet = [libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK].into_iter().filter(|_| !gaps.network);
    let families: Vec<u32> = local.chain(internet).map(|family| family as u32).collect();
    let mut decision: Vec<_> = families.iter().flat_map(|&family| [equal(family), answer(ALLOW)]).collect();
    decision.push(answer(NOT_PERMITTED));
    examine(code, libc::SYS_socket, 0, &decision);
    if !gaps.services {
        examine(code, libc::SYS_socketpair, 0, &decision);
        return;
    }
    // From one half of a pair of datagram sockets any name could be sent to; those connected for good stay so.
    let pair = [
        unless_equal(libc::AF_UNIX as u32, 6),
        load(ARGUMENTS[1]),
        and(0xF),
        equal(libc::SOCK_STREAM as u32),
        answer(ALLOW),
        equal(libc::SOCK_SEQPACKET as u32),
        answer(ALLOW),
        answer(NOT_PERMITTED),
    ];
    examine(code, libc::SYS_socketpair, 0, &pair);
    if gaps.network {
        for call in [libc::SYS_connect, libc::SYS_bind] {
            refuse(code, call, NOT_PERMITTED);
        }
    }
}

fn refuse(code: &mut Vec<sock_filter>, call: c_long, refusal: u32) {
    code.extend([equal(call as u32), answer(refusal)]);
}

/// For one call, what follows looks at an argument and gives the answer.
fn examine(code: &mut Vec<sock_filter>, call: c_long, argument: usize, decision: &[sock_filter]) {
    code.extend([unless_equal(call as u32, 0), load(ARGUMENTS[argument])]);
    let skip = code.len() - 2;
    code[skip].jf = decision.len() as u8 + 1;
    code.extend_from_slice(decision);
}

const fn instruction(code: u32, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt, jf, k }
}

const fn load(offset: u32) -> sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, offset)
}

const fn answer(value: u32) -> sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, 0, 0, value)
}

const fn jump(by: u32) -> sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JA, 0, 0, by)
}

/// The next instruction if equal, else the one after it.
const fn equal(value: u32) -> sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 0, 1, value)
}

/// The next instruction if equal, else `skip` further.
const fn unless_equal(value: u32, skip: u8) -> sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 0, skip, value)
}

const fn and(mask: u32) -> sock_filter {
    instruction(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K, 0, 0, mask)
}

const fn at_least(value: u32) -> sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, value)
}

const fn any_bit(mask: u32) -> sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K, 0, 1, mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kernel's machine, as far as the filter uses it.
    fn run(code: &[sock_filter], machine: u32, number: c_long, arguments: [u32; 3]) -> u32 {
        let (mut at, mut value) = (0, 0);
        loop {
            let step = code[at];
            at += 1;
            let taken = match u32::from(step.code) {
                c if c == libc::BPF_LD | libc::BPF_W | libc::BPF_ABS => {
                    value = match step.k {
                        NUMBER => number as u32,
                        MACHINE => machine,
                        16 => arguments[0],
                        24 => arguments[1],
                        32 => arguments[2],
                        other => panic!("nothing at {other}"),
                    };
                    continue;
                }
                c if c == libc::BPF_ALU | libc::BPF_AND | libc::BPF_K => {
                    value &= step.k;
                    continue;
                }
                c if c == libc::BPF_RET | libc::BPF_K => return step.k,
                c if c == libc::BPF_JMP | libc::BPF_JA => {
                    at += step.k as usize;
                    continue;
                }
                c if c == libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K => value == step.k,
                c if c == libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K => value >= step.k,
                c if c == libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K => value & step.k != 0,
                other => panic!("no such instruction: {other}"),
            };
            at += usize::from(if taken { step.jt } else { step.jf });
        }
    }

    const TIGHT: Gaps = Gaps { network: true, services: true, session: true, hidden_memory: true };
    const LOOSE: Gaps = Gaps { network: false, services: false, session: false, hidden_memory: false };

    fn decide(gaps: Gaps, number: c_long, arguments: [u32; 3]) -> u32 {
        run(&filter(gaps).unwrap(), ARCHITECTURE.unwrap(), number, arguments)
    }

    #[test]
    fn what_no_player_needs_is_refused() {
        for gaps in [TIGHT, LOOSE] {
            for &call in FORBIDDEN {
                assert_eq!(decide(gaps, call, [0, 0, 0]), NOT_PERMITTED, "call {call}");
            }
            assert_eq!(decide(gaps, libc::SYS_clone3, [0, 0, 0]), NOT_THERE);
            assert_eq!(decide(gaps, libc::SYS_clone, [libc::CLONE_NEWUSER as u32, 0, 0]), NOT_PERMITTED);
            assert_eq!(decide(gaps, libc::SYS_ioctl, [0, 0x5412, 0]), NOT_PERMITTED);
            assert_eq!(decide(gaps, libc::SYS_socket, [libc::AF_VSOCK as u32, 0, 0]), NOT_PERMITTED);
            assert_eq!(decide(gaps, libc::SYS_socket, [libc::AF_PACKET as u32, 0, 0]), NOT_PERMITTED);
        }
    }

    #[test]
    fn what_players_need_is_allowed() {
        for gaps in [TIGHT, LOOSE] {
            for call in [libc::SYS_read, libc::SYS_write, libc::SYS_mmap, libc::SYS_execve, libc::SYS_futex] {
                assert_eq!(decide(gaps, call, [0, 0, 0]), ALLOW, "call {call}");
            }
            let thread = (libc::CLONE_VM | libc::CLONE_THREAD | libc::CLONE_SIGHAND) as u32;
            assert_eq!(decide(gaps, libc::SYS_clone, [thread, 0, 0]), ALLOW);
            assert_eq!(decide(gaps, libc::SYS_clone, [libc::SIGCHLD as u32, 0, 0]), ALLOW);
            assert_eq!(decide(gaps, libc::SYS_ioctl, [0, libc::TCGETS as u32, 0]), ALLOW);
            let pair = [libc::AF_UNIX as u32, libc::SOCK_STREAM as u32 | libc::SOCK_CLOEXEC as u32, 0];
            assert_eq!(decide(gaps, libc::SYS_socketpair, pair), ALLOW);
        }
    }

    #[test]
    fn the_filter_fills_the_gaps_of_other_layers() {
        let internet = [libc::AF_INET as u32, 0, 0];
        assert_eq!(decide(TIGHT, libc::SYS_socket, internet), NOT_PERMITTED);
        assert_eq!(decide(LOOSE, libc::SYS_socket, internet), ALLOW);
        let local = [libc::AF_UNIX as u32, 0, 0];
        assert_eq!(decide(TIGHT, libc::SYS_socket, local), NOT_PERMITTED);
        assert_eq!(decide(LOOSE, libc::SYS_socket, local), ALLOW);
        let datagrams = [libc::AF_UNIX as u32, libc::SOCK_DGRAM as u32 | libc::SOCK_NONBLOCK as u32, 0];
        assert_eq!(decide(TIGHT, libc::SYS_socketpair, datagrams), NOT_PERMITTED);
        assert_eq!(decide(TIGHT, libc::SYS_socketpair, [libc::AF_INET as u32, 1, 0]), NOT_PERMITTED);
        let buffer = [3, libc::SOL_SOCKET as u32, libc::SO_SNDBUF as u32];
        assert_eq!(decide(TIGHT, libc::SYS_setsockopt, buffer), WITHOUT_EFFECT);
        assert_eq!(decide(TIGHT, libc::SYS_setsockopt, [3, libc::IPPROTO_TCP as u32, 7]), ALLOW);
        assert_eq!(decide(LOOSE, libc::SYS_setsockopt, buffer), ALLOW);
        assert_eq!(decide(TIGHT, libc::SYS_prctl, [libc::PR_SET_DUMPABLE as u32, 0, 0]), NOT_PERMITTED);
        assert_eq!(decide(TIGHT, libc::SYS_prctl, [libc::PR_SET_NAME as u32, 0, 0]), ALLOW);
        assert_eq!(decide(TIGHT, libc::SYS_inotify_add_watch, [0, 0, 0]), NO_ROOM);
        assert_eq!(decide(TIGHT, libc::SYS_setsid, [0, 0, 0]), NOT_PERMITTED);
        assert_eq!(decide(LOOSE, libc::SYS_setsid, [0, 0, 0]), ALLOW);
        assert_eq!(decide(TIGHT, libc::SYS_memfd_create, [0, 0, 0]), NOT_THERE);
        assert_eq!(decide(LOOSE, libc::SYS_memfd_create, [0, 0, 0]), ALLOW);
    }

    #[test]
    fn other_tables_of_calls_do_not_slip_through() {
        let code = filter(LOOSE).unwrap();
        assert_eq!(run(&code, 0x4000_0003, libc::SYS_read, [0, 0, 0]), KILL);
        if cfg!(target_arch = "x86_64") {
            assert_eq!(decide(LOOSE, 0x4000_0000 | libc::SYS_socket, [0, 0, 0]), NOT_THERE);
        }
    }
}

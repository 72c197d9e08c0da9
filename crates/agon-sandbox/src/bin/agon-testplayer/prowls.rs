//! Ways to reach what is not a player's: services, other processes, the kernel's stores; and to run when it is another's
//! turn.
//!
//! `unsafe` because this is what has no safe interface.
#![allow(unsafe_code)]

use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::path::Path;
use std::ptr;

use crate::misdeeds::say;

/// Connects to a service by the name of its socket, in every way there is: `@` stands before names without a file.
pub(crate) fn reach(name: &Path) {
    let bytes = name.as_os_str().as_bytes();
    let connected = match bytes.strip_prefix(b"@") {
        Some(rest) => {
            SocketAddr::from_abstract_name(rest).and_then(|address| UnixStream::connect_addr(&address))
        }
        None => UnixStream::connect(name),
    };
    match connected {
        Ok(_) => say("service: reached"),
        Err(error) => say(&format!("service: {error}")),
    }
    match send_from_pair(bytes) {
        Ok(()) => say("datagram: sent"),
        Err(error) => say(&format!("datagram: {error}")),
    }
}

/// One half of a pair of datagram sockets can be sent from to anybody.
fn send_from_pair(name: &[u8]) -> io::Result<()> {
    let mut ends = [0; 2];
    // SAFETY: a place for two numbers, and an address whose length is given.
    unsafe {
        if libc::socketpair(libc::AF_UNIX, libc::SOCK_DGRAM, 0, ends.as_mut_ptr()) < 0 {
            return Err(io::Error::last_os_error());
        }
        let mut address: libc::sockaddr_un = std::mem::zeroed();
        address.sun_family = libc::AF_UNIX as libc::sa_family_t;
        for (place, byte) in address.sun_path.iter_mut().zip(name) {
            *place = if *byte == b'@' { 0 } else { *byte as libc::c_char };
        }
        let length = size_of::<libc::sa_family_t>() + name.len();
        let address = (&raw const address).cast();
        if libc::sendto(ends[0], b"x".as_ptr().cast(), 1, 0, address, length as libc::socklen_t) < 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// Tries calls of the kernel that no player needs and that have helped others to break out.
pub(crate) fn knock() {
    const READ_KEY: i64 = 11;
    const SESSION: i64 = -3;
    let nothing = ptr::null::<u8>();
    let (kind, text) = (c"user".as_ptr(), c"x".as_ptr());
    // SAFETY: numbers, null pointers and constant strings; the results are only looked at.
    unsafe {
        knocked("keyctl", libc::syscall(libc::SYS_keyctl, READ_KEY, SESSION, 0, 0, 0));
        knocked("add_key", libc::syscall(libc::SYS_add_key, kind, text, text, 1, SESSION));
        knocked("io_uring", libc::syscall(libc::SYS_io_uring_setup, 1, [0u64; 32].as_mut_ptr()));
        knocked("bpf", libc::syscall(libc::SYS_bpf, 0, nothing, 0));
        knocked("userfaultfd", libc::syscall(libc::SYS_userfaultfd, 1));
        knocked("perf_event_open", libc::syscall(libc::SYS_perf_event_open, nothing, 0, -1, -1, 0));
        knocked("open_by_handle_at", libc::syscall(libc::SYS_open_by_handle_at, -1, nothing, 0));
        knocked("vmsplice", libc::syscall(libc::SYS_vmsplice, 1, nothing, 0, 0));
    }
}

/// Whether a call was refused as such, and not for what it was given.
fn knocked(what: &str, result: libc::c_long) {
    let error = io::Error::last_os_error();
    let refused = result < 0 && error.raw_os_error() == Some(libc::EPERM);
    say(&format!("{what}: {}", if refused { "refused" } else { "let in" }));
}

/// Starts processes that never rest. Each wakes all the others whenever it can, and is woken by a timer; one has a new
/// child take its place again and again.
pub(crate) fn spin(count: u32) {
    // SAFETY: this process has one thread; the children make system calls only.
    unsafe {
        let group = libc::getpgrp();
        for number in 0..count {
            if libc::fork() == 0 {
                if number % 3 == 2 {
                    wake_by_timer();
                }
                loop {
                    libc::kill(-group, libc::SIGCONT);
                    if number % 3 == 1 && libc::fork() > 0 {
                        libc::_exit(0);
                    }
                }
            }
        }
    }
    say(&format!("spinning {count}"));
}

/// A timer that sends this process what lets a stopped one go on.
fn wake_by_timer() {
    // SAFETY: the structures live through the calls, and are valid when zero.
    unsafe {
        let mut event: libc::sigevent = std::mem::zeroed();
        event.sigev_notify = libc::SIGEV_SIGNAL;
        event.sigev_signo = libc::SIGCONT;
        let mut timer: libc::timer_t = std::mem::zeroed();
        let often = libc::timespec { tv_sec: 0, tv_nsec: 20_000_000 };
        let interval = libc::itimerspec { it_interval: often, it_value: often };
        if libc::timer_create(libc::CLOCK_MONOTONIC, &raw mut event, &raw mut timer) == 0 {
            libc::timer_settime(timer, 0, &raw const interval, ptr::null_mut());
        }
    }
}

/// Becomes a program that the system lets run with the rights of its owner, and says whose rights it has.
pub(crate) fn borrow_rights(program: &Path) {
    match std::process::Command::new(program).arg("-u").output() {
        Ok(output) => say(&format!("rights: {}", String::from_utf8_lossy(&output.stdout).trim())),
        Err(error) => say(&format!("rights: {error}")),
    }
}

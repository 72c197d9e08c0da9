//! What a program must not do, done.
//!
//! `unsafe` because ignoring signals and leaving a session have no safe interface.
#![allow(unsafe_code)]

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// Says on standard error what came of something, whoever listens.
pub(crate) fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

pub(crate) fn ignore_signals() {
    for signal in 1..=64 {
        // SAFETY: those that cannot be ignored are refused.
        unsafe { libc::signal(signal, libc::SIG_IGN) };
    }
}

/// Never ends by itself.
pub(crate) fn stay() -> ! {
    loop {
        thread::park();
    }
}

/// Starts processes that ignore signals, have left the session and, their parent gone, belong to nobody. They
/// hold the standard output open.
pub(crate) fn fork(count: u32) {
    let Ok(program) = std::env::current_exe() else { return };
    let mut started = 0;
    for _ in 0..count {
        let mut child = Command::new(&program);
        child.args(["--ignore-signals", "--stay"]).stdin(Stdio::null());
        // SAFETY: only system calls between fork and exec. Where it may not leave its session it stays.
        unsafe {
            child.pre_exec(|| {
                libc::setsid();
                match libc::fork() {
                    -1 => Err(std::io::Error::last_os_error()),
                    0 => {
                        for signal in 1..=64 {
                            libc::signal(signal, libc::SIG_IGN);
                        }
                        Ok(())
                    }
                    _ => libc::_exit(0),
                }
            });
        }
        match child.spawn() {
            Ok(mut child) => {
                started += 1;
                let _ = child.wait();
            }
            Err(error) => {
                say(&format!("fork: {error}"));
                break;
            }
        }
    }
    say(&format!("forked {started}"));
}

/// Fills memory.
pub(crate) fn eat_memory(most: u64) {
    const BLOCK: usize = 16 << 20;
    let mut eaten = Vec::new();
    while (eaten.len() * BLOCK) as u64 <= most {
        // Not zero, so that every page is really there.
        eaten.push(vec![eaten.len() as u8 | 1; BLOCK]);
    }
    say(&format!("ate {} bytes", std::hint::black_box(&eaten).len() * BLOCK));
}

pub(crate) fn connect(address: &str) {
    match TcpStream::connect(address) {
        Ok(mut stream) => {
            let _ = stream.write_all(b"out");
            say("socket: connected");
        }
        Err(error) => say(&format!("socket: {error}")),
    }
}

pub(crate) fn write(path: &Path) {
    match fs::write(path, "written") {
        Ok(()) => say("write: ok"),
        Err(error) => say(&format!("write: {error}")),
    }
}

/// Tries a few things that no player may do, each of which would help to break out.
pub(crate) fn seek_privileges() {
    // SAFETY: calls with numbers and constant strings, whose results are only looked at.
    let results = unsafe {
        [
            ("setuid", libc::setuid(0)),
            ("unshare", libc::unshare(libc::CLONE_NEWUSER)),
            (
                "mount",
                libc::mount(c"none".as_ptr(), c"/tmp".as_ptr(), c"tmpfs".as_ptr(), 0, std::ptr::null()),
            ),
            ("chroot", libc::chroot(c"/tmp".as_ptr())),
            ("ptrace", libc::ptrace(libc::PTRACE_ATTACH, libc::getppid(), 0, 0) as i32),
            ("vsock", libc::socket(libc::AF_VSOCK, libc::SOCK_STREAM, 0)),
            ("kill parent", libc::kill(libc::getppid(), libc::SIGKILL)),
        ]
    };
    for (what, result) in results {
        say(&format!("{what}: {}", if result < 0 { "refused" } else { "done" }));
    }
}

/// Writes to standard error without end, beside the game. The first of it is there before the game begins, however
/// short the game is.
pub(crate) fn flood_errors() {
    let flood = || std::io::stderr().write_all(&[b'e'; 4096]);
    let _ = flood();
    thread::spawn(move || while flood().is_ok() {});
}

//! Ways to hold memory that does not show in the resident memory of a process.
//!
//! Each tries to hold so many bytes and says `hid N bytes` if nobody stopped it, or what refused it.
//!
//! `unsafe` because this is what has no safe interface.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::ptr;

use crate::misdeeds::{say, stay};

const BLOCK: usize = 16 << 20;
const PAGE: usize = 4096;

/// Tries to hold so many bytes, and says how many it holds.
type Way = fn(usize) -> io::Result<usize>;

/// The ways, by name.
const WAYS: &[(&str, Way)] = &[
    ("shared-dropped", |most| shared(most, drop_pages)),
    ("shared-cut", |most| shared(most, cut_off)),
    ("undumpable", undumpable),
    ("socket-buffers", socket_buffers),
    ("backlog", backlog),
    ("files", files),
    ("memfd", memfd),
    ("sysv-memory", sysv_memory),
    ("sysv-messages", sysv_messages),
    ("page-tables", page_tables),
    ("pinned-pages", pinned_pages),
    ("headless", headless),
];

/// Tries one way. What it holds it keeps.
pub(crate) fn hoard(way: &str, most: u64) {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let Some((_, attempt)) = WAYS.iter().find(|(name, _)| *name == way) else {
        say(&format!("no such way: {way}"));
        return;
    };
    match attempt(most) {
        Ok(bytes) if bytes >= most => say(&format!("hid {bytes} bytes")),
        Ok(bytes) => say(&format!("refused: no more than {bytes} bytes")),
        Err(error) => say(&format!("refused: {error}")),
    }
}

fn check(result: i64) -> io::Result<i64> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

fn map(length: usize, flags: i32) -> io::Result<*mut c_void> {
    let rights = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping, whose address the kernel chooses.
    let address = unsafe { libc::mmap(ptr::null_mut(), length, rights, flags | libc::MAP_ANONYMOUS, -1, 0) };
    if address == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(address) }
}

/// Memory shared without a file, filled, and then out of the page tables.
fn shared(most: usize, hide: fn(*mut c_void)) -> io::Result<usize> {
    let mut held = 0;
    while held < most {
        let address = map(BLOCK, libc::MAP_SHARED)?;
        // SAFETY: the mapping is so large.
        unsafe { ptr::write_bytes(address.cast::<u8>(), 1, BLOCK) };
        hide(address);
        held += BLOCK;
    }
    Ok(held)
}

fn drop_pages(address: *mut c_void) {
    // SAFETY: the mapping is so large.
    unsafe { libc::madvise(address, BLOCK, libc::MADV_DONTNEED) };
}

/// What is left of the mapping keeps all of the memory.
fn cut_off(address: *mut c_void) {
    // SAFETY: the mapping is so large, and only its first page is used any more.
    unsafe { libc::munmap(address.byte_add(PAGE), BLOCK - PAGE) };
}

/// A process that others cannot look into.
fn undumpable(most: usize) -> io::Result<usize> {
    // SAFETY: takes numbers.
    check(unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0) }.into())?;
    shared(most, drop_pages)
}

/// Fills a socket as far as it goes.
fn fill(socket: &mut UnixStream) -> io::Result<usize> {
    let size: libc::c_int = 16 << 20;
    // SAFETY: the value lives through the call and its size is given.
    unsafe {
        let (value, length) = ((&raw const size).cast(), size_of_val(&size) as libc::socklen_t);
        libc::setsockopt(socket.as_raw_fd(), libc::SOL_SOCKET, libc::SO_SNDBUF, value, length);
    }
    socket.set_nonblocking(true)?;
    let block = [1; 64 << 10];
    let mut held = 0;
    while let Ok(count) = socket.write(&block) {
        held += count;
    }
    Ok(held)
}

/// Pairs of sockets, in as many processes as it takes.
fn socket_buffers(most: usize) -> io::Result<usize> {
    const PROCESSES: usize = 16;
    let mut held = 0;
    for _ in 0..PROCESSES {
        let mut kept = Vec::new();
        while let Ok((mut one, mut other)) = UnixStream::pair() {
            held += fill(&mut one)? + fill(&mut other)?;
            kept.push((one, other));
            if held >= most {
                break;
            }
        }
        std::mem::forget(kept);
        // The child goes on with new ones, the parent keeps what it has.
        // SAFETY: this process has one thread.
        if held >= most || check(unsafe { libc::fork() }.into())? != 0 {
            break;
        }
        // SAFETY: closes what the parent holds, too.
        unsafe { libc::close_range(3, libc::c_uint::MAX, 0) };
    }
    if held < most {
        stay();
    }
    Ok(held)
}

/// Connections that nobody accepts, with something in them, and no handle to show for it.
fn backlog(most: usize) -> io::Result<usize> {
    let mut held = 0;
    let mut listeners = Vec::new();
    while held < most {
        let path = std::env::temp_dir().join(format!("backlog-{}", listeners.len()));
        let listener = UnixListener::bind(&path)?;
        // SAFETY: takes numbers.
        unsafe { libc::listen(listener.as_raw_fd(), 4096) };
        for _ in 0..1000 {
            held += fill(&mut UnixStream::connect(&path)?)?;
            if held >= most {
                break;
            }
        }
        listeners.push(listener);
    }
    std::mem::forget(listeners);
    Ok(held)
}

/// Empty files, of which each takes a kilobyte of the kernel's memory if the folder is in memory.
fn files(most: usize) -> io::Result<usize> {
    let folder = std::env::temp_dir();
    let mut held = 0;
    for number in 0..most / 1024 {
        std::fs::File::create(folder.join(format!("empty-{number}")))?;
        held += 1024;
    }
    Ok(held)
}

fn memfd(most: usize) -> io::Result<usize> {
    // SAFETY: the name is a C string; the handle is ours.
    let mut file = unsafe {
        let number = check(libc::memfd_create(c"hoard".as_ptr(), 0).into())?;
        std::fs::File::from_raw_fd(number as i32)
    };
    let block = vec![1; BLOCK];
    for _ in 0..most.div_ceil(BLOCK) {
        file.write_all(&block)?;
    }
    std::mem::forget(file);
    Ok(most)
}

fn sysv_memory(most: usize) -> io::Result<usize> {
    // SAFETY: the segment is so large, and detached after it was filled.
    unsafe {
        let segment = check(libc::shmget(libc::IPC_PRIVATE, most, 0o600).into())? as i32;
        let address = libc::shmat(segment, ptr::null(), 0);
        if address as isize == -1 {
            return Err(io::Error::last_os_error());
        }
        ptr::write_bytes(address.cast::<u8>(), 1, most);
        libc::shmdt(address);
    }
    Ok(most)
}

fn sysv_messages(most: usize) -> io::Result<usize> {
    const MESSAGE: usize = 8000;
    let message = [1i64; MESSAGE / 8 + 1];
    let mut held = 0;
    while held < most {
        // SAFETY: the message is longer than its length says.
        unsafe {
            let queue = check(libc::msgget(libc::IPC_PRIVATE, 0o600).into())? as i32;
            while libc::msgsnd(queue, message.as_ptr().cast(), MESSAGE, libc::IPC_NOWAIT) == 0 {
                held += MESSAGE;
            }
        }
    }
    Ok(held)
}

/// Reading where nothing was written costs no page but a page of page tables.
fn page_tables(most: usize) -> io::Result<usize> {
    const REGION: usize = 2 << 20;
    const REGIONS: usize = 4096;
    let mut held = 0;
    while held < most {
        let address = map(REGION * REGIONS, libc::MAP_PRIVATE | libc::MAP_NORESERVE)?;
        // SAFETY: the mapping is so large.
        unsafe {
            libc::madvise(address, REGION * REGIONS, libc::MADV_NOHUGEPAGE);
            for region in 0..REGIONS {
                ptr::read_volatile(address.byte_add(region * REGION).cast::<u8>());
            }
        }
        held += REGIONS * PAGE;
    }
    Ok(held)
}

/// A pipe that holds a byte of each of sixteen pages of two megabytes holds the pages.
fn pinned_pages(most: usize) -> io::Result<usize> {
    const HUGE: usize = 2 << 20;
    let mut held = 0;
    while held < most {
        let mut ends = [0; 2];
        // SAFETY: a place for two numbers; the mapping is twice as large as what is used of it.
        unsafe {
            check(libc::pipe(ends.as_mut_ptr()).into())?;
            for _ in 0..16 {
                let address = map(2 * HUGE, libc::MAP_PRIVATE)?;
                libc::madvise(address, 2 * HUGE, libc::MADV_HUGEPAGE);
                let aligned = address.byte_add(address.align_offset(HUGE));
                ptr::write_bytes(aligned.cast::<u8>(), 1, HUGE);
                let piece = libc::iovec { iov_base: aligned, iov_len: 1 };
                check(libc::vmsplice(ends[1], &raw const piece, 1, 0) as i64)?;
                libc::munmap(address, 2 * HUGE);
                held += HUGE;
            }
        }
        // SAFETY: the read end is ours; it is kept, as the other is.
        std::mem::forget(unsafe { OwnedFd::from_raw_fd(ends[0]) });
    }
    Ok(held)
}

/// A process whose first thread has ended shows nothing of the others.
fn headless(most: usize) -> io::Result<usize> {
    // SAFETY: ends this thread alone; the process goes on with the other.
    unsafe {
        std::thread::spawn(move || {
            let address = map(most, libc::MAP_PRIVATE);
            if let Ok(address) = address {
                ptr::write_bytes(address.cast::<u8>(), 1, most);
                say(&format!("hid {most} bytes"));
            }
            stay();
        });
        libc::syscall(libc::SYS_exit, 0);
    }
    Ok(0)
}

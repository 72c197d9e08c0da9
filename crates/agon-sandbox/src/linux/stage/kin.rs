//! Finds the keeper's descendants in `/proc` and sends them signals, without an allocation, where there is no pid
//! namespace.

use std::ffi::{CStr, c_int};

use crate::linux::stage::calls;

/// Sends a signal to every descendant of the calling process, and to every process of its session. Whether one of them
/// was running.
pub(crate) fn signal_all(signal: c_int) -> bool {
    // SAFETY: cannot fail.
    let (own, session) = unsafe { (libc::getpid(), libc::getsid(0)) };
    let Ok(folder) = calls::open(c"/proc", libc::O_RDONLY | libc::O_DIRECTORY, 0) else { return false };
    let mut was_running = false;
    let mut entries = Entries { bytes: [0; 4096] };
    loop {
        // SAFETY: the buffer is valid for its length and aligned for the entries.
        let count = unsafe {
            libc::syscall(libc::SYS_getdents64, folder, entries.bytes.as_mut_ptr(), entries.bytes.len())
        };
        let Ok(count @ 1..) = usize::try_from(count) else { break };
        let mut rest = &entries.bytes[..count.min(entries.bytes.len())];
        while let Some((name, after)) = next_entry(rest) {
            rest = after;
            if let Some(process) = number(name)
                && process != own
                && let Some(is_running) = belongs(process, own, session)
            {
                was_running |= is_running;
                let _ = calls::kill(process, signal);
            }
        }
    }
    calls::close(folder);
    was_running
}

#[repr(align(8))]
struct Entries {
    bytes: [u8; 4096],
}

/// The name of the first entry of a `getdents64` buffer, and the entries after it.
fn next_entry(entries: &[u8]) -> Option<(&[u8], &[u8])> {
    const NAME: usize = 19;
    let length = usize::from(u16::from_ne_bytes([*entries.get(16)?, *entries.get(17)?]));
    let name = CStr::from_bytes_until_nul(entries.get(NAME..length)?).ok()?;
    Some((name.to_bytes(), entries.get(length..)?))
}

fn number(digits: &[u8]) -> Option<c_int> {
    let mut number: c_int = 0;
    for digit in digits {
        let value = digit.checked_sub(b'0').filter(|value| *value < 10)?;
        number = number.checked_mul(10)?.checked_add(value.into())?;
    }
    (!digits.is_empty()).then_some(number)
}

/// Whether a process that is one of the calling process's runs; nothing if it is not one of them.
fn belongs(process: c_int, ancestor: c_int, session: c_int) -> Option<bool> {
    let mut next = process;
    let mut is_running = None;
    // Deeper chains than this hold no one that the next round would not find nearer to the top.
    for _ in 0..1024 {
        let stat = read_stat(next)?;
        let is_running = *is_running.get_or_insert(!b"TtZX".contains(&stat.state));
        if stat.parent == ancestor || stat.session == session {
            return Some(is_running);
        }
        if stat.parent <= 1 {
            return None;
        }
        next = stat.parent;
    }
    None
}

fn read_stat(process: c_int) -> Option<Stat> {
    let mut path = [0u8; 32];
    let file = calls::open(stat_path(process, &mut path)?, libc::O_RDONLY, 0).ok()?;
    let mut text = [0u8; 512];
    let count = calls::read(file, &mut text);
    calls::close(file);
    parse_stat(&text[..count.ok()?])
}

/// `/proc/PROCESS/stat`.
fn stat_path(process: c_int, path: &mut [u8; 32]) -> Option<&CStr> {
    path[..6].copy_from_slice(b"/proc/");
    let mut digits = [0u8; 10];
    let mut rest = u32::try_from(process).ok()?;
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    let end = 6 + digits.len() - first;
    path[6..end].copy_from_slice(&digits[first..]);
    path[end..end + 6].copy_from_slice(b"/stat\0");
    CStr::from_bytes_until_nul(path).ok()
}

/// What is looked at in a `stat` line.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    state: u8,
    parent: c_int,
    session: c_int,
}

/// Reads a `stat` line. The name in it is in parentheses and may hold anything.
fn parse_stat(text: &[u8]) -> Option<Stat> {
    let end_of_name = text.iter().rposition(|&byte| byte == b')')?;
    let mut fields = text.get(end_of_name + 2..)?.split(|&byte| byte == b' ');
    let state = *fields.next()?.first()?;
    let parent = number(fields.next()?)?;
    let session = number(fields.nth(1)?)?;
    Some(Stat { state, parent, session })
}

#[cfg(test)]
mod tests {
    use super::{Stat, number, parse_stat, stat_path};

    #[test]
    fn the_name_of_a_process_cannot_confuse() {
        let stat = Stat { state: b'S', parent: 41, session: 39 };
        assert_eq!(parse_stat(b"123 (a) R 7 (b) S 41 40 39 0 -1"), Some(stat));
        assert_eq!(parse_stat(b"123 (name) S 41 40"), None);
        assert_eq!(parse_stat(b""), None);
    }

    #[test]
    fn paths_and_numbers_without_allocation() {
        assert_eq!(stat_path(4_194_304, &mut [0; 32]).unwrap(), c"/proc/4194304/stat");
        assert_eq!(stat_path(i32::MAX, &mut [0; 32]).unwrap(), c"/proc/2147483647/stat");
        assert_eq!(number(b"4194304"), Some(4_194_304));
        assert_eq!(number(b"self"), None);
        assert_eq!(number(b""), None);
        assert_eq!(number(b"99999999999"), None);
    }
}

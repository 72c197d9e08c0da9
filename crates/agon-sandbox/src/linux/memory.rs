//! Reckons the memory of a program from `/proc`, where no control group counts it.
//!
//! What a process holds is not all in its resident memory. Memory that processes share without a file stays when it is
//! taken out of all page tables; so the objects behind such mappings are counted, each once, by their whole size. Page
//! tables, lists of mappings and the buffers of sockets are the kernel's and are counted, too. What cannot be counted,
//! the system call filter refuses.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::MetadataExt;

use crate::linux::processes::{self, Process, Status};

/// What a socket can hold: the buffer that the kernel gives it, and the kernel's own account of it.
const SOCKET: u64 = 256 << 10;

/// What the kernel keeps for one mapping.
const MAPPING: u64 = 256;

/// What a tree of processes uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Bytes, with private memory that a process shares with its children counted once for each.
    pub(crate) memory: u64,
    /// The part of it that is known more exactly from [`proportional`].
    pub(crate) private: u64,
    /// Processes and threads, without the keeper.
    pub(crate) tasks: u64,
    /// Whether it shares memory without a file.
    pub(crate) shares: bool,
    /// A process that does not let itself be looked at.
    pub(crate) unseen: bool,
}

/// An object in memory that processes map: the numbers of its file system and of itself.
type Object = (String, u64);

/// Reckons again and again, and remembers what it saw.
#[derive(Debug, Default)]
pub(crate) struct Reckoner {
    /// The largest size at which each object was seen. A program can let go of most of a mapping and keep the memory.
    objects: HashMap<Object, u64>,
    /// Whether the program has a network namespace of its own, whose sockets are all its own.
    own_sockets: bool,
}

impl Reckoner {
    pub(crate) fn new(own_sockets: bool) -> Reckoner {
        Reckoner { own_sockets, ..Reckoner::default() }
    }

    /// What the descendants of a keeper use now.
    pub(crate) fn usage(&mut self, tree: &[Process]) -> Usage {
        let mut usage = Usage::default();
        let mut objects = HashMap::new();
        let mut mappings = 0;
        for &process in tree.iter().skip(1) {
            let Some(folder) = look_at(process, &mut usage) else { continue };
            let Ok(maps) = fs::read_to_string(format!("{folder}/maps")) else {
                // One that has just ended cannot be read either.
                usage.unseen |= Status::read(process).is_some_and(|status| status.memory > 0);
                continue;
            };
            mappings += maps.lines().count() as u64;
            for mapping in maps.lines().filter_map(Mapping::parse) {
                let size = mapping.exact_size(&folder).unwrap_or(mapping.end);
                let largest = objects.entry(mapping.object).or_insert(0u64);
                *largest = size.max(*largest);
            }
        }
        for (object, size) in &mut objects {
            *size = self.objects.get(object).map_or(*size, |&before| before.max(*size));
        }
        usage.shares = !objects.is_empty();
        usage.private = usage.memory;
        usage.memory += objects.values().sum::<u64>() + mappings * MAPPING;
        usage.memory += self.sockets(tree) * SOCKET;
        self.objects = objects;
        usage
    }

    /// How many sockets there are. Those of a network namespace are counted by the kernel, with those that no process
    /// has a handle of.
    fn sockets(&self, tree: &[Process]) -> u64 {
        let network = |process: &str| fs::read_link(format!("/proc/{process}/ns/net")).ok();
        if self.own_sockets {
            let ours = network("self");
            let other =
                |process: &&Process| network(&process.to_string()).is_some_and(|own| Some(own) != ours);
            let Some(inside) = tree.iter().skip(1).find(other) else { return 0 };
            let text = fs::read_to_string(format!("/proc/{inside}/net/sockstat")).unwrap_or_default();
            let used = text.lines().find_map(|line| line.strip_prefix("sockets: used "));
            return used.and_then(|count| count.trim().parse().ok()).unwrap_or(0);
        }
        let is_socket =
            |target: &std::path::Path| target.as_os_str().as_encoded_bytes().starts_with(b"socket:");
        tree.iter()
            .skip(1)
            .flat_map(|process| fs::read_dir(format!("/proc/{process}/fd")))
            .flatten()
            .flatten()
            .filter(|entry| fs::read_link(entry.path()).is_ok_and(|target| is_socket(&target)))
            .count() as u64
    }
}

/// Adds what one process uses, and says where its mappings are listed.
fn look_at(process: Process, usage: &mut Usage) -> Option<String> {
    let mut folder = format!("/proc/{process}");
    let mut status = Status::read(process)?;
    usage.tasks += status.tasks;
    if status.headless {
        let threads = fs::read_dir(format!("{folder}/task")).into_iter().flatten().flatten();
        let seen = threads.filter_map(|thread| {
            let text = fs::read_to_string(thread.path().join("status")).ok()?;
            let status = Status::parse(&text);
            (status.memory > 0).then(|| (thread.path(), status))
        });
        if let Some((thread, living)) = seen.into_iter().next() {
            folder = thread.to_str()?.to_owned();
            status = living;
        }
    }
    usage.memory += status.memory;
    (status.memory > 0 || status.shared > 0).then_some(folder)
}

/// The private memory of a keeper's descendants with what they share counted once; `None` if it cannot be told.
pub(crate) fn proportional(tree: &[Process]) -> Option<u64> {
    let mut sum = 0;
    for &process in tree.iter().skip(1) {
        // A process that ended meanwhile uses nothing.
        let Ok(text) = fs::read_to_string(format!("/proc/{process}/smaps_rollup")) else {
            if Status::read(process).is_some_and(|status| status.memory > 0 || status.headless) {
                return None;
            }
            continue;
        };
        let field = |name| processes::kilobytes(&text, name);
        sum += field("Pss:").saturating_sub(field("Pss_Shmem:")) + field("SwapPss:");
        let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        sum += processes::kilobytes(&text, "VmPTE:") + processes::kilobytes(&text, "HugetlbPages:");
    }
    Some(sum)
}

/// A mapping of memory that is shared without a file.
#[derive(Debug, PartialEq, Eq)]
struct Mapping<'a> {
    /// The addresses, as they are written.
    place: &'a str,
    object: Object,
    /// Where it ends within the object: the object is at least so large.
    end: u64,
}

impl Mapping<'_> {
    /// One line of `/proc/PROCESS/maps`.
    fn parse(line: &str) -> Option<Mapping<'_>> {
        const KINDS: [&str; 3] = ["/dev/zero (deleted)", "/memfd:", "/SYSV"];
        let mut fields = line.splitn(6, ' ');
        let (place, _, offset, device) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
        let inode = fields.next()?.parse().ok()?;
        let name = fields.next()?.trim_start();
        KINDS.iter().find(|kind| name.starts_with(**kind))?;
        let (from, to) = place.split_once('-')?;
        let number = |text| u64::from_str_radix(text, 16).ok();
        let end = number(offset)?.checked_add(number(to)?.checked_sub(number(from)?)?)?;
        Some(Mapping { place, object: (device.to_owned(), inode), end })
    }

    /// The memory that the object really has, which only the superuser can see.
    fn exact_size(&self, folder: &str) -> Option<u64> {
        let process = folder.split("/task/").next()?;
        // A name that is written with leading zeros has none here.
        let (from, to) = self.place.split_once('-')?;
        let plain = |text: &str| text.trim_start_matches('0').to_owned();
        let data = fs::metadata(format!("{process}/map_files/{}-{}", plain(from), plain(to))).ok()?;
        (data.ino() == self.object.1).then(|| data.blocks() * 512)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_memory_is_known_by_its_name() {
        let line =
            "7f0000000000-7f0000200000 rw-s 00100000 00:01 1027                       /dev/zero (deleted)";
        let expected = Mapping {
            place: "7f0000000000-7f0000200000",
            object: ("00:01".to_owned(), 1027),
            end: 0x30_0000,
        };
        assert_eq!(Mapping::parse(line), Some(expected));
        for other in [
            "7f0000000000-7f0000200000 r-xp 00000000 fe:00 12 /usr/lib/x86_64-linux-gnu/libc.so.6",
            "7f0000000000-7f0000200000 rw-p 00000000 00:00 0 ",
            "7f0000000000-7f0000200000 rw-p 00000000 00:00 0",
            "nonsense",
        ] {
            assert_eq!(Mapping::parse(other), None, "{other}");
        }
    }

    #[test]
    fn the_memory_of_a_tree_is_that_of_its_processes() {
        let child = std::process::Command::new("sleep").arg("1000").spawn();
        let mut child = child.unwrap();
        let process = Process::try_from(child.id()).unwrap();
        let tree = [0, process];
        // Between `fork` and `exec` it is a copy of this process.
        let usage = Reckoner::default().usage(&tree);
        assert_eq!(usage.tasks, 1);
        assert!(usage.memory > 0 && !usage.unseen, "{usage:?}");
        assert!(proportional(&tree).unwrap() > 0);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(Reckoner::default().usage(&tree), Usage::default());
    }
}

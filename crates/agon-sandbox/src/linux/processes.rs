//! What the processes of a program use, read from `/proc`.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use crate::linux::stage::calls;

/// A process number.
pub(crate) type Process = i32;

/// A process and all its descendants.
pub(crate) fn tree(root: Process) -> Vec<Process> {
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&process) = found.get(next) {
        next += 1;
        match children(process) {
            Some(children) => found.extend(children),
            None if next == 1 => return tree_by_parents(root),
            None => {}
        }
    }
    found
}

/// The children of a process, where the kernel lists them.
fn children(process: Process) -> Option<Vec<Process>> {
    let mut found = Vec::new();
    for thread in fs::read_dir(format!("/proc/{process}/task")).ok()?.flatten() {
        match fs::read_to_string(thread.path().join("children")) {
            Ok(list) => {
                found.extend(list.split_whitespace().filter_map(|number| number.parse::<Process>().ok()))
            }
            // A thread that has just ended has no children; a kernel without the list has no such file.
            Err(_) if thread.path().join("stat").exists() => return None,
            Err(_) => {}
        }
    }
    Some(found)
}

/// The same from the parents of all processes of the machine.
fn tree_by_parents(root: Process) -> Vec<Process> {
    let mut children: HashMap<Process, Vec<Process>> = HashMap::new();
    for process in all() {
        if let Some(stat) = Stat::read(process) {
            children.entry(stat.parent).or_default().push(process);
        }
    }
    let mut found = vec![root];
    let mut next = 0;
    while let Some(process) = found.get(next) {
        next += 1;
        if let Some(more) = children.remove(process) {
            found.extend(more);
        }
    }
    found
}

/// All processes of the machine.
pub(crate) fn all() -> impl Iterator<Item = Process> {
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// The processes of a session.
pub(crate) fn of_session(session: Process) -> impl Iterator<Item = Process> {
    all().filter(move |&process| Stat::read(process).is_some_and(|stat| stat.session == session))
}

/// How many processes and threads of a user there are.
pub(crate) fn tasks_of_user(user: u32) -> u64 {
    all().filter_map(Status::read).filter(|status| status.user == Some(user)).map(|status| status.tasks).sum()
}

/// The processor time of a tree: of the living to the nanosecond, of the dead in clock ticks.
pub(crate) fn processor_time(root: Process) -> Duration {
    tree(root)
        .into_iter()
        .map(|process| {
            let dead = Stat::read(process).map_or(Duration::ZERO, |stat| stat.dead_children);
            let own = if process == root { None } else { calls::processor_time(process) };
            own.unwrap_or_default() + dead
        })
        .sum()
}

/// How many processes of the machine the kernel has ended for want of memory.
pub(crate) fn killed_for_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/vmstat").ok()?;
    text.lines().find_map(|line| line.strip_prefix("oom_kill ")?.trim().parse().ok())
}

struct Stat {
    parent: Process,
    session: Process,
    dead_children: Duration,
}

impl Stat {
    fn read(process: Process) -> Option<Stat> {
        Stat::parse(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    /// The name is in parentheses and may hold anything; the fields after it are counted from 0.
    fn parse(text: &str) -> Option<Stat> {
        let fields: Vec<&str> = text.get(text.rfind(')')? + 2..)?.split(' ').collect();
        let ticks = fields.get(13)?.parse::<u64>().ok()? + fields.get(14)?.parse::<u64>().ok()?;
        Some(Stat {
            parent: fields.get(1)?.parse().ok()?,
            session: fields.get(3)?.parse().ok()?,
            dead_children: Duration::from_millis(ticks * 1000 / calls::ticks_per_second().max(1)),
        })
    }
}

/// What is looked at in `/proc/PROCESS/status`.
pub(crate) struct Status {
    user: Option<u32>,
    /// Resident memory but for what is shared without a file, page tables, huge pages and what was swapped out.
    pub(crate) memory: u64,
    /// Resident memory that is shared without a file.
    pub(crate) shared: u64,
    pub(crate) tasks: u64,
    /// Whether its first thread has ended, which leaves nothing to see of the others here.
    pub(crate) headless: bool,
}

impl Status {
    pub(crate) fn read(process: Process) -> Option<Status> {
        Some(Status::parse(&fs::read_to_string(format!("/proc/{process}/status")).ok()?))
    }

    pub(crate) fn parse(text: &str) -> Status {
        let field =
            |name| text.lines().find_map(|line: &str| line.strip_prefix(name))?.split_whitespace().next();
        let tasks = field("Threads:").and_then(|count| count.parse().ok()).unwrap_or(1);
        let shared = kilobytes(text, "RssShmem:");
        let parts = ["VmRSS:", "VmSwap:", "VmPTE:", "HugetlbPages:"];
        let memory: u64 = parts.into_iter().map(|part| kilobytes(text, part)).sum();
        Status {
            user: field("Uid:").and_then(|user| user.parse().ok()),
            memory: memory.saturating_sub(shared),
            shared,
            tasks,
            headless: field("State:") == Some("Z") && tasks > 1,
        }
    }
}

/// A field in kilobytes, in bytes; 0 if it is not there.
pub(crate) fn kilobytes(text: &str, name: &str) -> u64 {
    text.lines()
        .find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse::<u64>().ok())
        .map_or(0, |kilobytes| kilobytes.saturating_mul(1024))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_whatever_the_name() {
        let stat = Stat::parse("7 (a) b (c) S 3 4 5 0 -1 4194304 1 2 3 4 50 60 100 200 20 0").unwrap();
        assert_eq!((stat.parent, stat.session), (3, 5));
        assert_eq!(stat.dead_children, Duration::from_millis(300 * 1000 / calls::ticks_per_second()));
        assert!(Stat::parse("7 (a").is_none());
        let status =
            Status::parse("Name:\tx\nUid:\t1000\t1000\nVmRSS:\t  12 kB\nVmSwap:\t 3 kB\nThreads:\t4\n");
        assert_eq!((status.user, status.memory, status.tasks), (Some(1000), 15 * 1024, 4));
        let dead = Status::parse("State:\tZ (zombie)\nThreads:\t1\n");
        assert_eq!((dead.memory, dead.headless), (0, false));
        assert!(Status::parse("State:\tZ (zombie)\nThreads:\t3\n").headless);
        let sharing =
            Status::parse("VmRSS:\t 12 kB\nRssShmem:\t 4 kB\nVmPTE:\t 1 kB\nHugetlbPages:\t 2 kB\n");
        assert_eq!((sharing.memory, sharing.shared), (11 * 1024, 4 * 1024));
    }

    #[test]
    fn the_kernel_counts_what_it_kills() {
        assert!(killed_for_memory().is_some());
    }

    #[test]
    fn both_ways_find_the_same_tree() {
        let mut child = std::process::Command::new("sh")
            .args(["-c", "sleep 1000 & echo; wait"])
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut [0]).unwrap();
        let root = Process::try_from(child.id()).unwrap();
        let (by_lists, by_parents) = (tree(root), tree_by_parents(root));
        assert_eq!(by_lists, by_parents);
        assert_eq!(by_lists.len(), 2);
        for process in by_lists.into_iter().rev() {
            calls::kill(process, libc::SIGKILL).unwrap();
        }
        child.wait().unwrap();
    }
}

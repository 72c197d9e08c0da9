//! The control groups of one program.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{ControlGroups, Place, Version};
use crate::Limits;
use crate::linux::stage::calls;

/// The groups of one program. They are removed when dropped, by when the program must be gone. The keeper is in none
/// of them: it must be able to act when the program stands still or is out of memory.
#[derive(Debug)]
pub(crate) struct Group {
    pub(super) memory: Option<Place>,
    pub(super) processes: Option<Place>,
    pub(super) freezer: Option<Place>,
    /// Where the whole group is made to stand still and go on.
    still: Option<File>,
}

impl Group {
    /// New groups with these limits. `None`: we may make none.
    pub(crate) fn create(groups: &ControlGroups, limits: &Limits) -> io::Result<Option<Group>> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        static SWEEP: Once = Once::new();
        SWEEP.call_once(|| places(groups).for_each(|place| sweep(&place.folder)));
        let name = format!("agon-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let mut group = Group { memory: None, processes: None, freezer: None, still: None };
        let inside = |place: &Place| Place { version: place.version, folder: place.folder.join(&name) };
        if let Some(place) = &groups.memory {
            let place = group.memory.insert(inside(place));
            create_folder(&place.folder)?;
            let set = |name: &str, value: &str| fs::write(place.folder.join(name), value);
            match place.version {
                Version::One => {
                    set("memory.limit_in_bytes", &limits.memory.to_string())?;
                    // Only where the kernel counts swapping.
                    let _ = set("memory.memsw.limit_in_bytes", &limits.memory.to_string());
                }
                Version::Two => {
                    set("memory.max", &limits.memory.to_string())?;
                    let _ = set("memory.swap.max", "0");
                    let _ = set("memory.oom.group", "1");
                }
            }
        }
        if let Some(place) = &groups.processes {
            let place = group.processes.insert(inside(place));
            create_folder(&place.folder)?;
            fs::write(place.folder.join("pids.max"), limits.processes.to_string())?;
        }
        if let Some(place) = &groups.freezer {
            let place = group.freezer.insert(inside(place));
            create_folder(&place.folder)?;
            group.still = Some(OpenOptions::new().write(true).open(place.folder.join("cgroup.freeze"))?);
        }
        let is_some = group.places().next().is_some();
        Ok(is_some.then_some(group))
    }

    fn places(&self) -> impl Iterator<Item = &Place> {
        self.memory.iter().chain(&self.processes).chain(&self.freezer)
    }

    /// Handles by which a process puts itself into the groups, by writing `0`; its children will be in them too.
    pub(crate) fn entrances(&self) -> io::Result<Vec<OwnedFd>> {
        let mut folders: Vec<&Path> = self.places().map(|place| place.folder.as_path()).collect();
        folders.sort();
        folders.dedup();
        let open = |folder: &Path| OpenOptions::new().write(true).open(folder.join("cgroup.procs"));
        folders.into_iter().map(|folder| open(folder).map(OwnedFd::from)).collect()
    }

    /// Makes the whole group stand still, or go on. `None`: this group cannot.
    pub(crate) fn freeze(&self, still: bool) -> Option<io::Result<()>> {
        let mut file = self.still.as_ref()?;
        Some(file.write_all(if still { b"1" } else { b"0" }))
    }

    /// Whether the kernel ended a process of the group for want of memory.
    pub(crate) fn ran_out_of_memory(&self) -> bool {
        self.memory.as_ref().is_some_and(|place| {
            let file = match place.version {
                Version::One => "memory.oom_control",
                Version::Two => "memory.events",
            };
            let text = fs::read_to_string(place.folder.join(file)).unwrap_or_default();
            text.lines()
                .filter_map(|line| line.strip_prefix("oom_kill "))
                .any(|count| count.trim().parse::<u64>().is_ok_and(|count| count > 0))
        })
    }

    /// The most memory the group used, in bytes.
    pub(crate) fn peak_memory(&self) -> Option<u64> {
        let place = self.memory.as_ref()?;
        let file = match place.version {
            Version::One => "memory.max_usage_in_bytes",
            Version::Two => "memory.peak",
        };
        fs::read_to_string(place.folder.join(file)).ok()?.trim().parse().ok()
    }

    /// Kills every process of the groups.
    pub(crate) fn kill(&self) {
        for place in self.places() {
            if place.version == Version::Two && fs::write(place.folder.join("cgroup.kill"), "1").is_ok() {
                continue;
            }
            let processes = fs::read_to_string(place.folder.join("cgroup.procs")).unwrap_or_default();
            for process in processes.lines().filter_map(|line| line.parse().ok()) {
                let _ = calls::kill(process, libc::SIGKILL);
            }
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // A group that still holds something cannot be removed; the next arena of ours then does it.
        for place in self.places() {
            let _ = fs::remove_dir(&place.folder);
        }
    }
}

fn places(groups: &ControlGroups) -> impl Iterator<Item = &Place> {
    groups.memory.iter().chain(&groups.processes).chain(&groups.freezer)
}

/// Removes the empty groups that processes left which are gone.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix("agon-")?.split_once('-'));
        let is_gone = |process: &str| {
            process.parse::<u32>().is_ok_and(|process| !Path::new(&format!("/proc/{process}")).exists())
        };
        if owner.is_some_and(|(process, count)| count.parse::<u32>().is_ok() && is_gone(process)) {
            // Refused if a process is in it.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Controllers of version 2 share one folder.
fn create_folder(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        result => result,
    }
}

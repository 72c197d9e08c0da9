//! Control groups, version 1 or 2, where a folder of theirs is delegated to us.
//!
//! Delegated means: it belongs to our user, who is not root; or the service manager marked it as delegated. A
//! group that root merely could write to belongs to someone else.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::Limits;
use crate::stage::calls;

/// Which version of the interface a folder has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

/// A folder in which groups may be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    version: Version,
    folder: PathBuf,
}

/// Where groups with each controller may be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ControlGroups {
    pub(crate) memory: Option<Place>,
    pub(crate) processes: Option<Place>,
}

impl ControlGroups {
    /// What is delegated to this process.
    pub(crate) fn probe() -> ControlGroups {
        let text = |path| fs::read_to_string(path).unwrap_or_default();
        ControlGroups::find(&text("/proc/self/cgroup"), &text("/proc/self/mountinfo"), &is_delegated)
    }

    /// What is delegated, given `/proc/self/cgroup`, `/proc/self/mountinfo` and who knows what delegated is.
    fn find(membership: &str, mounts: &str, delegated: &dyn Fn(&Path) -> bool) -> ControlGroups {
        let mut groups = ControlGroups::default();
        for line in membership.lines() {
            let mut fields = line.splitn(3, ':');
            let (Some(_), Some(controllers), Some(path)) = (fields.next(), fields.next(), fields.next())
            else {
                continue;
            };
            if controllers.is_empty() {
                let place = place_in_version_2(path, mounts, delegated);
                groups.memory = groups.memory.or(place.clone());
                groups.processes = groups.processes.or(place);
                continue;
            }
            for controller in controllers.split(',') {
                let place = || {
                    let (folder, _) = mounted(mounts, "cgroup", Some(controller), path)?;
                    delegated(&folder).then_some(Place { version: Version::One, folder })
                };
                match controller {
                    "memory" => groups.memory = place().or(groups.memory),
                    "pids" => groups.processes = place().or(groups.processes),
                    _ => {}
                }
            }
        }
        groups
    }
}

/// The nearest group, from our own upwards, that is delegated and hands both controllers on.
fn place_in_version_2(path: &str, mounts: &str, delegated: &dyn Fn(&Path) -> bool) -> Option<Place> {
    let (own, top) = mounted(mounts, "cgroup2", None, path)?;
    own.ancestors()
        .take_while(|folder| folder.starts_with(&top))
        .find(|folder| delegated(folder) && (hands_on(folder) || make_hand_on(folder, &own)))
        .map(|folder| Place { version: Version::Two, folder: folder.to_owned() })
}

/// Whether the groups inside get both controllers.
fn hands_on(folder: &Path) -> bool {
    let list = fs::read_to_string(folder.join("cgroup.subtree_control")).unwrap_or_default();
    let has = |name| list.split_whitespace().any(|controller| controller == name);
    has("memory") && has("pids")
}

/// A group without processes that was delegated to us may be told to hand its controllers on.
fn make_hand_on(folder: &Path, own: &Path) -> bool {
    folder != own
        && fs::write(folder.join("cgroup.subtree_control"), "+memory +pids").is_ok()
        && hands_on(folder)
}

/// The folder of a group and that of the whole hierarchy.
fn mounted(mounts: &str, kind: &str, controller: Option<&str>, path: &str) -> Option<(PathBuf, PathBuf)> {
    mounts.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let mut after = after.split(' ');
        if after.next()? != kind {
            return None;
        }
        let options = after.nth(1)?;
        if controller.is_some_and(|controller| !options.split(',').any(|option| option == controller)) {
            return None;
        }
        let mut before = before.split(' ').skip(3);
        let (root, point) = (before.next()?, before.next()?);
        let inside = Path::new(path).strip_prefix(root).ok()?;
        Some((Path::new(point).join(inside), point.into()))
    })
}

fn is_delegated(folder: &Path) -> bool {
    let own = calls::effective_user();
    let belongs_to_us = || fs::metadata(folder).is_ok_and(|data| own != 0 && data.uid() == own);
    belongs_to_us()
        || calls::is_marked(folder, c"user.delegate")
        || calls::is_marked(folder, c"trusted.delegate")
}

/// The groups of one program. They are removed when dropped, by when the program must be gone.
#[derive(Debug)]
pub(crate) struct Group {
    memory: Option<Place>,
    processes: Option<Place>,
}

impl Group {
    /// New groups with these limits. `None`: nothing is delegated.
    pub(crate) fn create(groups: &ControlGroups, limits: &Limits) -> io::Result<Option<Group>> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("agon-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let mut group = Group { memory: None, processes: None };
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
            // One more, for the keeper.
            fs::write(place.folder.join("pids.max"), (u64::from(limits.processes) + 1).to_string())?;
        }
        Ok((group.memory.is_some() || group.processes.is_some()).then_some(group))
    }

    fn places(&self) -> impl Iterator<Item = &Place> {
        self.memory.iter().chain(&self.processes)
    }

    /// Puts a process into the groups; its children will be in them too.
    pub(crate) fn add(&self, process: i32) -> io::Result<()> {
        self.places().try_for_each(|place| fs::write(place.folder.join("cgroup.procs"), process.to_string()))
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
        // A group that still holds something cannot be removed; it is then empty at the latest when that ends.
        for place in self.places() {
            let _ = fs::remove_dir(&place.folder);
        }
    }
}

/// Both controllers of version 2 share one folder.
fn create_folder(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn mount_line(point: &Path, kind: &str, options: &str) -> String {
        format!("30 23 0:26 / {} rw - {kind} {kind} {options}\n", point.display())
    }

    #[test]
    fn version_2_uses_the_nearest_delegated_group_that_hands_controllers_on() {
        let top = Scratch::create().unwrap();
        let slice = top.path().join("user.slice/app.slice");
        fs::create_dir_all(slice.join("terminal.scope")).unwrap();
        for (folder, controllers) in
            [(top.path(), "cpu memory pids"), (&slice, "memory pids\n"), (&slice.join("terminal.scope"), "")]
        {
            fs::write(folder.join("cgroup.subtree_control"), controllers).unwrap();
        }
        let mounts = mount_line(top.path(), "cgroup2", "rw");
        let membership = "0::/user.slice/app.slice/terminal.scope\n";
        let found = ControlGroups::find(membership, &mounts, &|folder| folder.starts_with(&slice));
        assert_eq!(found.memory.as_ref().map(|place| &place.folder), Some(&slice));
        assert_eq!(found.memory, found.processes);
        assert_eq!(ControlGroups::find(membership, &mounts, &|_| false), ControlGroups::default());

        let limits = Limits { memory: 1 << 20, processes: 5, ..Limits::default() };
        let group = Group::create(&found, &limits).unwrap().unwrap();
        let folder = group.memory.clone().unwrap().folder;
        assert_eq!(fs::read_to_string(folder.join("memory.max")).unwrap(), "1048576");
        assert_eq!(fs::read_to_string(folder.join("pids.max")).unwrap(), "6");
        group.add(12345).unwrap();
        assert_eq!(fs::read_to_string(folder.join("cgroup.procs")).unwrap(), "12345");
        assert!(!group.ran_out_of_memory());
        fs::write(folder.join("memory.events"), "low 0\noom 1\noom_kill 1\n").unwrap();
        assert!(group.ran_out_of_memory());
        fs::write(folder.join("memory.peak"), "4096\n").unwrap();
        assert_eq!(group.peak_memory(), Some(4096));
    }

    #[test]
    fn version_1_finds_each_controller_for_itself() {
        let top = Scratch::create().unwrap();
        let (memory, pids) = (top.path().join("memory"), top.path().join("pids"));
        fs::create_dir_all(memory.join("mine")).unwrap();
        fs::create_dir_all(&pids).unwrap();
        let mounts = mount_line(&memory, "cgroup", "rw,memory") + &mount_line(&pids, "cgroup", "rw,pids");
        let membership = "5:pids:/\n4:memory:/mine\n1:cpu:/\n0::/\n";
        let found = ControlGroups::find(membership, &mounts, &|_| true);
        assert_eq!(found.memory, Some(Place { version: Version::One, folder: memory.join("mine") }));
        assert_eq!(found.processes, Some(Place { version: Version::One, folder: pids.clone() }));
        let only_memory = ControlGroups::find(membership, &mounts, &|folder| folder.starts_with(&memory));
        assert_eq!(only_memory.processes, None);

        let group = Group::create(&only_memory, &Limits::default()).unwrap().unwrap();
        let folder = group.memory.clone().unwrap().folder;
        assert_eq!(fs::read_to_string(folder.join("memory.limit_in_bytes")).unwrap(), "2147483648");
        fs::write(folder.join("memory.oom_control"), "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n")
            .unwrap();
        assert!(group.ran_out_of_memory());
    }

    #[test]
    fn root_owns_no_group_by_merely_being_able_to_write_to_it() {
        let folder = Scratch::create().unwrap();
        assert_eq!(is_delegated(folder.path()), calls::effective_user() != 0);
    }
}

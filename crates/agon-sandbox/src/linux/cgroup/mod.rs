//! Control groups, version 1 or 2, where we may make some of our own.
//!
//! We may in a group that is delegated to us: it belongs to our user, or the service manager marked it as delegated.
//! The superuser may in the group it is in, and above where that hands its controllers on; it makes groups of its own
//! there, and changes nothing about those of others.

mod group;

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::linux::stage::calls;

pub(crate) use group::Group;

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
    /// Version 2 only: what version 1 froze could not even be killed.
    pub(crate) freezer: Option<Place>,
}

/// What may be done with a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Right {
    /// Nothing: it belongs to someone else.
    None,
    /// Groups of our own may be made in it.
    Use,
    /// It is ours to change.
    Change,
}

impl ControlGroups {
    /// What this process may use.
    pub(crate) fn probe() -> ControlGroups {
        let text = |path| fs::read_to_string(path).unwrap_or_default();
        ControlGroups::find(&text("/proc/self/cgroup"), &text("/proc/self/mountinfo"), &right)
    }

    /// What may be used, given `/proc/self/cgroup`, `/proc/self/mountinfo` and who knows what may be.
    fn find(membership: &str, mounts: &str, right: &dyn Fn(&Path) -> Right) -> ControlGroups {
        let mut groups = ControlGroups::default();
        for line in membership.lines() {
            let mut fields = line.splitn(3, ':');
            let (Some(_), Some(controllers), Some(path)) = (fields.next(), fields.next(), fields.next())
            else {
                continue;
            };
            if controllers.is_empty() {
                let place = place_in_version_2(path, mounts, right);
                groups.freezer = place.clone().or_else(|| freezer(path, mounts, right));
                groups.memory = groups.memory.or(place.clone());
                groups.processes = groups.processes.or(place);
                continue;
            }
            for controller in controllers.split(',') {
                let place = || {
                    let (folder, _) = mounted(mounts, "cgroup", Some(controller), path)?;
                    (right(&folder) != Right::None).then_some(Place { version: Version::One, folder })
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

/// The nearest group, from our own upwards, in which we may make groups that get both controllers.
fn place_in_version_2(path: &str, mounts: &str, right: &dyn Fn(&Path) -> Right) -> Option<Place> {
    let (own, top) = mounted(mounts, "cgroup2", None, path)?;
    let fits = |folder: &&Path| match right(folder) {
        Right::None => false,
        Right::Use => hands_on(folder),
        Right::Change => hands_on(folder) || make_hand_on(folder, &own),
    };
    let mut folders = own.ancestors().take_while(|folder| folder.starts_with(&top));
    folders.find(fits).map(|folder| Place { version: Version::Two, folder: folder.to_owned() })
}

/// The nearest group in which we may make groups at all: standing still needs no controller.
fn freezer(path: &str, mounts: &str, right: &dyn Fn(&Path) -> Right) -> Option<Place> {
    let (own, top) = mounted(mounts, "cgroup2", None, path)?;
    let mut folders = own.ancestors().take_while(|folder| folder.starts_with(&top));
    let folder = folders.find(|folder| right(folder) != Right::None)?;
    Some(Place { version: Version::Two, folder: folder.to_owned() })
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

fn right(folder: &Path) -> Right {
    let own = calls::effective_user();
    let is_marked = |name| calls::is_marked(folder, name);
    let belongs_to_us = || fs::metadata(folder).is_ok_and(|data| own != 0 && data.uid() == own);
    if belongs_to_us() || is_marked(c"user.delegate") || is_marked(c"trusted.delegate") {
        Right::Change
    } else if own == 0 {
        Right::Use
    } else {
        Right::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::linux::scratch::Scratch;

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
        let ours = |folder: &Path| if folder.starts_with(&slice) { Right::Change } else { Right::None };
        let found = ControlGroups::find(membership, &mounts, &ours);
        assert_eq!(found.memory.as_ref().map(|place| &place.folder), Some(&slice));
        assert_eq!(found.memory, found.processes);
        assert_eq!(found.memory, found.freezer);
        let nothing = ControlGroups::find(membership, &mounts, &|_| Right::None);
        assert_eq!(nothing, ControlGroups::default());
        // The superuser uses what hands its controllers on, and does not make it so.
        fs::write(slice.join("cgroup.subtree_control"), "cpu").unwrap();
        let used = ControlGroups::find(membership, &mounts, &|_| Right::Use);
        assert_eq!(used.memory.as_ref().map(|place| place.folder.as_path()), Some(top.path()));
        assert_eq!(fs::read_to_string(slice.join("cgroup.subtree_control")).unwrap(), "cpu");

        let limits = Limits { memory: 1 << 20, processes: 5, ..Limits::default() };
        // What the kernel puts into a new folder is not there.
        let found = ControlGroups { freezer: None, ..found };
        let group = Group::create(&found, &limits).unwrap().unwrap();
        let folder = group.memory.clone().unwrap().folder;
        assert_eq!(fs::read_to_string(folder.join("memory.max")).unwrap(), "1048576");
        assert_eq!(fs::read_to_string(folder.join("pids.max")).unwrap(), "5");
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
        let found = ControlGroups::find(membership, &mounts, &|_| Right::Use);
        assert_eq!(found.memory, Some(Place { version: Version::One, folder: memory.join("mine") }));
        assert_eq!(found.processes, Some(Place { version: Version::One, folder: pids.clone() }));
        let in_memory = |folder: &Path| if folder.starts_with(&memory) { Right::Use } else { Right::None };
        let only_memory = ControlGroups::find(membership, &mounts, &in_memory);
        assert_eq!(only_memory.processes, None);

        let group = Group::create(&only_memory, &Limits::default()).unwrap().unwrap();
        let folder = group.memory.clone().unwrap().folder;
        assert_eq!(fs::read_to_string(folder.join("memory.limit_in_bytes")).unwrap(), "2147483648");
        fs::write(folder.join("memory.oom_control"), "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n")
            .unwrap();
        assert!(group.ran_out_of_memory());
    }

    #[test]
    fn the_superuser_uses_what_belongs_to_others_and_does_not_change_it() {
        let folder = Scratch::create().unwrap();
        let expected = if calls::effective_user() == 0 { Right::Use } else { Right::Change };
        assert_eq!(right(folder.path()), expected);
    }
}

//! What a program sees of the file system: a root of its own, in which there is what every program needs, what this
//! one needs, and nothing else.

use std::collections::BTreeSet;
use std::ffi::{CString, OsStr};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::SandboxError;
use crate::linux::homes::{Homes, leave_out};
use crate::linux::stage::mounts::{Act, MOST_SHOWN, Mounts};

/// Where programs and libraries are installed for everybody.
const SYSTEM: [&str; 14] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/snap",
    "/run/current-system/sw",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
];

/// Settings in `/etc` that runtimes read and that hold nothing secret.
const SETTINGS: [&str; 26] = [
    "alternatives",
    "ca-certificates",
    "crypto-policies",
    "debian_version",
    "fonts",
    "gai.conf",
    "group",
    "host.conf",
    "hosts",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "locale.alias",
    "locale.conf",
    "localtime",
    "mime.types",
    "nsswitch.conf",
    "os-release",
    "passwd",
    "protocols",
    "services",
    "ssl/certs",
    "ssl/openssl.cnf",
    "static",
    "terminfo",
    "timezone",
];

/// As before, for all names that begin so: the settings of runtimes, with their version.
const SETTINGS_OF_RUNTIMES: [&str; 11] =
    ["java", "jvm", "python", "mono", "dotnet", "lua", "perl", "php", "julia", "R", "ghc"];

/// Folders of its own that a program can write to, empty and gone when it ends.
const PRIVATE: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];

/// The devices that every program gets.
pub(crate) const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

const LINKS: [(&str, &str); 4] = [
    ("/proc/self/fd", "/dev/fd"),
    ("/proc/self/fd/0", "/dev/stdin"),
    ("/proc/self/fd/1", "/dev/stdout"),
    ("/proc/self/fd/2", "/dev/stderr"),
];

/// Whether a path without links in it lies where things are installed for everybody.
pub(crate) fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

/// Sorts paths, and drops those that come with another.
pub(crate) fn drop_inner(paths: &mut Vec<PathBuf>) {
    paths.sort();
    paths.dedup_by(|inner, outer| inner == outer || inner.starts_with(&*outer) && !outer.is_symlink());
}

/// What every program sees, without devices and its own folders.
fn for_everyone(homes: &Homes) -> Vec<PathBuf> {
    let settings = SETTINGS.iter().map(|name| Path::new("/etc").join(name));
    let is_runtime =
        |name: &OsStr| SETTINGS_OF_RUNTIMES.iter().any(|start| name.as_bytes().starts_with(start.as_bytes()));
    let runtimes = fs::read_dir("/etc").into_iter().flatten().flatten();
    let runtimes = runtimes.filter(|entry| is_runtime(&entry.file_name())).map(|entry| entry.path());
    let system = SYSTEM.iter().map(PathBuf::from);
    let there = system.chain(settings).chain(runtimes).filter(|path| path.exists()).collect();
    leave_out(there, homes.all())
}

/// What must be seen, and where the program writes.
#[derive(Debug)]
pub(crate) struct View<'a> {
    /// Files and folders that must be seen, beside what every program sees.
    pub(crate) visible: &'a [PathBuf],
    /// The homes that must not be.
    pub(crate) homes: &'a Homes,
    /// The folder it runs in. If it is not visible it is there and empty.
    pub(crate) folder: &'a Path,
    /// The program's scratch folder.
    pub(crate) scratch: &'a Path,
    /// The size of all it writes, in bytes.
    pub(crate) size: u64,
    /// The user and group it runs as.
    pub(crate) owner: (u32, u32),
    /// Whether it gets a `/proc` of its own.
    pub(crate) new_proc: bool,
}

/// A path as the kernel takes it.
pub(crate) fn c_path(path: &Path) -> Result<CString, SandboxError> {
    CString::new(path.as_os_str().as_bytes())
        .map_err(|_| SandboxError::Nul { text: path.display().to_string() })
}

/// One thing in the program's root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Thing {
    /// The machine's own, with all below it.
    Shown,
    /// A link as the machine has it.
    Link(PathBuf),
    /// An empty folder that the program can write to.
    Private,
    /// The program's scratch folder.
    Scratch,
    /// An empty folder.
    Empty,
    /// The list of processes.
    Processes,
}

impl View<'_> {
    /// All that can be read, without what lies in something that can.
    pub(crate) fn readable(&self) -> Vec<PathBuf> {
        let mut readable = for_everyone(self.homes);
        readable.extend(self.visible.iter().cloned());
        drop_inner(&mut readable);
        readable
    }

    /// The folders that the program can write to, where it has a root of its own.
    pub(crate) fn writable(&self) -> Vec<PathBuf> {
        // Who asks to see a whole folder sees it.
        let is_shown = |path: &Path| self.visible.iter().any(|shown| path.starts_with(shown));
        let private = PRIVATE.iter().map(PathBuf::from).filter(|path| !is_shown(path));
        private.chain([self.scratch.to_owned()]).collect()
    }

    /// Everything in the program's root, outermost first.
    pub(crate) fn things(&self) -> Vec<(PathBuf, Thing)> {
        let mut things: Vec<(PathBuf, Thing)> = Vec::new();
        let devices = DEVICES.iter().map(PathBuf::from).filter(|device| device.exists());
        for path in self.readable().into_iter().chain(devices) {
            let thing = fs::read_link(&path).map_or(Thing::Shown, Thing::Link);
            things.push((path, thing));
        }
        let links = LINKS.iter().map(|(target, path)| (path.into(), Thing::Link(target.into())));
        things.extend(links);
        for path in self.writable() {
            let thing = if path == self.scratch { Thing::Scratch } else { Thing::Private };
            things.push((path, thing));
        }
        things.push(("/proc".into(), Thing::Processes));
        if !things.iter().any(|(path, thing)| self.folder.starts_with(path) && *thing != Thing::Private) {
            things.push((self.folder.to_owned(), Thing::Empty));
        }
        things.sort();
        things.dedup_by(|a, b| a.0 == b.0);
        things
    }

    /// The steps that make it so.
    pub(crate) fn mounts(&self) -> Result<Mounts, SandboxError> {
        let mut acts = Vec::new();
        let mut made = BTreeSet::from([PathBuf::from("/")]);
        let mut shown = 0;
        for (path, thing) in self.things() {
            let mut above: Vec<&Path> = path.ancestors().skip(1).collect();
            above.reverse();
            for folder in above {
                if made.insert(folder.to_owned()) {
                    acts.push(Act::Folder { path: c_path(folder)? });
                }
            }
            made.insert(path.clone());
            let c = c_path(&path)?;
            acts.push(match thing {
                Thing::Shown => {
                    shown += 1;
                    let is_device = path.starts_with("/dev");
                    Act::Show { path: c, is_folder: path.is_dir(), is_device }
                }
                Thing::Link(target) => Act::Link { target: c_path(&target)?, path: c },
                Thing::Private => Act::Private { path: c, mode: 0o1777, owner: None },
                Thing::Scratch => Act::Private { path: c, mode: 0o700, owner: Some(self.owner) },
                Thing::Empty => Act::Folder { path: c },
                Thing::Processes => Act::Processes { path: c },
            });
        }
        if shown > MOST_SHOWN {
            return Err(SandboxError::TooMuchVisible { most: MOST_SHOWN });
        }
        // A small file takes a page; who fills the folder with empty ones gets no further.
        let inodes = (self.size / 4096).max(64);
        Ok(Mounts {
            acts,
            size: c_path(Path::new(&self.size.to_string()))?,
            inodes: c_path(Path::new(&inodes.to_string()))?,
            new_proc: self.new_proc,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn things(visible: &[&str], folder: &str, homes: &[&str]) -> Vec<(String, Thing)> {
        let visible: Vec<PathBuf> = visible.iter().map(PathBuf::from).collect();
        let homes = Homes::of(homes.iter().map(PathBuf::from));
        let scratch = Path::new("/tmp/agon-1-0");
        let folder = Path::new(folder);
        let view = View {
            visible: &visible,
            homes: &homes,
            folder,
            scratch,
            size: 1024,
            owner: (1, 1),
            new_proc: true,
        };
        let text = |(path, thing): (PathBuf, Thing)| (path.to_str().unwrap().to_owned(), thing);
        view.things().into_iter().map(text).collect()
    }

    #[test]
    fn there_is_what_is_needed_and_nothing_else() {
        let things = things(&["/tmp/a/b", "/tmp/a/b/c", "/somewhere/x"], "/tmp/a/b", &[]);
        let has = |path: &str| things.iter().find(|(other, _)| other == path).map(|(_, thing)| thing.clone());
        assert_eq!(has("/usr"), Some(Thing::Shown));
        assert_eq!(has("/tmp"), Some(Thing::Private));
        assert_eq!(has("/tmp/a/b"), Some(Thing::Shown));
        assert_eq!(has("/tmp/a/b/c"), None, "it comes with what is around it");
        assert_eq!(has("/somewhere/x"), Some(Thing::Shown));
        assert_eq!(has("/tmp/agon-1-0"), Some(Thing::Scratch));
        for absent in ["/", "/home", "/root", "/run", "/var", "/etc", "/etc/shadow", "/dev"] {
            assert_eq!(has(absent), None, "{absent}");
        }
        assert!(things.is_sorted(), "outermost first: {things:?}");
    }

    #[test]
    fn who_asks_for_a_shared_folder_gets_it_to_read() {
        let things = things(&["/tmp"], "/tmp", &[]);
        assert!(things.contains(&("/tmp".to_owned(), Thing::Shown)));
        assert!(things.contains(&("/tmp/agon-1-0".to_owned(), Thing::Scratch)));
    }

    #[test]
    fn a_folder_to_run_in_that_is_not_shown_is_empty() {
        let things = things(&["/no/home/player"], "/no/home", &[]);
        assert!(things.contains(&("/no/home".to_owned(), Thing::Empty)));
        assert!(things.contains(&("/no/home/player".to_owned(), Thing::Shown)));
    }

    #[test]
    fn a_home_among_installed_things_is_left_out() {
        let things = things(&[], "/tmp/agon-1-0", &["/usr/bin"]);
        assert!(!things.iter().any(|(path, _)| path == "/usr" || path == "/usr/bin"), "{things:?}");
        assert!(things.contains(&("/usr/share".to_owned(), Thing::Shown)));
    }
}

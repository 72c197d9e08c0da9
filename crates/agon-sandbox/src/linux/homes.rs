//! The folders that belong to people, which no program gets to see as a whole.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The user and group "nobody": who runs programs when the superuser starts them.
pub(crate) const NOBODY: u32 = 65_534;

/// Folders in which everybody's things lie side by side.
const SHARED: [&str; 15] = [
    "/", "/tmp", "/var", "/var/tmp", "/dev", "/dev/shm", "/run", "/home", "/root", "/srv", "/mnt", "/media",
    "/etc", "/proc", "/sys",
];

/// The homes of the people who use this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Homes(Vec<PathBuf>);

impl Homes {
    /// The home of whoever runs us, and those of all who have an account.
    pub(crate) fn of_this_machine() -> Homes {
        let accounts = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let own = std::env::var_os("HOME").map(PathBuf::from);
        Homes::of(own.into_iter().chain(in_accounts(&accounts)))
    }

    /// These homes, as far as they are there.
    pub(crate) fn of(folders: impl IntoIterator<Item = PathBuf>) -> Homes {
        let mut homes: Vec<PathBuf> = folders
            .into_iter()
            .filter_map(|folder| folder.canonicalize().ok())
            .filter(|folder| folder.is_dir() && folder.parent().is_some())
            .collect();
        homes.sort();
        homes.dedup();
        Homes(homes)
    }

    /// Whether a folder is a home, is above one, or is shared by many: too wide to be a program's own.
    pub(crate) fn are_within(&self, folder: &Path) -> bool {
        SHARED.iter().any(|shared| Path::new(shared) == folder)
            || self.0.iter().any(|home| home.starts_with(folder))
    }

    /// Whether a folder is a home.
    pub(crate) fn contain(&self, folder: &Path) -> bool {
        self.0.iter().any(|home| home == folder)
    }

    /// Whether a path lies in a home, or is one.
    pub(crate) fn hold(&self, path: &Path) -> bool {
        self.0.iter().any(|home| path.starts_with(home))
    }

    /// Whether a path lies where somebody's programs keep their settings, keys and data: behind a dot in a home.
    pub(crate) fn keep_private(&self, path: &Path) -> bool {
        let is_hidden = |part: Component<'_>| part.as_os_str().as_encoded_bytes().starts_with(b".");
        let inside = |home: &PathBuf| path.strip_prefix(home).ok();
        self.0.iter().filter_map(inside).any(|rest| rest.components().any(is_hidden))
    }

    /// All of them.
    pub(crate) fn all(&self) -> &[PathBuf] {
        &self.0
    }
}

/// The homes of people, as the list of accounts has them. The accounts of services have low numbers.
fn in_accounts(accounts: &str) -> impl Iterator<Item = PathBuf> {
    accounts.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split(':').collect();
        let user: u32 = fields.get(2)?.parse().ok()?;
        let home = fields.get(5).filter(|home| home.starts_with('/'))?;
        ((user == 0 || user >= 1000) && user != NOBODY).then(|| PathBuf::from(home))
    })
}

/// Puts in the place of every folder that holds a hidden path what is in it, except that path. Both are without
/// links.
pub(crate) fn leave_out(shown: Vec<PathBuf>, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let mut left = Vec::new();
    let mut open = shown;
    while let Some(path) = open.pop() {
        if hidden.iter().any(|hidden| path.starts_with(hidden)) {
            continue;
        }
        if hidden.iter().any(|hidden| hidden.starts_with(&path)) && !path.is_symlink() {
            open.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        } else {
            left.push(path);
        }
    }
    left.sort();
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linux::scratch::Scratch;

    #[test]
    fn people_have_homes_and_services_do_not() {
        let accounts = "root:x:0:0:root:/root:/bin/bash\nwww:x:33:33::/var/www:/bin/false\n\
                        ann:x:1000:1000::/home/ann:/bin/sh\nnobody:x:65534:65534::/nonexistent:/bin/false\nbad\n";
        assert_eq!(in_accounts(accounts).collect::<Vec<_>>(), [PathBuf::from("/root"), "/home/ann".into()]);
    }

    #[test]
    fn a_home_is_too_wide_and_what_is_in_it_is_not() {
        let top = Scratch::create().unwrap();
        let home = top.path().join("ann");
        fs::create_dir(&home).unwrap();
        let homes = Homes::of([home.clone(), "/".into(), "/no/such/home".into()]);
        assert_eq!(homes.all(), std::slice::from_ref(&home));
        for wide in [Path::new("/"), Path::new("/tmp"), top.path(), &home] {
            assert!(homes.are_within(wide), "{}", wide.display());
        }
        assert!(!homes.are_within(&home.join("bots")) && homes.hold(&home.join("bots")));
        assert!(homes.keep_private(&home.join(".ssh/id")) && homes.keep_private(&home.join("a/.git")));
        assert!(!homes.keep_private(&home.join("bots/bot.py")));
    }

    #[test]
    fn a_folder_is_shown_without_what_is_hidden_in_it() {
        let top = Scratch::create().unwrap();
        let at = |name: &str| top.path().join(name);
        fs::create_dir_all(at("class/bob")).unwrap();
        fs::create_dir_all(at("class/alice")).unwrap();
        fs::write(at("book"), "").unwrap();
        let shown = leave_out(vec![top.path().to_owned()], &[at("class/bob")]);
        assert_eq!(shown, [at("book"), at("class/alice")]);
        assert!(leave_out(vec![at("class/bob")], &[at("class")]).is_empty());
    }
}

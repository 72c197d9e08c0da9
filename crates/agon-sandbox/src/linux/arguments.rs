//! Finds the files and folders that a program's arguments name: the script of an interpreter, its class path.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::Program;
use crate::linux::homes::Homes;
use crate::linux::view;

/// What the arguments of a program name outside of what it sees already. A file brings the folder it lies in,
/// unless that is a home or shared by many; nothing is taken from among somebody's settings and keys.
pub(crate) fn files(
    program: &Program,
    folder: Option<&Path>,
    seen: &[PathBuf],
    homes: &Homes,
) -> Vec<PathBuf> {
    let base = folder.map(Path::to_owned).or_else(|| env::current_dir().ok()).unwrap_or_default();
    let words = program.command.iter().skip(1);
    let words = words.filter(|word| !word.as_encoded_bytes().starts_with(b"-"));
    // Java's class path is a list; any other word is a list of one.
    words
        .flat_map(env::split_paths)
        .filter_map(|word| named(&base, word.as_os_str()))
        .filter(|path| !view::is_system(path) && !seen.iter().any(|shown| path.starts_with(shown)))
        .filter(|path| !homes.keep_private(path))
        .filter_map(|path| shown(path, homes))
        .collect()
}

/// Where nobody's programs are.
const ELSEWHERE: [&str; 5] = ["/dev", "/etc", "/proc", "/run", "/sys"];

/// Where a word leads if it is the name of a file or folder; a link at its end is not followed.
fn named(base: &Path, word: &OsStr) -> Option<PathBuf> {
    let path = base.join(Some(word).filter(|word| !word.is_empty())?);
    let path = path.parent()?.canonicalize().ok()?.join(path.file_name()?);
    let is_elsewhere = ELSEWHERE.iter().any(|folder| path.starts_with(folder));
    // Neither a socket nor a device.
    (!is_elsewhere && (path.is_file() || path.is_dir())).then_some(path)
}

/// What is shown of a path that was named.
fn shown(path: PathBuf, homes: &Homes) -> Option<PathBuf> {
    let parent = path.parent()?;
    let target = path.canonicalize().ok()?;
    if path.is_dir() {
        return Some(target).filter(|target| !homes.are_within(target) && !homes.keep_private(target));
    }
    if !homes.are_within(parent) {
        return Some(parent.to_owned());
    }
    // A file alone. Whoever may have put it there may have made it a link to anything.
    Some(path.clone()).filter(|_| target == path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linux::scratch::Scratch;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_script_brings_its_folder_and_a_file_in_a_home_comes_alone() {
        let top = Scratch::create().unwrap();
        let home = top.path().join("home");
        for folder in ["bots/alice", "bots/bob", ".ssh", "other"] {
            fs::create_dir_all(home.join(folder)).unwrap();
        }
        for file in ["bots/alice/bot.py", "bots/bob/bot.py", ".ssh/key", "bot.py"] {
            fs::write(home.join(file), "").unwrap();
        }
        symlink("../bob", home.join("bots/alice/friend")).unwrap();
        symlink(".ssh/key", home.join("link.py")).unwrap();
        symlink(".ssh", home.join("bots/keys")).unwrap();
        let homes = Homes::of([home.clone()]);
        let found = |words: &str, folder: &str| {
            let program = Program::parse(words).unwrap();
            let folder = home.join(folder);
            files(&program, Some(&folder), &[home.join("bots/alice")], &homes)
        };
        assert_eq!(found("python3 ../bots/bob/bot.py", "other"), [home.join("bots/bob")]);
        assert_eq!(found("java -cp bots/bob:bot.py Main", ""), [home.join("bots/bob"), home.join("bot.py")]);
        for nothing in [
            "python3 bots/alice/bot.py", // seen already
            "python3 bots/alice/friend", // a link in what is seen
            "cat .ssh/key",              // somebody's keys
            "cat link.py",               // a link to them
            "cat bots/keys/key",
            "ls .",
            "ls ..",
            "ls /",
            "python3 -c /etc/hostname nothing",
            "ls /usr/bin",
        ] {
            assert_eq!(found(nothing, ""), Vec::<PathBuf>::new(), "{nothing}");
        }
    }
}

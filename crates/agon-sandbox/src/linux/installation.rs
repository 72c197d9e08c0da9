//! Finds out which folders belong to an interpreter: its libraries lie beside its executable, wherever it was
//! installed.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::linux::homes::Homes;

/// Folders inside an installation that hold executables.
const FOR_EXECUTABLES: [&str; 4] = ["bin", "sbin", "shims", "libexec"];

/// What only an installation has beside them.
const SIGNS: [&str; 7] = ["lib", "lib64", "libexec", "jre", "versions", "installs", "pyvenv.cfg"];

/// Folders that look like installations and hold what is private as well.
const MIXED: [&str; 3] = [".local", ".cache", ".config"];

/// The installation that an executable belongs to, if it is not one that everybody has.
pub(crate) fn of(executable: &Path, homes: &Homes) -> Option<PathBuf> {
    let folder = executable.parent()?;
    let within = folder.file_name().is_some_and(|name| FOR_EXECUTABLES.iter().any(|known| name == *known));
    let installation = if within { folder.parent()? } else { return None };
    let is_mixed = installation.file_name().is_some_and(|name| MIXED.iter().any(|mixed| name == *mixed));
    let has_sign = SIGNS.iter().any(|sign| installation.join(sign).exists());
    (has_sign && !is_mixed && !homes.are_within(installation)).then(|| installation.to_owned())
}

/// A path and every path that it is a link to, in turn.
pub(crate) fn links(path: &Path) -> Vec<PathBuf> {
    const MOST: usize = 40;
    let mut found = vec![path.to_owned()];
    while let Some(target) = found.last().and_then(|link| {
        let target = link.parent()?.join(fs::read_link(link).ok()?);
        Some(target.parent()?.canonicalize().ok()?.join(target.file_name()?))
    }) {
        if found.len() == MOST || found.contains(&target) {
            break;
        }
        found.push(target);
    }
    found
}

/// The installation in use of a name, such as `JAVA_HOME`: the folder itself, and for a virtual environment of
/// Python also the installation it was made from.
pub(crate) fn in_use(folder: &Path, homes: &Homes) -> Vec<PathBuf> {
    let Ok(folder) = folder.canonicalize() else { return Vec::new() };
    if homes.are_within(&folder) || !folder.is_dir() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let settings = fs::read_to_string(folder.join("pyvenv.cfg")).unwrap_or_default();
    for line in settings.lines() {
        if let Some((name, value)) = line.split_once('=')
            && name.trim() == "home"
            && let Ok(base) = Path::new(value.trim()).canonicalize()
        {
            found.extend(of(&base.join("python3"), homes));
        }
    }
    found.push(folder);
    found
}

/// The interpreter in the first line of a script, and the name of what that interpreter is asked to find.
pub(crate) fn interpreter(script: &Path) -> Option<(PathBuf, Option<String>)> {
    let mut start = [0; 256];
    let mut length = 0;
    let mut file = File::open(script).ok()?;
    while let Ok(count @ 1..) = file.read(&mut start[length..]) {
        length += count;
    }
    let line = start[..length].strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let mut words = line.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    let interpreter = Path::new(OsStr::from_bytes(words.next()?)).to_owned();
    let asked = interpreter.file_name().is_some_and(|name| name == "env").then(|| {
        let name = words.find(|word| !word.starts_with(b"-") && !word.contains(&b'='))?;
        String::from_utf8(name.to_vec()).ok()
    });
    Some((interpreter, asked.flatten()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linux::scratch::Scratch;
    use std::os::unix::fs::symlink;

    #[test]
    fn an_installation_is_known_by_what_lies_beside_its_executables() {
        let top = Scratch::create().unwrap();
        let home = top.path().join("home");
        for folder in [".pyenv/shims", ".pyenv/versions/3.11/bin", ".pyenv/versions/3.11/lib", "bin", "lib"] {
            fs::create_dir_all(home.join(folder)).unwrap();
        }
        for folder in [".local/bin", ".local/lib", ".cargo/bin", "conda/bin", "conda/lib"] {
            fs::create_dir_all(home.join(folder)).unwrap();
        }
        let homes = Homes::of([home.clone()]);
        let of = |path: &str| {
            of(&home.join(path), &homes)
                .map(|found| found.strip_prefix(&home).unwrap().to_str().unwrap().to_owned())
        };
        assert_eq!(of(".pyenv/shims/python3").as_deref(), Some(".pyenv"));
        assert_eq!(of(".pyenv/versions/3.11/bin/python3").as_deref(), Some(".pyenv/versions/3.11"));
        assert_eq!(of("conda/bin/python").as_deref(), Some("conda"));
        for private in ["bin/tool", ".local/bin/python3", ".cargo/bin/cargo", "bots/player"] {
            assert_eq!(of(private), None, "{private}");
        }
    }

    #[test]
    fn links_are_followed_one_by_one() {
        let top = Scratch::create().unwrap();
        let at = |name: &str| top.path().join(name);
        fs::write(at("python3.11"), "").unwrap();
        symlink("python3.11", at("python3")).unwrap();
        symlink(at("python3"), at("python")).unwrap();
        symlink("circle", at("circle")).unwrap();
        assert_eq!(links(&at("python")), [at("python"), at("python3"), at("python3.11")]);
        assert_eq!(links(&at("circle")), [at("circle")]);
    }

    #[test]
    fn a_virtual_environment_brings_what_it_was_made_from() {
        let top = Scratch::create().unwrap();
        let base = top.path().join("base");
        let environment = top.path().join("venv");
        fs::create_dir_all(base.join("bin")).unwrap();
        fs::create_dir_all(base.join("lib")).unwrap();
        fs::create_dir_all(&environment).unwrap();
        let settings = format!("home = {}\nversion = 3\n", base.join("bin").display());
        fs::write(environment.join("pyvenv.cfg"), settings).unwrap();
        assert_eq!(in_use(&environment, &Homes::default()), [base, environment.clone()]);
        assert!(in_use(&environment, &Homes::of([environment.clone()])).is_empty(), "not if it is a home");
    }

    #[test]
    fn the_first_line_names_the_interpreter() {
        let top = Scratch::create().unwrap();
        let script = top.path().join("script");
        for (text, expected) in [
            ("#!/bin/sh\n", Some(("/bin/sh", None))),
            ("#! /usr/bin/env -S X=1 python3 -u\nprint()", Some(("/usr/bin/env", Some("python3")))),
            ("\x7fELF", None),
            ("", None),
        ] {
            fs::write(&script, text).unwrap();
            let found = interpreter(&script);
            let found = found.as_ref().map(|(path, name)| (path.to_str().unwrap(), name.as_deref()));
            assert_eq!(found, expected, "{text:?}");
        }
    }
}

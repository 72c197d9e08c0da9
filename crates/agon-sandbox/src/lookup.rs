//! Finds a program's executable and folder, and whether the user it will run as can reach them.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::{Program, SandboxError};

/// Who is to see a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Viewer {
    /// The user who runs us.
    Ourselves,
    /// An unprivileged user, who is neither owner nor in the group of anything.
    Other,
}

/// Where a program and what it needs are, without links on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) executable: PathBuf,
    pub(crate) folder: Option<PathBuf>,
    /// The folders in which the program finds other programs.
    pub(crate) search_path: OsString,
    /// What must be visible to it.
    pub(crate) visible: Vec<PathBuf>,
    /// Folders on the way that the viewer cannot pass.
    pub(crate) closed: Vec<PathBuf>,
}

/// Finds everything a program needs. `search_path` is the caller's `PATH`.
pub(crate) fn find(program: &Program, viewer: Viewer, search_path: &OsStr) -> Result<Found, SandboxError> {
    let name = program.command.first().filter(|name| !name.is_empty()).ok_or(SandboxError::EmptyCommand)?;
    let folder = program.folder.as_deref().map(|folder| existing_folder(folder, name)).transpose()?;
    // Rather a program that everyone can reach than one of the same name in someone's home.
    let (passable, closed_off): (Vec<_>, Vec<_>) = env::split_paths(search_path)
        .filter_map(|entry| entry.canonicalize().ok().filter(|entry| entry.is_dir()))
        .partition(|entry| obstacle(entry, viewer).is_none());
    let (executable, target) = find_executable(name, folder.as_deref(), passable.iter().chain(&closed_off))?;

    let mut visible: Vec<PathBuf> = folder.iter().cloned().collect();
    for path in [&executable, &target] {
        visible.push(path.parent().filter(|parent| !is_shared(parent)).unwrap_or(path).to_owned());
    }
    let mut needed = vec![target];
    needed.extend(folder.clone());
    for path in &program.readable {
        let path =
            path.canonicalize().map_err(|source| SandboxError::Readable { path: path.clone(), source })?;
        visible.push(path.clone());
        needed.push(path);
    }
    if let Some(path) = needed.into_iter().find(|path| viewer == Viewer::Other && is_closed(path)) {
        return Err(SandboxError::Unreadable { path });
    }
    // What is installed for everyone shows through the covers too, wherever a system keeps it.
    visible.extend(passable.iter().filter(|entry| !is_shared(entry)).cloned());
    let mut closed: Vec<PathBuf> = visible.iter().filter_map(|path| obstacle(path, viewer)).collect();
    closed.dedup();
    let search_path = env::join_paths(&passable).unwrap_or_default();
    Ok(Found { executable, folder, search_path, visible, closed })
}

/// The executable of a name as it is called, and as the file it is in the end.
fn find_executable<'a>(
    name: &OsStr,
    folder: Option<&Path>,
    mut search_path: impl Iterator<Item = &'a PathBuf>,
) -> Result<(PathBuf, PathBuf), SandboxError> {
    let not_found = || SandboxError::NotFound {
        program: name.to_string_lossy().into_owned(),
        folder: folder.map(Path::to_owned),
    };
    let path = if name.as_encoded_bytes().contains(&b'/') {
        let base = folder.map(Path::to_owned).or_else(|| env::current_dir().ok()).unwrap_or_default();
        Some(base.join(name)).filter(|path| path.is_file())
    } else {
        search_path.find_map(|entry| Some(entry.join(name)).filter(|path| is_executable(path)))
    }
    .ok_or_else(not_found)?;
    // The last link stays: an interpreter may look at the name by which it was called.
    let parent = path.parent().and_then(|parent| parent.canonicalize().ok()).ok_or_else(not_found)?;
    let executable = parent.join(path.file_name().ok_or_else(not_found)?);
    let target = executable.canonicalize().map_err(|_| not_found())?;
    if is_executable(&target) {
        Ok((executable, target))
    } else {
        Err(SandboxError::NotExecutable { path: target })
    }
}

fn existing_folder(folder: &Path, program: &OsStr) -> Result<PathBuf, SandboxError> {
    let error = |source| SandboxError::Folder {
        program: program.to_string_lossy().into_owned(),
        folder: folder.to_owned(),
        source,
    };
    let found = folder.canonicalize().map_err(error)?;
    if !found.is_dir() {
        return Err(error(std::io::Error::from(std::io::ErrorKind::NotADirectory)));
    }
    Ok(found)
}

/// Folders that many share: a program that lies in one is shown alone.
fn is_shared(folder: &Path) -> bool {
    ["/", "/tmp", "/var/tmp", "/dev/shm", "/run", "/root", "/home"]
        .iter()
        .any(|shared| Path::new(shared) == folder)
}

fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// Whether others cannot read a file, or read and enter a folder.
fn is_closed(path: &Path) -> bool {
    lacks(path, if path.is_dir() { 0o5 } else { 0o4 })
}

fn lacks(path: &Path, need: u32) -> bool {
    fs::metadata(path).is_ok_and(|data| data.permissions().mode() & need != need)
}

/// The outermost folder above a path that the viewer cannot pass.
fn obstacle(path: &Path, viewer: Viewer) -> Option<PathBuf> {
    if viewer == Viewer::Ourselves {
        return None;
    }
    let above: Vec<&Path> = path.ancestors().skip(1).collect();
    above.into_iter().rev().find(|folder| lacks(folder, 0o1)).map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;
    use std::fs::Permissions;

    fn executable(path: &Path) {
        fs::write(path, "#!/bin/sh\n").unwrap();
        fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    }

    /// `open/` can be entered by everyone, `home/` by its owner only; both hold a `player`.
    fn two_folders() -> (Scratch, PathBuf, PathBuf) {
        let top = Scratch::create().unwrap();
        fs::set_permissions(top.path(), Permissions::from_mode(0o755)).unwrap();
        let (open, home) = (top.path().join("open"), top.path().join("home"));
        fs::create_dir_all(home.join("bin")).unwrap();
        fs::create_dir(&open).unwrap();
        executable(&open.join("player"));
        executable(&home.join("bin/player"));
        fs::set_permissions(&home, Permissions::from_mode(0o700)).unwrap();
        (top, open, home)
    }

    #[test]
    fn a_program_that_everyone_can_reach_is_preferred() {
        let (_top, open, home) = two_folders();
        let path = env::join_paths([home.join("bin"), open.clone()]).unwrap();
        let program = Program::parse("player").unwrap();
        let found = find(&program, Viewer::Other, &path).unwrap();
        assert_eq!(found.executable, open.join("player"));
        assert_eq!(found.search_path, open.as_os_str());
        assert!(found.closed.is_empty());
        let ours = find(&program, Viewer::Ourselves, &path).unwrap();
        assert_eq!(ours.executable, home.join("bin/player"));
        assert_eq!(ours.search_path, path);
    }

    #[test]
    fn a_closed_folder_on_the_way_is_named() {
        let (_top, _, home) = two_folders();
        let program = Program::parse("./player").unwrap().in_folder(home.join("bin"));
        let found = find(&program, Viewer::Other, OsStr::new("")).unwrap();
        assert_eq!(found.closed, std::slice::from_ref(&home));
        assert!(found.visible.contains(&home.join("bin")));
        fs::set_permissions(home.join("bin/player"), Permissions::from_mode(0o700)).unwrap();
        let error = find(&program, Viewer::Other, OsStr::new("")).unwrap_err().to_string();
        assert!(error.contains("bin/player") && error.contains("chmod"), "{error}");
        assert!(find(&program, Viewer::Ourselves, OsStr::new("")).is_ok());

        let secret = home.join("secret");
        fs::write(&secret, "").unwrap();
        fs::set_permissions(&secret, Permissions::from_mode(0o600)).unwrap();
        let program = Program { readable: vec![secret], ..Program::parse("sh").unwrap() };
        let error = find(&program, Viewer::Other, OsStr::new("/bin")).unwrap_err().to_string();
        assert!(error.contains("home/secret"), "{error}");
    }

    #[test]
    fn what_is_not_there_is_named() {
        let text =
            |program: Program| find(&program, Viewer::Ourselves, OsStr::new("/bin")).unwrap_err().to_string();
        assert_eq!(
            text(Program::parse("no-such-player").unwrap()),
            "the program `no-such-player` was not found"
        );
        assert_eq!(
            text(Program::parse("./p").unwrap().in_folder("/usr")),
            "the program `./p` was not found from the folder /usr"
        );
        assert!(text(Program::parse("sh").unwrap().in_folder("/no/such")).contains("/no/such"));
        let readable = Program { readable: vec!["/no/such".into()], ..Program::parse("sh").unwrap() };
        assert!(text(readable).contains("/no/such"));
    }
}

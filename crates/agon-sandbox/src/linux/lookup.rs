//! Finds a program's executable and folder, what of the file system it needs to see, and whether the user it will
//! run as can reach that.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::linux::homes::{Homes, leave_out};
use crate::linux::{arguments, installation, view};
use crate::{Program, SandboxError};

/// Who is to see a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Viewer {
    /// The user who runs us.
    Ourselves,
    /// An unprivileged user, who is neither owner nor in the group of anything.
    Other,
}

/// What a program is looked for in.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    pub(crate) viewer: Viewer,
    /// Our `PATH`.
    pub(crate) search_path: OsString,
    pub(crate) homes: Homes,
    /// The folders of installations in use, such as `JAVA_HOME`.
    pub(crate) in_use: Vec<PathBuf>,
    /// What every program is shown beside what it needs.
    pub(crate) readable: Vec<PathBuf>,
}

/// Variables that name an installation in use.
const IN_USE: [&str; 3] = ["VIRTUAL_ENV", "CONDA_PREFIX", "JAVA_HOME"];

impl Surroundings {
    /// Those of this process.
    pub(crate) fn ours(viewer: Viewer, readable: &[PathBuf]) -> Surroundings {
        let search_path = env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
        let homes = Homes::of_this_machine();
        let folders = IN_USE.iter().filter_map(env::var_os).map(PathBuf::from);
        let in_use = folders.flat_map(|folder| installation::in_use(&folder, &homes)).collect();
        Surroundings { viewer, search_path, homes, in_use, readable: readable.to_vec() }
    }

    /// The folders of `PATH`: those of installations in use, those that everybody can enter, and the others.
    /// Rather a program that everyone can reach than one of the same name in someone's home.
    fn search_path(&self) -> Vec<PathBuf> {
        let mut folders: Vec<PathBuf> = env::split_paths(&self.search_path)
            .filter_map(|entry| entry.canonicalize().ok().filter(|entry| entry.is_dir()))
            .collect();
        let rank = |entry: &PathBuf| match entry {
            entry if self.in_use.iter().any(|folder| entry.starts_with(folder)) => 0,
            entry if obstacle(entry, self.viewer).is_none() => 1,
            _ => 2,
        };
        folders.sort_by_key(rank);
        folders
    }
}

/// Where a program and what it needs are, without links on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) executable: PathBuf,
    pub(crate) folder: Option<PathBuf>,
    /// The folders in which the program finds other programs.
    pub(crate) search_path: OsString,
    /// What must be visible to it, beside what every program sees.
    pub(crate) visible: Vec<PathBuf>,
    /// What it needs and the viewer cannot reach, with the folder that is closed.
    pub(crate) unreachable: Option<(PathBuf, PathBuf)>,
}

/// Finds everything a program needs.
pub(crate) fn find(program: &Program, around: &Surroundings) -> Result<Found, SandboxError> {
    let Surroundings { viewer, homes, .. } = around;
    let name = program.command.first().filter(|name| !name.is_empty()).ok_or(SandboxError::EmptyCommand)?;
    let folder = program.folder.as_deref().map(|folder| existing_folder(folder, name)).transpose()?;
    let search_path = around.search_path();
    let (executable, target) = find_executable(name, folder.as_deref(), &search_path)?;

    let is_path = name.as_encoded_bytes().contains(&b'/');
    let mut visible: Vec<PathBuf> = Vec::new();
    visible.extend(folder.clone().filter(|folder| !homes.are_within(folder)));
    visible.extend(executable.parent().filter(|own| is_path && !homes.are_within(own)).map(Path::to_owned));
    // What lies in the program's folder is its author's, and its links lead to nobody else's things.
    let tools = Tools::of(&executable, folder.as_deref(), homes);
    let trusted = |path: &Path| {
        view::is_system(path)
            || visible.iter().any(|shown| path.starts_with(shown))
            || tools.installation(path).is_some()
    };
    if is_path && executable != target && !trusted(&target) {
        return Err(SandboxError::LinkOutside { path: executable, target });
    }
    if is_path {
        visible.push(executable.clone());
    } else {
        let links = installation::links(&executable);
        visible.extend(links.iter().map(|link| around_tool(link, homes)));
    }
    visible.extend(tools.installations(&executable, &search_path));
    let files = arguments::files(program, folder.as_deref(), &visible, homes);
    visible.extend(files);
    let mut needed = vec![executable.clone(), target];
    needed.extend(folder.clone());
    for path in program.readable.iter().chain(&around.readable) {
        let path =
            path.canonicalize().map_err(|source| SandboxError::Readable { path: path.clone(), source })?;
        visible.push(path.clone());
        needed.push(path);
    }
    if let Some(path) = needed.iter().skip(1).find(|path| *viewer == Viewer::Other && is_closed(path)) {
        return Err(SandboxError::Unreadable { path: path.clone() });
    }
    let unreachable = needed.into_iter().find_map(|path| Some((obstacle(&path, *viewer)?, path)));
    visible.extend(around.in_use.iter().cloned());
    // What is installed for everyone is there, wherever a system keeps it; what is in a home is not.
    let passable = |entry: &&PathBuf| obstacle(entry, *viewer).is_none() && !homes.hold(entry);
    visible.extend(search_path.iter().filter(passable).filter(|entry| !homes.are_within(entry)).cloned());
    visible.retain(|path| !view::is_system(path));
    view::drop_inner(&mut visible);
    let hidden: Vec<PathBuf> = program.hidden.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let visible = leave_out(visible, &hidden);
    let seen =
        |entry: &&PathBuf| view::is_system(entry) || visible.iter().any(|shown| entry.starts_with(shown));
    let search_path = env::join_paths(search_path.iter().filter(seen)).unwrap_or_default();
    let unreachable = unreachable.map(|(closed, path)| (path, closed));
    Ok(Found { executable, folder, search_path, visible, unreachable })
}

/// Finds a program that may see everything.
pub(crate) fn find_anywhere(program: &Program) -> Result<Found, SandboxError> {
    let around = Surroundings::ours(Viewer::Ourselves, &[]);
    let name = program.command.first().filter(|name| !name.is_empty()).ok_or(SandboxError::EmptyCommand)?;
    let folder = program.folder.as_deref().map(|folder| existing_folder(folder, name)).transpose()?;
    let (executable, _) = find_executable(name, folder.as_deref(), &around.search_path())?;
    Ok(Found { executable, folder, search_path: around.search_path, ..Found::default() })
}

/// What is shown of a tool found on `PATH`: its installation, its folder, or in somebody's home the file alone.
fn around_tool(executable: &Path, homes: &Homes) -> PathBuf {
    let beside = || executable.parent().filter(|folder| !homes.hold(folder) && !homes.are_within(folder));
    installation::of(executable, homes)
        .or_else(|| beside().map(Path::to_owned))
        .unwrap_or_else(|| executable.to_owned())
}

/// Finds the installations that a program uses, and keeps away from the submissions of others.
struct Tools<'a> {
    homes: &'a Homes,
    /// The folder that is the program's own, whatever is in it.
    own: PathBuf,
    /// Whether the program's author may have put the executable where it is.
    is_submitted: bool,
}

impl Tools<'_> {
    fn of<'a>(executable: &Path, folder: Option<&Path>, homes: &'a Homes) -> Tools<'a> {
        let folder = folder.filter(|folder| executable.starts_with(folder));
        let parent = || executable.parent().unwrap_or(executable).to_owned();
        let own = folder.map(Path::to_owned);
        let own = own.or_else(|| installation::of(executable, homes)).unwrap_or_else(parent);
        Tools { homes, own, is_submitted: folder.is_some() }
    }

    /// The installation that a path belongs to, unless it is around or beside the program's own folder: there are
    /// the submissions of others.
    fn installation(&self, path: &Path) -> Option<PathBuf> {
        let is_wide = |folder: &Path| self.homes.contain(folder) || folder.parent().is_none();
        let around = self.own.parent().filter(|around| !is_wide(around));
        let found = installation::of(path, self.homes)?;
        let is_own = found.starts_with(&self.own);
        let is_above = self.is_submitted && self.own.starts_with(&found) && !is_own;
        let is_beside = around.is_some_and(|around| found.starts_with(around));
        (is_own || !is_above && !is_beside).then_some(found)
    }

    /// The installations that an executable belongs to by its links and, if it is a script, by its first line.
    fn installations(&self, executable: &Path, search_path: &[PathBuf]) -> Vec<PathBuf> {
        const MOST_INTERPRETERS: usize = 4;
        let mut found = Vec::new();
        let mut next = Some(executable.to_owned());
        for _ in 0..MOST_INTERPRETERS {
            let Some(path) = next.take() else { break };
            let links = installation::links(&path);
            found.extend(links.iter().filter_map(|link| self.installation(link)));
            let interpreter = links.last().and_then(|script| installation::interpreter(script));
            next = interpreter.and_then(|(interpreter, asked)| match asked {
                None => Some(interpreter),
                Some(name) => {
                    search_path.iter().map(|folder| folder.join(&name)).find(|path| is_executable(path))
                }
            });
        }
        found
    }
}

/// The executable of a name as it is called, and as the file it is in the end.
fn find_executable(
    name: &OsStr,
    folder: Option<&Path>,
    search_path: &[PathBuf],
) -> Result<(PathBuf, PathBuf), SandboxError> {
    let not_found = || SandboxError::NotFound {
        program: name.to_string_lossy().into_owned(),
        folder: folder.map(Path::to_owned),
    };
    let path = if name.as_encoded_bytes().contains(&b'/') {
        let base = folder.map(Path::to_owned).or_else(|| env::current_dir().ok()).unwrap_or_default();
        Some(base.join(name)).filter(|path| path.is_file())
    } else {
        search_path.iter().find_map(|entry| Some(entry.join(name)).filter(|path| is_executable(path)))
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
    use crate::linux::scratch::Scratch;
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

    fn around(viewer: Viewer, search_path: &OsStr, homes: &[&Path]) -> Surroundings {
        let homes = Homes::of(homes.iter().map(|home| home.to_path_buf()));
        let search_path = search_path.to_owned();
        Surroundings { viewer, search_path, homes, in_use: Vec::new(), readable: Vec::new() }
    }

    #[test]
    fn a_program_that_everyone_can_reach_is_preferred() {
        let (_top, open, home) = two_folders();
        let path = env::join_paths([home.join("bin"), open.clone()]).unwrap();
        let program = Program::parse("player").unwrap();
        let found = find(&program, &around(Viewer::Other, &path, &[&home])).unwrap();
        assert_eq!(found.executable, open.join("player"));
        assert_eq!(found.search_path, open.as_os_str());
        assert_eq!(found.unreachable, None);
        let ours = find(&program, &around(Viewer::Ourselves, &path, &[&home])).unwrap();
        assert_eq!(ours.executable, home.join("bin/player"));
        assert_eq!(
            ours.visible,
            [home.join("bin/player"), open.clone()],
            "alone, of all that is in the home"
        );
        let mut active = around(Viewer::Other, &path, &[&home]);
        active.in_use = vec![home.join("bin")];
        assert_eq!(find(&program, &active).unwrap().executable, home.join("bin/player"));
    }

    #[test]
    fn a_closed_folder_on_the_way_is_named() {
        let (_top, _, home) = two_folders();
        let nowhere = around(Viewer::Other, OsStr::new(""), &[&home]);
        let program = Program::parse("./player").unwrap().in_folder(home.join("bin"));
        let found = find(&program, &nowhere).unwrap();
        assert_eq!(found.unreachable, Some((home.join("bin/player"), home.clone())));
        assert!(found.visible.contains(&home.join("bin")));
        fs::set_permissions(home.join("bin/player"), Permissions::from_mode(0o700)).unwrap();
        let error = find(&program, &nowhere).unwrap_err().to_string();
        assert!(error.contains("bin/player") && error.contains("chmod"), "{error}");
        assert!(find(&program, &around(Viewer::Ourselves, OsStr::new(""), &[&home])).is_ok());

        let secret = home.join("secret");
        fs::write(&secret, "").unwrap();
        fs::set_permissions(&secret, Permissions::from_mode(0o600)).unwrap();
        let program = Program { readable: vec![secret], ..Program::parse("sh").unwrap() };
        let error = find(&program, &around(Viewer::Other, OsStr::new("/bin"), &[])).unwrap_err().to_string();
        assert!(error.contains("home/secret"), "{error}");
    }

    #[test]
    fn a_home_as_folder_shows_nothing_of_it_but_the_program() {
        let (_top, _, home) = two_folders();
        executable(&home.join("player"));
        let around = around(Viewer::Ourselves, OsStr::new("/bin"), &[&home]);
        let program = Program::parse("./player").unwrap().in_folder(&home);
        assert_eq!(find(&program, &around).unwrap().visible, [home.join("player")]);
        let program = Program::parse("sh bin/player").unwrap().in_folder(&home);
        assert_eq!(find(&program, &around).unwrap().visible, [home.join("bin")]);
    }

    #[test]
    fn a_link_to_a_sibling_is_refused() {
        let (top, open, home) = two_folders();
        let around = around(Viewer::Ourselves, OsStr::new("/bin"), &[&home]);
        let refused = |target: &Path| {
            let _ = fs::remove_file(open.join("link"));
            std::os::unix::fs::symlink(target, open.join("link")).unwrap();
            find(&Program::parse("./link").unwrap().in_folder(&open), &around)
        };
        let error = refused(&home.join("bin/player")).unwrap_err().to_string();
        assert!(error.contains("open/link is a link to") && error.contains("home/bin/player"), "{error}");
        // Nor if it looks like an installation.
        fs::create_dir(home.join("lib")).unwrap();
        fs::create_dir_all(top.path().join("bob/bin")).unwrap();
        fs::create_dir(top.path().join("bob/lib")).unwrap();
        executable(&top.path().join("bob/bin/player"));
        refused(&top.path().join("bob/bin/player")).unwrap_err();
        assert_eq!(refused(&open.join("player")).unwrap().visible, std::slice::from_ref(&open));
        refused(Path::new("/bin/sh")).unwrap();
    }

    #[test]
    fn what_is_hidden_is_not_shown() {
        let (top, open, home) = two_folders();
        let around = around(Viewer::Ourselves, OsStr::new("/bin"), &[]);
        let mut program = Program::parse("open/player").unwrap().in_folder(top.path());
        program.hidden = vec![home];
        assert_eq!(find(&program, &around).unwrap().visible, std::slice::from_ref(&open));
    }

    #[test]
    fn what_is_not_there_is_named() {
        let around = around(Viewer::Ourselves, OsStr::new("/bin"), &[]);
        let text = |program: Program| find(&program, &around).unwrap_err().to_string();
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

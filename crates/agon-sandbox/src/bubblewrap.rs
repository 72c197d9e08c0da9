//! Namespaces by bubblewrap, for machines that allow them to it and not to us.
//!
//! Some systems let only programs they know make user namespaces, others have bubblewrap installed with rights
//! of its own. It then stands between the keeper and the program. What it cannot give: Landlock, which would
//! forbid it to mount; and the program's signal, which it turns into an exit code.

use std::ffi::{CString, OsStr};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use crate::lookup::{self, Found, Viewer};
use crate::machine::Machine;
use crate::plan;
use crate::scratch::Scratch;
use crate::stage::confine::Confinement;
use crate::stage::{self, Command, Plan};
use crate::view::{View, c_path};
use crate::{Layer, Limits, Program, Running, SandboxError, seccomp};

/// The processes that it adds to the program's.
pub(crate) const PROCESSES: u32 = 2;

/// Where it is installed.
pub(crate) fn find(search_path: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(search_path).map(|folder| folder.join("bwrap")).find(|path| path.is_file())
}

/// The plan for a program inside bubblewrap.
pub(crate) fn plan(
    bubblewrap: &Path,
    machine: &Machine,
    limits: &Limits,
    found: &Found,
    scratch: &Scratch,
    command: Command,
) -> Result<Plan, SandboxError> {
    let gaps =
        seccomp::Gaps { network: false, session: false, hidden_memory: !machine.has(Layer::MemoryGroup) };
    let filter = machine.has(Layer::Seccomp).then(|| seccomp::filter(gaps)).flatten();
    let inherited = filter.map(|filter| piped(&filter)).transpose();
    let inherited = inherited.map_err(|source| SandboxError::Start {
        program: "bwrap".to_owned(),
        step: "hand the system call filter on",
        source,
    })?;
    let mut arguments = arguments(limits, found, scratch)?;
    if inherited.is_some() {
        arguments.extend(["--seccomp".into(), stage::INHERITED.to_string()].map(words));
    }
    arguments.push(c"--".to_owned());
    arguments.push(command.executable);
    arguments.extend(command.arguments.into_iter().skip(1));
    Ok(Plan {
        namespaces: 0,
        mounts: None,
        confinement: Confinement {
            identity: plan::identity(machine),
            limits: plan::resource_limits(machine, limits, true),
            // It drops capabilities and forbids new privileges itself; done before, it could not use its own.
            ..Confinement::default()
        },
        command: Some(Command {
            executable: c_path(bubblewrap)?,
            arguments,
            environment: command.environment,
        }),
        inherited,
    })
}

/// Text without zero bytes: our own words and numbers.
fn words(text: String) -> CString {
    CString::new(text).unwrap_or_default()
}

/// The same view of the file system as our own, in bubblewrap's words.
fn arguments(limits: &Limits, found: &Found, scratch: &Scratch) -> Result<Vec<CString>, SandboxError> {
    let view = View {
        visible: &found.visible,
        closed: &[],
        scratch: scratch.path(),
        size: limits.file_size,
        owner: (0, 0),
        new_proc: true,
    };
    let mounts = view.mounts()?;
    let own = c_path(scratch.path())?;
    let is_device = |path: &CString| path.as_bytes().starts_with(b"/dev/") && path.as_bytes() != b"/dev/shm";
    let option = |name: &str| words(name.to_owned());
    let mut list = vec![option("bwrap")];
    list.extend(["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"].map(option));
    list.extend(["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"].map(option));
    for cover in mounts.covers.iter().filter(|cover| cover.path.as_bytes() != b"/dev") {
        if cover.writable {
            // A file system in memory would have no bounds here.
            list.extend([option("--bind"), own.clone(), cover.path.clone()]);
        } else {
            list.extend([option("--tmpfs"), cover.path.clone()]);
        }
    }
    for shown in mounts.shown.iter().filter(|shown| !is_device(&shown.path)) {
        list.extend([option("--ro-bind"), shown.path.clone(), shown.path.clone()]);
    }
    list.extend([option("--bind"), own.clone(), own]);
    for cover in mounts.covers.iter().filter(|cover| !cover.writable) {
        list.extend([option("--remount-ro"), cover.path.clone()]);
    }
    let folder = found.folder.as_deref().unwrap_or(scratch.path());
    list.extend([option("--chdir"), c_path(folder)?]);
    Ok(list)
}

/// A pipe with the filter in it, as bubblewrap reads it.
fn piped(filter: &[libc::sock_filter]) -> io::Result<OwnedFd> {
    let (read, mut write) = io::pipe()?;
    let bytes: Vec<u8> = filter
        .iter()
        .flat_map(|step| {
            let [a, b] = step.code.to_ne_bytes();
            let [e, f, g, h] = step.k.to_ne_bytes();
            [a, b, step.jt, step.jf, e, f, g, h]
        })
        .collect();
    // Far less than a pipe holds.
    write.write_all(&bytes)?;
    Ok(read.into())
}

/// Whether it works on this machine, tried with a program that does nothing.
pub(crate) fn works(bubblewrap: &Path, machine: &Machine, search_path: &OsStr) -> bool {
    let attempt = || -> Result<bool, SandboxError> {
        let program = Program::parse("true")?;
        let viewer = if plan::identity(machine).is_some() { Viewer::Other } else { Viewer::Ourselves };
        let found = lookup::find(&program, viewer, search_path)?;
        let scratch = Scratch::create().map_err(|source| SandboxError::Scratch { source })?;
        if let Some((uid, gid)) = plan::identity(machine) {
            scratch.give_to(uid, gid).map_err(|source| SandboxError::Scratch { source })?;
        }
        let limits = Limits::default();
        let command = plan::contained_command(&program, &found, &scratch, &limits)?;
        let plan = plan(bubblewrap, machine, &limits, &found, &scratch, command)?;
        let Ok(kept) = stage::start(&plan, |_| Ok(())) else { return Ok(false) };
        Ok(Running::new(kept, scratch, None, false).wait().status.is_success())
    };
    attempt().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_gets_the_same_view_as_our_own_namespaces() {
        let scratch = Scratch::create().unwrap();
        let found = Found {
            executable: "/tmp/x/player".into(),
            folder: Some("/tmp/x".into()),
            search_path: "/bin".into(),
            visible: vec!["/tmp/x".into(), "/usr/bin".into()],
            closed: Vec::new(),
        };
        let arguments = arguments(&Limits::default(), &found, &scratch).unwrap();
        let words: Vec<&str> = arguments.iter().map(|word| word.to_str().unwrap()).collect();
        let at = |pattern: &[&str]| {
            let place = words.windows(pattern.len()).position(|window| window == pattern);
            place.unwrap_or_else(|| panic!("{pattern:?} is not in {words:?}"))
        };
        let own = scratch.path().to_str().unwrap();
        let (root, private, shown, scratch) = (
            at(&["--ro-bind", "/", "/"]),
            at(&["--bind", own, "/tmp"]),
            at(&["--ro-bind", "/tmp/x", "/tmp/x"]),
            at(&["--bind", own, own]),
        );
        assert!(root < private && private < shown && shown < scratch);
        assert!(at(&["--remount-ro", "/dev"]) > scratch);
        assert!(!words.contains(&"/usr/bin"), "what no cover hides needs no mount");
        at(&["--chdir", "/tmp/x"]);
        at(&["--unshare-all", "--die-with-parent"]);
    }
}

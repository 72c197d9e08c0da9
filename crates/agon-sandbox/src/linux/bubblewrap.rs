//! Namespaces by bubblewrap, for machines that allow them to it and not to us.
//!
//! Some systems let only programs they know make user namespaces, others have bubblewrap installed with rights
//! of its own. It then stands between the keeper and the program. What it cannot give: Landlock, which would
//! forbid it to mount; and the program's signal, which it turns into an exit code.

use std::ffi::{CString, OsStr};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use crate::linux::homes::Homes;
use crate::linux::lookup::{self, Found, Surroundings, Viewer};
use crate::linux::machine::Machine;
use crate::linux::plan;
use crate::linux::scratch::Scratch;
use crate::linux::seccomp;
use crate::linux::stage::confine::Confinement;
use crate::linux::stage::{self, Command, Plan};
use crate::linux::view::{Thing, View, c_path};
use crate::{Layer, Limits, Program, Running, SandboxError};

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
    homes: &Homes,
    command: Command,
) -> Result<Plan, SandboxError> {
    let hidden_memory = !machine.has(Layer::MemoryGroup);
    let gaps = seccomp::Gaps { network: false, services: false, session: false, hidden_memory };
    let filter = machine.has(Layer::Seccomp).then(|| seccomp::filter(gaps)).flatten();
    let inherited = filter.map(|filter| piped(&filter)).transpose();
    let inherited = inherited.map_err(|source| SandboxError::Start {
        program: "bwrap".to_owned(),
        step: "hand the system call filter on",
        source,
    })?;
    let view = plan::view(found, limits, scratch, homes, machine);
    let mut arguments = arguments(&view)?;
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
        entrances: Vec::new(),
    })
}

/// Text without zero bytes: our own words and numbers.
fn words(text: String) -> CString {
    CString::new(text).unwrap_or_default()
}

/// The same view of the file system as our own, in bubblewrap's words.
fn arguments(view: &View<'_>) -> Result<Vec<CString>, SandboxError> {
    let own = c_path(view.scratch)?;
    let option = |name: &str| words(name.to_owned());
    let mut list = vec![option("bwrap")];
    list.extend(["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"].map(option));
    // It makes the devices and their links itself.
    list.extend(["--dev", "/dev"].map(option));
    for (path, thing) in view.things() {
        if path.starts_with("/dev") && path != Path::new("/dev/shm") {
            continue;
        }
        let path = c_path(&path)?;
        list.extend(match thing {
            Thing::Shown => vec![option("--ro-bind"), path.clone(), path],
            Thing::Link(target) => vec![option("--symlink"), c_path(&target)?, path],
            // A file system in memory would have no bounds here.
            Thing::Private | Thing::Scratch => vec![option("--bind"), own.clone(), path],
            Thing::Empty => vec![option("--dir"), path],
            Thing::Processes => vec![option("--proc"), path],
        });
    }
    list.extend(["--remount-ro", "/dev", "--remount-ro", "/"].map(option));
    list.extend([option("--chdir"), c_path(view.folder)?]);
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
pub(crate) fn works(bubblewrap: &Path, machine: &Machine) -> bool {
    let attempt = || -> Result<bool, SandboxError> {
        let program = Program::parse("true")?;
        let viewer = if plan::identity(machine).is_some() { Viewer::Other } else { Viewer::Ourselves };
        let around = Surroundings::ours(viewer, &[]);
        let found = lookup::find(&program, &around)?;
        let scratch = Scratch::create().map_err(|source| SandboxError::Scratch { source })?;
        if let Some((uid, gid)) = plan::identity(machine) {
            scratch.give_to(uid, gid).map_err(|source| SandboxError::Scratch { source })?;
        }
        let limits = Limits::default();
        let command = plan::contained_command(&program, &found, &scratch, &limits)?;
        let plan = plan(bubblewrap, machine, &limits, &found, &scratch, &around.homes, command)?;
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
        let (visible, homes) = (["/tmp/x".into(), "/usr/bin".into()], Homes::default());
        let folder = Path::new("/tmp/x");
        let view = View {
            visible: &visible,
            homes: &homes,
            folder,
            scratch: scratch.path(),
            size: 1,
            owner: (0, 0),
            new_proc: true,
        };
        let arguments = arguments(&view).unwrap();
        let words: Vec<&str> = arguments.iter().map(|word| word.to_str().unwrap()).collect();
        let at = |pattern: &[&str]| {
            let place = words.windows(pattern.len()).position(|window| window == pattern);
            place.unwrap_or_else(|| panic!("{pattern:?} is not in {words:?}"))
        };
        let own = scratch.path().to_str().unwrap();
        let (private, shown, root) = (
            at(&["--bind", own, "/tmp"]),
            at(&["--ro-bind", "/tmp/x", "/tmp/x"]),
            at(&["--remount-ro", "/"]),
        );
        assert!(private < shown && shown < root && private < at(&["--bind", own, own]));
        at(&["--ro-bind", "/usr", "/usr"]);
        assert!(!words.windows(2).any(|pair| pair == ["--ro-bind", "/"]), "{words:?}");
        assert!(!words.contains(&"/usr/bin"), "it comes with /usr");
        at(&["--chdir", "/tmp/x"]);
        at(&["--unshare-all", "--die-with-parent"]);
    }
}

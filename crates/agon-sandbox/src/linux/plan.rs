//! Turns a machine's layers, the limits and a program into what is to be done.

use std::ffi::{CString, OsStr, OsString, c_int};
use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crate::linux::homes::{Homes, NOBODY};
use crate::linux::lookup::Found;
use crate::linux::machine::Machine;
use crate::linux::scratch::Scratch;
use crate::linux::stage::confine::Confinement;
use crate::linux::stage::step::Step;
use crate::linux::stage::{Command, Plan, calls};
use crate::linux::view::{DEVICES, View, c_path};
use crate::linux::{landlock, processes, seccomp};
use crate::{Layer, Limits, Program, SandboxError};

/// Variables of ours that a contained program gets too: language, time zone, and where runtimes are installed.
const HANDED_ON: [&str; 6] = ["LANG", "LANGUAGE", "TZ", "JAVA_HOME", "VIRTUAL_ENV", "LD_LIBRARY_PATH"];

/// Whom a program runs as, if that is not ourselves.
pub(crate) fn identity(machine: &Machine) -> Option<(u32, u32)> {
    (machine.superuser && machine.has(Layer::Unprivileged)).then_some((NOBODY, NOBODY))
}

/// The plan for a program in all of a machine's layers; without a command, for a trial.
pub(crate) fn contained(
    machine: &Machine,
    limits: &Limits,
    found: &Found,
    scratch: &Scratch,
    homes: &Homes,
    command: Option<Command>,
) -> Result<Plan, SandboxError> {
    let has = |layer| machine.has(layer);
    let identity = identity(machine);
    let view = view(found, limits, scratch, homes, machine);
    let own_root = has(Layer::MountNamespace);
    let paths = |paths: Vec<PathBuf>| paths.iter().map(|path| c_path(path)).collect::<Result<Vec<_>, _>>();
    let (readable, writable) = if own_root {
        (vec![(c"/".to_owned(), true)], paths(view.writable())?)
    } else {
        let readable = view.readable().into_iter().chain(["/proc".into(), scratch.path().to_owned()]);
        let readable = readable.map(|path: PathBuf| Ok((c_path(&path)?, path.is_dir())));
        (readable.collect::<Result<_, SandboxError>>()?, vec![c_path(scratch.path())?])
    };
    let devices = DEVICES.iter().map(|device| c_path(Path::new(device))).collect::<Result<_, _>>()?;
    let gaps = seccomp::Gaps {
        network: !has(Layer::NetworkNamespace),
        services: !has(Layer::NetworkNamespace) || !own_root,
        session: !has(Layer::PidNamespace),
        hidden_memory: !has(Layer::MemoryGroup),
    };
    Ok(Plan {
        namespaces: namespaces(machine),
        mounts: has(Layer::MountNamespace).then(|| view.mounts()).transpose()?,
        confinement: Confinement {
            identity,
            limits: if has(Layer::ResourceLimits) {
                resource_limits(machine, limits, false)
            } else {
                Vec::new()
            },
            unprivileged: has(Layer::NoNewPrivileges),
            landlock: has(Layer::Landlock)
                .then(|| landlock::rules(machine.landlock_version, readable, writable, devices)),
            filter: has(Layer::Seccomp).then(|| seccomp::filter(gaps)).flatten(),
            folder: Some(c_path(found.folder.as_deref().unwrap_or(scratch.path()))?),
        },
        command,
        inherited: None,
        entrances: Vec::new(),
    })
}

/// What a program sees.
pub(crate) fn view<'a>(
    found: &'a Found,
    limits: &Limits,
    scratch: &'a Scratch,
    homes: &'a Homes,
    machine: &Machine,
) -> View<'a> {
    View {
        visible: &found.visible,
        homes,
        folder: found.folder.as_deref().unwrap_or(scratch.path()),
        scratch: scratch.path(),
        size: limits.file_size,
        owner: identity(machine).unwrap_or_else(|| (calls::effective_user(), calls::effective_group())),
        new_proc: machine.has(Layer::PidNamespace),
    }
}

/// The plan for a program that runs as its caller would run it.
pub(crate) fn uncontained(found: &Found, command: Command) -> Result<Plan, SandboxError> {
    let folder = found.folder.as_deref().map(c_path).transpose()?;
    Ok(Plan {
        namespaces: 0,
        mounts: None,
        confinement: Confinement { folder, ..Confinement::default() },
        command: Some(command),
        inherited: None,
        entrances: Vec::new(),
    })
}

fn namespaces(machine: &Machine) -> c_int {
    let flags = [
        (Layer::UserNamespace, libc::CLONE_NEWUSER),
        (Layer::PidNamespace, libc::CLONE_NEWPID | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS),
        (Layer::NetworkNamespace, libc::CLONE_NEWNET),
        (Layer::MountNamespace, libc::CLONE_NEWNS),
    ];
    flags.into_iter().filter(|(layer, _)| machine.has(*layer)).fold(0, |all, (_, flag)| all | flag)
}

/// The limits by `setrlimit`. `early`: set before a user namespace is entered that will be.
pub(crate) fn resource_limits(
    machine: &Machine,
    limits: &Limits,
    early: bool,
) -> Vec<(calls::Resource, u64)> {
    // In a user namespace a kernel of today counts the program's processes alone, elsewhere all of its user's.
    let others = if machine.has(Layer::UserNamespace) && machine.counts_in_namespaces && !early {
        // The keeper counts where it is the same user.
        u64::from(identity(machine).is_none())
    } else {
        processes::tasks_of_user(identity(machine).map_or_else(calls::effective_user, |(user, _)| user)) + 1
    };
    vec![
        (libc::RLIMIT_CORE, 0),
        (libc::RLIMIT_FSIZE, limits.file_size),
        (libc::RLIMIT_NOFILE, limits.open_files.into()),
        (libc::RLIMIT_NPROC, others + u64::from(limits.processes)),
    ]
}

/// Tells a keeper's user namespace which users there are: ourselves and, if we are the superuser, nobody.
pub(crate) fn map_users(machine: &Machine, keeper: c_int) -> Result<(), (Step, io::Error)> {
    if !machine.has(Layer::UserNamespace) {
        return Ok(());
    }
    let write = |name: &str, text: String| {
        fs::write(format!("/proc/{keeper}/{name}"), text).map_err(|error| (Step::Mapping, error))
    };
    let map = |own: u32| match identity(machine) {
        Some((nobody, _)) => format!("{own} {own} 1\n{nobody} {nobody} 1\n"),
        None => format!("{own} {own} 1\n"),
    };
    if identity(machine).is_none() {
        write("setgroups", "deny".to_owned())?;
    }
    write("uid_map", map(calls::effective_user()))?;
    write("gid_map", map(calls::effective_group()))
}

/// The command with the environment of a contained program.
pub(crate) fn contained_command(
    program: &Program,
    found: &Found,
    scratch: &Scratch,
    limits: &Limits,
) -> Result<Command, SandboxError> {
    let mut variables: Vec<(OsString, OsString)> = std::env::vars_os()
        .filter(|(name, _)| {
            HANDED_ON.iter().any(|handed_on| name == handed_on) || name.as_bytes().starts_with(b"LC_")
        })
        .collect();
    variables.push(("PATH".into(), found.search_path.clone()));
    // A Java virtual machine takes its share of the whole machine unless told what there is for it.
    let java = format!("-XX:MaxRAM={} -XX:MaxRAMPercentage=60", limits.memory);
    variables.push(("JDK_JAVA_OPTIONS".into(), java.into()));
    for name in ["HOME", "TMPDIR"] {
        variables.push((name.into(), scratch.path().into()));
    }
    command(program, found, variables)
}

/// The command with our own environment.
pub(crate) fn uncontained_command(program: &Program, found: &Found) -> Result<Command, SandboxError> {
    command(program, found, std::env::vars_os().collect())
}

fn command(
    program: &Program,
    found: &Found,
    mut variables: Vec<(OsString, OsString)>,
) -> Result<Command, SandboxError> {
    for (name, value) in &program.environment {
        variables.retain(|(other, _)| other != name);
        variables.push((name.clone(), value.clone()));
    }
    Ok(Command {
        executable: c_path(&found.executable)?,
        arguments: program.command.iter().map(|word| c_string(word)).collect::<Result<_, _>>()?,
        environment: variables
            .into_iter()
            .map(|(mut name, value)| {
                name.push("=");
                name.push(value);
                c_string(&name)
            })
            .collect::<Result<_, _>>()?,
    })
}

fn c_string(text: &OsStr) -> Result<CString, SandboxError> {
    CString::new(text.to_owned().into_vec())
        .map_err(|_| SandboxError::Nul { text: text.to_string_lossy().into_owned() })
}

//! From here to the program: the part of the sandbox that runs in new processes.
//!
//! ```text
//! this process ──clone──▶ keeper ──clone──▶ the program's first process ──exec──▶ the program
//!                         mounts, waits     identity, limits, Landlock, filter
//! ```
//!
//! After a `clone` in a process with several threads only system calls are allowed: another thread may have held
//! the allocator's lock. So everything (paths, arguments, filters) is prepared in a [`Plan`] before, and what
//! runs between `clone` and `exec` allocates nothing, takes no lock and cannot panic. All of the crate's
//! `unsafe` is in this module, because namespaces, mounts, filters and process control have no safe interface.
#![allow(unsafe_code)]

pub(crate) mod calls;
pub(crate) mod confine;
pub(crate) mod keeper;
mod kin;
mod mount_calls;
pub(crate) mod mounts;
pub(crate) mod preference;
pub(crate) mod step;
mod still;

use std::ffi::{CString, c_char, c_int};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};

use calls::Errno;
use confine::Confinement;
use keeper::Keeper;
use mounts::Mounts;
use step::{At, Failure, Step};

/// Everything that is to happen, prepared.
#[derive(Debug)]
pub(crate) struct Plan {
    /// `CLONE_NEW…` flags.
    pub(crate) namespaces: c_int,
    pub(crate) mounts: Option<Mounts>,
    pub(crate) confinement: Confinement,
    /// What to execute; nothing for a trial of everything before it.
    pub(crate) command: Option<Command>,
    /// A handle that the program finds at the number [`INHERITED`].
    pub(crate) inherited: Option<OwnedFd>,
    /// Where the program enters its control groups, by writing `0`.
    pub(crate) entrances: Vec<OwnedFd>,
}

pub(crate) use keeper::INHERITED;

/// An executable with its arguments and environment.
#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) executable: CString,
    pub(crate) arguments: Vec<CString>,
    pub(crate) environment: Vec<CString>,
}

/// A keeper with its program, and our ends of its pipes.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) keeper: c_int,
    pub(crate) input: OwnedFd,
    pub(crate) output: OwnedFd,
    pub(crate) errors: OwnedFd,
    /// Ends with the program: a [`Report`](keeper::Report), then nothing.
    pub(crate) report: File,
    /// Dropping it ends the program; what is written to it the keeper does.
    pub(crate) lifeline: OwnedFd,
    /// Where the keeper says that it has done what it was told.
    pub(crate) answers: File,
}

/// The handles of the new process, with the numbers they have here, in the places they are to have.
type Handles = [Option<c_int>; keeper::HANDLES];

/// Arrays of pointers as `execve` takes them, into a [`Command`].
struct Pointers<'a> {
    command: &'a Command,
    arguments: Vec<*const c_char>,
    environment: Vec<*const c_char>,
}

impl<'a> Pointers<'a> {
    fn new(command: &'a Command) -> Pointers<'a> {
        let pointers = |strings: &[CString]| {
            strings.iter().map(|string| string.as_ptr()).chain([std::ptr::null()]).collect()
        };
        Pointers {
            arguments: pointers(&command.arguments),
            environment: pointers(&command.environment),
            command,
        }
    }
}

/// Carries out a plan. `prepare` is called with the keeper's process number before it does anything: to put it
/// into its control groups and to map its users.
pub(crate) fn start(
    plan: &Plan,
    prepare: impl FnOnce(c_int) -> Result<(), (Step, io::Error)>,
) -> Result<Kept, (Step, io::Error)> {
    let streams = |error| (Step::Streams, error);
    let (input_read, input) = io::pipe().map_err(streams)?;
    let (output, output_write) = io::pipe().map_err(streams)?;
    let (errors, errors_write) = io::pipe().map_err(streams)?;
    let (mut start_read, start_write) = io::pipe().map_err(streams)?;
    let (report, report_write) = io::pipe().map_err(streams)?;
    let (lifeline_read, mut lifeline) = io::pipe().map_err(streams)?;
    let (answers, answers_write) = io::pipe().map_err(streams)?;
    let mut handles: Handles = [None; keeper::HANDLES];
    let mut put = |number: c_int, file: c_int| {
        if let Some(place) = usize::try_from(number).ok().and_then(|number| handles.get_mut(number)) {
            *place = Some(file);
        }
    };
    let own = [input_read.as_raw_fd(), output_write.as_raw_fd(), errors_write.as_raw_fd()];
    (0..).zip(own).for_each(|(number, file)| put(number, file));
    put(keeper::START, start_write.as_raw_fd());
    put(keeper::REPORT, report_write.as_raw_fd());
    put(keeper::LIFELINE, lifeline_read.as_raw_fd());
    put(keeper::ANSWER, answers_write.as_raw_fd());
    let entrances = plan.entrances.iter().take(keeper::MOST_ENTRANCES);
    (keeper::ENTRANCES..).zip(entrances).for_each(|(number, file)| put(number, file.as_raw_fd()));
    plan.inherited.iter().for_each(|file| put(INHERITED, file.as_raw_fd()));
    let pointers = plan.command.as_ref().map(Pointers::new);

    // No handler of this process may run in the new one.
    let before = calls::block_signals(&calls::signal_set(true));
    let cloned = calls::clone_process(plan.namespaces);
    if cloned == Ok(0) {
        keeper_process(plan, pointers.as_ref(), &handles);
    }
    calls::block_signals(&before);
    let keeper = cloned.map_err(|errno| (Step::Process, errno.into()))?;
    drop((input_read, output_write, errors_write, start_write, report_write, lifeline_read, answers_write));
    // It is to be there when it is needed, however busy the machine is. One that has to look for processes is not
    // raised: it must not keep those that it ends from ending.
    if plan.namespaces & libc::CLONE_NEWPID != 0 {
        preference::raise(keeper);
    }

    // From here on the keeper is a child that must be waited for, whatever happens.
    let started = prepare(keeper).and_then(|()| {
        // Fails only if the keeper has ended; then the start pipe says why.
        let _ = lifeline.write_all(&[keeper::START_NOW]);
        let mut failure = Vec::new();
        start_read.read_to_end(&mut failure).map_err(streams)?;
        match <[u8; Failure::SIZE]>::try_from(failure) {
            Ok(bytes) => {
                let Failure { step, errno } = Failure::from_bytes(bytes);
                Err((step, errno.into()))
            }
            Err(_) => Ok(()),
        }
    });
    if let Err(error) = started {
        drop(lifeline);
        let _ = calls::wait(keeper, true);
        return Err(error);
    }
    Ok(Kept {
        keeper,
        input: input.into(),
        output: output.into(),
        errors: errors.into(),
        report: File::from(OwnedFd::from(report)),
        lifeline: lifeline.into(),
        answers: File::from(OwnedFd::from(answers)),
    })
}

/// The keeper's process, from its first instruction.
fn keeper_process(plan: &Plan, pointers: Option<&Pointers<'_>>, handles: &Handles) -> ! {
    match set_up(plan, pointers, handles) {
        Ok((program, children_ended)) => {
            let pid_namespace = plan.namespaces & libc::CLONE_NEWPID != 0;
            Keeper { program, pid_namespace, children_ended }.keep()
        }
        Err(failure) => fail(failure),
    }
}

fn fail(failure: Failure) -> ! {
    let _ = calls::write(keeper::START, &failure.to_bytes());
    calls::exit(1)
}

/// Sets the keeper up and starts the program's process. Gives back its number, and a handle that tells of the
/// ends of children.
fn set_up(
    plan: &Plan,
    pointers: Option<&Pointers<'_>>,
    handles: &Handles,
) -> Result<(c_int, c_int), Failure> {
    deal_out(handles).at(Step::Streams)?;
    // A session of its own: no terminal, no Ctrl-C meant for us. What is made on the way must be readable.
    // SAFETY: cannot harm; the new process leads no group.
    unsafe {
        libc::setsid();
        libc::umask(0o022);
    }
    let mut go = [0];
    if calls::read(keeper::LIFELINE, &mut go) != Ok(1) {
        calls::exit(1);
    }
    if let Some(mounts) = &plan.mounts {
        mounts.apply()?;
    }
    calls::prctl(libc::PR_SET_CHILD_SUBREAPER, 1).at(Step::Process)?;
    // Its memory is a copy of ours, which is not for the program to read.
    calls::prctl(libc::PR_SET_DUMPABLE, 0).at(Step::Process)?;
    let children_ended = watch_children().at(Step::Process)?;
    let program = calls::clone_process(0).at(Step::Process)?;
    if program == 0 {
        fail(become_program(plan, pointers));
    }
    // The program's streams and the start pipe must be the program's alone, and the keeper needs no entrance.
    for file in [0, 1, 2, keeper::START].into_iter().chain(keeper::ENTRANCES..=INHERITED) {
        calls::close(file);
    }
    Ok((program, children_ended))
}

/// Puts the handles at their numbers and closes all others: those of other programs' pipes among them.
fn deal_out(handles: &Handles) -> Result<(), Errno> {
    let mut moved = *handles;
    for file in moved.iter_mut().flatten() {
        *file = calls::out_of_the_way(*file)?;
    }
    for (number, file) in (0..).zip(moved) {
        let stays = number < keeper::START || number == INHERITED;
        match file {
            Some(file) => drop(calls::place(file, number, if stays { 0 } else { libc::O_CLOEXEC })?),
            None => calls::close(number),
        }
    }
    calls::close_from(keeper::HANDLES as c_int);
    Ok(())
}

/// A handle that can be read when a child has ended.
fn watch_children() -> Result<c_int, Errno> {
    let mut set = calls::signal_set(false);
    // SAFETY: the set is valid; the default action must be in place for children to be kept until waited for.
    unsafe {
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        calls::check(libc::signalfd(-1, &raw const set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK))
    }
}

/// The program's first process: becomes the program, or gives back why not.
fn become_program(plan: &Plan, pointers: Option<&Pointers<'_>>) -> Failure {
    // What this process ignores (SIGPIPE, for one) the program would ignore too.
    for signal in 1..=libc::SIGRTMAX() {
        // SAFETY: restores the default; signals that cannot be set are refused.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // Where it is not found by its session it gets one of its own: a kernel that shares processors out by session then
    // does not count the keeper among a busy program.
    if plan.namespaces & libc::CLONE_NEWPID != 0 {
        // SAFETY: cannot harm; this process leads no group.
        unsafe { libc::setsid() };
    }
    for (number, _) in (keeper::ENTRANCES..).zip(&plan.entrances) {
        if let Err(failure) = calls::write(number, b"0").at(Step::Group) {
            return failure;
        }
    }
    if let Err(failure) = plan.confinement.apply() {
        return failure;
    }
    // Should the keeper be killed, the program goes with it. A change of user would have undone this.
    let _ = calls::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong);
    calls::block_signals(&calls::signal_set(false));
    let Some(pointers) = pointers else { calls::exit(0) };
    // SAFETY: the path is a C string, both arrays end in null and point to C strings that outlive the call.
    unsafe {
        libc::execve(
            pointers.command.executable.as_ptr(),
            pointers.arguments.as_ptr(),
            pointers.environment.as_ptr(),
        )
    };
    Failure { step: Step::Execute, errno: calls::errno() }
}

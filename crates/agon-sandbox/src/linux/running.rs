//! A program that was started.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::time::Duration;

use crate::linux::cgroup::Group;
use crate::linux::processes::{self, Process};
use crate::linux::scratch::Scratch;
use crate::linux::stage::keeper::{self, Report};
use crate::linux::stage::{Kept, calls};
use crate::linux::watch::{Watch, Watched};
use crate::{Cause, Ended, Limits, SandboxError, Status};

/// A program that was started. Dropping it does what [`end`](Running::end) does.
#[derive(Debug)]
pub struct Running {
    keeper: Process,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    report: File,
    answers: File,
    is_paused: bool,
    watch: Watch,
    scratch: Scratch,
    group: Option<Group>,
    pid_namespace: bool,
    signals_are_codes: bool,
    /// As far as it was looked at from outside.
    processor_time: Duration,
    /// How many processes the kernel had ended for want of memory before.
    killed_for_memory: Option<u64>,
    ended: Option<Ended>,
}

impl Running {
    pub(crate) fn new(kept: Kept, scratch: Scratch, group: Option<Group>, pid_namespace: bool) -> Running {
        Running {
            keeper: kept.keeper,
            input: Some(kept.input.into()),
            output: Some(kept.output.into()),
            errors: Some(kept.errors.into()),
            report: kept.report,
            answers: kept.answers,
            is_paused: false,
            watch: Watch::idle(kept.lifeline),
            scratch,
            group,
            pid_namespace,
            signals_are_codes: false,
            processor_time: Duration::ZERO,
            killed_for_memory: processes::killed_for_memory(),
            ended: None,
        }
    }

    pub(crate) fn watch(&mut self, limits: Limits, watched: Watched) -> Result<(), SandboxError> {
        self.watch.start(self.keeper, limits, watched)
    }

    /// The program's standard input, once.
    pub fn take_input(&mut self) -> Option<ChildStdin> {
        self.input.take()
    }

    /// The program's standard output, once. Who reads it holds it to [`Limits::output`], best by
    /// [`Bounded`](crate::Bounded): only the reader knows what to do with a program that says too much.
    pub fn take_output(&mut self) -> Option<ChildStdout> {
        self.output.take()
    }

    /// The program's standard error, once.
    pub fn take_errors(&mut self) -> Option<ChildStderr> {
        self.errors.take()
    }

    /// The number of the process that stands for the whole program: the one above its first process.
    pub fn id(&self) -> u32 {
        self.keeper.unsigned_abs()
    }

    /// The processor time of all the program's processes so far.
    pub fn processor_time(&self) -> Duration {
        self.ended.map_or_else(|| processes::processor_time(self.keeper), |ended| ended.processor_time)
    }

    /// The program's private folder, as the program sees it. What is in it goes with the program and, where the
    /// program has a mount namespace, cannot be seen from outside.
    pub fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    /// How the program ended, if it did: its first process has ended and no other is left. Does not wait.
    pub fn try_ended(&mut self) -> io::Result<Option<Ended>> {
        self.ended_within(Duration::ZERO)
    }

    /// As [`try_ended`](Running::try_ended), but waits so long for it. A program that closes its output is about
    /// to end in most cases; a moment's patience tells a crash from a program that must be ended.
    pub fn ended_within(&mut self, patience: Duration) -> io::Result<Option<Ended>> {
        let milliseconds = i32::try_from(patience.as_millis()).unwrap_or(i32::MAX);
        if self.ended.is_none() && self.has_reported(milliseconds)? {
            self.clear_up();
        }
        Ok(self.ended)
    }

    /// Waits until the program has ended by itself.
    pub(crate) fn wait(&mut self) -> Ended {
        self.ended.unwrap_or_else(|| self.clear_up())
    }

    /// Says that exit codes above 128 stand for signals.
    pub(crate) fn signals_are_codes(&mut self) {
        self.signals_are_codes = true;
    }

    /// Ends the program with all its processes and clears up after it. Can be called again.
    pub fn end(&mut self) -> Ended {
        if let Some(ended) = self.ended {
            return ended;
        }
        // Of processes that are killed the kernel does not always tell the keeper what they used.
        self.processor_time = processes::processor_time(self.keeper);
        self.watch.cut();
        // Where the program can signal its keeper it may have stopped it.
        while !self.pid_namespace && !matches!(self.has_reported(50), Ok(true)) {
            let _ = calls::kill(self.keeper, libc::SIGCONT);
        }
        self.clear_up()
    }

    /// Makes the program stand still with all its processes, whatever they are doing, until it is told to
    /// [go on](Running::resume). Meant for the time in which its opponent thinks. Takes well under a millisecond, can
    /// be called again, and has no effect on a program that has ended. What was written to its input waits for it.
    ///
    /// A control group holds the program where there is one ([`Layer::Freezer`](crate::Layer::Freezer)), otherwise
    /// signals do. Then a program that has prepared for it, with a timer that wakes it, can run for moments;
    /// [`processor_time`](Running::processor_time) before and after shows that.
    ///
    /// An error means that it is not certain to stand still.
    pub fn pause(&mut self) -> io::Result<()> {
        if self.ended.is_none() && !self.is_paused {
            self.is_paused = true;
            self.hold(true)?;
        }
        Ok(())
    }

    /// Lets the program go on after [`pause`](Running::pause). Processes that it had stopped by itself go on too,
    /// unless a control group held it. Ending a program that stands still needs no `resume`.
    pub fn resume(&mut self) -> io::Result<()> {
        if self.ended.is_none() && self.is_paused {
            self.hold(false)?;
            self.is_paused = false;
        }
        Ok(())
    }

    /// Whether it was told to stand still.
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    fn hold(&mut self, still: bool) -> io::Result<()> {
        match self.group.as_ref().and_then(|group| group.freeze(still)) {
            Some(result) => result,
            None => self.tell(if still { keeper::PAUSE } else { keeper::RESUME }),
        }
    }

    /// Tells the keeper something, and waits until it is done.
    fn tell(&mut self, word: u8) -> io::Result<()> {
        const PATIENCE: i32 = 100;
        const MOST_ATTEMPTS: usize = 20;
        // A program that ends is no failure: nothing of it runs.
        let gone = |error: io::Error| match error.kind() {
            io::ErrorKind::BrokenPipe => Ok(()),
            _ => Err(error),
        };
        if let Err(error) = self.watch.tell(word) {
            return gone(error);
        }
        for _ in 0..MOST_ATTEMPTS {
            if is_readable(&self.answers, PATIENCE)? {
                let mut answer = [0];
                return match self.answers.read(&mut answer)? {
                    0 => Ok(()),
                    _ if answer[0] == word => Ok(()),
                    // The answer to something that was given up before.
                    _ => continue,
                };
            }
            // Where the program can signal its keeper it may have stopped it.
            let _ = calls::kill(self.keeper, libc::SIGCONT);
        }
        Err(io::Error::new(io::ErrorKind::TimedOut, "the program's keeper does not answer"))
    }

    /// Whether the keeper has reported or is gone.
    fn has_reported(&self, milliseconds: i32) -> io::Result<bool> {
        is_readable(&self.report, milliseconds)
    }

    /// Waits for the keeper's report and removes all that is left of the program.
    fn clear_up(&mut self) -> Ended {
        let mut bytes = [0; Report::SIZE];
        let report = self.report.read_exact(&mut bytes).ok().map(|()| Report::from_bytes(bytes));
        if report.is_none() {
            self.kill_orphans();
        }
        let keeper_status = calls::wait(self.keeper, true).ok().flatten().map_or(0, |(_, status)| status);
        let (verdict, watched_peak) = self.watch.stop();
        let out_of_memory = self.group.as_ref().is_some_and(Group::ran_out_of_memory);
        let group_peak = self.group.as_ref().and_then(Group::peak_memory);
        self.group = None;
        self.scratch.remove();

        // A keeper that says nothing was killed by the program, which cannot have survived that.
        let report = report.unwrap_or(Report { status: keeper_status, ..Report::default() });
        let cause = match verdict {
            Some(cause) => cause,
            None if out_of_memory => Cause::OutOfMemory,
            None if report.killed => Cause::Killed,
            None if self.was_killed_for_memory(report.status) => Cause::OutOfMemory,
            None => Cause::Itself,
        };
        *self.ended.insert(Ended {
            status: match status(report.status) {
                Status::Code(code @ 129..=192) if self.signals_are_codes => Status::Signal(code - 128),
                status => status,
            },
            cause,
            processor_time: Duration::from_micros(report.processor_micros).max(self.processor_time),
            peak_memory: group_peak.or(Some(watched_peak.max(report.peak_memory))).filter(|&peak| peak > 0),
        })
    }

    /// Whether the machine itself ran out of memory and the program was chosen to make room, as it is before all
    /// others.
    fn was_killed_for_memory(&self, raw: i32) -> bool {
        status(raw) == Status::Signal(libc::SIGKILL)
            && self.killed_for_memory < processes::killed_for_memory()
    }

    /// Kills what a killed keeper left behind: all that is in its session or its control group.
    fn kill_orphans(&self) {
        if let Some(group) = &self.group {
            group.kill();
        }
        loop {
            let orphans: Vec<Process> =
                processes::of_session(self.keeper).filter(|&process| process != self.keeper).collect();
            if orphans.is_empty() {
                return;
            }
            for orphan in orphans {
                let _ = calls::kill(orphan, libc::SIGKILL);
            }
            std::thread::yield_now();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// Whether there is something to read, or nothing will come any more.
fn is_readable(file: &File, milliseconds: i32) -> io::Result<bool> {
    let mut files = [libc::pollfd { fd: file.as_raw_fd(), events: libc::POLLIN, revents: 0 }];
    match calls::poll(&mut files, milliseconds) {
        Ok(count) => Ok(count > 0),
        Err(errno) if errno.0 == libc::EINTR => Ok(false),
        Err(errno) => Err(errno.into()),
    }
}

fn status(raw: i32) -> Status {
    if libc::WIFSIGNALED(raw) {
        Status::Signal(libc::WTERMSIG(raw))
    } else {
        Status::Code(libc::WEXITSTATUS(raw))
    }
}

#[cfg(test)]
mod tests {
    use super::{Status, status};

    #[test]
    fn wait_statuses_are_told_apart() {
        assert_eq!(status(7 << 8), Status::Code(7));
        assert_eq!(status(11), Status::Signal(11));
        assert_eq!(status(0x86), Status::Signal(6), "with a core dump");
    }
}

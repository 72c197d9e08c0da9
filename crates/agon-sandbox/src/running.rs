//! A program that was started.

use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Duration;

use crate::{Cause, Ended, Program, SandboxError, Status};

/// A program that was started. Dropping it ends the program with all its processes.
#[derive(Debug)]
pub struct Running {
    child: Child,
    ended: Option<Ended>,
}

impl Running {
    pub(crate) fn start(program: &Program) -> Result<Running, SandboxError> {
        let executable = program.command.first().ok_or(SandboxError::EmptyCommand)?;
        let mut command = Command::new(executable);
        command.args(&program.command[1..]).envs(program.environment.iter().map(|(k, v)| (k, v)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        let child = command.spawn().map_err(|source| SandboxError::Start {
            program: executable.to_string_lossy().into_owned(),
            source,
        })?;
        Ok(Running { child, ended: None })
    }

    /// The program's standard input, once.
    pub fn take_input(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// The program's standard output, once. Who reads it stops at [`Limits::output`](crate::Limits::output).
    pub fn take_output(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// The program's standard error, once.
    pub fn take_errors(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// The number of the process that stands for the whole program.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The processor time of all the program's processes so far.
    pub fn processor_time(&self) -> Duration {
        self.ended.map_or(Duration::ZERO, |ended| ended.processor_time)
    }

    /// The program's private folder, the only one it can write to. It goes with the program.
    pub fn scratch(&self) -> &Path {
        Path::new("/tmp")
    }

    /// How the program ended, if it did. Does not wait.
    pub fn try_ended(&mut self) -> io::Result<Option<Ended>> {
        if self.ended.is_none()
            && let Some(status) = self.child.try_wait()?
        {
            self.ended = Some(ended(status, Cause::Itself));
        }
        Ok(self.ended)
    }

    /// Ends the program with all its processes and clears up after it. Can be called again.
    pub fn end(&mut self) -> Ended {
        if let Ok(Some(ended)) = self.try_ended() {
            return ended;
        }
        let _ = self.child.kill();
        let status = self.child.wait().unwrap_or_default();
        *self.ended.insert(ended(status, Cause::Killed))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

fn ended(status: ExitStatus, cause: Cause) -> Ended {
    let status = match (status.code(), status.signal()) {
        (Some(code), _) => Status::Code(code),
        (None, signal) => Status::Signal(signal.unwrap_or_default()),
    };
    Ended { status, cause, processor_time: Duration::ZERO, peak_memory: None }
}

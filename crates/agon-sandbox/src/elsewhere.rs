//! Systems other than Linux: programs run as their caller would run them, and the sandbox says so.
//!
//! `auto` starts them uncontained, `strict` refuses to. Only the program's own process is ended with its game.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Cause, Ended, Layer, Limits, Mode, Priority, Program, SandboxError, Status};

/// Why everything is missing.
const REASON: &str = "not on this system";

/// What a machine offers: here nothing.
#[derive(Clone, Debug)]
pub struct Machine;

impl Machine {
    /// Finds out what this machine offers.
    pub fn probe() -> Machine {
        Machine
    }

    /// The same machine.
    #[must_use]
    pub fn with_bubblewrap(self, _program: &Path) -> Machine {
        self
    }

    /// The same machine.
    #[must_use]
    pub fn without(self, _layer: Layer, _reason: &str) -> Machine {
        self
    }

    /// Whether a layer is there.
    pub fn has(&self, _layer: Layer) -> bool {
        false
    }

    /// The missing layers, each with the reason.
    pub fn missing(&self) -> impl Iterator<Item = (Layer, &str)> {
        Layer::ALL.into_iter().map(|layer| (layer, REASON))
    }
}

/// Starts programs without containment.
#[derive(Clone, Debug)]
pub struct Sandbox {
    mode: Mode,
    limits: Limits,
}

impl Sandbox {
    /// A sandbox of this mode. `Strict` fails.
    pub fn new(mode: Mode, limits: Limits) -> Result<Sandbox, SandboxError> {
        Sandbox::on(Machine::probe(), mode, limits)
    }

    /// As [`new`](Sandbox::new).
    pub fn on(_machine: Machine, mode: Mode, limits: Limits) -> Result<Sandbox, SandboxError> {
        if mode == Mode::Strict {
            return Err(SandboxError::NotStrict {
                otherwise: "programs are contained on Linux only",
                missing: format!("every layer ({REASON})"),
            });
        }
        Ok(Sandbox { mode, limits })
    }

    /// The same: everything can be read.
    #[must_use]
    pub fn showing(self, _paths: impl IntoIterator<Item = PathBuf>) -> Sandbox {
        self
    }

    /// The layers in use: none.
    pub fn layers(&self) -> &[Layer] {
        &[]
    }

    /// The limits that were asked for. Only that on output is held, by the reader.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// How much containment was asked for.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// One line for the person and for the record.
    pub fn describe(&self) -> String {
        match self.mode {
            Mode::Off => "sandbox off: programs have the rights of whoever started this".to_owned(),
            mode => format!(
                "sandbox {mode}: nothing contains programs on this system, which is not Linux; they have the rights \
                 of whoever started this"
            ),
        }
    }

    /// Starts a program with all three standard streams on pipes.
    pub fn spawn(&self, program: &Program) -> Result<Running, SandboxError> {
        let name =
            program.command.first().filter(|name| !name.is_empty()).ok_or(SandboxError::EmptyCommand)?;
        let text = name.to_string_lossy().into_owned();
        // A name with a path in it is meant from the program's folder.
        let is_path = Path::new(name).components().count() > 1;
        let executable = match &program.folder {
            Some(folder) if is_path => folder.join(name),
            _ => PathBuf::from(name),
        };
        let scratch = scratch().map_err(|source| SandboxError::Scratch { source })?;
        let mut command = Command::new(executable);
        command.args(program.command.iter().skip(1)).envs(program.environment.iter().cloned());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        let child = command.spawn().map_err(|source| {
            let _ = fs::remove_dir_all(&scratch);
            match source.kind() {
                io::ErrorKind::NotFound => {
                    SandboxError::NotFound { program: text, folder: program.folder.clone() }
                }
                _ => SandboxError::Start { program: text, step: "execute it", source },
            }
        })?;
        Ok(Running { child, scratch, ended: None })
    }
}

fn scratch() -> io::Result<PathBuf> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("agon-uncontained-{}-{count}", std::process::id()));
    fs::create_dir(&path)?;
    Ok(path)
}

/// A program that was started. Dropping it does what [`end`](Running::end) does.
#[derive(Debug)]
pub struct Running {
    child: Child,
    scratch: PathBuf,
    ended: Option<Ended>,
}

impl Running {
    /// The program's standard input, once.
    pub fn take_input(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// The program's standard output, once.
    pub fn take_output(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// The program's standard error, once.
    pub fn take_errors(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The processor time of the program: not measured here.
    pub fn processor_time(&self) -> Duration {
        Duration::ZERO
    }

    /// A folder of its own, if it asks for one.
    pub fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// How the program ended, if it did. Does not wait.
    pub fn try_ended(&mut self) -> io::Result<Option<Ended>> {
        if self.ended.is_none()
            && let Some(status) = self.child.try_wait()?
        {
            self.clear_up(status, Cause::Itself);
        }
        Ok(self.ended)
    }

    /// As [`try_ended`](Running::try_ended), but waits so long for it.
    pub fn ended_within(&mut self, patience: Duration) -> io::Result<Option<Ended>> {
        let start = Instant::now();
        while self.try_ended()?.is_none() && start.elapsed() < patience {
            thread::sleep(Duration::from_millis(1));
        }
        Ok(self.ended)
    }

    /// Programs cannot be made to stand still here.
    pub fn pause(&mut self) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// As [`pause`](Running::pause).
    pub fn resume(&mut self) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Never.
    pub fn is_paused(&self) -> bool {
        false
    }

    /// Ends the program. Can be called again.
    pub fn end(&mut self) -> Ended {
        if let Ok(Some(ended)) = self.try_ended() {
            return ended;
        }
        let _ = self.child.kill();
        let status = self.child.wait().unwrap_or_default();
        self.clear_up(status, Cause::Killed)
    }

    fn clear_up(&mut self, status: ExitStatus, cause: Cause) -> Ended {
        let _ = fs::remove_dir_all(&self.scratch);
        let status = status_of(status);
        *self.ended.insert(Ended { status, cause, processor_time: Duration::ZERO, peak_memory: None })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(unix)]
fn status_of(status: ExitStatus) -> Status {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (None, Some(signal)) => Status::Signal(signal),
        (code, _) => Status::Code(code.unwrap_or_default()),
    }
}

#[cfg(not(unix))]
fn status_of(status: ExitStatus) -> Status {
    Status::Code(status.code().unwrap_or_default())
}

/// Threads have no precedence here.
pub fn prefer_this_thread() -> Priority {
    Priority::Ordinary
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn programs_run_uncontained_and_the_line_says_so() {
        let sandbox = Sandbox::new(Mode::Auto, Limits::default()).unwrap();
        assert!(sandbox.describe().starts_with("sandbox auto: nothing contains programs on this system"));
        let mut running = sandbox.spawn(&Program::parse("cat").unwrap()).unwrap();
        running.take_input().unwrap().write_all(b"a move\n").unwrap();
        let mut answer = String::new();
        running.take_output().unwrap().read_to_string(&mut answer).unwrap();
        assert_eq!(answer, "a move\n");
        assert!(running.pause().is_err());
        assert_eq!(running.ended_within(Duration::from_secs(600)).unwrap().unwrap().status, Status::Code(0));
        let mut endless = sandbox.spawn(&Program::parse("cat").unwrap()).unwrap();
        assert_eq!(endless.end().cause, Cause::Killed);
        assert!(!endless.scratch().exists());
        let missing = sandbox.spawn(&Program::parse("no-such-player").unwrap()).unwrap_err().to_string();
        assert_eq!(missing, "the program `no-such-player` was not found");
    }

    #[test]
    fn strict_is_refused() {
        let error = Sandbox::new(Mode::Strict, Limits::default()).unwrap_err().to_string();
        assert!(error.contains("programs are contained on Linux only"), "{error}");
    }
}

//! What is to be started.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::SandboxError;
use crate::words;

/// What is to be started.
///
/// ```
/// use agon_sandbox::Program;
/// let program = Program::parse("java -cp 'my player' Main").unwrap();
/// assert_eq!(program.command, ["java", "-cp", "my player", "Main"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The executable and its arguments. An executable with a slash in it is a path, taken from the `folder`
    /// if it is relative; one without is looked for in `PATH`.
    pub command: Vec<OsString>,
    /// The folder the program runs in; none means its scratch folder, without a sandbox the caller's folder.
    pub folder: Option<PathBuf>,
    /// Variables to set, beside the few that every program gets.
    pub environment: Vec<(OsString, OsString)>,
    /// Files and folders that the program must be able to read, beside its folder and executable.
    pub readable: Vec<PathBuf>,
    /// Files and folders that it must not see though they lie in what it sees: other submissions in a common
    /// folder, the store of a tournament. What is not there is passed over.
    pub hidden: Vec<PathBuf>,
}

impl Program {
    /// The program of a command line, taken apart as a POSIX shell would (quotes and backslashes), without a
    /// shell: nothing is expanded.
    pub fn parse(command_line: &str) -> Result<Program, SandboxError> {
        Program::new(words::split(command_line)?)
    }

    /// The program of these words: the executable, then its arguments.
    pub fn new<W: Into<OsString>>(words: impl IntoIterator<Item = W>) -> Result<Program, SandboxError> {
        let command: Vec<OsString> = words.into_iter().map(Into::into).collect();
        match command.first() {
            Some(executable) if !executable.is_empty() => Ok(Program { command, ..Program::default() }),
            _ => Err(SandboxError::EmptyCommand),
        }
    }

    /// The same program, run in a folder.
    #[must_use]
    pub fn in_folder(mut self, folder: impl Into<PathBuf>) -> Program {
        self.folder = Some(folder.into());
        self
    }
}

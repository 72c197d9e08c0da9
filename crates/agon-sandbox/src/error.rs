//! What can go wrong before a program runs, in sentences.

use std::io;
use std::path::PathBuf;

/// Why a program was not started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SandboxError {
    /// A command line without a word in it.
    #[error("the command is empty")]
    EmptyCommand,
    /// A command line whose quotation does not end.
    #[error("the command `{command}` has a {quote} without its partner")]
    OpenQuote {
        /// The whole command line.
        command: String,
        /// The quotation mark that was opened.
        quote: char,
    },
    /// A command line that ends in a backslash.
    #[error("the command `{command}` ends in a backslash with nothing behind it")]
    OpenEscape {
        /// The whole command line.
        command: String,
    },
    /// A name that is none of the modes.
    #[error("`{name}` is no sandbox mode; the modes are auto, strict and off")]
    UnknownMode {
        /// What was given.
        name: String,
    },
    /// The executable is nowhere to be found.
    #[error("the program `{program}` was not found{}", place(folder))]
    NotFound {
        /// The command's first word.
        program: String,
        /// The folder it was to run in.
        folder: Option<PathBuf>,
    },
    /// The file is there and is no program.
    #[error("{0} is not executable; `chmod +x {0}` would make it so", path.display())]
    NotExecutable {
        /// The file.
        path: PathBuf,
    },
    /// The file is a link to a place that is not the program's.
    #[error(
        "{} is a link to {}, which lies outside the program's folder; name the program itself, or copy it there",
        path.display(),
        target.display()
    )]
    LinkOutside {
        /// The link.
        path: PathBuf,
        /// Where it leads.
        target: PathBuf,
    },
    /// The folder to run in is not there.
    #[error("the folder {} to run `{program}` in cannot be entered: {source}", folder.display())]
    Folder {
        /// The command's first word.
        program: String,
        /// The folder it was to run in.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A path that was to be readable is not there.
    #[error("{}, which the program is to read, cannot be found: {source}", path.display())]
    Readable {
        /// The path.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The program's file or folder is closed to the unprivileged user it would run as.
    #[error(
        "{0} cannot be read by the unprivileged user that programs run as; `chmod -R o+rX {0}` would allow it",
        path.display()
    )]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
    },
    /// As before, but for a folder on the way, on a machine where it cannot be got around.
    #[error(
        "{} cannot be reached by the unprivileged user that programs run as, because {} is closed to others; \
         put the program elsewhere",
        path.display(),
        closed.display()
    )]
    Unreachable {
        /// What the program needs.
        path: PathBuf,
        /// The folder in the way.
        closed: PathBuf,
    },
    /// More files and folders to show than a sandbox can.
    #[error("more than {most} files and folders are to be visible to the program")]
    TooMuchVisible {
        /// How many can be.
        most: usize,
    },
    /// A zero byte, which no path or argument can hold.
    #[error("`{text}` holds a zero byte")]
    Nul {
        /// The text with the byte.
        text: String,
    },
    /// `strict` was asked for and the machine cannot keep its promises.
    #[error("the sandbox cannot be strict here: {otherwise}. Missing: {missing}")]
    NotStrict {
        /// What nothing would prevent.
        otherwise: &'static str,
        /// The layers that could, each with the reason why it is missing.
        missing: String,
    },
    /// The scratch folder could not be made.
    #[error("cannot make a scratch folder in {}: {source}", std::env::temp_dir().display())]
    Scratch {
        /// What the system said.
        source: io::Error,
    },
    /// The control group could not be made.
    #[error("cannot make a control group for the program: {source}")]
    Group {
        /// What the system said.
        source: io::Error,
    },
    /// The program could not be watched.
    #[error("cannot watch the program's memory: {source}")]
    Watch {
        /// What the system said.
        source: io::Error,
    },
    /// The program could not be started.
    #[error("cannot start `{program}`: cannot {step}: {source}{}", hint(source))]
    Start {
        /// The command's first word.
        program: String,
        /// What could not be done.
        step: &'static str,
        /// What the system said.
        source: io::Error,
    },
}

fn place(folder: &Option<PathBuf>) -> String {
    folder.as_ref().map_or(String::new(), |folder| format!(" from the folder {}", folder.display()))
}

fn hint(source: &io::Error) -> &'static str {
    match source.raw_os_error() {
        Some(libc::ENOEXEC) => " (a script needs a first line such as `#!/bin/sh`)",
        Some(libc::EACCES) => " (is it executable, and may the user it runs as read it?)",
        _ => "",
    }
}

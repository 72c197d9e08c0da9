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
    /// The program could not be started.
    #[error("cannot start `{program}`: {source}")]
    Start {
        /// The command's first word.
        program: String,
        /// What the system said.
        source: io::Error,
    },
}

fn place(folder: &Option<PathBuf>) -> String {
    folder.as_ref().map_or(String::new(), |folder| format!(" from the folder {}", folder.display()))
}

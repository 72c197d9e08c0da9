//! Where programs come from.

use super::{Connection, Wait};
use agon_core::Side;
use agon_referee::Setback;
use agon_sandbox::{Program, Sandbox};
use std::path::PathBuf;
use std::sync::Arc;

/// Where a program comes from, each time one is needed.
pub trait Source: Send {
    /// A program for a side. Waits for it no longer than it must; nothing if the stop signal was set.
    fn connect(&mut self, side: Side, wait: &Wait<'_>) -> Result<Option<Connection>, Setback>;

    /// What the record is to say about how programs are contained.
    fn containment(&self) -> Option<String> {
        None
    }
}

impl<F: FnMut(Side) -> Result<Connection, Setback> + Send> Source for F {
    fn connect(&mut self, side: Side, _: &Wait<'_>) -> Result<Option<Connection>, Setback> {
        self(side).map(Some)
    }
}

/// Starts a program in the sandbox.
#[derive(Clone, Debug)]
pub struct Launcher {
    sandbox: Arc<Sandbox>,
    program: Program,
    tells_side: bool,
    /// The files among its arguments, such as the script for an interpreter.
    files: Vec<PathBuf>,
}

impl Launcher {
    /// Starts this program; with `tells_side` it gets one more argument, `first` or `second`.
    pub fn new(sandbox: Arc<Sandbox>, program: Program, tells_side: bool) -> Launcher {
        let files = argument_files(&program).filter(|path| path.is_file()).collect();
        Launcher { sandbox, program, tells_side, files }
    }
}

/// Where the arguments of a program lie if they are names of files.
pub(super) fn argument_files(program: &Program) -> impl Iterator<Item = PathBuf> {
    let folder = program.folder.clone().unwrap_or_default();
    program.command.iter().skip(1).map(move |word| folder.join(word))
}

impl Source for Launcher {
    /// A program that is in order was started before the first game. So what stands in the way now, for example
    /// that there is no room for another process, is the machine's.
    fn connect(&mut self, side: Side, _: &Wait<'_>) -> Result<Option<Connection>, Setback> {
        // An interpreter starts without its script, and would end with an error that looks like the player's own.
        if let Some(gone) = self.files.iter().find(|path| !path.is_file()) {
            return Err(Setback::Machine(format!("{} is not there any more", gone.display())));
        }
        let mut program = self.program.clone();
        if self.tells_side {
            program.command.push(if side == Side::First { "first" } else { "second" }.into());
        }
        let running = self.sandbox.spawn(&program).map_err(|error| Setback::Machine(error.to_string()))?;
        let connection = Connection::to_program(running);
        let connection = connection.map_err(|error| Setback::Machine(error.to_string()))?;
        Ok(Some(connection.with_output_limit(self.sandbox.limits().output)))
    }

    fn containment(&self) -> Option<String> {
        Some(self.sandbox.describe())
    }
}

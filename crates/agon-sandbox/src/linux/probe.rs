//! Finding out what a machine offers, by trying it.

use std::path::Path;

use crate::Layer;
use crate::linux::cgroup::ControlGroups;
use crate::linux::machine::{Machine, NAMESPACES, reason};
use crate::linux::stage::calls;
use crate::linux::{bubblewrap, seccomp, trial};

impl Machine {
    /// Finds out what this machine offers, by trying.
    pub fn probe() -> Machine {
        let mut machine = Machine::unprobed();
        match calls::landlock_version() {
            Ok(version) => machine.landlock_version = version,
            Err(errno) => machine.lose(Layer::Landlock, &reason(&errno.into())),
        }
        if !seccomp::supported() {
            machine.lose(Layer::Seccomp, "the filter does not know this processor");
        }
        machine.groups = ControlGroups::probe();
        if machine.groups.memory.is_none() {
            machine.lose(Layer::MemoryGroup, "not delegated");
        }
        if machine.groups.processes.is_none() {
            machine.lose(Layer::ProcessGroup, "not delegated");
        }
        if machine.groups.freezer.is_none() {
            machine.lose(Layer::Freezer, "not delegated");
        }
        machine.lose_what_fails();
        let search_path = std::env::var_os("PATH").unwrap_or_default();
        match bubblewrap::find(&search_path) {
            Some(program) if !NAMESPACES[1..].iter().all(|&layer| machine.has(layer)) => {
                machine.with_bubblewrap(&program)
            }
            _ => machine,
        }
    }

    /// The same machine with namespaces made by bubblewrap, if that works here. It leaves no place for Landlock.
    #[must_use]
    pub fn with_bubblewrap(mut self, program: &Path) -> Machine {
        if bubblewrap::works(program, &self) {
            self.missing.retain(|layer, _| !NAMESPACES.contains(layer));
            self.lose(Layer::Landlock, "not beside bubblewrap");
            self.bubblewrap = Some(program.to_owned());
        }
        self
    }

    /// Tries everything that is left with a program that does nothing, until it works.
    fn lose_what_fails(&mut self) {
        while let Err((layer, error)) = trial::attempt(self) {
            self.lose(layer, &reason(&error));
        }
    }
}

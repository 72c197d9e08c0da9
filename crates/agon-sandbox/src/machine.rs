//! What a machine offers.

use std::collections::BTreeMap;

use crate::Layer;
use crate::cgroup::ControlGroups;
use crate::seccomp;
use crate::stage::calls;

/// What a machine offers: every layer is there, or is missing for a reason.
///
/// A test takes the real machine and removes layers from it:
///
/// ```
/// use agon_sandbox::{Layer, Limits, Machine, Mode, Sandbox};
/// let machine = Machine::probe().without(Layer::Landlock, "switched off").without(Layer::MountNamespace, "switched off");
/// let error = Sandbox::on(machine, Mode::Strict, Limits::default()).unwrap_err();
/// assert!(error.to_string().contains("writing outside its scratch folder"));
/// ```
#[derive(Clone, Debug)]
pub struct Machine {
    missing: BTreeMap<Layer, String>,
    pub(crate) superuser: bool,
    pub(crate) landlock_version: u32,
    pub(crate) groups: ControlGroups,
}

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
        machine.lose_what_fails();
        machine
    }

    /// A machine with everything, as far as nobody has looked.
    fn unprobed() -> Machine {
        Machine {
            missing: BTreeMap::new(),
            superuser: calls::effective_user() == 0,
            landlock_version: 0,
            groups: ControlGroups::default(),
        }
    }

    /// Tries everything that is left with a program that does nothing, until it works.
    fn lose_what_fails(&mut self) {
        while let Err((layer, error)) = crate::trial::attempt(self) {
            self.lose(layer, &reason(&error));
        }
    }

    /// The same machine without a layer, and without those that need it.
    #[must_use]
    pub fn without(mut self, layer: Layer, reason: &str) -> Machine {
        self.lose(layer, reason);
        self
    }

    fn lose(&mut self, layer: Layer, reason: &str) {
        self.missing.entry(layer).or_insert_with(|| reason.to_owned());
        let dependent: &[Layer] = match layer {
            // Only the superuser can make the others without it.
            Layer::UserNamespace if !self.superuser => {
                &[Layer::PidNamespace, Layer::NetworkNamespace, Layer::MountNamespace]
            }
            // Processes of its own need a `/proc` of their own.
            Layer::MountNamespace => &[Layer::PidNamespace],
            Layer::NoNewPrivileges => &[Layer::Landlock, Layer::Seccomp],
            _ => &[],
        };
        for dependent in dependent {
            if self.has(*dependent) {
                self.lose(*dependent, &format!("it needs: {layer}"));
            }
        }
    }

    /// Whether a layer is there.
    pub fn has(&self, layer: Layer) -> bool {
        !self.missing.contains_key(&layer)
    }

    /// The missing layers, each with the reason.
    pub fn missing(&self) -> impl Iterator<Item = (Layer, &str)> {
        self.missing.iter().map(|(layer, reason)| (*layer, reason.as_str()))
    }

    /// Why a layer is missing.
    pub(crate) fn reason(&self, layer: Layer) -> Option<&str> {
        self.missing.get(&layer).map(String::as_str)
    }
}

/// What the system said, without its number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(machine: &Machine) -> Vec<Layer> {
        machine.missing().map(|(layer, _)| layer).collect()
    }

    #[test]
    fn layers_go_with_those_they_need() {
        let machine = Machine::unprobed().without(Layer::MountNamespace, "x");
        assert_eq!(missing(&machine), [Layer::PidNamespace, Layer::MountNamespace]);
        assert_eq!(machine.reason(Layer::PidNamespace), Some("it needs: mount namespace"));

        let ordinary = Machine { superuser: false, ..Machine::unprobed() }.without(Layer::UserNamespace, "x");
        let namespaces =
            [Layer::UserNamespace, Layer::PidNamespace, Layer::NetworkNamespace, Layer::MountNamespace];
        assert_eq!(missing(&ordinary), namespaces);
        let superuser = Machine { superuser: true, ..Machine::unprobed() }.without(Layer::UserNamespace, "x");
        assert_eq!(missing(&superuser), [Layer::UserNamespace]);
    }
}

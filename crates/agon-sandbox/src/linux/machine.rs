//! What a machine offers.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::Layer;
use crate::linux::cgroup::ControlGroups;
use crate::linux::stage::calls;

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
    pub(crate) missing: BTreeMap<Layer, String>,
    pub(crate) superuser: bool,
    pub(crate) landlock_version: u32,
    pub(crate) groups: ControlGroups,
    /// Whether the processes of a user are counted for each user namespace apart.
    pub(crate) counts_in_namespaces: bool,
    /// The program that makes the namespaces, if we cannot.
    pub(crate) bubblewrap: Option<PathBuf>,
}

/// What bubblewrap makes.
pub(crate) const NAMESPACES: [Layer; 4] =
    [Layer::UserNamespace, Layer::PidNamespace, Layer::NetworkNamespace, Layer::MountNamespace];

impl Machine {
    /// A machine with everything, as far as nobody has looked.
    pub(crate) fn unprobed() -> Machine {
        Machine {
            missing: BTreeMap::new(),
            superuser: calls::effective_user() == 0,
            landlock_version: 0,
            groups: ControlGroups::default(),
            counts_in_namespaces: fs::read_to_string("/proc/sys/kernel/osrelease")
                .is_ok_and(|release| kernel_is_at_least(&release, (5, 14))),
            bubblewrap: None,
        }
    }

    /// The same machine without a layer, and without those that need it.
    #[must_use]
    pub fn without(mut self, layer: Layer, reason: &str) -> Machine {
        self.lose(layer, reason);
        self
    }

    pub(crate) fn lose(&mut self, layer: Layer, reason: &str) {
        // It makes all of them or none.
        if NAMESPACES.contains(&layer) && self.bubblewrap.take().is_some() {
            for namespace in NAMESPACES {
                self.missing.insert(namespace, reason.to_owned());
            }
        }
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

    /// Where control groups are made, as far as they are in use.
    pub(crate) fn groups_in_use(&self) -> ControlGroups {
        let ControlGroups { memory, processes, freezer } = self.groups.clone();
        ControlGroups {
            memory: memory.filter(|_| self.has(Layer::MemoryGroup)),
            processes: processes.filter(|_| self.has(Layer::ProcessGroup)),
            freezer: freezer.filter(|_| self.has(Layer::Freezer)),
        }
    }

    /// Why a layer is missing.
    pub(crate) fn reason(&self, layer: Layer) -> Option<&str> {
        self.missing.get(&layer).map(String::as_str)
    }
}

fn kernel_is_at_least(release: &str, wanted: (u32, u32)) -> bool {
    let mut numbers =
        release.split(|c: char| !c.is_ascii_digit()).map_while(|number| number.parse::<u32>().ok());
    numbers.next().zip(numbers.next()).is_some_and(|version| version >= wanted)
}

/// What the system said, without its number.
pub(crate) fn reason(error: &std::io::Error) -> String {
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
    fn kernels_are_told_apart() {
        for (release, new) in [
            ("5.14.0", true),
            ("6.8.0-31-generic\n", true),
            ("5.4.0-150", false),
            ("4.19", false),
            ("?", false),
        ] {
            assert_eq!(kernel_is_at_least(release, (5, 14)), new, "{release}");
        }
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

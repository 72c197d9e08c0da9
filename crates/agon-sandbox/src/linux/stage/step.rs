//! The steps of setting a program up, so that a failure can be named across the process boundary.

use std::ffi::c_int;

use crate::Layer;
use crate::linux::stage::calls::Errno;

/// A step of setting a program up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Step {
    Process,
    Streams,
    Mapping,
    Mounts,
    Root,
    ReadOnly,
    Scratch,
    Visible,
    Proc,
    Limits,
    Group,
    Landlock,
    Identity,
    Capabilities,
    NoNewPrivileges,
    Seccomp,
    Folder,
    Execute,
}

impl Step {
    const ALL: [Step; 18] = [
        Step::Process,
        Step::Streams,
        Step::Mapping,
        Step::Mounts,
        Step::Root,
        Step::ReadOnly,
        Step::Scratch,
        Step::Visible,
        Step::Proc,
        Step::Limits,
        Step::Group,
        Step::Landlock,
        Step::Identity,
        Step::Capabilities,
        Step::NoNewPrivileges,
        Step::Seccomp,
        Step::Folder,
        Step::Execute,
    ];

    /// What could not be done, after "cannot".
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Step::Process => "create its process",
            Step::Streams => "connect its standard streams",
            Step::Mapping => "set up its user namespace",
            Step::Mounts => "set up its mount namespace",
            Step::Root => "change its root",
            Step::ReadOnly => "make its file system read-only",
            Step::Scratch => "set up its scratch folder",
            Step::Visible => "show it its own files",
            Step::Proc => "mount its /proc",
            Step::Limits => "set its limits",
            Step::Group => "put it into its control group",
            Step::Landlock => "apply its Landlock rules",
            Step::Identity => "change to the unprivileged user",
            Step::Capabilities => "give up capabilities",
            Step::NoNewPrivileges => "forbid new privileges",
            Step::Seccomp => "apply its system call filter",
            Step::Folder => "enter its folder",
            Step::Execute => "execute it",
        }
    }

    /// The layer that is missing on a machine where this step fails.
    pub(crate) fn layer(self) -> Option<Layer> {
        match self {
            Step::Mapping => Some(Layer::UserNamespace),
            Step::Mounts | Step::Root | Step::ReadOnly | Step::Scratch | Step::Visible => {
                Some(Layer::MountNamespace)
            }
            Step::Proc => Some(Layer::PidNamespace),
            Step::Landlock => Some(Layer::Landlock),
            Step::Identity | Step::Capabilities => Some(Layer::Unprivileged),
            Step::NoNewPrivileges => Some(Layer::NoNewPrivileges),
            Step::Seccomp => Some(Layer::Seccomp),
            Step::Process | Step::Streams | Step::Limits | Step::Group | Step::Folder | Step::Execute => None,
        }
    }
}

/// A step that failed, and what the system said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) step: Step,
    pub(crate) errno: Errno,
}

impl Failure {
    pub(crate) const SIZE: usize = 8;

    pub(crate) fn to_bytes(self) -> [u8; Failure::SIZE] {
        let [a, b, c, d] = self.errno.0.to_ne_bytes();
        [self.step as u8, 0, 0, 0, a, b, c, d]
    }

    pub(crate) fn from_bytes([step, _, _, _, a, b, c, d]: [u8; Failure::SIZE]) -> Failure {
        let step = Step::ALL.get(usize::from(step)).copied().unwrap_or(Step::Process);
        Failure { step, errno: Errno(c_int::from_ne_bytes([a, b, c, d])) }
    }
}

/// Says at which step a system call failed.
pub(crate) trait At<T> {
    fn at(self, step: Step) -> Result<T, Failure>;
}

impl<T> At<T> for Result<T, Errno> {
    fn at(self, step: Step) -> Result<T, Failure> {
        self.map_err(|errno| Failure { step, errno })
    }
}

#[cfg(test)]
mod tests {
    use super::{Errno, Failure, Step};

    #[test]
    fn failures_cross_the_process_boundary() {
        for step in Step::ALL {
            let failure = Failure { step, errno: Errno(libc::EPERM) };
            assert_eq!(Failure::from_bytes(failure.to_bytes()), failure);
        }
    }
}

//! The layers of containment, and what they are for.

use std::fmt;

/// One layer of containment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Layer {
    /// Users of its own, so that its processes are counted apart and it has power over nothing outside.
    UserNamespace,
    /// Processes of its own: it sees no other, and they end together.
    PidNamespace,
    /// A network of its own, with nothing in it.
    NetworkNamespace,
    /// A root of its own: what it needs, read-only, and private folders that vanish with it.
    MountNamespace,
    /// The kernel's access rules: no reading but of what it needs, no writing outside the scratch folder, no TCP.
    Landlock,
    /// A filter that forbids system calls no player needs.
    Seccomp,
    /// No executable can give it more rights than it has.
    NoNewPrivileges,
    /// It is no superuser and holds no capability.
    Unprivileged,
    /// Memory bounded by a control group.
    MemoryGroup,
    /// The number of processes bounded by a control group.
    ProcessGroup,
    /// Its processes made to stand still by a control group; without it they are by signals.
    Freezer,
    /// Memory watched from outside; the program is ended when it uses too much.
    MemoryWatch,
    /// Limits on processes, file size, open files and core dumps by `setrlimit`.
    ResourceLimits,
    /// A process of ours above the program's, which gathers all its descendants and ends them.
    Keeper,
}

impl Layer {
    /// All layers, in the order in which they are named.
    pub const ALL: [Layer; 14] = [
        Layer::UserNamespace,
        Layer::PidNamespace,
        Layer::NetworkNamespace,
        Layer::MountNamespace,
        Layer::Landlock,
        Layer::Seccomp,
        Layer::NoNewPrivileges,
        Layer::Unprivileged,
        Layer::MemoryGroup,
        Layer::ProcessGroup,
        Layer::Freezer,
        Layer::MemoryWatch,
        Layer::ResourceLimits,
        Layer::Keeper,
    ];
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Layer::UserNamespace => "user namespace",
            Layer::PidNamespace => "pid namespace",
            Layer::NetworkNamespace => "network namespace",
            Layer::MountNamespace => "mount namespace",
            Layer::Landlock => "Landlock",
            Layer::Seccomp => "seccomp",
            Layer::NoNewPrivileges => "no new privileges",
            Layer::Unprivileged => "unprivileged user",
            Layer::MemoryGroup => "memory cgroup",
            Layer::ProcessGroup => "pids cgroup",
            Layer::Freezer => "cgroup freezer",
            Layer::MemoryWatch => "watched memory",
            Layer::ResourceLimits => "resource limits",
            Layer::Keeper => "keeper",
        })
    }
}

/// What `strict` promises. Each promise is kept if one of its ways is open: if all layers of that way are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Promise {
    /// What nothing would prevent without it.
    pub(crate) otherwise: &'static str,
    /// Any one of these is enough.
    pub(crate) ways: &'static [&'static [Layer]],
}

/// All that `strict` promises.
pub(crate) const PROMISES: &[Promise] = &[
    Promise { otherwise: "a program could gain privileges", ways: &[&[Layer::NoNewPrivileges]] },
    Promise {
        otherwise: "nothing would keep a program from the network",
        ways: &[&[Layer::NetworkNamespace], &[Layer::Seccomp]],
    },
    Promise {
        otherwise: "nothing would keep a program from writing outside its scratch folder",
        ways: &[&[Layer::MountNamespace], &[Layer::Landlock]],
    },
    Promise {
        otherwise: "nothing would keep a program from reading your files",
        ways: &[&[Layer::MountNamespace], &[Layer::Landlock]],
    },
    Promise {
        otherwise: "nothing would keep a program from the sockets of services",
        ways: &[&[Layer::MountNamespace, Layer::NetworkNamespace], &[Layer::Seccomp]],
    },
    Promise {
        otherwise: "nothing would bound a program's memory",
        ways: &[&[Layer::MemoryGroup], &[Layer::MemoryWatch, Layer::Seccomp]],
    },
    Promise {
        otherwise: "nothing would bound the number of a program's processes",
        ways: &[&[Layer::ProcessGroup], &[Layer::ResourceLimits]],
    },
    Promise {
        otherwise: "processes of a program could outlive it",
        ways: &[&[Layer::PidNamespace], &[Layer::ProcessGroup]],
    },
    Promise {
        otherwise: "a program could look into the processes of others and send them signals",
        ways: &[&[Layer::PidNamespace]],
    },
    Promise { otherwise: "a program would run as the superuser", ways: &[&[Layer::Unprivileged]] },
];

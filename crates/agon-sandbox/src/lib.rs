//! Starts player programs that nobody vouches for, contains them and ends them as a whole.
//!
//! A [`Sandbox`] finds out once which layers of containment the machine offers (namespaces, Landlock, seccomp,
//! control groups, …) and starts [`Program`]s in all of them. A [`Running`] program is talked to over pipes; when
//! it is [ended](Running::end) or dropped, none of its processes and files is left. `docs/sandbox.md` says what
//! is protected, `docs/decisions/0004-sandbox.md` why it is built this way.
//!
//! Linux only.

#[cfg(not(target_os = "linux"))]
compile_error!(
    "agon-sandbox contains programs with what the Linux kernel offers; there is no version for other systems"
);

mod bounded;
mod bubblewrap;
mod cgroup;
mod ended;
mod error;
mod landlock;
mod layer;
mod limits;
mod lookup;
mod machine;
mod mode;
mod plan;
mod processes;
mod program;
mod running;
mod sandbox;
mod scratch;
mod seccomp;
mod stage;
mod trial;
mod view;
mod watch;
mod words;

pub use bounded::Bounded;
pub use ended::{Cause, Ended, Status};
pub use error::SandboxError;
pub use layer::Layer;
pub use limits::Limits;
pub use machine::Machine;
pub use mode::Mode;
pub use program::Program;
pub use running::Running;
pub use sandbox::Sandbox;

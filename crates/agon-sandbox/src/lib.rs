//! Starts player programs that nobody vouches for, contains them and ends them as a whole.
//!
//! A [`Sandbox`] finds out once which layers of containment the machine offers (namespaces, Landlock, seccomp,
//! control groups, …) and starts [`Program`]s in all of them. A [`Running`] program is talked to over pipes; when
//! it is [ended](Running::end) or dropped, none of its processes and files is left. Between its moves it can be
//! made to [stand still](Running::pause). `docs/sandbox.md` says what is protected, `docs/security.md` what is
//! promised and how that is tested, `docs/decisions/0004-sandbox.md` why it is built this way.
//!
//! What only Linux has is in the module `linux`. Other systems get the module `elsewhere`: the same interface,
//! with programs that run as their caller would run them, and a sentence that says so.

mod bounded;
// Compiled for tests everywhere, so that it cannot rot where nobody builds it.
#[cfg(any(test, not(target_os = "linux")))]
#[cfg_attr(target_os = "linux", allow(dead_code, unreachable_pub))]
mod elsewhere;
mod ended;
mod error;
mod layer;
mod limits;
#[cfg(target_os = "linux")]
mod linux;
mod mode;
mod priority;
mod program;
mod words;

#[cfg(not(target_os = "linux"))]
use elsewhere as platform;
#[cfg(target_os = "linux")]
use linux as platform;

pub use bounded::Bounded;
pub use ended::{Cause, Ended, Status};
pub use error::SandboxError;
pub use layer::Layer;
pub use limits::Limits;
pub use mode::Mode;
pub use platform::{Machine, Running, Sandbox, prefer_this_thread};
pub use priority::Priority;
pub use program::Program;

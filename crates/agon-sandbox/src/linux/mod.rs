//! Containment with what the Linux kernel offers. Everything that no other system has is in here.

mod arguments;
mod bubblewrap;
mod cgroup;
mod homes;
mod installation;
mod landlock;
mod lookup;
mod machine;
mod memory;
mod plan;
mod probe;
mod processes;
mod running;
mod sandbox;
mod scratch;
mod seccomp;
mod stage;
mod trial;
mod view;
mod watch;

pub use machine::Machine;
pub use running::Running;
pub use sandbox::Sandbox;
pub use stage::preference::prefer_this_thread;

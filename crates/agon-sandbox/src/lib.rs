//! Starts player programs that nobody vouches for, contains them and ends them as a whole.

mod ended;
mod error;
mod layer;
mod limits;
mod mode;
mod program;
mod running;
mod sandbox;
mod words;

pub use ended::{Cause, Ended, Status};
pub use error::SandboxError;
pub use layer::Layer;
pub use limits::Limits;
pub use mode::Mode;
pub use program::Program;
pub use running::Running;
pub use sandbox::Sandbox;

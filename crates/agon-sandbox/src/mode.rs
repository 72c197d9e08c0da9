//! How much containment is asked for.

use std::fmt;
use std::str::FromStr;

use crate::SandboxError;

/// How much containment is asked for.
///
/// ```
/// use agon_sandbox::Mode;
/// assert_eq!("strict".parse::<Mode>().unwrap(), Mode::Strict);
/// assert_eq!(Mode::Auto.to_string(), "auto");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Every layer that the machine has.
    #[default]
    Auto,
    /// As `Auto`, and nothing runs unless what matters is certain: no network, no writing outside the scratch
    /// folder, memory and processes bounded, the whole tree killed.
    Strict,
    /// The program runs as the caller would run it; only its end is taken care of.
    Off,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Auto => "auto",
            Mode::Strict => "strict",
            Mode::Off => "off",
        })
    }
}

impl FromStr for Mode {
    type Err = SandboxError;

    fn from_str(name: &str) -> Result<Mode, SandboxError> {
        match name {
            "auto" => Ok(Mode::Auto),
            "strict" => Ok(Mode::Strict),
            "off" => Ok(Mode::Off),
            _ => Err(SandboxError::UnknownMode { name: name.to_owned() }),
        }
    }
}

//! The `[limits]` of a description: how long games may be, how much players may think and programs may use.

use agon_sandbox::Limits;
use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

/// Units of size, the longest names first. People write MB and mean what the system counts.
const UNITS: [(&str, u64); 9] = [
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("kB", 1 << 10),
    ("KB", 1 << 10),
    ("MB", 1 << 20),
    ("GB", 1 << 30),
    ("M", 1 << 20),
    ("G", 1 << 30),
];

/// A text that is not a size.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is not a size; sizes are written 512MiB, 2GiB or 64KiB")]
pub struct SizeError(String);

/// A size in bytes: a whole number and a unit.
pub fn parse_size(text: &str) -> Result<u64, SizeError> {
    let refused = || SizeError(text.to_owned());
    let (number, unit) = UNITS
        .iter()
        .find_map(|(name, unit)| text.trim().strip_suffix(name).map(|number| (number, *unit)))
        .ok_or_else(refused)?;
    let number: u64 = number.trim().parse().map_err(|_| refused())?;
    number.checked_mul(unit).filter(|&size| size > 0).ok_or_else(refused)
}

/// The keys as they are written.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLimits {
    pub(super) games: Option<Spanned<i64>>,
    pub(super) moves: Option<Spanned<i64>>,
    pub(super) depth: Option<Spanned<i64>>,
    pub(super) nodes: Option<Spanned<i64>>,
    memory: Option<Spanned<String>>,
    processes: Option<Spanned<i64>>,
    file_size: Option<Spanned<String>>,
    output: Option<Spanned<String>>,
    open_files: Option<Spanned<i64>>,
}

/// The most processes and open files that can be asked for.
const MOST: u32 = 1_000_000;

impl RawLimits {
    /// What programs may use; or what is wrong with it, and the byte of the file where that stands.
    pub(super) fn for_programs(&self) -> Result<Limits, (usize, String)> {
        let mut limits = Limits::default();
        let sizes = [
            ("memory", &self.memory, &mut limits.memory),
            ("file_size", &self.file_size, &mut limits.file_size),
            ("output", &self.output, &mut limits.output),
        ];
        for (key, given, limit) in sizes {
            if let Some(text) = given {
                *limit = parse_size(text.get_ref())
                    .map_err(|error| (text.span().start, format!("limits.{key}: {error}")))?;
            }
        }
        let counts = [
            ("processes", &self.processes, &mut limits.processes),
            ("open_files", &self.open_files, &mut limits.open_files),
        ];
        for (key, given, limit) in counts {
            if let Some(number) = given {
                *limit = u32::try_from(*number.get_ref())
                    .ok()
                    .filter(|n| (1..=MOST).contains(n))
                    .ok_or_else(|| {
                        let why =
                            format!("limits.{key} is a number from 1 to {MOST}, not {}", number.get_ref());
                        (number.span().start, why)
                    })?;
            }
        }
        Ok(limits)
    }
}

#[cfg(test)]
mod tests {
    use super::parse_size;

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_size("512MiB"), Ok(512 << 20));
        assert_eq!(parse_size("2 GB"), Ok(2 << 30));
        assert_eq!(parse_size("64KiB"), Ok(64 << 10));
        for wrong in ["512", "", "MiB", "-1MB", "0MiB", "99999999999999GiB", "1TB"] {
            let error = parse_size(wrong).map_err(|error| error.to_string());
            assert_eq!(
                error,
                Err(format!("'{wrong}' is not a size; sizes are written 512MiB, 2GiB or 64KiB"))
            );
        }
    }
}

//! An engine as it is written on the command line: `engine:level=5`, `engine:depth=6:lmr=off`.

use crate::engine::EngineError;
use agon_core::cpu::Choice;
use agon_core::duration;
use agon_search::Techniques;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What was asked of an engine. Fields that were not given are `None`.
///
/// ```
/// use agon_engine::EngineSpec;
/// let spec: EngineSpec = "engine:level=5:time=500ms:lmr=off".parse().unwrap();
/// assert_eq!(spec.level.as_deref(), Some("5"));
/// assert_eq!(spec.to_string(), "engine:level=5:time=500ms:lmr=off");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSpec {
    /// A level by its name.
    pub level: Option<String>,
    /// The time for a move.
    pub time: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// An evaluation by its name.
    pub eval: Option<String>,
    /// How far moves may be misjudged, in hundredths of the unit.
    pub noise: Option<i32>,
    /// How many moves in a thousand are played without thinking.
    pub blunders: Option<u32>,
    /// What the mistakes come from.
    pub seed: Option<u64>,
    /// Whether the table is emptied before every move, so that a move depends on the position alone.
    pub fresh: Option<bool>,
    /// Settings of the search, as given.
    pub techniques: Vec<(String, String)>,
    /// The processor's instructions. Not a setting that can be written: it changes no result, only benchmarks choose it.
    pub instructions: Choice,
}

/// A setting of an engine beside the techniques of its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What may stand after the `=`.
    pub takes: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// The settings of an engine beside the techniques of its search.
pub const SETTINGS: &[Setting] = &[
    Setting { name: "level", takes: "the name of a level", about: "an opponent of known strength" },
    Setting { name: "time", takes: "a time like 500ms, 2s or 1m", about: "the time for a move" },
    Setting { name: "depth", takes: "a number of plies from 1", about: "how deep to search" },
    Setting { name: "nodes", takes: "a number of positions from 1", about: "how many positions to search" },
    Setting { name: "eval", takes: "the name of an evaluation", about: "how positions are judged" },
    Setting { name: "noise", takes: "hundredths of the unit", about: "how far moves may be misjudged" },
    Setting { name: "blunders", takes: "0 to 1000", about: "moves in a thousand played without thinking" },
    Setting { name: "seed", takes: "a number", about: "what noise and blunders come from" },
    Setting { name: "fresh", takes: "on or off", about: "begin every move with an empty table" },
];

impl EngineSpec {
    /// Settings alone, without the leading `engine`: what `--engine` takes.
    pub fn parse_settings(text: &str) -> Result<EngineSpec, EngineError> {
        let mut spec = EngineSpec::default();
        for part in text.split([':', ',']).filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').ok_or_else(|| {
                EngineError::Setting(format!(
                    "'{part}' is not a setting; a setting is written name=value, like level=5"
                ))
            })?;
            spec.set(name.trim(), value.trim())?;
        }
        Ok(spec)
    }

    /// Sets one setting by its name.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let wrong = || {
            let takes = SETTINGS.iter().find(|s| s.name == name).map_or("another value", |s| s.takes);
            EngineError::Setting(format!("'{name}' cannot be '{value}'; it takes {takes}"))
        };
        match name {
            "level" => self.level = Some(value.to_owned()),
            "time" => self.time = Some(duration::parse(value).map_err(|_| wrong())?),
            "depth" => self.depth = Some(value.parse().ok().filter(|&d| d > 0).ok_or_else(wrong)?),
            "nodes" => self.nodes = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(wrong)?),
            "eval" => self.eval = Some(value.to_owned()),
            "noise" => {
                self.noise = Some(value.parse().ok().filter(|n| (0..=100_000).contains(n)).ok_or_else(wrong)?)
            }
            "blunders" => self.blunders = Some(value.parse().ok().filter(|&n| n <= 1000).ok_or_else(wrong)?),
            "seed" => self.seed = Some(value.parse().map_err(|_| wrong())?),
            "fresh" => {
                self.fresh = Some(match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err(wrong()),
                });
            }
            _ => {
                Techniques::default().set(name, value).map_err(|error| unknown(name, &error))?;
                self.techniques.push((name.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }

    /// The techniques of the search: the defaults, then what a level says, then what was given.
    pub(crate) fn apply(
        &self,
        mut techniques: Techniques,
        level: &[(&'static str, &'static str)],
    ) -> Result<Techniques, EngineError> {
        techniques.instructions = self.instructions;
        let given = self.techniques.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in level.iter().copied().chain(given) {
            techniques.set(name, value).map_err(|error| unknown(name, &error))?;
        }
        Ok(techniques)
    }

    fn pairs(&self) -> Vec<(&str, String)> {
        let mut pairs = Vec::new();
        let mut add = |name, value: Option<String>| pairs.extend(value.map(|value| (name, value)));
        add("level", self.level.clone());
        add("time", self.time.map(duration::text));
        add("depth", self.depth.map(|depth| depth.to_string()));
        add("nodes", self.nodes.map(|nodes| nodes.to_string()));
        add("eval", self.eval.clone());
        add("noise", self.noise.map(|noise| noise.to_string()));
        add("blunders", self.blunders.map(|blunders| blunders.to_string()));
        add("seed", self.seed.map(|seed| seed.to_string()));
        add("fresh", self.fresh.map(|fresh| if fresh { "on" } else { "off" }.to_owned()));
        pairs.extend(self.techniques.iter().map(|(name, value)| (name.as_str(), value.clone())));
        pairs
    }
}

fn unknown(name: &str, error: &agon_search::TechniqueError) -> EngineError {
    match error {
        agon_search::TechniqueError::Unknown { known, .. } => {
            let own: Vec<_> = SETTINGS.iter().map(|setting| setting.name).collect();
            let own = own.join(", ");
            EngineError::Setting(format!(
                "there is no engine setting '{name}'; the settings are {own}, {known}"
            ))
        }
        wrong => EngineError::Setting(wrong.to_string()),
    }
}

impl FromStr for EngineSpec {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<Self, EngineError> {
        match text.split_once(':') {
            Some(("engine", settings)) => EngineSpec::parse_settings(settings),
            None if text == "engine" => Ok(EngineSpec::default()),
            _ => Err(EngineError::Setting(format!(
                "'{text}' is not an engine; an engine is written engine, engine:level=5 or engine:name=value:…"
            ))),
        }
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("engine")?;
        self.pairs().iter().try_for_each(|(name, value)| write!(f, ":{name}={value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_round_trip() {
        for text in [
            "engine",
            "engine:level=novice",
            "engine:time=2s:depth=6:nodes=100000:eval=simple",
            "engine:noise=300:blunders=50:seed=7:fresh=on:alphabeta=off",
            "engine:time=1m:threads=2:hash=16",
            "engine:time=0ms",
            "engine:time=1.5ms",
        ] {
            assert_eq!(text.parse::<EngineSpec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn wrong_settings_are_refused_in_sentences() {
        let cases = [
            ("engine:depth=0", "'depth' cannot be '0'; it takes a number of plies from 1"),
            ("engine:time=soon", "'time' cannot be 'soon'; it takes a time like 500ms, 2s or 1m"),
            ("engine:lmr", "'lmr' is not a setting; a setting is written name=value, like level=5"),
            ("engine:lmr=maybe", "'lmr' cannot be 'maybe'; it takes on or off"),
            ("engine:warp=on", "there is no engine setting 'warp'; the settings are level, time, depth"),
            ("motor", "'motor' is not an engine"),
        ];
        for (text, expected) in cases {
            let error = text.parse::<EngineSpec>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn odd_times_are_not_times() {
        for text in ["", "s", "-1s", "1e9s", "5 s", "inf", "nans", "ms5"] {
            assert!(duration::parse(text).is_err(), "{text}");
        }
    }
}

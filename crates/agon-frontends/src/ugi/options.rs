//! What can be set in our engine over UGI: every setting under its own name, and all of them together as `Engine`.

use agon_engine::spec::SETTINGS;
use agon_engine::{EngineError, EngineSpec, FamilyInfo};
use agon_search::{TECHNIQUES, Technique};
use agon_wire::ugi::{EngineOption, OptionKind};

/// The option that takes settings as `--engine` does.
const ENGINE: &str = "Engine";

/// How the protocol writes a text without characters.
const EMPTY: &str = "<empty>";

/// The value of `level` that stands for none.
const NO_LEVEL: &str = "none";

/// The most that options announce where a setting has no limit of its own; many GUIs count no further.
const UNLIMITED: i64 = i32::MAX as i64;

/// What was set, beginning with the program's own command line.
pub(super) struct Settings {
    options: Vec<EngineOption>,
    /// The settings that the program was started with.
    initial: Vec<(String, String)>,
    /// What was set under which name, in lower case; where two disagree the later counts.
    set: Vec<(String, String)>,
}

impl Settings {
    /// The settings of a program that was started with `spec`.
    pub(super) fn new(spec: &EngineSpec, info: &FamilyInfo) -> Settings {
        let initial = pairs(spec);
        Settings { options: options(&initial, info), set: initial.clone(), initial }
    }

    /// What is announced.
    pub(super) fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// Notes a value and gives back the settings that hold from now on; nothing is noted if `make` fails with them.
    ///
    /// An option that is set to its default counts as not set. GUIs send back whatever was announced, and that must
    /// neither overrule a level nor throw away what the program was started with.
    pub(super) fn set<T>(
        &mut self,
        name: &str,
        value: &str,
        make: impl FnOnce(EngineSpec) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let name = name.to_lowercase();
        let value = if value == EMPTY { "" } else { value };
        let mut set: Vec<_> = self.set.iter().filter(|(known, _)| *known != name).cloned().collect();
        let option = self.options.iter().find(|option| option.name.eq_ignore_ascii_case(&name));
        match option {
            Some(option) if is_default(&option.kind, value) => {
                let initial = self.initial.iter().filter(|(known, _)| *known == name).cloned();
                set.splice(0..0, initial);
            }
            Some(option) if is_nothing(&option.name, value) => {}
            Some(option) => set.push((name, written(&option.kind, value))),
            // It is refused below, in a sentence that names the settings there are.
            None => set.push((name, value.to_owned())),
        }
        let made = make(spec_of(&set)?)?;
        self.set = set;
        Ok(made)
    }
}

/// The settings one after the other.
fn spec_of(set: &[(String, String)]) -> Result<EngineSpec, EngineError> {
    let mut spec = EngineSpec::default();
    for (name, value) in set {
        if !name.eq_ignore_ascii_case(ENGINE) {
            spec.set(name, value)?;
            continue;
        }
        for (name, value) in pairs(&EngineSpec::parse_settings(value)?) {
            spec.set(&name, &value)?;
        }
    }
    Ok(spec)
}

/// The settings of an engine by their names.
fn pairs(spec: &EngineSpec) -> Vec<(String, String)> {
    let text = spec.to_string();
    let pairs = text.split(':').filter_map(|part| part.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// Whether a value is the one that was announced.
fn is_default(kind: &OptionKind, value: &str) -> bool {
    match kind {
        OptionKind::Check { default } => value == on_or_off(*default) || value == default.to_string(),
        OptionKind::Spin { default, .. } => value == default.to_string(),
        OptionKind::Combo { default, .. } | OptionKind::Text { default } => value == default,
        OptionKind::Button => false,
    }
}

/// Whether a value stands for no setting at all.
fn is_nothing(name: &str, value: &str) -> bool {
    match name {
        "level" => value == NO_LEVEL,
        "depth" | "nodes" => value == "0",
        "time" => value.is_empty(),
        _ => false,
    }
}

/// A value of the protocol as a setting is written.
fn written(kind: &OptionKind, value: &str) -> String {
    match (kind, value) {
        (OptionKind::Check { .. }, "true" | "false") => on_or_off(value == "true").to_owned(),
        _ => value.to_owned(),
    }
}

fn on_or_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// All options, those that every GUI knows first.
fn options(initial: &[(String, String)], info: &FamilyInfo) -> Vec<EngineOption> {
    let value =
        |name: &str| initial.iter().rfind(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let of_technique = |technique: &Technique| {
        let default = value(technique.name).map_or_else(|| info.techniques.get(technique), str::to_owned);
        technique_kind(technique, default)
    };
    let mut options = vec![EngineOption { name: ENGINE.to_owned(), kind: text(None) }];
    for setting in SETTINGS {
        let kind = setting_kind(setting.name, value(setting.name), info);
        options.push(EngineOption { name: setting.name.to_owned(), kind });
    }
    for technique in TECHNIQUES {
        let option = EngineOption { name: technique.name.to_owned(), kind: of_technique(technique) };
        match technique.name {
            "hash" => options.insert(0, EngineOption { name: "Hash".to_owned(), ..option }),
            "threads" => options.insert(0, EngineOption { name: "Threads".to_owned(), ..option }),
            _ => options.push(option),
        }
    }
    options
}

fn text(default: Option<&str>) -> OptionKind {
    OptionKind::Text { default: default.unwrap_or_default().to_owned() }
}

fn setting_kind(name: &str, value: Option<&str>, info: &FamilyInfo) -> OptionKind {
    let number = |most: i64| match value.map_or(Ok(0), str::parse::<i64>) {
        Ok(default) => OptionKind::Spin { default, min: 0, max: most.max(default) },
        Err(_) => text(value),
    };
    let choice = |usual: &str, choices: Vec<&str>| {
        let default = value.unwrap_or(usual).to_owned();
        let mut choices: Vec<String> = choices.into_iter().map(str::to_owned).collect();
        if !choices.contains(&default) {
            choices.insert(0, default.clone());
        }
        OptionKind::Combo { default, choices }
    };
    match name {
        "level" => {
            let levels = info.levels.iter().map(|level| level.name);
            choice(NO_LEVEL, [NO_LEVEL].into_iter().chain(levels).collect())
        }
        "eval" => {
            let names: Vec<&str> = info.evaluations.iter().map(|(name, _)| *name).collect();
            choice(names.first().copied().unwrap_or_default(), names)
        }
        "fresh" => OptionKind::Check { default: value == Some("on") },
        "depth" | "nodes" | "seed" => number(UNLIMITED),
        "noise" => number(100_000),
        "blunders" => number(1000),
        _ => text(value),
    }
}

fn technique_kind(technique: &Technique, default: String) -> OptionKind {
    if technique.is_flag() {
        return OptionKind::Check { default: matches!(default.as_str(), "on" | "true" | "yes" | "1") };
    }
    // The search tells its bounds in words only: a number from 1 to 256.
    let takes = technique.takes();
    let bounds: Vec<i64> = takes.split(' ').filter_map(|word| word.parse().ok()).collect();
    match (default.parse(), &bounds[..]) {
        (Ok(default), &[min, max]) => OptionKind::Spin { default, min, max },
        _ => OptionKind::Text { default },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(started_with: &str) -> Settings {
        let spec = EngineSpec::parse_settings(started_with).unwrap();
        Settings::new(&spec, &agon_games::engines().info("reversi").unwrap())
    }

    /// Sets one option after the other; the settings that hold then.
    fn after(started_with: &str, said: &[(&str, &str)]) -> String {
        let mut settings = settings(started_with);
        let make = |spec: EngineSpec| agon_games::engines().engine("reversi", &spec).map(|_| spec);
        let mut last = EngineSpec::parse_settings(started_with).unwrap();
        for (name, value) in said {
            last = settings.set(name, value, make).unwrap();
        }
        last.to_string()
    }

    #[test]
    fn options_do_not_throw_each_other_away() {
        let hash = ("Hash", "3");
        assert_eq!(
            after("", &[hash, ("Threads", "2"), ("Engine", "level=1")]),
            "engine:level=1:hash=3:threads=2"
        );
        assert_eq!(after("", &[("lmr", "false"), ("Engine", "eval=simple")]), "engine:eval=simple:lmr=off");
        assert_eq!(after("hash=5", &[("Engine", "depth=3")]), "engine:depth=3:hash=5");
        assert_eq!(after("", &[hash, ("Engine", "hash=7")]), "engine:hash=3:hash=7", "the later counts");
        assert_eq!(after("", &[("Engine", "hash=7"), hash]), "engine:hash=7:hash=3", "the later counts");
        assert_eq!(after("", &[hash, ("Engine", "level=1"), ("Engine", "level=2")]), "engine:level=2:hash=3");
        assert_eq!(after("", &[hash, ("hash", "4"), ("HASH", "5")]), "engine:hash=5");
    }

    #[test]
    fn nothing_is_understood() {
        for nothing in ["<empty>", ""] {
            assert_eq!(
                after("", &[("Hash", "3"), ("Engine", "level=1"), ("Engine", nothing)]),
                "engine:hash=3"
            );
            assert_eq!(after("time=1s", &[("time", nothing)]), "engine");
        }
        let said = [("level", "none"), ("depth", "0"), ("nodes", "0")];
        assert_eq!(after("level=3:depth=4:nodes=100", &said), "engine");
    }

    #[test]
    fn what_is_sent_back_as_announced_changes_nothing() {
        for started_with in ["", "level=novice:depth=2:lmr=off:hash=9", "eval=simple:time=2s:fresh=on:seed=7"]
        {
            let mut settings = settings(started_with);
            let expected = EngineSpec::parse_settings(started_with).unwrap();
            for option in settings.options().to_vec() {
                let value = match option.kind {
                    OptionKind::Check { default } => default.to_string(),
                    OptionKind::Spin { default, min, max } => {
                        assert!((min..=max).contains(&default), "{}", option.name);
                        default.to_string()
                    }
                    OptionKind::Combo { default, choices } => {
                        assert!(choices.contains(&default), "{}", option.name);
                        default
                    }
                    OptionKind::Text { default } if default.is_empty() => EMPTY.to_owned(),
                    OptionKind::Text { default } => default,
                    OptionKind::Button => panic!("no button"),
                };
                let mut spec = settings.set(&option.name, &value, Ok).unwrap();
                spec.techniques.sort();
                let mut expected = expected.clone();
                expected.techniques.sort();
                assert_eq!(spec, expected, "{}", option.name);
            }
        }
    }

    #[test]
    fn every_setting_is_announced_and_takes_what_it_announces() {
        let announced = settings("").options;
        assert_eq!(announced.len(), SETTINGS.len() + TECHNIQUES.len() + 1);
        for option in announced {
            let accepts = |value: &str| settings("").set(&option.name, value, |_| Ok(())).is_ok();
            match &option.kind {
                OptionKind::Check { .. } => assert!(accepts("true") && accepts("false"), "{}", option.name),
                OptionKind::Spin { min, max, .. } => {
                    assert!(accepts(&min.to_string()) && accepts(&max.to_string()), "{}", option.name);
                    assert!(!accepts("-1") && !accepts("many"), "{}", option.name);
                }
                OptionKind::Combo { choices, .. } => {
                    let make = |spec: EngineSpec| agon_games::engines().engine("reversi", &spec);
                    for choice in choices {
                        assert!(settings("").set(&option.name, choice, make).is_ok(), "{choice}");
                    }
                    assert!(settings("").set(&option.name, "nonsense", make).is_err());
                }
                OptionKind::Text { .. } => assert!(["Engine", "time"].contains(&option.name.as_str())),
                OptionKind::Button => panic!("no button"),
            }
        }
        let hash = settings("").options.into_iter().find(|option| option.name == "Hash").unwrap();
        assert_eq!(hash, EngineOption::spin("Hash", 64, 1, 65536));
        assert!(settings("").set("noise", "100001", |_| Ok(())).is_err());
        assert!(settings("").set("blunders", "1001", |_| Ok(())).is_err());
    }

    #[test]
    fn what_is_refused_is_not_noted() {
        let mut settings = settings("");
        let refused = |_| Err::<(), _>(EngineError::Setting("no".to_owned()));
        assert!(settings.set("level", "99", refused).is_err());
        assert!(settings.set("warp", "on", Ok).unwrap_err().to_string().contains("no engine setting 'warp'"));
        let wrong = settings.set("Engine", "lmr", Ok).unwrap_err().to_string();
        assert!(wrong.starts_with("'lmr' is not a setting"), "{wrong}");
        assert_eq!(settings.set("Hash", "3", Ok).unwrap().to_string(), "engine:hash=3");
    }
}

//! What can be set in an engine.

use std::fmt;

/// An option an engine announces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// Its name; may hold spaces.
    pub name: String,
    /// What it takes.
    pub kind: OptionKind,
}

/// What an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The value it has.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value it has.
        default: i64,
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of some words.
    Combo {
        /// The value it has.
        default: String,
        /// The words.
        choices: Vec<String>,
    },
    /// Any text.
    Text {
        /// The value it has.
        default: String,
    },
    /// Nothing: setting it does something.
    Button,
}

impl EngineOption {
    /// A switch.
    pub fn check(name: &str, default: bool) -> EngineOption {
        EngineOption { name: name.to_owned(), kind: OptionKind::Check { default } }
    }

    /// A number in a range.
    pub fn spin(name: &str, default: i64, min: i64, max: i64) -> EngineOption {
        EngineOption { name: name.to_owned(), kind: OptionKind::Spin { default, min, max } }
    }

    /// Reads the words after `option`; nothing if they are not an option.
    pub(super) fn parse(words: &[&str]) -> Option<EngineOption> {
        let kind_at = words.iter().position(|&word| word == "type")?;
        let name = words.get(1..kind_at)?.join(" ");
        if words.first() != Some(&"name") || name.is_empty() {
            return None;
        }
        let kind = *words.get(kind_at + 1)?;
        let rest = &words[kind_at + 2..];
        let number = |key| value(rest, key).and_then(|text| text.parse().ok());
        let text = || match value(rest, "default") {
            Some(text) if text == "<empty>" => String::new(),
            text => text.unwrap_or_default(),
        };
        let kind = match kind {
            // Programs that leave the default out mean: off, or nothing.
            "check" => OptionKind::Check { default: value(rest, "default").as_deref() == Some("true") },
            "spin" => {
                let default = number("default").unwrap_or(0);
                let (min, max) = (number("min").unwrap_or(i64::MIN), number("max").unwrap_or(i64::MAX));
                OptionKind::Spin { default, min, max }
            }
            "combo" => {
                let choices = rest.split(|&word| word == "var").skip(1);
                let choices = choices.map(|words| until_key(words).join(" ")).collect();
                OptionKind::Combo { default: text(), choices }
            }
            "string" => OptionKind::Text { default: text() },
            "button" => OptionKind::Button,
            _ => return None,
        };
        Some(EngineOption { name, kind })
    }
}

/// The words that begin a part of an option.
const KEYS: [&str; 4] = ["default", "min", "max", "var"];

/// The words up to the next part.
fn until_key<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    let end = words.iter().position(|word| KEYS.contains(word)).unwrap_or(words.len());
    &words[..end]
}

/// The words behind a key.
fn value(words: &[&str], key: &str) -> Option<String> {
    let at = words.iter().position(|&word| word == key)?;
    Some(until_key(&words[at + 1..]).join(" "))
}

impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Text { default } if default.is_empty() => f.write_str("string default <empty>"),
            OptionKind::Text { default } => write!(f, "string default {default}"),
            OptionKind::Button => f.write_str("button"),
        }
    }
}

//! What the player was told to do.

use std::path::PathBuf;
use std::str::FromStr;

/// Which side it plays, in a protocol that tells it on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    First,
    Second,
}

/// What goes wrong at a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Misdeed {
    Crash,
    Exit,
    Stall,
    Late,
    Garbage,
    Megabyte,
    Illegal,
    Fork,
    EatMemory,
    Socket,
    Write(PathBuf),
    Privilege,
    Hoard(String),
    Reach(PathBuf),
    Knock,
    Spin,
    Rights(PathBuf),
}

/// All options.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) side: Option<Side>,
    pub(crate) misdeeds: Vec<(u32, Misdeed)>,
    pub(crate) code: u8,
    pub(crate) by: u64,
    pub(crate) children: u32,
    pub(crate) most: u64,
    pub(crate) address: String,
    pub(crate) ignore_signals: bool,
    pub(crate) stderr_flood: bool,
    /// How its own children are started.
    pub(crate) stay: bool,
}

impl Options {
    pub(crate) fn parse(words: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut words = words;
        let mut options = Options {
            side: None,
            misdeeds: Vec::new(),
            code: 0,
            by: 0,
            children: 40,
            most: 8 << 30,
            address: "127.0.0.1:9".to_owned(),
            ignore_signals: false,
            stderr_flood: false,
            stay: false,
        };
        while let Some(word) = words.next() {
            let misdeed = match word.as_str() {
                "first" => {
                    options.side = Some(Side::First);
                    continue;
                }
                "second" => {
                    options.side = Some(Side::Second);
                    continue;
                }
                "--ignore-signals" => {
                    options.ignore_signals = true;
                    continue;
                }
                "--stderr-flood" => {
                    options.stderr_flood = true;
                    continue;
                }
                "--stay" => {
                    options.stay = true;
                    continue;
                }
                "--code" => {
                    options.code = number(&word, &mut words)?;
                    continue;
                }
                "--by" => {
                    options.by = number(&word, &mut words)?;
                    continue;
                }
                "--children" => {
                    options.children = number(&word, &mut words)?;
                    continue;
                }
                "--most" => {
                    options.most = number(&word, &mut words)?;
                    continue;
                }
                "--address" => {
                    options.address = value(&word, &mut words)?;
                    continue;
                }
                "--crash-at" => Misdeed::Crash,
                "--exit-at" => Misdeed::Exit,
                "--stall-at" => Misdeed::Stall,
                "--late-at" => Misdeed::Late,
                "--garbage-at" => Misdeed::Garbage,
                "--megabyte-at" => Misdeed::Megabyte,
                "--illegal-at" => Misdeed::Illegal,
                "--fork-at" => Misdeed::Fork,
                "--eat-memory-at" => Misdeed::EatMemory,
                "--socket-at" => Misdeed::Socket,
                "--privilege-at" => Misdeed::Privilege,
                "--knock-at" => Misdeed::Knock,
                "--spin-at" => Misdeed::Spin,
                "--write-at" | "--reach-at" | "--rights-at" | "--hoard-at" => {
                    let at = number(&word, &mut words)?;
                    let value = value(&word, &mut words)?;
                    let misdeed = match word.as_str() {
                        "--write-at" => Misdeed::Write(value.into()),
                        "--reach-at" => Misdeed::Reach(value.into()),
                        "--rights-at" => Misdeed::Rights(value.into()),
                        _ => Misdeed::Hoard(value),
                    };
                    options.misdeeds.push((at, misdeed));
                    continue;
                }
                _ => return Err(format!("unknown option {word}")),
            };
            options.misdeeds.push((number(&word, &mut words)?, misdeed));
        }
        Ok(options)
    }

    /// What goes wrong at this move.
    pub(crate) fn at(&self, turn: u32) -> impl Iterator<Item = &Misdeed> {
        self.misdeeds.iter().filter(move |(at, _)| *at == turn).map(|(_, misdeed)| misdeed)
    }
}

fn value(option: &str, words: &mut impl Iterator<Item = String>) -> Result<String, String> {
    words.next().ok_or_else(|| format!("{option} needs a value"))
}

fn number<N: FromStr>(option: &str, words: &mut impl Iterator<Item = String>) -> Result<N, String> {
    let text = value(option, words)?;
    text.parse().map_err(|_| format!("{option} needs a number, not {text}"))
}

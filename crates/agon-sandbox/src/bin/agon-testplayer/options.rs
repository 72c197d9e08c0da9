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
            if options.set(&word, &mut words)? {
                continue;
            }
            let at = number(&word, &mut words);
            let misdeed = match misdeed(&word) {
                Some(misdeed) => misdeed,
                None => misdeed_with(&word, || value(&word, &mut words))?,
            };
            options.misdeeds.push((at?, misdeed));
        }
        Ok(options)
    }

    /// Takes an option that is no misdeed; `false` if this is none.
    fn set(&mut self, word: &str, words: &mut impl Iterator<Item = String>) -> Result<bool, String> {
        match word {
            "first" => self.side = Some(Side::First),
            "second" => self.side = Some(Side::Second),
            "--ignore-signals" => self.ignore_signals = true,
            "--stderr-flood" => self.stderr_flood = true,
            "--stay" => self.stay = true,
            "--code" => self.code = number(word, words)?,
            "--by" => self.by = number(word, words)?,
            "--children" => self.children = number(word, words)?,
            "--most" => self.most = number(word, words)?,
            "--address" => self.address = value(word, words)?,
            _ => return Ok(false),
        }
        Ok(true)
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

/// A misdeed that needs nothing but its time.
fn misdeed(word: &str) -> Option<Misdeed> {
    Some(match word {
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
        _ => return None,
    })
}

/// A misdeed that needs a value after its time.
fn misdeed_with(word: &str, value: impl FnOnce() -> Result<String, String>) -> Result<Misdeed, String> {
    Ok(match word {
        "--write-at" => Misdeed::Write(value()?.into()),
        "--reach-at" => Misdeed::Reach(value()?.into()),
        "--rights-at" => Misdeed::Rights(value()?.into()),
        "--hoard-at" => Misdeed::Hoard(value()?),
        _ => return Err(format!("unknown option {word}")),
    })
}

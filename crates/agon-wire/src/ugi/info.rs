//! What an engine says while it thinks.

use std::fmt;

/// How good the position is for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of the game's unit.
    Centi(i64),
    /// A won game in this many plies; negative: a lost one.
    Mate(i64),
}

/// Whether a score is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// An `info` line. Everything in it may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How deep it looked where it looked deepest.
    pub selective_depth: Option<u32>,
    /// How long, in milliseconds.
    pub time: Option<u64>,
    /// How many positions.
    pub nodes: Option<u64>,
    /// How full its table is, in thousandths.
    pub hash_full: Option<u32>,
    /// Positions a second.
    pub nodes_per_second: Option<u64>,
    /// The rank of this line, 1 the best.
    pub rank: Option<u32>,
    /// The value.
    pub score: Option<Score>,
    /// Whether it is only a bound.
    pub bound: Option<Bound>,
    /// The best play.
    pub line: Vec<String>,
    /// A text for people.
    pub text: Option<String>,
}

/// The words that begin a part of an info line.
const KEYS: [&str; 12] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "hashfull",
    "nps",
    "multipv",
    "score",
    "lowerbound",
    "upperbound",
    "pv",
    "string",
];

impl Info {
    /// An info line that is only a text.
    pub fn text(text: impl Into<String>) -> Info {
        Info { text: Some(text.into()), ..Info::default() }
    }

    /// Reads the words after `info`. What is not understood is left out: info lines are for people.
    pub(super) fn parse(words: &[&str]) -> Info {
        let mut info = Info::default();
        let mut i = 0;
        while i < words.len() {
            let next = words.get(i + 1).copied().unwrap_or_default();
            match words[i] {
                "depth" => info.depth = next.parse().ok(),
                "seldepth" => info.selective_depth = next.parse().ok(),
                // Some programs write times with a fraction.
                "time" => info.time = next.parse::<f64>().ok().map(|time| time as u64),
                "nodes" => info.nodes = next.parse().ok(),
                "hashfull" => info.hash_full = next.parse().ok(),
                "nps" => info.nodes_per_second = next.parse::<f64>().ok().map(|nps| nps as u64),
                "multipv" => info.rank = next.parse().ok(),
                "cp" => info.score = next.parse().ok().map(Score::Centi),
                "mate" => info.score = next.parse().ok().map(Score::Mate),
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                "pv" => {
                    let line = words[i + 1..].iter().take_while(|word| !KEYS.contains(word));
                    info.line = line.map(|&mv| mv.to_owned()).collect();
                    i += info.line.len();
                }
                "string" => {
                    info.text = Some(words[i + 1..].join(" "));
                    break;
                }
                _ => {}
            }
            i += 1;
        }
        info
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let mut part = |name: &str, value: Option<u64>| match value {
            Some(value) => write!(f, " {name} {value}"),
            None => Ok(()),
        };
        part("depth", self.depth.map(u64::from))?;
        part("seldepth", self.selective_depth.map(u64::from))?;
        part("multipv", self.rank.map(u64::from))?;
        part("time", self.time)?;
        part("nodes", self.nodes)?;
        part("nps", self.nodes_per_second)?;
        part("hashfull", self.hash_full.map(u64::from))?;
        match self.score {
            Some(Score::Centi(score)) => write!(f, " score cp {score}")?,
            Some(Score::Mate(plies)) => write!(f, " score mate {plies}")?,
            None => {}
        }
        match self.bound {
            Some(Bound::Lower) => f.write_str(" lowerbound")?,
            Some(Bound::Upper) => f.write_str(" upperbound")?,
            None => {}
        }
        if !self.line.is_empty() {
            write!(f, " pv {}", self.line.join(" "))?;
        }
        match &self.text {
            Some(text) => write!(f, " string {text}"),
            None => Ok(()),
        }
    }
}

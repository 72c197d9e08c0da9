//! Every technique of the search, each of which can be switched on and off by name.

use crate::probcut::SELECTIVITY;
use agon_core::cpu::Choice;
use thiserror::Error;

/// Which techniques a search uses.
///
/// ```
/// use agon_search::Techniques;
/// let mut techniques = Techniques::default();
/// techniques.set("lmr", "off").unwrap();
/// assert!(!techniques.lmr);
/// assert!(techniques.set("lmr", "perhaps").unwrap_err().to_string().contains("on or off"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Value and move equal plain minimax's: only exact techniques are used, table entries serve only at equal
    /// depth, and ties at the root go to the first move in generator order.
    pub exact: bool,
    /// Alpha-beta; without it, plain minimax and nothing else.
    pub alphabeta: bool,
    /// Principal variation search.
    pub pvs: bool,
    /// Aspiration windows.
    pub aspiration: bool,
    /// Iterative deepening.
    pub deepening: bool,
    /// The transposition table.
    pub table: bool,
    /// The table's move first.
    pub tablemove: bool,
    /// Killer moves.
    pub killers: bool,
    /// The history heuristic.
    pub history: bool,
    /// Counter moves.
    pub counters: bool,
    /// The game's own hint for the order of moves.
    pub hint: bool,
    /// Ordering by the evaluation of the children.
    pub evalorder: bool,
    /// Enhanced transposition cut-off.
    pub etc: bool,
    /// MTD(f) instead of aspiration windows.
    pub mtdf: bool,
    /// Star1 cut-offs at chance nodes.
    pub star1: bool,
    /// Star2 cut-offs at chance nodes.
    pub star2: bool,
    /// Late move reductions.
    pub lmr: bool,
    /// Futility pruning: positions near the depth limit that look much too good are left alone.
    pub futility: bool,
    /// Null-move pruning.
    pub nullmove: bool,
    /// Multi-ProbCut.
    pub probcut: bool,
    /// Singular extensions.
    pub singular: bool,
    /// Quiescence search.
    pub quiescence: bool,
    /// Forced moves cost no depth, and moves that lose at once are left out.
    pub forced: bool,
    /// Where the side to move may lose everything, nothing is left out and its moves cost no depth.
    pub peril: bool,
    /// Monte-Carlo tree search instead of all of the above.
    pub mcts: bool,
    /// The confidence of multi-ProbCut, in hundredths of a standard deviation.
    pub selectivity: i32,
    /// The weight of exploration in Monte-Carlo tree search, in hundredths.
    pub exploration: i32,
    /// How many threads search together.
    pub threads: usize,
    /// The memory of the transposition table in megabytes.
    pub hash: usize,
    /// The processor's instructions: which ones changes the time of a search and nothing else.
    pub instructions: Choice,
}

impl Default for Techniques {
    fn default() -> Self {
        Techniques {
            exact: false,
            alphabeta: true,
            pvs: true,
            aspiration: true,
            deepening: true,
            table: true,
            tablemove: true,
            killers: true,
            history: true,
            counters: true,
            hint: true,
            evalorder: true,
            etc: true,
            mtdf: false,
            star1: true,
            star2: true,
            lmr: true,
            futility: true,
            nullmove: true,
            probcut: true,
            singular: true,
            quiescence: true,
            forced: true,
            peril: true,
            mcts: false,
            selectivity: SELECTIVITY,
            exploration: 140,
            threads: 1,
            hash: 64,
            instructions: Choice::Best,
        }
    }
}

impl Techniques {
    /// Plain minimax.
    pub fn minimax() -> Techniques {
        Techniques { alphabeta: false, ..Techniques::plain_alphabeta() }
    }

    /// Alpha-beta in generator order and nothing else, exact.
    pub fn plain_alphabeta() -> Techniques {
        let mut techniques = Techniques { exact: true, ..Techniques::default() };
        for technique in TECHNIQUES {
            if let Switch::Flag(flag) = technique.switch
                && !matches!(technique.name, "exact" | "alphabeta")
            {
                *flag(&mut techniques) = false;
            }
        }
        techniques
    }

    /// Every exact technique together (with aspiration windows as the driver).
    pub fn all_exact() -> Techniques {
        Techniques { exact: true, ..Techniques::default() }
    }

    /// Sets one technique by its name, from the text after the `=`.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TechniqueError> {
        let Some(technique) = TECHNIQUES.iter().find(|t| t.name == name) else {
            let known: Vec<_> = TECHNIQUES.iter().map(|t| t.name).collect();
            return Err(TechniqueError::Unknown { name: name.to_owned(), known: known.join(", ") });
        };
        let wrong = || TechniqueError::Value {
            name: technique.name,
            value: value.to_owned(),
            expected: technique.takes(),
        };
        match technique.switch {
            Switch::Flag(flag) => {
                *flag(self) = match value {
                    "on" | "true" | "yes" | "1" => true,
                    "off" | "false" | "no" | "0" => false,
                    _ => return Err(wrong()),
                };
            }
            Switch::Number { set, least, most, .. } => {
                let number: i64 = value.parse().map_err(|_| wrong())?;
                if number < least || number > most {
                    return Err(wrong());
                }
                set(self, number);
            }
        }
        Ok(())
    }

    /// The value of a technique as text, `on`, `off` or a number.
    pub fn get(&self, technique: &Technique) -> String {
        match technique.switch {
            Switch::Flag(flag) => if *flag(&mut self.clone()) { "on" } else { "off" }.to_owned(),
            Switch::Number { get, .. } => get(self).to_string(),
        }
    }

    /// What differs from `other`, as `name=value` pairs.
    pub fn differences(&self, other: &Techniques) -> Vec<(&'static str, String)> {
        let pairs = TECHNIQUES.iter().map(|t| (t, self.get(t)));
        pairs.filter(|(t, value)| *value != other.get(t)).map(|(t, value)| (t.name, value)).collect()
    }

    /// What is really used: without alpha-beta nothing else is, and in exact mode nothing selective.
    pub fn effective(&self) -> Techniques {
        let mut effective = self.clone();
        let selective = |t: &&Technique| matches!(t.kind, Kind::Selective) && self.exact;
        let useless = |t: &&Technique| t.name != "exact" && t.name != "mcts" && !self.alphabeta;
        for technique in TECHNIQUES.iter().filter(|t| selective(t) || useless(t)) {
            if let Switch::Flag(flag) = technique.switch {
                *flag(&mut effective) = false;
            }
        }
        effective.etc &= effective.table;
        effective.tablemove &= effective.table;
        effective.singular &= effective.table;
        effective
    }
}

/// A setting of the search that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TechniqueError {
    /// There is no such setting.
    #[error("there is no search setting '{name}'; the settings are {known}")]
    Unknown {
        /// What was given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// It does not take that value.
    #[error("'{name}' cannot be '{value}'; it takes {expected}")]
    Value {
        /// The setting.
        name: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        expected: String,
    },
}

/// What a technique does to the result of a search of fixed depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Value and move stay plain minimax's.
    Exact,
    /// The value may differ from plain minimax's of the same depth.
    Selective,
    /// It decides what kind of search is made, or its resources.
    Mode,
}

/// One technique in the list that the commands show.
#[derive(Clone, Copy, Debug)]
pub struct Technique {
    /// The name on the command line.
    pub name: &'static str,
    /// What it does to the result.
    pub kind: Kind,
    /// What it does, in one sentence.
    pub about: &'static str,
    switch: Switch,
}

#[derive(Clone, Copy, Debug)]
enum Switch {
    Flag(fn(&mut Techniques) -> &mut bool),
    Number { get: fn(&Techniques) -> i64, set: fn(&mut Techniques, i64), least: i64, most: i64 },
}

impl Technique {
    /// Whether it is switched on and off (and not a number).
    pub const fn is_flag(&self) -> bool {
        matches!(self.switch, Switch::Flag(_))
    }

    /// What may stand after the `=`.
    pub fn takes(&self) -> String {
        match self.switch {
            Switch::Flag(_) => "on or off".to_owned(),
            Switch::Number { least, most, .. } => format!("a number from {least} to {most}"),
        }
    }
}

macro_rules! flag {
    ($name:ident, $kind:ident, $about:literal) => {
        Technique {
            name: stringify!($name),
            kind: Kind::$kind,
            about: $about,
            switch: Switch::Flag(|t| &mut t.$name),
        }
    };
}

macro_rules! number {
    ($name:ident, $least:literal..=$most:literal, $about:literal) => {
        Technique {
            name: stringify!($name),
            kind: Kind::Mode,
            about: $about,
            switch: Switch::Number {
                get: |t| t.$name as i64,
                set: |t, n| t.$name = n as _,
                least: $least,
                most: $most,
            },
        }
    };
}

/// Every technique, in the order in which they are explained.
pub const TECHNIQUES: &[Technique] = &[
    flag!(exact, Mode, "use exact techniques only: value and move equal plain minimax's"),
    flag!(alphabeta, Exact, "leave out what cannot change the result; off is plain minimax"),
    flag!(pvs, Exact, "search all moves but the first with a null window"),
    flag!(aspiration, Exact, "start from a narrow window around the last value"),
    flag!(deepening, Exact, "search depth 1, 2, 3 and so on, each guiding the next"),
    flag!(table, Exact, "remember positions reached in other ways"),
    flag!(tablemove, Exact, "try the move first that was best here before"),
    flag!(killers, Exact, "try moves early that refuted another line at the same ply"),
    flag!(history, Exact, "try moves early that were often good elsewhere"),
    flag!(counters, Exact, "try the move early that refuted the opponent's move before"),
    flag!(hint, Exact, "try moves early that the game's knowledge prefers"),
    flag!(evalorder, Exact, "sort moves by the evaluation of the positions they lead to"),
    flag!(etc, Exact, "look all children up in the table before searching any"),
    flag!(mtdf, Exact, "find the value by null windows alone"),
    flag!(star1, Exact, "cut chance nodes by bounds on what is left"),
    flag!(star2, Exact, "probe one reply of every outcome first to tighten those bounds"),
    flag!(lmr, Selective, "search late moves less deeply at first"),
    flag!(futility, Selective, "cut near the depth limit where the evaluation is far beyond the window"),
    flag!(nullmove, Selective, "cut where even giving up the turn is good enough"),
    flag!(probcut, Selective, "let a shallow search predict that a deep one leaves the window"),
    flag!(singular, Selective, "search a move deeper that is much better than all others"),
    flag!(quiescence, Selective, "look further where captures are pending"),
    flag!(forced, Selective, "follow forced moves without counting them, leave out moves that lose at once"),
    flag!(peril, Selective, "where a side may lose everything, leave nothing out and look further"),
    flag!(mcts, Mode, "Monte-Carlo tree search instead"),
    number!(selectivity, 50..=1000, "hundredths of a standard deviation that multi-ProbCut demands"),
    number!(exploration, 0..=10000, "hundredths of the weight of exploration in Monte-Carlo tree search"),
    number!(threads, 1..=256, "threads that search together"),
    number!(hash, 1..=65536, "megabytes for the transposition table"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_switches_by_name() {
        for technique in TECHNIQUES.iter().filter(|t| t.is_flag()) {
            let mut techniques = Techniques::default();
            for value in ["on", "off", "on"] {
                techniques.set(technique.name, value).unwrap();
                assert_eq!(techniques.get(technique), value);
            }
        }
    }

    #[test]
    fn wrong_settings_are_refused_in_sentences() {
        let mut techniques = Techniques::default();
        let unknown = techniques.set("warp", "on").unwrap_err().to_string();
        assert!(unknown.starts_with("there is no search setting 'warp'; the settings are exact, alphabeta"));
        let value = techniques.set("threads", "0").unwrap_err().to_string();
        assert_eq!(value, "'threads' cannot be '0'; it takes a number from 1 to 256");
        assert_eq!(techniques, Techniques::default());
    }

    #[test]
    fn modes_switch_off_what_they_exclude() {
        let exact = Techniques::all_exact().effective();
        assert!(exact.pvs && exact.table && !exact.lmr && !exact.nullmove && !exact.quiescence);
        let minimax = Techniques { alphabeta: false, ..Techniques::default() }.effective();
        assert!(!minimax.pvs && !minimax.table && !minimax.deepening);
        assert_eq!(Techniques::minimax().differences(&Techniques::plain_alphabeta()).len(), 1);
    }
}

//! The limits of a search: what `go` says.

use agon_core::Side;
use std::fmt;
use std::time::Duration;

/// The limits of a `go` command. Only one kind is set at a time, but nothing breaks if more are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// `movetime`: think this long.
    pub move_time: Option<Duration>,
    /// `depth`: look this deep.
    pub depth: Option<u32>,
    /// `nodes`: look at this many positions.
    pub nodes: Option<u64>,
    /// `p1time`, `p2time`: what each side has left.
    pub clock: [Option<Duration>; 2],
    /// `p1inc`, `p2inc`: what each side gets for a move.
    pub increment: [Option<Duration>; 2],
    /// `infinite`: think until `stop`.
    pub infinite: bool,
}

/// The words that begin a limit.
const LIMITS: [&str; 9] =
    ["movetime", "depth", "nodes", "p1time", "p2time", "p1inc", "p2inc", "movestogo", "infinite"];

/// The words of a `go` line, sorted into what can be used and what cannot.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct GoWords {
    pub(super) go: Go,
    /// `movestogo`: the clock must last for this many moves.
    pub(super) moves_to_go: Option<u32>,
    /// What is not understood, each limit together with the words that belong to it.
    pub(super) skipped: Vec<String>,
}

impl GoWords {
    /// Reads the words after `go`. A GUI waits for an answer to every `go`, so nothing in it is an error.
    pub(super) fn read(words: &[&str]) -> GoWords {
        let mut read = GoWords::default();
        let mut rest = words;
        while let [limit, after @ ..] = rest {
            let end = after.iter().position(|word| LIMITS.contains(word)).unwrap_or(after.len());
            let (part, next) = rest.split_at(end + 1);
            let value = after[..end].first().and_then(|word| number(word));
            let understood = if *limit == "infinite" {
                read.go.infinite = true;
                1
            } else if value.is_some_and(|number| read.set(limit, number)) {
                2
            } else {
                0
            };
            if understood < part.len() {
                read.skipped.push(part[understood..].join(" "));
            }
            rest = next;
        }
        read
    }

    /// Sets a limit that takes a number; says whether there is one of this name.
    fn set(&mut self, limit: &str, number: u64) -> bool {
        let time = Some(Duration::from_millis(number));
        let small = u32::try_from(number).unwrap_or(u32::MAX);
        let go = &mut self.go;
        match limit {
            "movetime" => go.move_time = time,
            "depth" => go.depth = Some(small),
            "nodes" => go.nodes = Some(number),
            "p1time" => go.clock[Side::First] = time,
            "p2time" => go.clock[Side::Second] = time,
            "p1inc" => go.increment[Side::First] = time,
            "p2inc" => go.increment[Side::Second] = time,
            "movestogo" => self.moves_to_go = Some(small).filter(|&moves| moves > 0),
            _ => return false,
        }
        true
    }
}

/// A whole number. One that is too large is the largest there is: it limits nothing either way. A clock may be
/// overdrawn: then nothing is left.
fn number(word: &str) -> Option<u64> {
    const LARGEST: u64 = i64::MAX.unsigned_abs();
    let (is_negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if is_negative { 0 } else { digits.parse().unwrap_or(LARGEST).min(LARGEST) })
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        let mut number = |name: &str, number: Option<u128>| match number {
            Some(number) => write!(f, " {name} {number}"),
            None => Ok(()),
        };
        let millis = |time: Option<Duration>| time.map(|time| time.as_millis());
        number("movetime", millis(self.move_time))?;
        number("depth", self.depth.map(u128::from))?;
        number("nodes", self.nodes.map(u128::from))?;
        number("p1time", millis(self.clock[Side::First]))?;
        number("p2time", millis(self.clock[Side::Second]))?;
        number("p1inc", millis(self.increment[Side::First]))?;
        number("p2inc", millis(self.increment[Side::Second]))?;
        if self.infinite { f.write_str(" infinite") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (String, Vec<String>) {
        let read = GoWords::read(&line.split_whitespace().collect::<Vec<_>>());
        (read.go.to_string(), read.skipped)
    }

    #[test]
    fn what_is_not_understood_is_skipped_with_what_belongs_to_it() {
        for (line, go, skipped) in [
            ("", "go", &[][..]),
            ("mate 3", "go", &["mate 3"]),
            ("ponder", "go", &["ponder"]),
            ("movetime", "go", &["movetime"]),
            ("movetime abc", "go", &["movetime abc"]),
            ("movetime 100.5", "go", &["movetime 100.5"]),
            ("movetime depth 3", "go depth 3", &["movetime"]),
            ("searchmoves f5 d6 movetime 100", "go movetime 100", &["searchmoves f5 d6"]),
            ("wtime 5 p1time 7 btime 6 infinite x", "go p1time 7 infinite", &["wtime 5", "btime 6", "x"]),
            ("depth 3 4 nodes 5", "go depth 3 nodes 5", &["4"]),
            ("movetime - depth +2", "go depth 2", &["movetime -"]),
        ] {
            assert_eq!(
                read(line),
                (go.to_owned(), skipped.iter().map(|&s| s.to_owned()).collect()),
                "{line}"
            );
        }
    }

    #[test]
    fn numbers_out_of_range_become_the_nearest() {
        let text = "movetime 99999999999999999999 depth 4294967296 nodes -7 p2time -99999999999999999999";
        let (go, skipped) = read(text);
        assert_eq!(go, format!("go movetime {} depth {} nodes 0 p2time 0", i64::MAX, u32::MAX));
        assert_eq!(skipped, [""; 0]);
    }

    #[test]
    fn moves_to_go_are_read() {
        let of = |line: &str| GoWords::read(&line.split_whitespace().collect::<Vec<_>>()).moves_to_go;
        assert_eq!(of("p1time 1000 p2time 1000 movestogo 10"), Some(10));
        assert_eq!(of("p1time 1000 movestogo 0"), None);
    }
}

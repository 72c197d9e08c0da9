//! Values as people read them.

use agon_core::{Game, Position};
use agon_search::{Certainty, Found, score};

/// Turns a value of a game into words.
pub type Words<G> =
    fn(&G, &<G as Game>::Position, &Found<<<G as Game>::Position as Position>::Move>) -> Wording;

/// A value as a report shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    /// In hundredths of the unit.
    pub score: i32,
    /// In words.
    pub text: String,
    /// Whether it is the value of the game under best play.
    pub exact: bool,
    /// Whether at least the winner is proven.
    pub proven: bool,
}

/// The usual wording: `+3 discs` if exact, `at least +3 discs` if the winner is proven, `+0.42` otherwise; in a
/// game of chance an exact expectation between win and loss is `expects +0.25`.
pub fn in_units<M>(unit: &str, found: &Found<M>) -> Wording {
    let certainty = found.certainty();
    let (value, proven) = (found.score(), certainty > Certainty::Estimate);
    match (certainty, score::proven_margin(value)) {
        (Certainty::Exact, Some(margin)) => {
            Wording { score: 100 * margin, text: format!("{margin:+} {unit}"), exact: true, proven }
        }
        (Certainty::Exact, None) if value == 0 => {
            Wording { score: 0, text: "draw".to_owned(), exact: true, proven }
        }
        (Certainty::Exact, None) => {
            let hundredths = (i64::from(value) * 100 / i64::from(score::WIN)) as i32;
            Wording {
                score: hundredths,
                text: format!("expects {}", decimal(hundredths)),
                exact: true,
                proven: false,
            }
        }
        (_, Some(margin)) => {
            let bound = if margin > 0 { "at least" } else { "at most" };
            Wording {
                score: 100 * margin,
                text: format!("{bound} {margin:+} {unit}"),
                exact: false,
                proven: true,
            }
        }
        (_, None) => {
            let text = match found.likely {
                Some(percent) => format!("{} ({percent} % sure)", decimal(value)),
                None => decimal(value),
            };
            Wording { score: value, text, exact: false, proven: false }
        }
    }
}

/// The wording of games whose margin counts what is left of the board: `win in 7`, from the number of plies to
/// the end of the board. What is not proven is worded in the unit.
pub fn by_distance<P: Position>(
    unit: &str,
    plies_left: impl Fn(&P) -> i32,
    position: &P,
    found: &Found<P::Move>,
) -> Wording {
    let proven = found.certainty() > Certainty::Estimate;
    match score::proven_margin(found.score()) {
        Some(margin) => {
            // The winner's stones left, the winning one counted: twice as many plies are never played.
            let left = plies_left(position);
            let won = margin > 0;
            let mine = if won { (left + 1) / 2 } else { left / 2 };
            let plies = 2 * (mine - margin.abs()) + if won { 1 } else { 2 };
            // Where a faster win is not ruled out the margin is a bound, and so is the distance; nothing is faster than
            // the next move of the winner.
            let soonest = if won { 1 } else { 2 };
            let exact = found.certainty() == Certainty::Exact || proven && plies == soonest;
            let what = if won { "win" } else { "loss" };
            let text =
                if exact { format!("{what} in {plies}") } else { format!("{what} in {plies} at most") };
            Wording { score: 100 * margin, text, exact, proven }
        }
        None => in_units(unit, found),
    }
}

/// Hundredths as a decimal number with its sign.
pub fn decimal(hundredths: i32) -> String {
    let sign = if hundredths < 0 { '-' } else { '+' };
    let value = hundredths.unsigned_abs();
    format!("{sign}{}.{:02}", value / 100, value % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_search::Value;
    use agon_search::score::WIN;
    use std::time::Duration;

    fn found(value: Value, complete: bool) -> Found<u8> {
        Found {
            mv: 0,
            value,
            depth: 5,
            complete,
            nodes: 9,
            elapsed: Duration::ZERO,
            line: vec![0],
            likely: None,
        }
    }

    #[test]
    fn every_certainty_has_its_words() {
        let words = |value, complete| in_units("discs", &found(value, complete));
        let text = |value| words(value, true).text;
        assert_eq!(text(Value::resolved(WIN + 3)), "+3 discs");
        assert_eq!(text(Value::resolved(-WIN - 64)), "-64 discs");
        assert_eq!(text(Value::resolved(0)), "draw");
        assert_eq!(text(Value::resolved(WIN / 4)), "expects +0.25");
        assert_eq!(text(Value::estimated(WIN + 3)), "at least +3 discs");
        assert_eq!(text(Value::estimated(-WIN - 3)), "at most -3 discs");
        assert_eq!(text(Value::estimated(-42)), "-0.42");
        assert_eq!(words(Value::resolved(WIN + 3), false).text, "at least +3 discs");
        assert!(!words(Value::resolved(5), false).exact);
        let score = |value| words(value, true).score;
        assert_eq!([Value::resolved(WIN + 3), Value::estimated(WIN + 3)].map(score), [300, 300]);
        assert_eq!([Value::resolved(WIN / 4), Value::estimated(-42)].map(score), [25, -42]);
        assert!(!words(Value::resolved(WIN / 4), true).proven, "nobody has won yet");
    }

    #[test]
    fn distances_are_exact_or_bounds() {
        let position = agon_connect::FourInARowPosition::START;
        let found = |resolved, complete| Found {
            mv: agon_connect::Move::into_column(3),
            value: Value { score: WIN + 1, resolved },
            depth: 42,
            complete,
            nodes: 9,
            elapsed: Duration::ZERO,
            line: Vec::new(),
            likely: None,
        };
        let words = |resolved, complete| by_distance("stones", |_| 42, &position, &found(resolved, complete));
        let exact = words(true, true);
        assert_eq!((exact.text.as_str(), exact.exact, exact.score), ("win in 41", true, 100));
        for bound in [words(true, false), words(false, true)] {
            assert_eq!((bound.text.as_str(), bound.exact, bound.proven), ("win in 41 at most", false, true));
            assert_eq!(bound.score, 100);
        }
    }
}

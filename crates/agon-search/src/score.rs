//! What a position is worth, as integers.
//!
//! A score is for the side to move. An **estimate** is in hundredths of the game's unit (discs, points) and
//! stays between `-MAX_ESTIMATE` and `MAX_ESTIMATE`. A **finished game** won by `m` units is worth `WIN + m`, lost
//! `-(WIN + m)`, drawn 0: every certain win is better than every estimate, a larger one better than a smaller
//! one, and the margin can be read back from the score. Because the margin of the connect-four games is the
//! number of stones left, the faster win is the larger one there without any counting of plies.
//!
//! A game with chance uses the same scale for expectations: the average of `WIN + 3` and `0` stands for a win
//! in half of the cases. Averages are rounded to the nearest integer, halves away from zero ([`average`]); this
//! is the only rounding anywhere, the same in plain minimax and in every search, and it is symmetric, so that
//! the value for one side is always minus the value for the other.

use agon_core::{Outcome, Side};

/// A value for the side to move.
pub type Score = i32;

/// A finished game that was won, before its margin is added.
pub const WIN: Score = 1_000_000;

/// No margin is larger than this.
pub const MAX_MARGIN: Score = 1_000;

/// Larger than every score.
pub const INFINITE: Score = WIN + MAX_MARGIN + 1;

/// The largest estimate; what pruning without proof may claim at most. The distance to `WIN` is so large that an
/// average of estimates and wins never looks like a win, as long as no outcome of chance has less than a
/// twentieth of the weight.
pub const MAX_ESTIMATE: Score = WIN - 20 * MAX_MARGIN;

/// The score of a finished game for `side`.
#[inline(always)]
pub const fn finished(outcome: Outcome, side: Side) -> Score {
    match outcome.winner {
        None => 0,
        Some(winner) => {
            let margin = outcome.margin.abs();
            let score = WIN + if margin < MAX_MARGIN { margin } else { MAX_MARGIN };
            if winner as u8 == side as u8 { score } else { -score }
        }
    }
}

/// The winner's margin that a score proves, positive if the side to move wins; nothing for an estimate.
///
/// ```
/// use agon_core::{Outcome, Side};
/// use agon_search::score::{finished, proven_margin};
/// assert_eq!(proven_margin(finished(Outcome::from_margin(6), Side::Second)), Some(-6));
/// assert_eq!(proven_margin(250), None);
/// ```
pub const fn proven_margin(score: Score) -> Option<i32> {
    if score >= WIN {
        Some(score - WIN)
    } else if score <= -WIN {
        Some(score + WIN)
    } else {
        None
    }
}

/// Brings an estimate into the range that is left to estimates.
#[inline(always)]
pub const fn estimate(score: Score) -> Score {
    if score > MAX_ESTIMATE {
        MAX_ESTIMATE
    } else if score < -MAX_ESTIMATE {
        -MAX_ESTIMATE
    } else {
        score
    }
}

/// `sum / weight`, rounded to the nearest integer, halves away from zero.
///
/// ```
/// use agon_search::score::average;
/// assert_eq!((average(5, 2), average(-5, 2), average(4, 3), average(-4, 3)), (3, -3, 1, -1));
/// ```
#[inline(always)]
pub const fn average(sum: i64, weight: i64) -> Score {
    let twice = 2 * sum.abs() + weight;
    let rounded = twice / (2 * weight);
    (if sum < 0 { -rounded } else { rounded }) as Score
}

/// A score together with whether it rests on finished games only.
///
/// `resolved` means that no estimate was needed to establish it: the whole tree below was searched to the end
/// of the game, as far as it mattered for this value (or, after a cut-off, for this bound).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The value for the side to move, or a bound on it.
    pub score: Score,
    /// Whether it rests on finished games only.
    pub resolved: bool,
}

impl Value {
    /// The value of a finished game, or of a position whose value is known.
    #[inline(always)]
    pub const fn resolved(score: Score) -> Value {
        Value { score, resolved: true }
    }

    /// A value that rests on an estimate.
    #[inline(always)]
    pub const fn estimated(score: Score) -> Value {
        Value { score, resolved: false }
    }

    /// A lower bound. One of `WIN` or more rests on finished games in any case: estimates never reach so far.
    #[inline(always)]
    pub const fn at_least(score: Score, resolved: bool) -> Value {
        Value { score, resolved: resolved || score >= WIN }
    }

    /// An upper bound. One of `-WIN` or less rests on finished games in any case.
    #[inline(always)]
    pub const fn at_most(score: Score, resolved: bool) -> Value {
        Value { score, resolved: resolved || score <= -WIN }
    }

    /// The same value for the other side.
    #[inline(always)]
    pub const fn negated(self) -> Value {
        Value { score: -self.score, resolved: self.resolved }
    }

    /// How certain it is as the value of a position.
    pub const fn certainty(self) -> Certainty {
        if self.resolved {
            Certainty::Exact
        } else if self.score >= WIN || self.score <= -WIN {
            Certainty::Proven
        } else {
            Certainty::Estimate
        }
    }
}

/// How certain a value is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Certainty {
    /// An estimate in hundredths of the unit.
    Estimate,
    /// The winner is proven, with at least the margin of the score; a larger one may be possible.
    Proven,
    /// The value of the game under best play, margin included.
    Exact,
}

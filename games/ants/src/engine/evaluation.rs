//! The evaluation: what the two sides can expect of the rest of the game, in hundredths of a point.

use super::board;
use super::features::{Counts, counts, index, turn};
use super::passed::most_food;
use super::weights::Weights;
use crate::AntsPosition;
use agon_core::{Position, Side};
use agon_search::Term;

/// What is kept beside a position: the cones of black and of white.
pub(super) type Cones = [u64; 2];

/// The expected rest of the game for the side to move, in hundredths, without the points so far.
#[inline(always)]
pub(super) fn prospects(position: &AntsPosition, cones: Cones, weights: &Weights) -> i32 {
    let both = counts(position, cones);
    let turn = turn(&both, position.side_to_move());
    let weights = weights.of(position);
    let mut sum = 0;
    for (weight, (black, white)) in weights.sides.iter().zip(both[0].iter().zip(&both[1])) {
        sum += weight * (black - white);
    }
    sum *= position.side_to_move().sign();
    for (weight, count) in weights.turn.iter().zip(&turn) {
        sum += weight * count;
    }
    sum
}

/// What is left of a game without contact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rest {
    /// Queens to come, black's minus white's.
    pub(super) queens: i32,
    /// Food to be gathered by black and by white.
    pub(super) food: [i32; 2],
}

/// The rest of the game if there is no contact between the armies.
#[inline(always)]
pub(super) fn rest(position: &AntsPosition, cones: Cones) -> Option<Rest> {
    let [black, white] = position.ants();
    if cones[Side::First] & white != 0 {
        return None;
    }
    let food = position.food();
    Some(Rest {
        queens: black.count_ones() as i32 - white.count_ones() as i32,
        food: [
            most_food::<true>(black, food, cones[Side::First]),
            most_food::<false>(white, food, cones[Side::Second]),
        ],
    })
}

/// The evaluation taken apart; `half_points` is the margin so far for black.
pub(super) fn terms(position: &AntsPosition, half_points: i32, weights: &Weights) -> Vec<Term> {
    let side = position.side_to_move();
    let both = counts(position, board::cones(position));
    let weights = weights.of(position);
    let march =
        |c: &Counts| -> i32 { (index::MARCH..index::RUNAWAYS).map(|i| weights.sides[i] * c[i]).sum() };
    let term = |name, raw: [i32; 2], weight: i32| Term {
        name,
        raw,
        weight,
        value: weight * (raw[0] - raw[1]) * side.sign(),
    };
    let mut terms = vec![
        Term { name: "points", raw: position.score(), weight: 100, value: 50 * half_points * side.sign() },
        term("ants on the march", [march(&both[0]), march(&both[1])], 1),
    ];
    for (name, i) in [
        ("runaways", index::RUNAWAYS),
        ("edge", index::EDGE),
        ("backed", index::BACKED),
        ("attacked", index::ATTACKED),
        ("safe steps", index::SAFE),
        ("last safe steps", index::LAST_SAFE),
        ("cramped", index::CRAMPED),
        ("blocked", index::BLOCKED),
        ("reserve", index::RESERVE),
        ("stuck", index::STUCK),
        ("pairs", index::PAIRS),
        ("centre", index::CENTRE),
        ("food in one step", index::FOOD_1),
        ("food in two", index::FOOD_2),
    ] {
        terms.push(term(name, [both[0][i], both[1][i]], weights.sides[i]));
    }
    let names = ["the move", "cramped to move", "food to take", "ants to save", "opposition"];
    for ((name, weight), value) in names.into_iter().zip(weights.turn).zip(turn(&both, side)) {
        let mut raw = [0; 2];
        raw[side] = value;
        terms.push(term(name, raw, weight));
    }
    terms
}

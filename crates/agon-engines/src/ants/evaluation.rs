//! The evaluation: what the two sides can expect of the rest of the game, in hundredths of a point.

use super::board;
use super::features::{Counts, counts, index};
use super::passed::most_food;
use super::weights::{MOVE, WEIGHTS};
use agon_core::{Position, Side};
use agon_games::ants::AntsPosition;
use agon_search::Term;

/// What is kept beside a position: the cones of black and of white.
pub(super) type Cones = [u64; 2];

/// The expected rest of the game for the side to move, in hundredths, without the points so far.
#[inline(always)]
pub(super) fn prospects(position: &AntsPosition, cones: Cones) -> i32 {
    let [black, white] = counts(position, cones);
    let mut sum = 0;
    for i in 0..WEIGHTS.len() {
        sum += WEIGHTS[i] * (black[i] - white[i]);
    }
    sum * position.side_to_move().sign() + MOVE
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
pub(super) fn terms(position: &AntsPosition, half_points: i32, raw_points: [i32; 2]) -> Vec<Term> {
    let side = position.side_to_move();
    let both = counts(position, board::cones(position));
    let march = |c: &Counts| -> i32 { (index::MARCH..index::RUNAWAYS).map(|i| WEIGHTS[i] * c[i]).sum() };
    let term = |name, raw: [i32; 2], weight: i32| Term {
        name,
        raw,
        weight,
        value: weight * (raw[0] - raw[1]) * side.sign(),
    };
    let mut terms = vec![
        Term { name: "points", raw: raw_points, weight: 100, value: 50 * half_points * side.sign() },
        term("ants on the march", [march(&both[0]), march(&both[1])], 1),
    ];
    for (name, i) in [
        ("runaways", index::RUNAWAYS),
        ("edge", index::EDGE),
        ("backed", index::BACKED),
        ("attacked", index::ATTACKED),
        ("safe steps", index::SAFE),
        ("cramped", index::CRAMPED),
        ("blocked", index::BLOCKED),
        ("reserve", index::RESERVE),
        ("own food", index::OWN_FOOD),
        ("near food", index::NEAR_FOOD),
        ("stuck", index::STUCK),
    ] {
        terms.push(term(name, [both[0][i], both[1][i]], WEIGHTS[i]));
    }
    let mut turn = [0; 2];
    turn[side] = 1;
    terms.push(term("move", turn, MOVE));
    terms
}

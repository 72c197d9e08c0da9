//! What the evaluation and the forced play promise, on many positions of several boards.
#![allow(clippy::unwrap_used)]

use super::forced::{End, Place};
use super::threats::Threats;
use super::zugzwang::Zugzwang;
use super::{Judgement, Simple, middle_games};
use crate::{Connect9x9, FourInARow};
use crate::{ConnectPosition, Grid, Move, Word};
use agon_core::{Dice, Game, MoveList, Position, Side};
use agon_search::score::{INFINITE, finished};
use agon_search::{Evaluator, Leaf, Score};

/// Positions of random games that are not over, with `least` to `most` stones.
pub(super) fn random<B: Word, const W: usize, const H: usize>(
    count: usize,
    [least, most]: [u64; 2],
    seed: u64,
) -> Vec<ConnectPosition<B, W, H>> {
    let mut dice = Dice::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let plies = least + dice.below(most - least + 1);
        let mut position = ConnectPosition::START;
        for _ in 0..plies {
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            let Some(&mv) = dice.pick(&moves) else { break };
            position.play(mv);
        }
        if position.outcome().is_none() && position.ply() as u64 == plies {
            found.push(position);
        }
    }
    found
}

/// The exact value by a plain search that knows nothing.
pub(super) fn solved<P: Position>(position: &P, alpha: Score, beta: Score) -> Score {
    if let Some(outcome) = position.outcome() {
        return finished(outcome, position.side_to_move());
    }
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    let (mut best, mut alpha) = (-INFINITE, alpha);
    for &mv in &moves {
        let mut next = *position;
        next.play(mv);
        best = best.max(-solved(&next, -beta, -alpha));
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    best
}

/// Checks whatever is claimed to be known; how much that was.
fn check_known<B: Word, const W: usize, const H: usize>(
    positions: &[ConnectPosition<B, W, H>],
) -> [usize; 2] {
    let judgement = Judgement::default();
    let mut claims = [0; 2];
    for position in positions {
        let state = judgement.state(position);
        let known = judgement.known(&state, position);
        let leaf = match judgement.leaf(&state, position) {
            Leaf::Over(score) => Some(score),
            Leaf::Open(_) => None,
        };
        if known.is_some() {
            assert_eq!(leaf, known, "{position:?}");
        }
        if let Some(claim) = leaf {
            assert_eq!(claim, solved(position, -INFINITE, INFINITE), "{position:?}");
            claims[usize::from(known.is_none())] += 1;
        }
    }
    claims
}

#[test]
fn what_is_known_is_what_a_plain_search_finds() {
    let small = check_known(&random::<u64, 5, 4>(3_000, [5, 19], 1));
    let high = check_known(&random::<u64, 4, 5>(3_000, [5, 19], 2));
    let odd = check_known(&random::<u64, 5, 5>(1_000, [12, 24], 3));
    let real = check_known(&random::<u64, 7, 6>(400, [28, 41], 4));
    let large = check_known(&random::<u128, 9, 9>(150, [69, 80], 5));
    for [known, only_leaf] in [small, high, odd, real] {
        assert!(known > 100 && only_leaf > 2, "known {known}, at leaves {only_leaf}");
    }
    assert!(large[0] > 100, "{large:?}");
}

#[test]
fn boards_without_lines_are_drawn() {
    let positions = random::<u64, 4, 4>(4_000, [11, 15], 6);
    let judgement = Judgement::default();
    let draws = positions.iter().filter(|p| judgement.known(&judgement.state(*p), p) == Some(0));
    assert!(draws.count() > 100);
    check_known(&positions);
}

fn check_shape<B: Word, const W: usize, const H: usize>(position: &ConnectPosition<B, W, H>) {
    let judgement = Judgement::default();
    let state = judgement.state(position);
    let mirrored = position.transformed(1);
    let mirrored_state = judgement.state(&mirrored);
    assert_eq!(judgement.evaluate(&state, position), judgement.evaluate(&mirrored_state, &mirrored));
    assert_eq!(judgement.leaf(&state, position), judgement.leaf(&mirrored_state, &mirrored));
    assert_eq!(judgement.known(&state, position), judgement.known(&mirrored_state, &mirrored));
    assert_eq!(Simple.evaluate(&(), position), Simple.evaluate(&(), &mirrored));
    let sum: Score = judgement.terms(position).iter().map(|term| term.value).sum();
    assert_eq!(sum, judgement.evaluate(&state, position), "{position:?}");
    let sum: Score = Simple.terms(position).iter().map(|term| term.value).sum();
    assert_eq!(sum, Simple.evaluate(&(), position));
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    for &mv in &moves {
        let mut next = *position;
        next.play(mv);
        assert_eq!(judgement.advance(&state, position, mv, &next), judgement.state(&next));
        let other = position.transformed_move(mv, 1);
        assert_eq!(judgement.hint(&state, position, mv), judgement.hint(&mirrored_state, &mirrored, other));
    }
    let mut hints = Vec::new();
    judgement.hints(&state, position, &moves, |index, hint| hints.push((index, hint)));
    let one_by_one = moves.iter().map(|&mv| judgement.hint(&state, position, mv)).enumerate();
    assert_eq!(hints, one_by_one.collect::<Vec<_>>(), "{position:?}");
}

/// A double threat is found exactly where trying every move finds one.
#[test]
fn double_threats_are_all_found() {
    fn check<B: Word, const W: usize, const H: usize>(positions: &[ConnectPosition<B, W, H>]) -> usize {
        let mut doubles = 0;
        for position in positions.iter().filter(|position| position.outcome().is_none()) {
            let End::Choice { place, .. } = Place::of(position, Threats::of(position)).settle() else {
                continue;
            };
            let mut moves = place.choices();
            let mut expected = false;
            while moves.any() {
                let cell = moves ^ moves.without_lowest();
                moves = moves.without_lowest();
                let after = place.play(cell);
                let wins = after.threats.theirs & Grid::<B, W, H>::landings(after.mask);
                expected |= wins.without_lowest().any();
            }
            assert_eq!(place.has_double(), expected, "{position:?}");
            doubles += usize::from(expected);
        }
        doubles
    }
    let found = [
        check(&random::<u64, 7, 6>(20_000, [0, 41], 31)),
        check(&random::<u128, 9, 9>(20_000, [0, 70], 32)),
        check(&random::<u64, 5, 5>(5_000, [0, 24], 33)),
    ];
    assert!(found.iter().all(|&doubles| doubles > 50), "too few to mean something: {found:?}");
}

#[test]
fn evaluations_are_symmetric_and_add_up() {
    random::<u64, 7, 6>(3_000, [0, 41], 7).iter().for_each(check_shape);
    random::<u128, 9, 9>(3_000, [0, 70], 8).iter().for_each(check_shape);
    random::<u64, 6, 5>(1_000, [0, 29], 9).iter().for_each(check_shape);
}

#[test]
fn both_words_agree() {
    let judgement = Judgement::default();
    for narrow in random::<u64, 7, 6>(3_000, [0, 41], 10) {
        let [first, second] = narrow.stones().map(u128::from);
        let wide = ConnectPosition::<u128, 7, 6>::new(first, second, narrow.side_to_move()).unwrap();
        let (a, b) = (judgement.state(&narrow), judgement.state(&wide));
        assert_eq!(judgement.evaluate(&a, &narrow), judgement.evaluate(&b, &wide));
        assert_eq!(judgement.leaf(&a, &narrow), judgement.leaf(&b, &wide));
        assert_eq!(judgement.known(&a, &narrow), judgement.known(&b, &wide));
        assert_eq!(Simple.evaluate(&(), &narrow), Simple.evaluate(&(), &wide));
        for column in 0..7 {
            let mv = Move::into_column(column);
            assert_eq!(judgement.hint(&a, &narrow, mv), judgement.hint(&b, &wide, mv));
        }
    }
}

/// The winner when an empty board with some threats (column and row, from 1 at the bottom) is filled up.
fn filled_up<B: Word, const W: usize, const H: usize>(threats: [&[(usize, usize)]; 2]) -> Option<Side> {
    let board = |cells: &[(usize, usize)]| {
        cells.iter().fold(B::EMPTY, |b, &(column, row)| b | Grid::<B, W, H>::cell(column, row - 1))
    };
    Zugzwang::<B, W, H> { threats: threats.map(board), mask: B::EMPTY, side: Side::First }.winner()
}

type FillUp = fn([&[(usize, usize)]; 2]) -> Option<Side>;

#[test]
fn threats_by_row_decide_as_counting_says() {
    let (first, second) = (Some(Side::First), Some(Side::Second));
    let seven: FillUp = filled_up::<u64, 7, 6>;
    let nine: FillUp = filled_up::<u128, 9, 9>;
    for board in [seven, nine] {
        assert_eq!(board([&[], &[]]), None);
        assert_eq!(board([&[(1, 3)], &[]]), first);
        assert_eq!(board([&[(1, 4)], &[]]), None, "blocked in time");
        assert_eq!(board([&[], &[(2, 4)]]), second);
        assert_eq!(board([&[], &[(2, 3)]]), None);
        assert_eq!(board([&[(1, 4), (1, 5)], &[]]), first, "one above the other");
    }
    // One useful threat each, in different columns: the parity of the other columns decides.
    assert_eq!(seven([&[(0, 3)], &[(6, 4)]]), first);
    assert_eq!(nine([&[(0, 3)], &[(6, 4)]]), second);
    // In the same column the lower one.
    assert_eq!(seven([&[(0, 5)], &[(0, 2)]]), second);
    assert_eq!(nine([&[(0, 3)], &[(0, 6)]]), first);
}

#[test]
fn middle_games_are_distinct_and_undecided() {
    let game = Connect9x9::standard();
    let mut keys = Vec::new();
    for text in middle_games() {
        let mut position = game.start();
        for mv in game.split_moves(text) {
            position.play(game.parse_move(&position, mv).unwrap());
        }
        let judgement = Judgement::default();
        assert_eq!(judgement.known(&judgement.state(&position), &position), None);
        keys.push(position.canonical_key());
    }
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 50);
    assert_eq!(FourInARow::standard().info().name, "four-in-a-row");
}

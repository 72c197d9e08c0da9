//! What the trained evaluation promises.
#![allow(clippy::unwrap_used)]

use super::anchors::shares;
use super::network::{INPUTS, ROWS, UNITS, mirrored, rounded};
use super::strips::{ANCHORS, LINES, Strips, table};
use super::tests::{random, solved};
use super::trained::Uncorrected;
use super::weights_file::{self, WEIGHTS, WeightsError};
use super::{Judgement, Trained, techniques};
use crate::{Connect9x9Position, Move};
use agon_core::{Dice, MoveList, Position, Side};
use agon_search::score::INFINITE;
use agon_search::{Evaluator, Leaf, Limits, Score, Searcher, Techniques, Urgency};
use std::collections::BTreeSet;

fn check(evaluation: &Trained, position: &Connect9x9Position) {
    let state = evaluation.state(position);
    let mirrored = position.transformed(1);
    let mirrored_state = evaluation.state(&mirrored);
    assert_eq!(evaluation.evaluate(&state, position), evaluation.evaluate(&mirrored_state, &mirrored));
    assert_eq!(evaluation.leaf(&state, position), evaluation.leaf(&mirrored_state, &mirrored));
    let sum: Score = evaluation.terms(position).iter().map(|term| term.value).sum();
    assert_eq!(sum, evaluation.evaluate(&state, position), "{position:?}");
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    for &mv in &moves {
        let mut next = *position;
        next.play(mv);
        let (late, afresh) = (evaluation.advance(&state, position, mv, &next), evaluation.state(&next));
        assert_eq!(evaluation.complete(&late, &next), Some(afresh), "{position:?}");
        assert_eq!(evaluation.leaf(&late, &next), evaluation.leaf(&afresh, &next), "{position:?}");
    }
}

#[test]
fn what_is_kept_is_what_is_computed_and_mirrors_agree() {
    let embedded = Trained::embedded();
    random::<u128, 9, 9>(2_000, [0, 70], 21).iter().for_each(|position| check(&embedded, position));
}

/// Whether the other side wins with its next stone after a move.
fn loses_at_once(position: &Connect9x9Position, mv: Move) -> bool {
    let mut next = *position;
    next.play(mv);
    let mut replies = MoveList::new();
    next.generate(&mut replies);
    replies.iter().any(|&reply| {
        let mut after = next;
        after.play(reply);
        after.winner().is_some()
    })
}

#[test]
fn what_is_left_out_loses_at_once_and_what_is_forced_is_all_there_is() {
    let evaluation = Trained::embedded();
    let (mut narrow, mut forced) = (0, 0);
    for position in random::<u128, 9, 9>(6_000, [6, 48], 31) {
        let state = evaluation.state(&position);
        if evaluation.known(&state, &position).is_some() {
            continue;
        }
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let kept: Vec<Move> = moves.iter().copied().filter(|&mv| !loses_at_once(&position, mv)).collect();
        match evaluation.urgency(&state, &position) {
            Urgency::Free => assert_eq!(kept.len(), moves.len(), "{position:?}"),
            Urgency::Forced(mv) => {
                assert_eq!(kept, [mv], "{position:?}");
                forced += 1;
            }
            Urgency::Narrow => {
                assert!(kept.len() > 1 && kept.len() < moves.len(), "{position:?}");
                for &mv in &moves {
                    let left_out = evaluation.loses_at_once(&state, &position, mv);
                    assert_eq!(left_out, !kept.contains(&mv), "{position:?}");
                }
                narrow += 1;
            }
        }
    }
    assert!(narrow > 100 && forced > 500, "{narrow} {forced}");
}

#[test]
fn a_search_that_follows_forced_moves_finds_the_value_of_the_game() {
    let techniques = Techniques { hash: 1, ..techniques() };
    assert!(techniques.forced);
    let mut searcher = Searcher::new(Trained::embedded(), techniques);
    let mut exact = 0;
    for position in random::<u128, 9, 9>(40, [62, 68], 32) {
        let value = solved(&position, -INFINITE, INFINITE);
        let found = searcher.best(&position, Limits::depth(81)).unwrap();
        // A proven win ends the search, and then its margin may be only a bound.
        assert_eq!(found.score().signum(), value.signum(), "{position:?}");
        if found.value.resolved {
            assert_eq!(found.score(), value, "{position:?}");
            exact += 1;
        }
    }
    assert!(exact > 20, "{exact}");
}

/// The estimate at a leaf is linear in what `features` lists: what is fitted is what is played.
#[test]
fn leaves_are_judged_by_the_features_that_are_fitted() {
    let mut dice = Dice::new(22);
    let rows: Vec<[i16; ANCHORS]> =
        (0..WEIGHTS).map(|_| std::array::from_fn(|_| dice.below(101) as i16 - 50)).collect();
    let evaluation = Trained::read(&weights_file::write(&rows, &[], &["a test".to_owned()])).unwrap();
    let mut judged = 0;
    for position in random::<u128, 9, 9>(2_000, [0, 60], 23) {
        let leaf = evaluation.leaf(&evaluation.state(&position), &position);
        let Some((features, shares)) = Trained::features(&position) else {
            assert!(matches!(leaf, Leaf::Over(_)));
            continue;
        };
        let worth = |&(feature, times): &(usize, i32)| -> f32 {
            (0..ANCHORS).map(|a| f32::from(rows[feature][a]) * shares[a]).sum::<f32>() * times as f32
        };
        let sum = features.iter().map(worth).sum::<f32>() * position.side_to_move().sign() as f32;
        let Leaf::Open(score) = leaf else { panic!("{position:?} is decided") };
        assert!((score as f32 - sum).abs() <= 1.1, "{score} is not {sum} in {position:?}");
        judged += 1;
    }
    assert!(judged > 300, "{judged}");
}

/// A network of small random numbers adds at leaves what its inputs say, but for rounding.
#[test]
fn leaves_are_corrected_by_what_the_network_sees() {
    let mut dice = Dice::new(25);
    let fitted: Vec<[f32; UNITS]> =
        (0..ROWS).map(|_| std::array::from_fn(|_| dice.unit() as f32 / 4.0 - 0.1)).collect();
    let weights = [[0; ANCHORS]; WEIGHTS];
    let evaluation = Trained::read(&weights_file::write(&weights, &rounded(&fitted), &[])).unwrap();
    let mut values = BTreeSet::new();
    for position in random::<u128, 9, 9>(2_000, [0, 60], 26) {
        check(&evaluation, &position);
        let Some(Uncorrected { inputs, ply, estimate }) = evaluation.uncorrected(&position) else { continue };
        assert_eq!(estimate, 0, "the weights say nothing");
        let (anchor, share) = shares(ply as i32);
        let excited = |unit: usize, image: fn(usize) -> usize| {
            let sum: f32 = inputs.iter().map(|&input| fitted[image(usize::from(input))][unit]).sum();
            sum.clamp(0.0, 1.0).powi(2)
        };
        let adds = |unit: usize| {
            (1.0 - share) * fitted[INPUTS + anchor][unit] + share * fitted[INPUTS + anchor + 1][unit]
        };
        let odds: f32 =
            (0..UNITS).map(|unit| adds(unit) * (excited(unit, |i| i) + excited(unit, mirrored))).sum();
        let expected = 100.0 * odds * position.side_to_move().sign() as f32;
        let Leaf::Open(score) = evaluation.leaf(&evaluation.state(&position), &position) else {
            panic!("{position:?} is decided")
        };
        // Each unit rounds for itself.
        let rounding = 0.375 * UNITS as f32;
        assert!((score as f32 - expected).abs() <= rounding, "{score} is not {expected} in {position:?}");
        values.insert(score);
    }
    assert!(values.len() > 100, "{values:?}");
}

#[test]
fn claims_are_those_of_the_hand_made_evaluation() {
    let (trained, judgement) = (Trained::embedded(), Judgement::default());
    for position in random::<u128, 9, 9>(2_000, [20, 80], 24) {
        let (state, threats) = (trained.state(&position), judgement.state(&position));
        assert_eq!(trained.known(&state, &position), judgement.known(&threats, &position));
        match (trained.leaf(&state, &position), judgement.leaf(&threats, &position)) {
            (Leaf::Over(a), Leaf::Over(b)) => assert_eq!(a, b),
            (Leaf::Open(_), Leaf::Open(_)) => {}
            (a, b) => panic!("{a:?} is not {b:?} in {position:?}"),
        }
        if position.ply() >= 70
            && let Leaf::Over(score) = trained.leaf(&state, &position)
        {
            assert_eq!(score, solved(&position, -INFINITE, INFINITE));
        }
    }
}

/// On the empty board each line has a weight of its own, shared only with its mirror image.
#[test]
fn every_line_of_four_has_its_weight() {
    // A weight of one for every pattern counts the open lines with a stone.
    let ones = table(&[[1; ANCHORS]; LINES]);
    let mut total = 0;
    for cell in 0..81 {
        let mut strips = Strips::START;
        strips.place(&ones, Side::First, cell / 9, cell % 9, |_, _| {});
        total += i32::from(strips.sum[0]);
        let mut listed = 0;
        strips.open_lines(|line| listed += i32::from(line.weight().is_some()));
        assert_eq!(listed, i32::from(strips.sum[0]));
    }
    // 54 lines along rows and twice 36 diagonals, each seen from its four cells.
    assert_eq!(total, 4 * (54 + 72));
}

#[test]
fn a_file_is_whole_or_refused() {
    let text = include_str!("../../data/connect4-9x9-weights.txt");
    assert!(Trained::read(text).is_ok());
    assert!(text.contains("# made by: "));
    assert_eq!(Trained::read("").unwrap_err(), WeightsError::Heading);
    let (cut, _) = text.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(Trained::read(cut).unwrap_err(), WeightsError::Network { found: ROWS - 1 });
    let wrong = format!("{text}1 2 3\n");
    let line = wrong.lines().count();
    assert_eq!(Trained::read(&wrong).unwrap_err(), WeightsError::Row { line, numbers: UNITS });
    let (weights, _) = text.split_once("network\n").unwrap();
    assert!(Trained::read(weights).is_ok(), "a network may be left out");
    let (cut, _) = weights.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(Trained::read(cut).unwrap_err(), WeightsError::Count { found: WEIGHTS - 1 });
    let message = Trained::read(&format!("{weights}1 2 3\n")).unwrap_err().to_string();
    assert!(message.contains("4 numbers"), "{message}");
}

//! TUC-ANTS against its second, plain implementation and against its perft file.

#![allow(clippy::unwrap_used)] // Reason: all of it is a test.

#[allow(unreachable_pub)]
mod simple;

use agon_core::cpu::Choice;
use agon_core::{AnyPosition, Dice};
use std::collections::BTreeSet;

/// A position after its pending roll gave no point, as the plain rules settle it.
fn settled(position: &dyn AnyPosition) -> Box<dyn AnyPosition> {
    let mut settled = position.boxed();
    if settled.chance().is_some() {
        settled.resolve(0);
    }
    settled
}

#[test]
fn every_move_of_whole_games_agrees_with_the_plain_rules() {
    let game = agon_games::registry().game("ants").unwrap();
    let mut seen = BTreeSet::new();
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let mut position = game.opening();
        position.resolve(dice.weighted(position.chance().unwrap()));
        loop {
            let text = position.text();
            let expected = simple::ants::successors(&text);
            let mut found = Vec::new();
            for mv in position.legal_moves() {
                let mut next = position.boxed();
                assert_eq!(next.play(&mv).unwrap(), mv);
                found.push((mv, next.text()));
                assert_eq!(settled(&*next).text(), simple::ants::settle(&next.text()));
            }
            assert_eq!(found, expected, "{text}");
            let Some((mv, _)) = dice.pick(&found) else { break };
            seen.insert(if mv == "pass" { 10 } else { mv.matches('x').count() });
            position.play(mv).unwrap();
            if let Some(weights) = position.chance() {
                assert!(position.legal_moves().is_empty());
                position.resolve(dice.weighted(weights));
            }
        }
    }
    assert!(seen.is_superset(&[0, 1, 2, 3, 10].into()), "steps, chains and passes were played: {seen:?}");
}

#[test]
fn perft_agrees_with_the_file_and_with_the_plain_rules() {
    let game = agon_games::registry().game("ants").unwrap();
    let mut lines = 0;
    for line in include_str!("perft/ants.txt").lines().filter(|l| !l.starts_with('#')) {
        let parts: Vec<_> = line.split(';').map(str::trim).collect();
        assert_eq!((parts.len(), parts[0]), (3, "ants"), "{line}");
        let position = match parts[1] {
            "" => game.start(),
            text => game.parse_position(text).unwrap(),
        };
        for (depth, leaves) in (1..).zip(parts[2].split(' ').map(|n| n.parse::<u64>().unwrap())) {
            for choice in [Choice::Best, Choice::Baseline] {
                assert_eq!(position.perft(depth, choice), leaves, "depth {depth}: {line}");
            }
            if leaves < 300_000 {
                let plain = simple::perft(simple::ants::successors, &position.text(), depth);
                assert_eq!(plain, leaves, "plain rules, depth {depth}: {line}");
            }
        }
        lines += 1;
    }
    assert!(lines >= 10);
}

//! What the player with the solver promises.

use super::*;
use crate::Reversi;
use crate::engine::Explained;
use agon_core::{Dice, Game};
use agon_search::{Certainty, Stopwatch};

/// A position of a random game with so many empty squares and a move.
fn position(seed: u64, empty: u32) -> ReversiPosition {
    let mut dice = Dice::new(seed);
    loop {
        let mut position = Reversi.start();
        while empties(&position) > empty {
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            let Some(&mv) = dice.pick(&moves) else { break };
            position.play(mv);
        }
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        if empties(&position) == empty && moves.first().is_some_and(|mv| mv.square().is_some()) {
            return position;
        }
    }
}

fn player() -> Finisher<Explained> {
    Finisher::new(Explained::default(), Techniques { hash: 8, ..Techniques::default() })
}

fn best(position: &ReversiPosition, limits: Limits) -> Found<Move> {
    let (clock, stop) = (Stopwatch::start(), AtomicBool::new(false));
    player().search(position, limits, &clock, &stop, &mut |_| {}).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn the_end_is_played_exactly_and_the_same_every_time() {
    for seed in 1..=6 {
        let position = position(seed, 12);
        let found = best(&position, nodes(2_000_000));
        let truth = Solver::new(&Options { table_bytes: 1 << 20, ..Options::default() });
        let truth = { truth }.solve(position.me(), position.them(), Asking::default()).unwrap();
        assert_eq!(found.value, value(truth.margin, true), "seed {seed}");
        assert_eq!((found.certainty(), found.likely), (Certainty::Exact, None), "seed {seed}");
        assert_eq!(
            found,
            Found { elapsed: found.elapsed, ..best(&position, nodes(2_000_000)) },
            "seed {seed}"
        );
        let mut along = position;
        for &mv in &found.line {
            let mut moves = MoveList::new();
            along.generate(&mut moves);
            assert!(moves.contains(&mv), "seed {seed}: {mv} is not legal in its line");
            along.play(mv);
        }
        assert!(along.outcome().is_some(), "seed {seed}: the line goes to the end");
    }
}

#[test]
fn what_is_only_likely_is_said_so_and_never_proven() {
    let mut likely = Vec::new();
    for (seed, budget) in (1..=4).flat_map(|seed| [100_000, 300_000, 1_000_000].map(|budget| (seed, budget)))
    {
        let found = best(&position(seed, 20), nodes(budget));
        likely.extend(found.likely.map(|percent| (seed, percent, found.certainty())));
    }
    assert!(!likely.is_empty(), "no search was cut short between likely and exact");
    for (seed, percent, certainty) in likely {
        assert!((1..=99).contains(&percent), "seed {seed}: {percent}");
        assert_eq!(certainty, Certainty::Estimate, "seed {seed}");
    }
}

#[test]
fn every_move_of_an_analysis_is_exact_where_the_end_is_near() {
    let position = position(3, 10);
    let (clock, stop) = (Stopwatch::start(), AtomicBool::new(false));
    let list = player().analyze(&position, nodes(3_000_000), &clock, &stop, &mut |_| {}).unwrap();
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    assert_eq!(list.len(), moves.len());
    for found in &list {
        let mut next = position;
        next.play(found.mv);
        let mut solver = Solver::new(&Options { table_bytes: 1 << 20, ..Options::default() });
        // The same side moves again after a pass: the solver counts for the side to move.
        let margin = solver.solve(next.me(), next.them(), Asking::default()).unwrap().margin;
        assert_eq!(found.value, value(-margin, true), "{}", found.mv);
    }
    assert!(list.is_sorted_by_key(|found| std::cmp::Reverse(margin(found))));
}

#[test]
fn a_depth_or_a_study_of_the_search_does_without_the_solver() {
    let position = position(5, 12);
    let mut plain = Searcher::new(Explained::default(), Techniques { hash: 8, ..Techniques::default() });
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let (with, without) = (best(&position, limits), plain.best(&position, limits).unwrap());
    assert_eq!((with.mv, with.nodes), (without.mv, without.nodes));
}

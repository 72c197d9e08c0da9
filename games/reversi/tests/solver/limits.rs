//! Searches that are stopped give back what they know.

use crate::boards::random_position;
use agon_core::Dice;
use agon_reversi::solver::{Confidence, Goal, Limits, Options, Solver};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

fn solver(threads: usize) -> Solver {
    Solver::new(&Options { table_bytes: 1 << 20, threads, ..Options::default() })
}

#[test]
fn a_node_budget_gives_sound_bounds() {
    let mut dice = Dice::new(21);
    let (me, them) = random_position(&mut dice, 15);
    let whole = solver(1).solve(me, them, Limits::default()).unwrap();
    assert!(whole.nodes > 1000);
    let mut unfinished = 0;
    for part in 0..12 {
        let budget = whole.nodes * part / 10;
        let answer = solver(1).solve(me, them, Limits { nodes: Some(budget), stop: None }).unwrap();
        assert!(answer.lower <= whole.margin && whole.margin <= answer.upper);
        assert!((answer.lower..=answer.upper).contains(&answer.margin));
        assert!(answer.nodes <= budget + 20_000, "{} of {budget}", answer.nodes);
        assert!(answer.best.is_some());
        assert!(answer.complete || answer.confidence != Confidence::Exact || answer.is_exact());
        unfinished += u32::from(!answer.complete);
        let again = solver(1).solve(me, them, Limits { nodes: Some(budget), stop: None }).unwrap();
        assert_eq!(again, answer, "the same on every run");
    }
    assert!(unfinished > 5);
}

#[test]
fn a_stop_flag_ends_searches_that_would_take_for_ever() {
    let (me, them) = (1u64 << 28 | 1 << 35, 1u64 << 27 | 1 << 36);
    for threads in [1, 2] {
        let stop = AtomicBool::new(false);
        let mut steps = 0;
        let limits = Limits { stop: Some(&stop), nodes: None };
        let answer = solver(threads)
            .ask(me, them, Goal::Exact, limits, &mut |progress| {
                steps += 1;
                assert!(progress.lower <= progress.margin && progress.margin <= progress.upper);
                stop.store(steps >= 3, Relaxed);
            })
            .unwrap();
        assert!(!answer.complete);
        assert_eq!((answer.lower, answer.upper, answer.confidence), (-64, 64, Confidence::Guess));
        assert!(answer.best.is_some());
    }
}

#[test]
fn a_flag_that_is_set_already_ends_at_once() {
    let stop = AtomicBool::new(true);
    let (me, them) = random_position(&mut Dice::new(22), 20);
    let limits = Limits { stop: Some(&stop), nodes: None };
    let answer = solver(2).solve(me, them, limits).unwrap();
    assert!(!answer.complete && answer.best.is_some());
    let list = solver(1).all_moves(me, them, limits).unwrap();
    assert!(!list.is_empty() && list.iter().all(|entry| !entry.answer.complete || entry.answer.is_exact()));
}

#[test]
fn the_table_keeps_to_its_memory() {
    for bytes in [0, 64, 100, 1 << 20, (1 << 20) + 5] {
        let solver = Solver::new(&Options { table_bytes: bytes, ..Options::default() });
        assert!(solver.table_bytes() <= bytes.max(64));
    }
}

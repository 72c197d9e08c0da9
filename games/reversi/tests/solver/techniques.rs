//! Every technique can be switched off, and every ordering used: the margins stay the same.

use crate::boards::random_position;
use agon_core::Dice;
use agon_reversi::solver::evaluation::Evaluation;
use agon_reversi::solver::{Limits, Options, Ordering, Solver, Techniques};
use std::sync::Arc;

fn margins(options: &Options) -> Vec<i32> {
    let mut dice = Dice::new(41);
    let mut solver = Solver::new(&Options { table_bytes: 1 << 20, ..options.clone() });
    [9, 10, 11, 12, 13, 14, 15]
        .into_iter()
        .map(|empties| {
            let (me, them) = random_position(&mut dice, empties);
            solver.solve(me, them, Limits::default()).expect("the boards do not overlap").margin
        })
        .collect()
}

#[test]
fn without_any_one_technique_the_margins_are_the_same() {
    let expected = margins(&Options::default());
    for name in Techniques::NAMES {
        let techniques = Techniques::ALL.without(name).unwrap();
        assert_ne!(techniques, Techniques::ALL);
        assert_eq!(margins(&Options { techniques, ..Options::default() }), expected, "without {name}");
    }
    assert_eq!(Techniques::ALL.without("luck"), None);
}

/// An evaluation that is nonsense.
#[derive(Debug)]
struct Nonsense;

impl Evaluation for Nonsense {
    fn value(&self, me: u64, them: u64) -> i32 {
        (agon_core::position::mix(me ^ them.rotate_left(7)) % 4096) as i32 - 2048
    }

    fn deviation(&self, _: u32, _: u32, _: u32) -> f32 {
        1.0
    }
}

#[test]
fn with_any_ordering_the_margins_are_the_same() {
    let expected = margins(&Options::default());
    for ordering in [Ordering::None, Ordering::Simple, Ordering::External(Arc::new(Nonsense))] {
        assert_eq!(margins(&Options { ordering, ..Options::default() }), expected);
    }
}

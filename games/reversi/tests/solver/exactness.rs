//! Scores against a plain alpha-beta, all moves, symmetries, threads.

use crate::boards::{image, plain_margin, played, random_position, slow_moves};
use agon_core::Dice;
use agon_core::cpu::Choice;
use agon_reversi::solver::{Answer, Confidence, Goal, Limits, Options, Ordering, Solver};

fn small() -> Options {
    Options { table_bytes: 1 << 20, ..Options::default() }
}

/// The line leads to the margin that the answer says.
fn check_line(mut me: u64, mut them: u64, answer: &Answer) {
    assert_eq!(answer.line.first().copied().flatten(), answer.best);
    let mut sign = 1;
    for step in &answer.line {
        match step {
            Some(square) => {
                assert!(slow_moves(me, them) >> square & 1 != 0);
                (me, them) = played(me, them, usize::from(*square));
            }
            None => {
                assert_eq!(slow_moves(me, them), 0);
                (me, them) = (them, me);
            }
        }
        sign = -sign;
    }
    assert_eq!(slow_moves(me, them) | slow_moves(them, me), 0, "the line goes on to the end");
    assert_eq!(plain_margin(me, them, -64, 64) * sign, answer.margin);
}

#[test]
fn random_positions_have_their_plain_margin_and_winner() {
    let mut dice = Dice::new(11);
    let mut solver = Solver::new(&small());
    for round in 0..60 {
        let (me, them) = random_position(&mut dice, 8 + round % 2);
        let expected = plain_margin(me, them, -64, 64);
        let answer = solver.solve(me, them, Limits::default()).unwrap();
        assert_eq!((answer.lower, answer.margin, answer.upper), (expected, expected, expected));
        assert!(answer.complete && answer.confidence == Confidence::Exact);
        check_line(me, them, &answer);
        let answer = solver.winner(me, them, Limits::default()).unwrap();
        assert_eq!(answer.winner(), Some(expected.signum()));
        assert!(answer.lower <= expected && expected <= answer.upper);
    }
}

#[test]
fn positions_with_more_empty_squares_have_their_plain_margin() {
    let mut dice = Dice::new(12);
    let mut solver = Solver::new(&small());
    for empties in [10, 10, 11, 12] {
        check_narrowly(&mut solver, random_position(&mut dice, empties));
    }
}

/// A margin that two questions with a narrow window show, sooner than the whole window would.
fn check_narrowly(solver: &mut Solver, (me, them): (u64, u64)) {
    let margin = solver.solve(me, them, Limits::default()).expect("the boards do not overlap").margin;
    assert_eq!(plain_margin(me, them, margin - 1, margin + 1), margin, "{me:x} {them:x}");
}

#[test]
fn positions_with_13_and_14_empty_squares_have_their_plain_margin() {
    if std::env::var_os("AGON_LONG").is_none() {
        println!(
            "skipped: half a minute of plain search; AGON_LONG=1, as scripts/test-long sets it, runs it"
        );
        return;
    }
    // Of many random positions the narrowest: the plain search of others takes minutes.
    let mut dice = Dice::new(18);
    let mut solver = Solver::new(&small());
    for empties in [13, 14] {
        let all: Vec<(u64, u64)> = (0..300).map(|_| random_position(&mut dice, empties)).collect();
        let least = all.into_iter().min_by_key(|&(me, them)| plain_leaves(me, them, 5)).unwrap();
        check_narrowly(&mut solver, least);
    }
}

/// The number of lines of so many moves: how wide a plain search is.
fn plain_leaves(me: u64, them: u64, depth: u32) -> u64 {
    let moves = slow_moves(me, them);
    match depth {
        0 => 1,
        _ if moves == 0 && slow_moves(them, me) == 0 => 1,
        _ if moves == 0 => plain_leaves(them, me, depth - 1),
        _ => (0..64)
            .filter(|square| moves >> square & 1 != 0)
            .map(|square| played(me, them, square))
            .map(|(me, them)| plain_leaves(me, them, depth - 1))
            .sum(),
    }
}

#[test]
fn all_moves_have_their_plain_margins() {
    let mut dice = Dice::new(13);
    let mut solver = Solver::new(&small());
    for empties in [8, 8, 9, 9, 9, 9, 10] {
        let (me, them) = random_position(&mut dice, empties);
        let list = solver.all_moves(me, them, Limits::default()).unwrap();
        let moves = list.iter().fold(0u64, |all, entry| all | 1 << entry.square);
        assert_eq!(moves, slow_moves(me, them));
        for entry in &list {
            let (next_me, next_them) = played(me, them, entry.square.into());
            assert_eq!(entry.answer.margin, -plain_margin(next_me, next_them, -64, 64));
            assert!(entry.answer.is_exact());
        }
    }
}

#[test]
fn symmetric_images_agree() {
    let mut dice = Dice::new(14);
    let mut solver = Solver::new(&small());
    for empties in [7, 11, 14] {
        let (me, them) = random_position(&mut dice, empties);
        let margin = solver.solve(me, them, Limits::default()).unwrap().margin;
        for symmetry in 1..8 {
            solver.forget();
            let answer = solver.solve(image(me, symmetry), image(them, symmetry), Limits::default()).unwrap();
            assert_eq!(answer.margin, margin);
        }
    }
}

#[test]
fn one_thread_gives_the_same_on_every_run_and_with_any_instructions() {
    let mut dice = Dice::new(15);
    let (me, them) = random_position(&mut dice, 14);
    let first = Solver::new(&small()).solve(me, them, Limits::default()).unwrap();
    assert_eq!(Solver::new(&small()).solve(me, them, Limits::default()).unwrap(), first);
    let mut plain = Solver::new(&Options { instructions: Choice::Baseline, ..small() });
    assert_eq!(plain.solve(me, them, Limits::default()).unwrap(), first);
    plain.forget();
    assert_eq!(plain.solve(me, them, Limits::default()).unwrap(), first, "after forgetting, as if new");
}

#[test]
fn several_threads_give_the_same_margin() {
    let mut dice = Dice::new(16);
    for empties in [6, 14, 16, 17] {
        let (me, them) = random_position(&mut dice, empties);
        let alone = Solver::new(&small()).solve(me, them, Limits::default()).unwrap();
        for threads in [2, 3] {
            let mut solver = Solver::new(&Options { threads, ..small() });
            let answer = solver.solve(me, them, Limits::default()).unwrap();
            assert_eq!(
                (answer.margin, answer.lower, answer.upper),
                (alone.margin, alone.margin, alone.margin)
            );
            check_line(me, them, &answer);
        }
    }
}

#[test]
fn selective_answers_say_their_probability() {
    let mut dice = Dice::new(17);
    let mut solver = Solver::new(&Options { ordering: Ordering::Simple, ..small() });
    let (me, them) = random_position(&mut dice, 17);
    let margin = solver.solve(me, them, Limits::default()).unwrap().margin;
    solver.forget();
    let mut steps = 0;
    let answer = solver.ask(me, them, Goal::Likely(0.9), Limits::default(), &mut |_| steps += 1).unwrap();
    assert!(answer.complete && steps > 0);
    assert!(answer.lower <= margin && margin <= answer.upper, "what is said to be proved is");
    match answer.confidence {
        Confidence::Probable(probability) => assert!((0.9..1.0).contains(&probability)),
        Confidence::Exact => assert!(answer.is_exact()),
        Confidence::Guess => panic!("a completed pass to the end is more than a guess"),
    }
}

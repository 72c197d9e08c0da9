//! Passes, wipe-outs, games that end early, boards that are none.

use crate::boards::{plain_margin, slow_moves};
use agon_reversi::solver::{Confidence, Limits, Options, Overlap, Solver};

fn solver() -> Solver {
    Solver::new(&Options { table_bytes: 1 << 16, ..Options::default() })
}

#[test]
fn a_finished_game_has_its_margin_and_no_move() {
    for (me, them, margin) in [
        (u64::MAX, 0, 64),
        (0, u64::MAX, -64),
        (0xffff_ffff, !0xffff_ffff, 0),
        (1, 0, 64),
        (0, 1, -64),
        (0, 0, 0),
        (7, 1 << 63, 62),
    ] {
        let answer = solver().solve(me, them, Limits::default()).unwrap();
        assert_eq!((answer.margin, answer.best), (margin, None));
        assert!(answer.line.is_empty() && answer.complete && answer.is_exact());
        assert!(solver().all_moves(me, them, Limits::default()).unwrap().is_empty());
    }
}

#[test]
fn a_pass_is_played_and_shown() {
    // Only the other side can play, on h1.
    let (me, them) = (0x7e, !0xff | 1);
    assert_eq!(slow_moves(me, them), 0);
    let answer = solver().solve(me, them, Limits::default()).unwrap();
    assert_eq!(answer.margin, plain_margin(me, them, -64, 64));
    assert_eq!((answer.best, answer.line.as_slice()), (None, [None, Some(7)].as_slice()));
}

#[test]
fn a_wipe_out_wins_every_square() {
    // Many squares are empty, but one move takes all.
    let (me, them) = (1, 2);
    let answer = solver().solve(me, them, Limits::default()).unwrap();
    assert_eq!((answer.margin, answer.best, answer.confidence), (64, Some(2), Confidence::Exact));
    // The same from the other side: it must pass, and loses all.
    let answer = solver().solve(them, me, Limits::default()).unwrap();
    assert_eq!((answer.margin, answer.line.first()), (-64, Some(&None)));
}

#[test]
fn every_small_number_of_empty_squares_is_solved() {
    let mut dice = agon_core::Dice::new(31);
    for empties in 0..8 {
        for _ in 0..20 {
            let (me, them) = crate::boards::random_position(&mut dice, empties);
            let answer = solver().solve(me, them, Limits::default()).unwrap();
            assert_eq!(answer.margin, plain_margin(me, them, -64, 64));
        }
    }
}

#[test]
fn two_discs_on_one_square_are_refused() {
    let error = solver().solve(0b110, 0b011, Limits::default()).unwrap_err();
    assert_eq!(error, Overlap(1));
    assert_eq!(error.to_string(), "square b1 holds a disc of both sides");
}

//! Tests of the strongest player.

use super::super::Judgement;
use super::super::tests::solved;
use super::*;
use crate::solver::plain;
use crate::{Connect9x9Position, FourInARowPosition};
use agon_core::Dice;
use agon_search::Stopwatch;

fn techniques() -> Techniques {
    Techniques { hash: 2, ..super::super::techniques() }
}

/// A random position with so many stones in which the game goes on.
fn random<P: Position>(start: P, stones: usize, dice: &mut Dice) -> P {
    loop {
        let mut position = start;
        for _ in 0..stones {
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            let Some(&mv) = dice.pick(&moves) else { break };
            position.play(mv);
        }
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        if moves.len() > 1 {
            return position;
        }
    }
}

fn best_move<B: Keyed, const W: usize, const H: usize>(
    prover: &mut Prover<Judgement, B, W, H>,
    position: &ConnectPosition<B, W, H>,
    limits: Limits,
) -> Found<Move> {
    let never = AtomicBool::new(false);
    prover.search(position, limits, &Stopwatch::start(), &never, &mut |_| {}).unwrap()
}

#[test]
fn late_positions_are_solved_and_the_move_keeps_the_value() {
    let mut dice = Dice::new(1);
    for _ in 0..30 {
        let position = random(FourInARowPosition::START, 24, &mut dice);
        let found = best_move(
            &mut Prover::new(Judgement::default(), techniques(), 4),
            &position,
            Limits::nodes(1_000_000),
        );
        assert!(found.value.resolved);
        let score = plain::score(&position);
        assert_eq!(found.value, value_of(score));
        let mut after = position;
        after.play(found.mv);
        assert_eq!(plain::score(&after), -score);
    }
}

#[test]
fn every_move_gets_its_exact_value() {
    let mut dice = Dice::new(2);
    let never = AtomicBool::new(false);
    for _ in 0..10 {
        let position = random(FourInARowPosition::START, 26, &mut dice);
        let mut prover = Prover::new(Judgement::default(), techniques(), 4);
        let limits = Limits::nodes(1_000_000);
        let list = prover.analyze(&position, limits, &Stopwatch::start(), &never, &mut |_| {}).unwrap();
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        assert_eq!(list.len(), moves.len());
        assert!(list.is_sorted_by_key(|found| -found.score()));
        for found in list {
            let mut after = position;
            after.play(found.mv);
            assert_eq!(found.value, value_of(-plain::score(&after)));
        }
    }
}

/// The exact value of every move, by the plainest of searches.
fn plain_values(position: &FourInARowPosition) -> Vec<(Move, i32)> {
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    let value = |mv: Move| {
        let mut after = *position;
        after.play(mv);
        -plain::score(&after)
    };
    moves.iter().map(|&mv| (mv, value(mv))).collect()
}

#[test]
fn among_equal_moves_the_one_with_the_fewest_right_replies_is_played() {
    let right_replies = |position: &FourInARowPosition, mv: Move| {
        let mut after = *position;
        after.play(mv);
        let replies = plain_values(&after);
        let best = replies.iter().map(|(_, value)| *value).max();
        let right = replies.iter().filter(|(_, value)| Some(*value) == best).count();
        right as f64 / replies.len().max(1) as f64
    };
    let (mut dice, mut choices) = (Dice::new(6), 0);
    while choices < 10 {
        let position = random(FourInARowPosition::START, 28, &mut dice);
        let values = plain_values(&position);
        let best = values.iter().map(|(_, value)| *value).max().unwrap();
        let equal: Vec<Move> = values.iter().filter(|(_, v)| *v == best).map(|(mv, _)| *mv).collect();
        let mut prover = Prover::new(Judgement::default(), techniques(), 4);
        let found = best_move(&mut prover, &position, Limits::nodes(4_000_000));
        assert!(equal.contains(&found.mv));
        let wins = found.value.score >= score::WIN;
        if equal.len() > 1 && !wins {
            let fewest = equal.iter().map(|&mv| right_replies(&position, mv)).fold(1.0, f64::min);
            assert_eq!(right_replies(&position, found.mv), fewest);
            choices += 1;
        }
    }
}

#[test]
fn the_book_is_asked_first_and_its_values_are_exact() {
    let book: Lookup<FourInARowPosition> = |position| {
        (position.ply() == 0).then(|| (0..7).map(|c| (Move::into_column(c), 3 - i32::from(c))).collect())
    };
    let mut prover = Prover::new(Judgement::default(), techniques(), 4).with_book(book);
    let start = FourInARowPosition::START;
    let found = best_move(&mut prover, &start, Limits::nodes(100_000));
    assert_eq!((found.mv, found.value), (Move::into_column(0), value_of(3)));
    let never = AtomicBool::new(false);
    let list =
        prover.analyze(&start, Limits::nodes(100_000), &Stopwatch::start(), &never, &mut |_| {}).unwrap();
    assert_eq!(
        list.iter().map(|found| found.value).collect::<Vec<_>>(),
        [3, 2, 1, 0, -1, -2, -3].map(value_of)
    );
    // A depth is for the search alone.
    assert!(!best_move(&mut prover, &start, Limits::depth(3)).value.resolved);
}

#[test]
fn the_opening_book_is_played_without_a_search() {
    let openings: Advice<Connect9x9Position> =
        |position| (position.ply() == 0).then(|| (vec![Move::into_column(8), Move::into_column(3)], 17));
    let mut prover = Prover::new(Judgement::default(), techniques(), 26).with_openings(openings);
    let start = Connect9x9Position::START;
    let found = best_move(&mut prover, &start, Limits::nodes(1_000));
    assert_eq!((found.mv, found.score(), found.nodes), (Move::into_column(8), 17, 0));
    assert_eq!(found.line, [8, 3].map(Move::into_column));
    assert!(!found.value.resolved, "a book of judgements proves nothing");
    // A depth is for the search alone, and what is not in the book is searched.
    assert!(best_move(&mut prover, &start, Limits::depth(3)).nodes > 0);
    let mut later = start;
    later.play(Move::into_column(4));
    assert!(best_move(&mut prover, &later, Limits::nodes(1_000)).nodes > 0);
}

#[test]
fn a_budget_that_is_too_small_still_gives_a_move_and_the_same_one_every_time() {
    let mut dice = Dice::new(3);
    for stones in [26, 30] {
        let position: Connect9x9Position = random(Connect9x9Position::START, stones, &mut dice);
        for nodes in [1, 10, 5_000] {
            let [a, b] = [(), ()].map(|()| {
                best_move(
                    &mut Prover::new(Judgement::default(), techniques(), 26),
                    &position,
                    Limits::nodes(nodes),
                )
            });
            assert_eq!((a.mv, a.value, a.nodes), (b.mv, b.value, b.nodes));
            assert!(a.nodes <= nodes + 2 * 1024, "{} of {nodes}", a.nodes);
        }
    }
}

#[test]
fn who_wins_is_known_no_later_than_by_how_much() {
    let mut dice = Dice::new(5);
    let never = AtomicBool::new(false);
    // By a plain search that asks for the winner alone.
    let winner = |position: &FourInARowPosition| solved(position, -1, 1).signum();
    for _ in 0..20 {
        let position = random(FourInARowPosition::START, 22, &mut dice);
        let mut solver: Solver<u64, 7, 6> =
            Solver::new(Options { table_bytes: 1 << 20, ..Options::default() });
        let (outcome, nodes) = solver.outcome_within(&position, None, Budget::until(&never));
        let outcome = outcome.unwrap();
        assert_eq!((outcome.score, outcome.nodes), (winner(&position), nodes));
        assert_eq!(outcome.best.is_some(), outcome.score >= 0);
        if let Some(mv) = outcome.best {
            let mut after = position;
            after.play(mv);
            assert_eq!(winner(&after), -outcome.score);
        }
        let spent = Budget { nodes: 0, time: None, stop: &never };
        solver.clear();
        let (outcome, nodes) = solver.outcome_within(&position, None, spent);
        assert!(outcome.is_some() || nodes <= 1024, "{outcome:?} {nodes}");
    }
}

#[test]
fn a_depth_is_for_the_search_alone() {
    let position = random(FourInARowPosition::START, 24, &mut Dice::new(4));
    let mut search = Searcher::new(Judgement::default(), techniques());
    let expected = search.best(&position, Limits::depth(3)).unwrap();
    let found = best_move(
        &mut Prover::new(Judgement::default(), Techniques { hash: 4, ..techniques() }, 4),
        &position,
        Limits::depth(3),
    );
    assert_eq!((found.mv, found.value, found.depth), (expected.mv, expected.value, 3));
}

#[test]
fn a_finished_game_has_no_move() {
    let mut position = FourInARowPosition::START;
    for column in [0, 1, 0, 1, 0, 1, 0] {
        position.play(Move::into_column(column));
    }
    let never = AtomicBool::new(false);
    let mut prover = Prover::new(Judgement::default(), techniques(), 4);
    let answer = prover.search(&position, Limits::nodes(100), &Stopwatch::start(), &never, &mut |_| {});
    assert_eq!(answer, Err(Nothing::Over));
}

//! Towards the end of a game the search knows that its value is final, selective techniques or not.

use crate::support::{Disturbed, Expected, Race};
use agon_core::{Dice, Game, MoveList, Position};
use agon_search::{Certainty, Limits, Searcher, Stopwatch, Techniques, score};
use std::sync::atomic::AtomicBool;

const EVALUATOR: Disturbed = Disturbed { spread: 300 };

/// The position `back` turns before the end of a random game.
fn near_the_end<P: Position>(start: P, back: usize, dice: &mut Dice) -> P {
    let mut turns = Vec::new();
    let mut position = start;
    loop {
        if let Some(weights) = position.chance() {
            position.resolve(dice.weighted(weights));
            continue;
        }
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let Some(&mv) = dice.pick(&moves) else { break };
        turns.push(position);
        position.play(mv);
    }
    turns[turns.len().saturating_sub(back)]
}

/// Solves by plain minimax without a depth limit, and by every kind of search.
fn compare<P: Position>(name: &str, start: P, back: usize) {
    let mut dice = Dice::new(5);
    for number in 0..40 {
        let position = near_the_end(start, 1 + number % back, &mut dice);
        let small = Techniques { hash: 1, ..Techniques::default() };
        let mut minimax = Searcher::new(EVALUATOR, Techniques { alphabeta: false, ..small.clone() });
        let nodes = Limits::nodes(400_000);
        let truth = minimax.best(&position, nodes).unwrap();
        if truth.certainty() != Certainty::Exact {
            continue;
        }
        for (label, techniques) in [
            ("default", small.clone()),
            ("mtdf", Techniques { mtdf: true, ..small.clone() }),
            ("two threads", Techniques { threads: 2, ..small.clone() }),
            ("exact", Techniques { exact: true, ..small.clone() }),
        ] {
            let found = Searcher::new(EVALUATOR, techniques).best(&position, Limits::default()).unwrap();
            let context = format!("{name}, {label}: {position:?}");
            assert_eq!(found.certainty(), Certainty::Exact, "{context}");
            assert_eq!(found.score(), truth.score(), "{context}");
        }
        let (clock, stop) = (Stopwatch::start(), AtomicBool::new(false));
        let mut searcher = Searcher::new(EVALUATOR, small);
        let all = searcher.analyze(&position, Limits::default(), &clock, &stop, &mut |_| {}).unwrap();
        assert_eq!(all[0].score(), truth.score(), "{name}: {position:?}");
        assert!(all.iter().all(|found| found.certainty() == Certainty::Exact));
        assert!(all.is_sorted_by(|a, b| a.score() >= b.score()));
        assert_eq!(all.len(), position.count_moves());
    }
}

#[test]
fn solved_positions_are_known_to_be_solved() {
    macro_rules! each_game {
        ($($game:ty => $family:expr),* $(,)?) => {
            $({
                let game = <$game>::standard();
                compare(game.info().name, game.opening(), 8);
            })*
        };
    }
    agon_games::for_each_game!(each_game);
    compare("race", Race::START, 8);
}

#[test]
fn a_win_that_is_seen_is_proven_and_found_by_monte_carlo_too() {
    let game = agon_connect::FourInARow::standard();
    let mut position = game.start();
    for text in ["3", "0", "3", "0", "3", "6"] {
        position.play(game.parse_move(&position, text).unwrap());
    }
    for mcts in [false, true] {
        let techniques = Techniques { mcts, hash: 1, ..Techniques::default() };
        let found = Searcher::new(EVALUATOR, techniques).best(&position, Limits::nodes(3000)).unwrap();
        assert_eq!(game.move_text(&position, found.mv), "3");
        assert!(found.score() >= score::WIN && found.certainty() >= Certainty::Proven, "{found:?}");
    }
}

#[test]
fn an_expectation_is_exact_when_all_rolls_were_followed() {
    let position = Race { at: [11, 10], points: [2, 1], ..Race::START };
    let techniques = Techniques { hash: 1, ..Techniques::default() };
    let found = Searcher::new(Expected { spread: 9 }, techniques).best(&position, Limits::default()).unwrap();
    assert_eq!(found.certainty(), Certainty::Exact);
    // Black's only step lands on 12, a roll: +2, 0 or -1 point with weights 1, 2, 3, so -1/6 of a point is
    // expected. White then goes to 12 by two steps (+2, 0, -1: -1/6) or by way of 11, which is the same roll.
    // Each roll's average is rounded: -100/6 to -17 inside, the sum over black's outcomes once more.
    assert!((95..=105).contains(&found.score()), "{}", found.score());
}

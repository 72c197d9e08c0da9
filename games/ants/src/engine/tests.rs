//! The evaluation against the rules, and what is claimed to be known against searching to the end.

use super::board::{self, DIAGONALS, View};
use super::chance_evaluator::{ChanceEvaluator, estimate_of, expectation, rolled};
use super::evaluation::prospects;
use super::features::counts_of;
use super::fold_evaluator::{Aim, FoldEvaluator};
use super::folded::{Folded, half_points};
use super::simple::Simple;
use super::techniques;
use super::thinker::{Thinker, Treatment};
use super::weights::WEIGHTS;
use crate::{AntsPosition, FAR_ROWS, FOOD_ROWS, LAND, Parts, Pending, Square};
use agon_core::{Dice, MoveList, Outcome, Position, Side};
use agon_engine::mind::Mind;
use agon_search::score::{WIN, average, finished};
use agon_search::{Certainty, Evaluator, Limits, Score, Searcher, Stopwatch, Techniques};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

const MARGIN: FoldEvaluator = FoldEvaluator::new(Aim::Margin);
const WINNING: FoldEvaluator = FoldEvaluator::new(Aim::Win);

/// Every position of random games in which it is a player's turn.
fn random_games(seeds: std::ops::Range<u64>, mut look: impl FnMut(AntsPosition, &mut Dice)) {
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let mut position = AntsPosition::OPENING;
        loop {
            if let Some(weights) = position.chance() {
                position.resolve(dice.weighted(weights));
                continue;
            }
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            let Some(&mv) = dice.pick(&moves) else { break };
            look(position, &mut dice);
            position.play(mv);
        }
    }
}

/// A position with a few ants and some food anywhere.
fn scattered(dice: &mut Dice, ants: [u64; 2]) -> AntsPosition {
    loop {
        let mut boards = [0; 2];
        for side in [Side::First, Side::Second] {
            for _ in 0..ants[side] {
                boards[side] |= 1 << dice.below(53);
            }
        }
        let food = dice.below(1 << 53) & FOOD_ROWS & !(boards[0] | boards[1]);
        let side = if dice.below(2) == 0 { Side::First } else { Side::Second };
        let points = [dice.below(4) as u8, dice.below(4) as u8];
        let parts = Parts { ants: boards, food, points, side, pending: Pending::Nothing };
        let tidy = boards[0] & (boards[1] | FAR_ROWS[0]) == 0 && boards[1] & FAR_ROWS[1] == 0;
        if let (true, Ok(position)) = ((boards[0] | boards[1]) & !LAND == 0 && tidy, AntsPosition::new(parts))
            && position.outcome().is_none()
        {
            return position;
        }
    }
}

/// The values of the game for black by searching to its end, one for each way to say what finished games are worth.
fn solve<const N: usize>(
    position: AntsPosition,
    worths: [fn(Outcome) -> Score; N],
    seen: &mut HashMap<AntsPosition, [Score; N]>,
) -> [Score; N] {
    if let Some(&values) = seen.get(&position) {
        return values;
    }
    let sign = position.side_to_move().sign();
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    let values = if let Some(weights) = position.chance() {
        let mut sums = [0; N];
        for outcome in 0..weights.len() {
            let mut next = position;
            next.resolve(outcome);
            let values = solve(next, worths, seen);
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += i64::from(value));
        }
        sums.map(|sum| average(sum, weights.len() as i64))
    } else if let Some(outcome) = position.outcome() {
        worths.map(|worth| worth(outcome))
    } else {
        let best = moves.iter().map(|&mv| {
            let mut next = position;
            next.play(mv);
            solve(next, worths, seen).map(|value| sign * value)
        });
        // Each is played for by itself: the best move for one need not be the best for another.
        let best = best.reduce(|one, other| std::array::from_fn(|i| one[i].max(other[i])));
        best.unwrap_or([0; N]).map(|value| sign * value)
    };
    seen.insert(position, values);
    values
}

fn margin_worth(outcome: Outcome) -> Score {
    100 * outcome.margin
}

fn win_worth(outcome: Outcome) -> Score {
    finished(outcome, Side::First)
}

fn value<P: Position, E: Evaluator<P>>(evaluator: &E, position: &P) -> Score {
    evaluator.evaluate(&evaluator.state(position), position)
}

#[test]
fn half_a_turn_changes_nothing_but_the_names() {
    random_games(0..60, |position, _| {
        let turned = position.transformed(1);
        assert_eq!(value(&ChanceEvaluator, &position), value(&ChanceEvaluator, &turned));
        assert_eq!(value(&Simple, &position), value(&Simple, &turned));
        let (folded, turned_fold) = (Folded::new(position), Folded::new(turned));
        assert_eq!(folded.transformed(1), turned_fold);
        assert_eq!(value(&MARGIN, &folded), value(&MARGIN, &turned_fold));
        let known = |p: &Folded| WINNING.known(&WINNING.state(p), p);
        assert_eq!(known(&folded), known(&turned_fold));
        let [low, high] = ChanceEvaluator.bounds(&position);
        assert_eq!(ChanceEvaluator.bounds(&turned), [low, high]);
        assert!((low..=high).contains(&value(&ChanceEvaluator, &position)));
    });
}

#[test]
fn terms_add_up() {
    random_games(100..140, |position, _| {
        let sum = |terms: Vec<agon_search::Term>| terms.iter().map(|term| term.value).sum::<Score>();
        let folded = Folded::new(position);
        let estimate = value(&MARGIN, &folded);
        assert_eq!(sum(MARGIN.terms(&folded)), estimate);
        assert_eq!(sum(ChanceEvaluator.terms(&position)), estimate);
        assert_eq!(sum(Simple.terms(&position)), value(&Simple, &position));
    });
}

#[test]
fn what_is_kept_along_a_line_is_what_it_would_be_from_scratch() {
    random_games(200..230, |position, dice| {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let mv = *dice.pick(&moves).unwrap();
        let mut next = position;
        next.play(mv);
        let state = ChanceEvaluator.advance(&ChanceEvaluator.state(&position), &position, mv, &next);
        assert_eq!(state, ChanceEvaluator.state(&next));
        if next.chance().is_some() {
            let before = next;
            next.resolve(1);
            assert_eq!(
                ChanceEvaluator.advance_chance(&state, &before, 1, &next),
                ChanceEvaluator.state(&next)
            );
        }
    });
}

#[test]
fn an_ant_outside_the_cone_has_nobody_before_it() {
    random_games(300..330, |position, _| {
        let cones = board::cones(&position);
        let squares = |board: u64| Square::all().filter(move |square| board & square.bit() != 0);
        let [black, white] = position.ants();
        for ant in squares(black) {
            let met = squares(white).any(|enemy| {
                ant.row() > enemy.row() && ant.column().abs_diff(enemy.column()) <= ant.row() - enemy.row()
            });
            assert_eq!(cones[1] & ant.bit() != 0, met, "{ant} in {position:?}");
        }
    });
}

#[test]
fn safe_steps_are_those_that_are_not_captured_at_once() {
    random_games(400..440, |position, _| {
        if position.must_capture() || position.count_moves() == 0 {
            return;
        }
        let [black, white] = position.ants();
        let side = position.side_to_move();
        let safe = DIAGONALS.map(|diagonal| match side {
            Side::First => View::<true>::new(black, white).safe_steps(diagonal),
            Side::Second => View::<false>::new(white, black).safe_steps(diagonal),
        });
        let mut expected = 0;
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        for mv in moves.iter().filter(|mv| !mv.is_pass()) {
            let mut next = position;
            next.play(*mv);
            if next.chance().is_some() {
                next.resolve(0);
            }
            let to = mv.path(side).last().unwrap().bit();
            // A queen leaves the board: nothing can take it.
            let stays = next.ants()[side] & to != 0;
            expected += u32::from(!stays || !first_jumps(&next).contains(&to));
        }
        assert_eq!(safe[0].count_ones() + safe[1].count_ones(), expected, "{position:?}");
    });
}

/// The ants that the side to move can capture with a first jump.
fn first_jumps(position: &AntsPosition) -> Vec<u64> {
    let side = position.side_to_move();
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    let captures = moves.iter().filter(|mv| mv.jumps() > 0);
    let over = captures.map(|mv| {
        let path: Vec<_> = mv.path(side).collect();
        let (row, column) = (path[0].row() + path[1].row(), path[0].column() + path[1].column());
        Square::new(row / 2, column / 2).unwrap().bit()
    });
    over.collect()
}

#[test]
fn passed_armies_are_worth_what_playing_on_brings() {
    let mut dice = Dice::new(11);
    let mut with_food = 0;
    for number in 0..3000 {
        let ants = [[1, 1], [2, 1], [1, 2], [2, 0], [0, 2], [1, 0], [0, 3]][number % 7];
        let position = scattered(&mut dice, ants);
        let folded = Folded::new(position);
        let sign = position.side_to_move().sign();
        let Some(known) = MARGIN.known(&MARGIN.state(&folded), &folded) else { continue };
        with_food += u32::from(position.food() != 0);
        let [margin, expected] = solve(position, [margin_worth, win_worth], &mut HashMap::new());
        assert_eq!(known * sign, margin, "{position:?}");
        let chances = ChanceEvaluator.known(&ChanceEvaluator.state(&position), &position).unwrap() * sign;
        // Averages of averages are rounded once for every die.
        assert!((chances - expected).abs() <= 8, "{chances} for {expected}: {position:?}");
        let winner = WINNING.known(&WINNING.state(&folded), &folded).unwrap() * sign;
        assert_eq!(winner.abs() >= WIN, expected.abs() >= WIN, "{position:?}");
    }
    assert!(with_food > 500, "{with_food}");
}

#[test]
fn runaways_become_queens_while_others_fight() {
    let mut dice = Dice::new(12);
    for _ in 0..2000 {
        // Without food every point gained is a queen.
        let parts = Parts { food: 0, ..scattered(&mut dice, [3, 2]).parts() };
        let position = AntsPosition::new(parts).unwrap();
        let runaways = (position.ants()[0] & !board::cones(&position)[1]).count_ones();
        let mut game = position;
        loop {
            let mut moves = MoveList::new();
            game.generate(&mut moves);
            let Some(&mv) = dice.pick(&moves) else { break };
            game.play(mv);
        }
        assert!(u32::from(game.points()[0] - position.points()[0]) >= runaways, "{position:?}");
    }
}

/// The folded evaluation for the game with dice: the expected margin.
#[derive(Clone, Copy)]
struct ExplicitMargin;

impl Evaluator<AntsPosition> for ExplicitMargin {
    type State = [u64; 2];

    fn state(&self, position: &AntsPosition) -> [u64; 2] {
        board::cones(position)
    }

    fn evaluate(&self, cones: &[u64; 2], position: &AntsPosition) -> Score {
        let sign = position.side_to_move().sign();
        50 * half_points(position) * sign + prospects(position, *cones, &WEIGHTS)
    }

    fn finished(&self, position: &AntsPosition, outcome: Outcome) -> Score {
        100 * outcome.margin_for(position.side_to_move())
    }
}

/// The folded evaluation without what is known.
#[derive(Clone, Copy)]
struct Unknowing;

impl Evaluator<Folded> for Unknowing {
    type State = [u64; 2];

    fn state(&self, position: &Folded) -> [u64; 2] {
        MARGIN.state(position)
    }

    fn evaluate(&self, cones: &[u64; 2], position: &Folded) -> Score {
        MARGIN.evaluate(cones, position)
    }

    fn finished(&self, position: &Folded, outcome: Outcome) -> Score {
        MARGIN.finished(position, outcome)
    }
}

#[test]
fn folded_and_explicit_dice_agree_in_expected_margin() {
    let mut dice = Dice::new(13);
    let compare = |position: AntsPosition, depth: u32| {
        let explicit = Searcher::new(ExplicitMargin, Techniques::minimax())
            .best(&position, Limits::depth(depth))
            .unwrap();
        let folded = Searcher::new(Unknowing, Techniques::minimax())
            .best(&Folded::new(position), Limits::depth(depth))
            .unwrap();
        assert_eq!(
            (explicit.mv, explicit.score()),
            (folded.mv, folded.score()),
            "depth {depth}: {position:?}"
        );
        assert_eq!(explicit.value.resolved, folded.value.resolved);
    };
    random_games(500..512, |position, dice| {
        if position.food() != 0 && dice.below(2) == 0 {
            compare(position, 1 + dice.below(3) as u32);
        }
    });
    for number in 0..2000 {
        let ants = [[1, 1], [2, 1], [1, 2], [2, 2]][number % 4];
        compare(scattered(&mut dice, ants), 1 + dice.below(5) as u32);
    }
}

#[test]
fn folded_and_explicit_dice_agree_to_the_end() {
    let mut dice = Dice::new(14);
    for number in 0..400 {
        let ants = [[1, 1], [2, 1], [1, 2]][number % 3];
        let position = scattered(&mut dice, ants);
        let [expected] = solve(position, [margin_worth], &mut HashMap::new());
        let mut searcher = Searcher::new(MARGIN, Techniques { hash: 1, ..techniques() });
        let found = searcher.best(&Folded::new(position), Limits::default()).unwrap();
        assert!(found.value.resolved);
        assert_eq!(found.score() * position.side_to_move().sign(), expected, "{position:?}");
    }
}

#[test]
fn near_the_end_the_engine_plays_for_the_win() {
    let mut dice = Dice::new(15);
    let mut between = 0;
    for number in 0..300 {
        let ants = [[1, 1], [2, 1], [1, 2]][number % 3];
        let position = scattered(&mut dice, ants);
        let mut thinker = Thinker::new(Treatment::Switching, Techniques { hash: 1, ..techniques() });
        let stop = AtomicBool::new(false);
        let clock = Stopwatch::start();
        let found = thinker.search(&position, Limits::default(), &clock, &stop, &mut |_| {}).unwrap();
        let [expected] = solve(position, [win_worth], &mut HashMap::new());
        let score = found.score() * position.side_to_move().sign();
        assert_eq!(found.certainty(), Certainty::Exact);
        assert!((score - expected).abs() <= 8, "{score} for {expected}: {position:?}");
        between += u32::from(expected.abs() < WIN && expected != 0);
    }
    assert!(between > 20, "{between}");
}

#[test]
fn dice_are_counted_as_they_fall() {
    assert_eq!(rolled(3, 0), WIN + 3);
    assert_eq!(rolled(0, 0), 0);
    assert_eq!(rolled(0, 1), average(i64::from(WIN) + 1, 2));
    assert_eq!(rolled(-1, 2), 0);
    for margin in -9..9 {
        for dice in 0..=8 {
            let turned = rolled(-margin - dice, dice as u32);
            assert_eq!(rolled(margin, dice as u32), -turned, "{margin} and {dice} dice");
        }
    }
}

#[test]
fn expectations_and_estimates_are_one_scale() {
    for estimate in (-1000..=1000).step_by(50) {
        assert_eq!(expectation(-estimate), -expectation(estimate));
        assert!(expectation(estimate) < expectation(estimate + 50));
        assert!((estimate_of(expectation(estimate)) - estimate).abs() <= 3, "{estimate}");
    }
}

#[test]
fn folded_positions_follow_the_rules_of_positions() {
    let mut keys = HashMap::new();
    random_games(600..630, |position, dice| {
        let folded = Folded::new(position);
        let (mut moves, mut real) = (MoveList::new(), MoveList::new());
        folded.generate(&mut moves);
        position.generate(&mut real);
        assert_eq!(moves, real);
        assert_eq!(folded.count_moves(), moves.len());
        let mut next = folded;
        next.play(*dice.pick(&moves).unwrap());
        assert_eq!(next.side_to_move(), !folded.side_to_move());
        let same =
            |p: &Folded| (p.board().ants(), p.board().food(), p.side_to_move(), p.half_points(), p.rolls());
        assert_eq!(keys.entry(next.key()).or_insert(same(&next)), &same(&next));
    });
    assert_eq!(counts_of(&AntsPosition::START).0[0], counts_of(&AntsPosition::START).0[1]);
}

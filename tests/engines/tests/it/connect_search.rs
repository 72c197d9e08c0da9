//! The connect-four engines from outside: the frozen opponents, levels, reports, the game object's player.

use agon_connect::Connect9x9;
use agon_connect::engine::{Ai, Simple, middle_games};
use agon_connect::game_object;
use agon_connect::solver::{Options, Solver};
use agon_connect::{Connect9x9Position, Move};
use agon_core::{AnyPosition, Dice, Game, Line, MoveList, Position, Typed};
use agon_engine::{Limits, Stop};
use agon_games::registry;
use agon_search::{Searcher, Techniques};
use std::time::Duration;

fn position(game: &str, moves: &str) -> Box<dyn AnyPosition> {
    let mut line = Line::new(registry().game(game).unwrap().start());
    line.play_text(moves).unwrap();
    line.position().boxed()
}

fn answer(game: &str, engine: &str, moves: &str) -> agon_engine::Report {
    let mut engine = agon_games::engines().engine(game, &engine.parse().unwrap()).unwrap();
    engine.best(&*position(game, moves), &Limits::default(), &Stop::new(), &mut |_| {}).unwrap()
}

fn typed(moves: &str) -> Connect9x9Position {
    let game = Connect9x9::standard();
    let mut position = game.start();
    for mv in game.split_moves(moves) {
        position.play(game.parse_move(&position, mv).unwrap());
    }
    position
}

/// The moves of the frozen opponents after `middle_games`, every fifth of them, and after some openings. If this
/// fails, the opponents are no longer those that people were graded against.
const OPENINGS: [&str; 6] = ["", "4", "44", "345", "0123", "44443"];
const FROZEN: [(&str, u32, &str); 3] = [
    ("course-0", 3, "3434254460434751"),
    ("course-1", 5, "4443352320434656"),
    ("course-2", 7, "4443254373434636"),
];

fn pinned() -> impl Iterator<Item = &'static str> {
    OPENINGS.into_iter().chain(middle_games().step_by(5))
}

#[test]
fn frozen_opponents_play_as_ever() {
    for (level, _, expected) in FROZEN {
        let engine = format!("engine:level={level}");
        let moves: String = pinned().map(|game| answer("connect4-9x9", &engine, game).mv).collect();
        assert_eq!(moves, expected, "{level}");
    }
}

#[test]
fn frozen_opponents_are_plain_minimax() {
    for (level, depth, _) in FROZEN {
        let engine = format!("engine:level={level}");
        let plain = if depth < 5 { Techniques::minimax() } else { Techniques::plain_alphabeta() };
        for game in pinned().step_by(if depth < 7 { 1 } else { 4 }) {
            let mut searcher = Searcher::new(Simple, plain.clone());
            let found = searcher.best(&typed(game), agon_search::Limits::depth(depth)).unwrap();
            assert_eq!(answer("connect4-9x9", &engine, game).mv, found.mv.to_string(), "{level}, {game}");
        }
    }
}

#[test]
fn a_seed_varies_equal_moves_of_the_frozen_and_no_others() {
    // On the empty board left and right are equal, so more than one move can be best.
    let mut varied = false;
    for game in pinned() {
        let mut analyst = Searcher::new(Simple, Techniques { hash: 1, ..Techniques::all_exact() });
        let limits = agon_search::Limits::depth(3);
        let clock = agon_search::Stopwatch::start();
        let stop = std::sync::atomic::AtomicBool::new(false);
        let all = analyst.analyze(&typed(game), limits, &clock, &stop, &mut |_| {}).unwrap();
        let best: Vec<String> =
            all.iter().filter(|f| f.score() == all[0].score()).map(|f| f.mv.to_string()).collect();
        let mut seen = Vec::new();
        for seed in 0..8 {
            let engine = format!("engine:level=course-0:seed={seed}");
            let mv = answer("connect4-9x9", &engine, game).mv;
            assert!(best.contains(&mv), "{mv} after '{game}', not among {best:?}");
            assert_eq!(mv, answer("connect4-9x9", &engine, game).mv);
            seen.push(mv);
        }
        varied |= seen.iter().any(|mv| *mv != seen[0]);
        assert_eq!(answer("connect4-9x9", "engine:level=course-0", game).mv, *best.iter().min().unwrap());
    }
    assert!(varied);
}

#[test]
fn wins_are_reported_by_distance() {
    // Three in a row at the bottom with both ends open.
    let report = answer("connect4-9x9", "engine:depth=4", "334455");
    assert_eq!((report.score_text.as_str(), report.exact), ("win in 1", true));
    let report = answer("connect4-9x9", "engine:depth=4", "3344");
    assert_eq!(report.score_text, "win in 3");
    let report = answer("four-in-a-row", "engine:depth=4", "33445");
    assert_eq!(report.score_text, "loss in 2");
}

#[test]
fn a_distance_is_exact_only_where_a_faster_win_is_ruled_out() {
    let mut solver = Solver::<u128, 9, 9>::new(Options { table_bytes: 16 << 20, ..Options::default() });
    let mut dice = Dice::new(44);
    let (mut exact, mut bounds) = (0, 0);
    for number in 0..60 {
        let position = late(52 + number % 14, &mut dice);
        let truth = solver.score(&position).score;
        let typed = Typed::new(Connect9x9::standard()).position(position);
        for evaluation in ["simple", "threats", "trained"] {
            for nodes in [200, 20_000] {
                let engine = format!("engine:nodes={nodes}:eval={evaluation}:hash=1");
                let mut engine =
                    agon_games::engines().engine("connect4-9x9", &engine.parse().unwrap()).unwrap();
                let report = engine.best(&*typed, &Limits::default(), &Stop::new(), &mut |_| {}).unwrap();
                let context = format!("{evaluation}, {nodes}, {position:?}: {truth}, {report:?}");
                if report.exact {
                    exact += 1;
                    assert_eq!(report.score, 100 * truth, "{context}");
                } else if report.proven {
                    bounds += 1;
                    assert_eq!(report.score.signum(), truth.signum(), "{context}");
                    assert!(report.score.abs() <= 100 * truth.abs(), "{context}");
                }
            }
        }
    }
    assert!(exact > 100 && bounds > 0, "{exact} exact, {bounds} bounds");
}

/// A position of a random game with so many stones that is not over.
fn late(stones: usize, dice: &mut Dice) -> Connect9x9Position {
    loop {
        let mut position = Connect9x9::standard().start();
        while position.ply() < stones && position.outcome().is_none() {
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            // Who avoids what wins at once gets further.
            let quiet = |&mv: &Move| {
                let mut next = position;
                next.play(mv);
                next.winner().is_none()
            };
            let quiet: Vec<Move> = moves.iter().copied().filter(quiet).collect();
            let Some(&mv) = dice.pick(&quiet) else { break };
            position.play(mv);
        }
        if position.ply() == stones && position.outcome().is_none() {
            return position;
        }
    }
}

#[test]
fn levels_are_ten_and_all_move() {
    let engines = agon_games::engines();
    for game in ["four-in-a-row", "connect4-9x9"] {
        let levels = engines.info(game).unwrap().levels;
        let names: Vec<_> = levels.iter().take(10).map(|level| level.name.to_owned()).collect();
        assert_eq!(names, (1..=10).map(|n| n.to_string()).collect::<Vec<_>>());
        for level in levels.iter().take(8) {
            let report = answer(game, &format!("engine:level={}", level.name), "33422");
            assert!(position(game, "33422").legal_moves().contains(&report.mv));
        }
    }
}

fn played(columns: &[usize]) -> game_object::Game {
    let mut game = game_object::Game::new();
    columns.iter().for_each(|&column| game.make_move(column).unwrap());
    game
}

#[test]
fn without_a_timeout_the_function_is_called_once() {
    let mut ai = Ai::new();
    let mut game = played(&[3, 0, 3, 0, 3]);
    let mut calls = Vec::new();
    ai.find_legal_move(game, |column| calls.push(column), None).unwrap();
    assert_eq!(calls, [3], "the only move that does not lose");
    ai.find_legal_move(game, |column| game.make_move(column), None).unwrap();
    assert_eq!(game.get_player_at(2, 3), Some(game_object::Game::PLAYER_TWO));
}

#[test]
fn with_a_timeout_the_function_hears_of_every_improvement() {
    let mut ai = Ai::new();
    for timeout in [0, 1, 30] {
        let mut calls = Vec::new();
        let timeout = Some(Duration::from_millis(timeout));
        ai.find_legal_move(played(&[2, 2, 4, 4]), |column| calls.push(column), timeout).unwrap();
        assert!(!calls.is_empty() && calls.iter().all(|&column| column < 7));
        assert!(calls.windows(2).all(|pair| pair[0] != pair[1]), "{calls:?}");
    }
    let mut calls = Vec::new();
    let timeout = Some(Duration::from_secs(1));
    ai.find_legal_move(played(&[3, 0, 3, 0, 3, 0]), |column| calls.push(column), timeout).unwrap();
    assert_eq!(calls, [3], "a win is seen at once");
    calls.clear();
    let line: Vec<usize> =
        "66000261565622414045135365".bytes().map(|digit| usize::from(digit - b'0')).collect();
    ai.find_legal_move(played(&line), |column| calls.push(column), timeout).unwrap();
    assert_eq!(calls, [4], "and nothing else is heard of after it");
}

#[test]
fn an_error_of_the_function_ends_the_search() {
    let mut calls = 0;
    let mut refuse = |_| {
        calls += 1;
        Err("enough")
    };
    // Without the error this search would take a minute.
    Ai::new().find_legal_move(played(&[]), &mut refuse, Some(Duration::from_secs(60))).unwrap();
    assert_eq!(calls, 1);
}

#[test]
fn after_the_end_there_is_no_move() {
    let game = played(&[3, 0, 3, 0, 3, 0, 3]);
    for timeout in [None, Some(Duration::from_millis(5))] {
        let error = Ai::new().find_legal_move(game, |_| {}, timeout).unwrap_err();
        assert_eq!(error.to_string(), "No possible AI moves.");
    }
}

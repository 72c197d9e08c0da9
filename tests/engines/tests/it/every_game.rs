//! What every engine of every game promises.

use agon_core::{AnyGame, AnyPosition, Dice, Phase};
use agon_engine::{Engine, EngineError, EngineSpec, GameClock, Limits, Report, Stop};
use agon_lab::bench;
use std::sync::Arc;
use std::time::Duration;

fn engine(game: &dyn AnyGame, settings: &str) -> Box<dyn Engine> {
    let spec = EngineSpec::parse_settings(&format!("hash=1:{settings}")).unwrap();
    agon_games::engines().engine(&game.id(), &spec).unwrap()
}

fn games() -> Vec<Arc<dyn AnyGame>> {
    agon_games::registry().games().cloned().collect()
}

fn best(engine: &mut dyn Engine, position: &dyn AnyPosition, limits: &Limits) -> Report {
    engine.best(position, limits, &Stop::new(), &mut |_| {}).unwrap()
}

fn finished(game: &dyn AnyGame) -> Box<dyn AnyPosition> {
    let mut dice = Dice::new(3);
    let mut position = game.opening();
    loop {
        match position.phase() {
            Phase::Over(_) => return position,
            Phase::Chance => {
                let outcome = dice.weighted(position.chance().unwrap());
                position.resolve(outcome);
            }
            Phase::Turn(_) => {
                let moves = position.legal_moves();
                position.play(dice.pick(&moves).unwrap()).unwrap();
            }
        }
    }
}

#[test]
fn every_game_has_engines_and_they_move_legally_under_any_limit() {
    for game in games() {
        for position in bench::positions(&agon_games::engines(), &*game, 4) {
            let legal = position.legal_moves();
            let mut engine = engine(&*game, "nodes=500");
            let clock = |remaining| GameClock { remaining, increment: Duration::ZERO };
            for limits in [
                Limits::default(),
                Limits { depth: Some(0), ..Limits::default() },
                Limits { time: Some(Duration::ZERO), ..Limits::default() },
                Limits { time: Some(Duration::from_millis(10)), ..Limits::default() },
                Limits { nodes: Some(1), ..Limits::default() },
                Limits { clock: Some(clock(Duration::ZERO)), ..Limits::default() },
                Limits { clock: Some(clock(Duration::from_secs(60))), ..Limits::default() },
            ] {
                let report = best(&mut *engine, &*position, &limits);
                assert!(legal.contains(&report.mv), "{} is not legal in {position:?}", report.mv);
                assert_eq!(report.pv.first(), Some(&report.mv));
            }
        }
    }
}

#[test]
fn where_nobody_is_to_move_the_answer_is_a_sentence() {
    for game in games() {
        let mut engine = engine(&*game, "depth=2");
        let over = finished(&*game);
        let error = engine.best(&*over, &Limits::default(), &Stop::new(), &mut |_| {}).unwrap_err();
        assert_eq!(error, EngineError::Over);
        let error = engine.analyze(&*over, &Limits::default(), &Stop::new(), &mut |_| {}).unwrap_err();
        assert_eq!(error.to_string(), "the game is over: there is no move to choose");
        if game.opening().phase() == Phase::Chance {
            let error = engine.best(&*game.opening(), &Limits::default(), &Stop::new(), &mut |_| {});
            assert_eq!(error, Err(EngineError::Chance));
        }
    }
}

#[test]
fn an_engine_refuses_the_positions_of_other_games() {
    let games = agon_games::registry();
    let mut engine = engine(&*games.game("reversi").unwrap(), "depth=2");
    let other = games.game("four-in-a-row").unwrap().start();
    let error = engine.best(&*other, &Limits::default(), &Stop::new(), &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "this engine plays reversi, not four-in-a-row");
}

#[test]
fn unknown_names_are_refused_with_what_there_is() {
    let engines = agon_games::engines();
    let wrong = |game: &str, settings: &str| {
        let spec = EngineSpec::parse_settings(settings).unwrap();
        engines.engine(game, &spec).err().unwrap().to_string()
    };
    assert!(wrong("chess", "").starts_with("there is no engine for 'chess'; there are engines for reversi"));
    assert!(wrong("reversi", "level=99").starts_with("there is no level '99'; the levels are 1, 2, 3"));
    assert!(
        wrong("reversi", "eval=magic").starts_with("there is no evaluation 'magic'; the evaluations are")
    );
    assert!(wrong("reversi:size=9", "").starts_with("reversi has no option 'size'"));
}

#[test]
fn analysis_agrees_with_the_best_move() {
    for game in games() {
        for position in bench::positions(&agon_games::engines(), &*game, 3) {
            let mut engine = engine(&*game, "depth=3:exact=on");
            let best = best(&mut *engine, &*position, &Limits::default());
            let mut rounds = 0;
            let mut count = |reports: &[Report]| rounds += usize::from(!reports.is_empty());
            let all = engine.analyze(&*position, &Limits::default(), &Stop::new(), &mut count).unwrap();
            assert!(rounds >= 1);
            assert_eq!(all[0].mv, best.mv, "{position:?}");
            // A move can be exact where the choice among all moves is not yet.
            assert!(all[0].score == best.score || all[0].exact && !best.exact, "{position:?}");
            let mut moves: Vec<_> = all.iter().map(|report| report.mv.clone()).collect();
            let mut legal = position.legal_moves();
            moves.sort();
            legal.sort();
            assert_eq!(moves, legal);
        }
    }
}

#[test]
fn explanations_add_up() {
    for game in games() {
        let engine = engine(&*game, "");
        let position = &bench::positions(&agon_games::engines(), &*game, 1)[0];
        let Some(explanation) = engine.explain(&**position).unwrap() else { continue };
        assert_eq!(explanation.side, position.side_to_move());
        assert_eq!(explanation.total, explanation.terms.iter().map(|term| term.value).sum::<i32>());
    }
}

#[test]
fn a_level_plays_the_same_everywhere_and_the_seed_changes_its_mistakes() {
    for game in games() {
        let info = agon_games::engines().info(game.info().name).unwrap();
        let positions = bench::positions(&agon_games::engines(), &*game, 6);
        for level in info.levels.iter().filter(|level| level.depth.is_some_and(|depth| depth <= 3)) {
            let play = |seed: u32, warm: bool| -> Vec<String> {
                let mut engine = engine(&*game, &format!("level={}:seed={seed}", level.name));
                if warm {
                    best(&mut *engine, &*positions[5], &Limits::default());
                }
                positions.iter().map(|p| best(&mut *engine, &**p, &Limits::default()).mv).collect()
            };
            assert_eq!(play(1, false), play(1, true), "{} level {}", game.id(), level.name);
        }
        let weak = |seed: u32| -> Vec<String> {
            let mut engine = engine(&*game, &format!("depth=1:noise=2000:blunders=300:seed={seed}"));
            positions.iter().map(|p| best(&mut *engine, &**p, &Limits::default()).mv).collect()
        };
        assert!((2..12).any(|seed| weak(seed) != weak(1)), "{}: the seed matters", game.id());
    }
}

#[test]
fn the_benchmark_is_the_same_on_every_run() {
    let engines = agon_games::engines();
    for game in games() {
        let positions = bench::positions(&agon_games::engines(), &*game, 2);
        let spec = EngineSpec::parse_settings("hash=1").unwrap();
        let nodes = || bench::work(&engines, &*game, &positions, 4, &spec).unwrap().nodes;
        assert_eq!(nodes(), nodes(), "{}", game.id());
    }
}

#[test]
fn a_stop_signal_ends_a_search_without_limits() {
    let games = agon_games::registry();
    let start = games.game("reversi").unwrap().start();
    let mut engine = engine(&*games.game("reversi").unwrap(), "depth=200");
    let stop = Stop::new();
    let from_report = stop.clone();
    let mut listen = |report: &Report| {
        if report.depth >= 3 {
            from_report.set();
        }
    };
    let report = engine.best(&*start, &Limits::default(), &stop, &mut listen).unwrap();
    assert!(report.depth >= 3 && report.depth < 60, "{report:?}");
}

#[test]
fn terms_can_be_left_out_by_name() {
    let engines = agon_games::engines();
    let start = agon_games::registry().game("reversi").unwrap().start();
    let terms = |eval: &str| {
        let spec = EngineSpec::parse_settings(&format!("hash=1:eval={eval}")).unwrap();
        let engine = engines.engine("reversi", &spec).map_err(|error| error.to_string())?;
        let explanation = engine.explain(&*start).unwrap().unwrap();
        Ok::<_, String>(explanation.terms.iter().map(|term| term.name).collect::<Vec<_>>())
    };
    assert_eq!(terms("explained").unwrap().len(), 10);
    let fewer = terms("explained-x-squares-corners-unbalanced_edges").unwrap();
    assert!(fewer.len() == 7 && !fewer.contains(&"corners") && !fewer.contains(&"x-squares"));
    assert_eq!(terms("classic").unwrap(), ["corners", "mobility"]);
    let error = terms("explained-luck").unwrap_err();
    assert!(
        error.starts_with("evaluation 'explained' has no term 'luck'; it has corners, mobility"),
        "{error}"
    );
    assert_eq!(terms("simple-luck").unwrap_err(), "evaluation 'simple' has no term 'luck'; it has none");
}

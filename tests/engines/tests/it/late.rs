//! Engines whose time is over before they have begun, as happens on a busy machine: they look all the same.

use agon_core::{AnyPosition, Registry};
use agon_engine::{Engine, EngineSpec, Engines, Limits, Report, Stop};
use agon_lab::bench;
use agon_noughts::Noughts;
use std::time::Duration;

/// Every engine, and that of a game which nobody wrote one for.
fn engines() -> Engines {
    let mut engines = agon_games::engines();
    engines.add::<Noughts>();
    engines
}

fn games() -> Registry {
    let mut games = agon_games::registry();
    games.add::<Noughts>();
    games
}

fn engine(engines: &Engines, game: &str, settings: &str) -> Box<dyn Engine> {
    let spec = EngineSpec::parse_settings(&format!("hash=1:{settings}")).unwrap();
    engines.engine(game, &spec).unwrap()
}

/// The answer of an engine that has no time at all.
fn late(engine: &mut dyn Engine, position: &dyn AnyPosition) -> Report {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    engine.best(position, &limits, &Stop::new(), &mut |_| {}).unwrap()
}

#[test]
fn no_engine_moves_unsearched() {
    let engines = engines();
    for game in games().games() {
        let id = game.id();
        let positions = bench::positions(&engines, &**game, 5);
        let evaluations = engines.info(game.info().name).unwrap().evaluations;
        for (evaluation, _) in evaluations {
            for kind in
                ["threads=1", "threads=2", "alphabeta=off", "exact=on", "mcts=on", "level=3", "level=6"]
            {
                let settings = format!("eval={evaluation}:{kind}");
                let mut engine = engine(&engines, &id, &settings);
                for position in &positions {
                    let report = late(&mut *engine, &**position);
                    assert!(report.nodes > 0, "{id} {settings}: {report:?}");
                    assert!(report.depth > 0, "{id} {settings}: {report:?}");
                }
            }
        }
    }
}

/// Positions in which only some moves win at once, or else do not lose at once.
const ONE_CHANCE: &[(&str, &str, &[&str])] = &[
    ("four-in-a-row", "0 6 0 6 0 5", &["0"]),
    ("four-in-a-row", "0 6 0 5 0", &["0"]),
    ("connect4-9x9", "0 8 0 8 0 7", &["0"]),
    ("connect4-9x9", "0 8 0 7 0", &["0"]),
    ("noughts", "a1 b1 a2 b2", &["a3"]),
    ("noughts", "a1 b2 a2", &["a3"]),
];

#[test]
fn what_wins_or_loses_at_once_is_seen() {
    let (engines, games) = (engines(), games());
    for (game, moves, right) in ONE_CHANCE {
        let mut position = games.game(game).unwrap().start();
        moves.split_whitespace().for_each(|mv| drop(position.play(mv).unwrap()));
        for kind in ["threads=1", "threads=2", "alphabeta=off", "exact=on", "mtdf=on", "mcts=on"] {
            for (evaluation, _) in engines.info(game).unwrap().evaluations {
                let settings = format!("eval={evaluation}:{kind}");
                let report = late(&mut *engine(&engines, game, &settings), &*position);
                assert!(right.contains(&report.mv.as_str()), "{game} {moves} {settings}: {report:?}");
            }
        }
    }
}

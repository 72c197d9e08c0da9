//! Ablation, the ladder and the making of position sets.

use agon_core::Line;
use agon_core::Registry;
use agon_engine::{Engines, Stop};
use agon_lab::ablation::Ablation;
use agon_lab::bench;
use agon_lab::ladder::{Ladder, LadderError, Rung};
use agon_lab::position_sets::{Recipe, SetError, balanced_openings, midgame};
use agon_referee::Openings;
use std::collections::HashSet;
use std::sync::Mutex;
use std::time::Duration;

#[test]
fn ablation_tries_every_technique_once() {
    let game = agon_games::registry().game("reversi").unwrap();
    let engines = agon_games::engines();
    let ablation = Ablation {
        positions: bench::positions(&engines, &*game, 2),
        depth: 5,
        openings: Openings::standard(&*game),
        game,
        engines: &engines,
        games: 0,
        time: Duration::from_millis(1),
        seed: 1,
        concurrency: 1,
    };
    let rows = ablation.run(&Stop::new(), &|_| {}).unwrap();
    let names: Vec<_> = rows.iter().filter_map(|row| row.technique).collect();
    assert!(rows[0].technique.is_none() && ["alphabeta", "lmr", "table"].iter().all(|n| names.contains(n)));
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    let row = |name| rows.iter().find(|row| row.technique == Some(name)).unwrap();
    assert!(row("alphabeta").depth == 4 && row("alphabeta").node_ratio > 2.0, "minimax visits everything");
    assert!(row("star1").node_ratio == 1.0, "no chance in Reversi");
}

fn ladder<'a>(registry: &'a Registry, engines: &'a Engines) -> Ladder<'a> {
    let game = registry.game("four-in-a-row").unwrap();
    Ladder {
        registry,
        openings: Openings::standard(&*game),
        game,
        engines,
        players: ["random", "engine:level=1", "engine:level=2"].map(String::from).to_vec(),
        games: 6,
        seed: 3,
        concurrency: 2,
        slips: false,
    }
}

#[test]
fn a_ladder_that_was_interrupted_ends_like_one_that_was_not() {
    let engines = agon_games::engines();
    let registry = agon_games::registry();
    let ladder = ladder(&registry, &engines);
    let games = Mutex::new(Vec::new());
    let whole = ladder.run(&[], &Stop::new(), &|rung| games.lock().unwrap().push(rung.clone())).unwrap();
    assert_eq!(whole.len(), 2);
    assert!(whole.iter().all(|step| step.report.games == 6));
    let games = games.into_inner().unwrap();
    // A file that ends in the middle of a line: what is whole is kept, the rest is played again.
    let text: String = games[..5].iter().map(|rung| serde_json::to_string(rung).unwrap() + "\n").collect();
    let cut = format!("{text}{{\"game\":\"four");
    let done = ladder.parse(&cut).unwrap();
    assert_eq!(done, games[..5]);
    let again = Mutex::new(0);
    let resumed = ladder.run(&done, &Stop::new(), &|_| *again.lock().unwrap() += 1).unwrap();
    assert_eq!(resumed, whole);
    assert_eq!(again.into_inner().unwrap(), 7);
}

#[test]
fn a_store_of_another_ladder_is_refused() {
    let engines = agon_games::engines();
    let registry = agon_games::registry();
    let ladder = ladder(&registry, &engines);
    let foreign = Rung {
        game: "reversi".into(),
        seed: 3,
        upper: "engine:level=1".into(),
        lower: "random".into(),
        number: 0,
        points: 1.0,
        reason: "normal".into(),
        slips: None,
    };
    let error = ladder.parse(&(serde_json::to_string(&foreign).unwrap() + "\n")).unwrap_err();
    let said = "line 1 belongs to another ladder (reversi, seed 3); this one is four-in-a-row, seed 3";
    assert_eq!(error.to_string(), said);
    assert!(matches!(ladder.parse("nonsense\n"), Err(LadderError::Line { line: 1, .. })));
}

#[test]
fn position_sets_are_distinct_playable_and_repeatable() {
    let engines = agon_games::engines();
    let recipe = Recipe { count: 5, nodes: 50, seed: 9 };
    for game in agon_games::registry().games() {
        let openings = balanced_openings(&**game, &engines, 4, recipe, &|_, _| {}).unwrap();
        assert_eq!(openings, balanced_openings(&**game, &engines, 4, recipe, &|_, _| {}).unwrap());
        let keys: HashSet<_> = openings
            .iter()
            .map(|moves| {
                let mut line = Line::new(game.start());
                line.play_text(moves).unwrap();
                line.position().canonical_key()
            })
            .collect();
        assert_eq!(keys.len(), 5, "{}", game.id());
    }
    let game = agon_games::registry().game("four-in-a-row").unwrap();
    let positions = midgame(&game, &engines, recipe, &|_, _| {}).unwrap();
    assert_eq!(positions.len(), 5);
    assert!(positions.iter().all(|text| game.parse_position(text).is_ok()));
    let many = Recipe { count: 100, ..recipe };
    let error = balanced_openings(&*game, &engines, 1, many, &|_, _| {}).unwrap_err();
    assert!(matches!(error, SetError::TooFew { wanted: 100, plies: 1, .. }), "{error}");
}

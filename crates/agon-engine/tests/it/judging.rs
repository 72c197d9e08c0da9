//! Evaluations and searches of many positions.

use agon_engine::bulk::Crew;
use agon_engine::bulk::counting::random_positions;
use agon_engine::bulk::judging::*;
use agon_engine::{EngineError, EngineSpec, Limits, Report, Stop};

#[test]
fn many_searches_answer_as_single_ones_on_any_number_of_cores() {
    let (engines, stop) = (agon_games::engines(), Stop::new());
    let spec: EngineSpec = "engine:nodes=500:hash=1".parse().unwrap();
    for game in agon_games::registry().games() {
        let (one, two) = (Crew { cores: 1, stop: &stop }, Crew { cores: 2, stop: &stop });
        let positions = random_positions(&**game, 6, 10, 5, one).unwrap();
        let positions: Vec<_> = positions.iter().map(|position| &**position).collect();
        let judge = Judge { engines: &engines, game: &game.id(), spec: &spec };
        let moves = |reports: Vec<Report>| -> Vec<_> {
            reports.into_iter().map(|report| (report.mv, report.score, report.nodes)).collect()
        };
        let limits = Limits::default();
        let found = moves(judge.best(&positions[..], &limits, one).unwrap());
        assert_eq!(found, moves(judge.best(&positions[..], &limits, two).unwrap()), "{}", game.id());
        let mut engine = judge.engines.engine(judge.game, judge.spec).unwrap();
        let alone = engine.best(positions[0], &limits, &stop, &mut |_| {}).unwrap();
        assert_eq!(found[0], (alone.mv, alone.score, alone.nodes));
        let lists = judge.analyze(&positions[..], &limits, two).unwrap();
        assert_eq!(lists[3].len(), positions[3].count_moves());
    }
}

#[test]
fn evaluations_are_the_sum_of_the_terms_they_show() {
    let (engines, stop) = (agon_games::engines(), Stop::new());
    let spec: EngineSpec = "engine:eval=explained".parse().unwrap();
    let game = agon_games::registry().game("reversi").unwrap();
    let crew = Crew { cores: 2, stop: &stop };
    let positions = random_positions(&*game, 50, 20, 5, crew).unwrap();
    let positions: Vec<_> = positions.iter().map(|position| &**position).collect();
    let judge = Judge { engines: &engines, game: "reversi", spec: &spec };
    let values = judge.evaluate(&positions[..], crew).unwrap();
    let engine = judge.engines.engine(judge.game, judge.spec).unwrap();
    for (position, value) in positions.iter().zip(values) {
        assert_eq!(engine.explain(*position).unwrap().unwrap().total, value);
    }
}

#[test]
fn a_finished_game_among_many_is_an_error() {
    let (engines, stop) = (agon_games::engines(), Stop::new());
    let game = agon_games::registry().game("four-in-a-row").unwrap();
    let mut line = agon_core::Line::new(game.start());
    line.play_text("0101010").unwrap();
    let (start, spec) = (game.start(), EngineSpec::default());
    let positions = [&*start, line.position()];
    let judge = Judge { engines: &engines, game: "four-in-a-row", spec: &spec };
    let crew = Crew { cores: 2, stop: &stop };
    assert_eq!(judge.evaluate(&positions[..], crew), Err(EngineError::Over));
}

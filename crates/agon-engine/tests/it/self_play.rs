//! Games of an engine against itself.

use agon_engine::bulk::Crew;
use agon_engine::bulk::judging::*;
use agon_engine::bulk::self_play::*;
use agon_engine::{EngineSpec, Limits, Stop};

#[test]
fn self_play_is_the_same_on_any_number_of_cores_and_ends_every_game() {
    let (engines, stop) = (agon_games::engines(), Stop::new());
    let spec: EngineSpec = "engine:depth=1:hash=1".parse().unwrap();
    for game in agon_games::registry().games() {
        let id = game.id();
        let judge = Judge { engines: &engines, game: &id, spec: &spec };
        let limits = Limits::default();
        let (game, random_plies) = (&**game, 4);
        let self_play = SelfPlay { game, judge, games: 3, random_plies, limits: &limits, seed: 11 };
        let one = self_play.run(Crew { cores: 1, stop: &stop }).unwrap();
        let two = self_play.run(Crew { cores: 2, stop: &stop }).unwrap();
        assert_eq!((&one.moves, &one.scores, &one.margins), (&two.moves, &two.scores, &two.margins));
        assert_eq!(one.positions.len(), one.moves.len());
        assert_eq!(one.games.last(), Some(&2), "{id}");
        for (position, mv) in one.positions.iter().zip(&one.moves) {
            assert!(position.legal_moves().contains(mv));
        }
    }
}

//! Counting and random games.

use agon_core::Phase;
use agon_core::cpu::Choice;
use agon_engine::bulk::Crew;
use agon_engine::bulk::counting::*;
use agon_engine::{EngineError, Stop};

#[test]
fn perft_in_pieces_is_perft() {
    let stop = Stop::new();
    for game in agon_games::registry().games() {
        for (start, cores) in [(game.start(), 1), (game.opening(), 2)] {
            for depth in 0..5 {
                let crew = Crew { cores, stop: &stop };
                let expected = start.perft(depth, Choice::Best);
                assert_eq!(perft(&*start, depth, crew).unwrap(), expected, "{} {depth}", game.id());
            }
        }
    }
}

#[test]
fn perft_counts_games_that_end_early() {
    let game = agon_games::registry().game("four-in-a-row").unwrap();
    let mut line = agon_core::Line::new(game.start());
    line.play_text("010101").unwrap();
    let crew = Crew { cores: 2, stop: &Stop::new() };
    for depth in 1..6 {
        let expected = line.position().perft(depth, Choice::Best);
        assert_eq!(perft(line.position(), depth, crew).unwrap(), expected);
    }
}

#[test]
fn random_positions_are_at_somebodys_turn() {
    let stop = Stop::new();
    for game in agon_games::registry().games() {
        for plies in [0, 5, 300] {
            let crew = Crew { cores: 2, stop: &stop };
            for position in random_positions(&**game, 20, plies, 3, crew).unwrap() {
                assert!(matches!(position.phase(), Phase::Turn(_)), "{} {plies}", game.id());
            }
        }
    }
}

#[test]
fn playouts_end_and_add_up_in_every_game() {
    for game in agon_games::registry().games() {
        let crew = Crew { cores: 1, stop: &Stop::new() };
        let tally = playouts(&*game.opening(), 300, 1, crew).unwrap();
        assert_eq!(tally.games, 300);
        assert_eq!(tally.draws() + tally.wins[0] + tally.wins[1], 300);
        assert!(tally.plies > 300 * 7);
    }
}

#[test]
fn a_stop_ends_the_work() {
    let stop = Stop::new();
    stop.set();
    let start = agon_games::registry().game("reversi").unwrap().start();
    let crew = Crew { cores: 2, stop: &stop };
    assert_eq!(playouts(&*start, 10_000, 1, crew), Err(EngineError::Stopped));
    assert_eq!(perft(&*start, 9, crew), Err(EngineError::Stopped));
}

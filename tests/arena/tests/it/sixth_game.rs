//! A sixth game, added exactly as docs/add-a-game.md says: noughts and crosses in one file, one line for each
//! registry. Everything else — text, pictures, records, the referee, matches — comes with it.

use crate::noughts::Noughts;
use agon_core::{Line, Registry};
use agon_engine::{Engines, Limits, Stop};
use agon_referee::{Match, MatchReport, Openings, TimeControl};
use agon_seats::PlayerSpec;

fn engines() -> Engines {
    let mut engines = agon_games::engines();
    engines.add::<Noughts>();
    engines
}

fn registry() -> Registry {
    let mut games = agon_games::registry();
    games.add::<Noughts>();
    games
}

#[test]
fn it_can_be_looked_up_shown_and_played() {
    let games = registry();
    let game = games.game("noughts").unwrap();
    let mut line = Line::new(game.start());
    line.play_text("b2 a1 a3 c1 b1 b3").unwrap();
    assert_eq!(line.position().text(), "OXO-X-XO- X");
    let picture = agon_board::text(&line.view(), Default::default());
    assert!(picture.contains("a b c"), "{picture}");
    let error = line.play_text("b2").unwrap_err().to_string();
    assert_eq!(error, "move 1: 'b2' is not legal here: the square is taken");
    assert!(agon_board::svg(&line.view()).contains("noughts"));
}

#[test]
fn its_perft_is_the_known_one() {
    let start = registry().game("noughts").unwrap().start();
    let counts: Vec<_> = (1..=9).map(|d| start.perft(d, agon_core::cpu::Choice::Best)).collect();
    // 1440, 5328, 47952, 72576 and 127872 games end after 5, 6, 7, 8 and 9 moves; each stays one leaf.
    assert_eq!(counts, [9, 72, 504, 3024, 15120, 56160, 154944, 255168, 255168]);
}

#[test]
fn the_generic_engine_plays_it_perfectly() {
    let (games, engines) = (registry(), engines());
    let game = games.game("noughts").unwrap();
    let engine: PlayerSpec = "engine:depth=9".parse().unwrap();
    let random: PlayerSpec = "random".parse().unwrap();
    let (a, b) = (|| engine.seat(&*game, &engines).unwrap(), || random.seat(&*game, &engines).unwrap());
    let contest = Match {
        game: game.clone(),
        players: [&a, &b],
        games: 20,
        control: TimeControl::NONE,
        openings: Openings::Random { plies: 1 },
        seed: 5,
        concurrency: 2,
        known: Default::default(),
    };
    let report = MatchReport::of(&contest.run(&Stop::new(), &|_| {}).unwrap());
    assert_eq!(report.losses, 0, "the game is a draw, so nobody who knows it loses");
    assert!(report.wins > 10, "{report:?}");
    let mut seat = engines.engine("noughts", &"engine".parse().unwrap()).unwrap();
    let report = seat.best(&*game.start(), &Limits::default(), &Stop::new(), &mut |_| {}).unwrap();
    assert!(report.exact && report.score == 0, "{report:?}");
}

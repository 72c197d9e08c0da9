//! A sixth game, added exactly as docs/add-a-game.md says: noughts and crosses in one small crate, one line for each
//! registry. Everything else — text, pictures, records, the referee, matches, UGI — comes with it. The page's view of it
//! is tested in agon-web, and Python's in bindings/python.

use agon_board::TextStyle;
use agon_core::{Line, Registry};
use agon_engine::{EngineSpec, Engines, Limits, Stop};
use agon_frontends::{EngineMaker, ugi};
use agon_noughts::Noughts;
use agon_referee::{Match, MatchReport, Openings, TimeControl};
use agon_seats::PlayerSpec;
use std::time::Duration;

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

#[test]
fn its_pieces_look_like_the_names_of_its_sides() {
    let mut line = Line::new(registry().game("noughts").unwrap().start());
    line.play_text("b2").unwrap();
    let view = line.view();
    assert_eq!(view.sides, ["white", "black"]);
    let terminal = agon_board::text(&view, TextStyle { color: true, unicode: true, hide_moves: true });
    let (white, black) = ("\x1b[1;38;5;231m●", "\x1b[1;38;5;16m●");
    assert!(terminal.contains(white) && !terminal.contains(black), "{terminal}");
    let picture = agon_board::svg(&view);
    assert_eq!(picture.matches(r#"r="0.40" fill="url(#disc-white)""#).count(), 1, "{picture}");
    assert!(!picture.contains(r#"fill="url(#disc-black)""#), "{picture}");
}

#[test]
fn it_is_played_over_ugi() {
    let game = registry().game("noughts").unwrap();
    let spec: EngineSpec = "engine:depth=9:threads=1".parse().unwrap();
    let maker = EngineMaker::new(engines(), game, spec, None, Duration::from_secs(1));
    let mut said = Vec::new();
    // One square is left.
    let input = "ugi\nposition startpos moves b2 a1 a3 c1 b1 b3 c2 a2\ngo depth 1\nstop\n";
    ugi::run(maker, input.as_bytes(), &mut said).unwrap();
    let said = String::from_utf8(said).unwrap();
    assert!(said.contains("ugiok\n") && said.contains("bestmove c3\n"), "{said}");
}

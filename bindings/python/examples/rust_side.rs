//! The same work as `bench.py` does, without Python: what it is compared with.
//!
//! For every line `NAME TIMES` on its standard input it does that piece of work so many times, and answers with an empty
//! line. Whoever asked measures the time.

use agon_connect::game_object;
use agon_core::cpu::Choice;
use agon_core::{AnyPosition, Phase};
use agon_engine::bulk::judging::Judge;
use agon_engine::bulk::self_play::SelfPlay;
use agon_engine::bulk::{Crew, counting};
use agon_engine::{EngineSpec, Limits, Stop};
use std::cell::RefCell;
use std::error::Error;
use std::hint::black_box;
use std::io::{BufRead, Write};

type Fault = Box<dyn Error>;

/// Takes a result, so that the work for it is not left out.
fn done<T>(result: T) {
    black_box(result);
}

fn main() -> Result<(), Fault> {
    let game = agon_games::registry().game("reversi")?;
    let (start, same) = (game.start(), game.start());
    let start: &dyn AnyPosition = black_box(&*start);
    let (engines, usual, stop) = (agon_games::engines(), EngineSpec::default(), Stop::new());
    let small: EngineSpec = "engine:hash=1".parse()?;
    let engine = RefCell::new(engines.engine("reversi", &small)?);
    let crew = Crew { cores: 1, stop: &stop };
    let judge = Judge { engines: &engines, game: "reversi", spec: &usual };
    let many = counting::random_positions(&*game, 200_000, 20, 1, crew)?;
    let (one_ply, three) =
        (Limits { depth: Some(1), ..Limits::default() }, Limits { depth: Some(3), ..Limits::default() });
    let play = SelfPlay {
        game: &*game,
        judge: Judge { spec: &small, ..judge },
        games: 40,
        random_plies: 8,
        limits: &three,
        seed: 1,
    };
    let (layout, letters) = (game.layout(), game.info().letters());
    let course = game_object::Game::new();
    let after = |text: &str| {
        let mut next = start.boxed();
        next.play(text).map(|_| next)
    };

    let search = || done(engine.borrow_mut().best(start, &one_ply, &stop, &mut |_| {}));
    let work: [(&str, &dyn Fn()); 17] = [
        ("side", &|| done(start.side_to_move())),
        ("is_over", &|| done(matches!(start.phase(), Phase::Over(_)))),
        ("score", &|| done(start.score())),
        ("key", &|| done(start.key())),
        ("==", &|| done(start.equals(black_box(&*same)))),
        ("hash", &|| done(start.key())),
        ("legal_moves", &|| done(start.legal_moves())),
        ("play", &|| done(after(black_box("f5")))),
        ("text", &|| done(start.set_up().text(&layout, letters))),
        ("perft(1)", &|| done(start.perft(1, Choice::Best))),
        ("get_player_at", &|| done(black_box(&course).get_player_at(5, 3))),
        ("evaluate", &|| done(engine.borrow().evaluate(start))),
        ("best(depth=1)", &search),
        ("perft", &|| done(counting::perft(start, 10, crew))),
        ("playouts", &|| done(counting::playouts(start, 50_000, 1, crew))),
        ("evaluations", &|| done(judge.evaluate(&many[..], crew))),
        ("self-play", &|| done(play.run(crew))),
    ];

    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (name, times) = line.rsplit_once(' ').ok_or("a name and a number are wanted")?;
        let times: u64 = times.parse()?;
        let (_, task) = work.iter().find(|(known, _)| *known == name).ok_or("there is no such work")?;
        (0..times).for_each(|_| task());
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

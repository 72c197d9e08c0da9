//! The same work as `bench.py` does, without Python: what it is compared with.
//!
//! For every line `NAME TIMES` on its standard input it does that piece of work so many times, and answers with the
//! seconds of processor time that it took: other programs on the machine do not count.

use agon_core::cpu::Choice;
use agon_core::{AnyPosition, Phase};
use agon_engines::bulk::judging::Judge;
use agon_engines::bulk::self_play::SelfPlay;
use agon_engines::bulk::{Crew, counting};
use agon_engines::{EngineSpec, Engines, Limits, Stop};
use agon_games::connect::game_object;
use std::cell::RefCell;
use std::collections::HashMap;
use std::error::Error;
use std::hint::black_box;
use std::io::{BufRead, Write};

type Fault = Box<dyn Error>;

/// The processor's time of this thread, in seconds.
fn processor_time() -> Result<f64, Fault> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = told.split_whitespace().next().ok_or("no time is told")?.parse()?;
    Ok(nanoseconds / 1e9)
}

/// Takes a result, so that the work for it is not left out.
fn done<T>(result: T) {
    black_box(result);
}

fn main() -> Result<(), Fault> {
    let game = agon_games::registry().game("reversi")?;
    let (start, same) = (game.start(), game.start());
    let start: &dyn AnyPosition = black_box(&*start);
    let (engines, usual, stop) = (Engines::standard(), EngineSpec::default(), Stop::new());
    let small: EngineSpec = "engine:hash=1".parse()?;
    let engine = RefCell::new(engines.engine("reversi", &small)?);
    let crew = Crew { cores: 1, stop: &stop };
    let judge = Judge { engines: &engines, game: "reversi", spec: &usual };
    let many = counting::random_positions(&*game, 20_000, 20, 1, crew)?;
    let many: Vec<_> = many.iter().map(|position| &**position).collect();
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

    let mut work: HashMap<&str, Box<dyn Fn() + '_>> = HashMap::new();
    let mut add = |name, task: Box<dyn Fn() + '_>| work.insert(name, task);
    add("side", Box::new(|| done(start.side_to_move())));
    add("is_over", Box::new(|| done(matches!(start.phase(), Phase::Over(_)))));
    add("score", Box::new(|| done(start.score())));
    add("key", Box::new(|| done(start.key())));
    add("==", Box::new(|| done(start.equals(black_box(&*same)))));
    add("hash", Box::new(|| done(start.key())));
    add("legal_moves", Box::new(|| done(start.legal_moves())));
    add("play", Box::new(|| done(after(black_box("f5")))));
    add("text", Box::new(|| done(start.set_up().text(&layout, letters))));
    add("perft(1)", Box::new(|| done(start.perft(1, Choice::Best))));
    add("get_player_at", Box::new(|| done(black_box(&course).get_player_at(5, 3))));
    add("evaluate", Box::new(|| done(engine.borrow().evaluate(start))));
    let search = || done(engine.borrow_mut().best(start, &one_ply, &stop, &mut |_| {}));
    add("best(depth=1)", Box::new(search));
    add("perft", Box::new(|| done(counting::perft(start, 10, crew))));
    add("playouts", Box::new(|| done(counting::playouts(start, 50_000, 1, crew))));
    add("evaluations", Box::new(|| done(judge.evaluate(&many, crew))));
    add("self-play", Box::new(|| done(play.run(crew))));

    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (name, times) = line.rsplit_once(' ').ok_or("a name and a number are wanted")?;
        let (task, times) = (work.get(name).ok_or("there is no such work")?, times.parse()?);
        let begun = processor_time()?;
        (0..times).for_each(|_: u64| task());
        writeln!(out, "{}", processor_time()? - begun)?;
        out.flush()?;
    }
    Ok(())
}

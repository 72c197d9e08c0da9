//! The same work as `bench.py` does, without Python: what it is compared with. Prints `name seconds` lines; a time is
//! that of the processor, so that other programs on the machine do not count.

use agon_core::cpu::Choice;
use agon_core::{AnyPosition, Phase};
use agon_engines::bulk::judging::Judge;
use agon_engines::bulk::self_play::SelfPlay;
use agon_engines::bulk::{Crew, counting};
use agon_engines::{EngineSpec, Engines, Limits, Stop};
use std::error::Error;
use std::hint::black_box;
use std::io::Write;
use std::time::Instant;

/// The processor's time of all threads of this process, in seconds.
fn processor_time() -> Result<f64, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/self/stat")?;
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    // Ticks in user mode and in the kernel, a hundred a second.
    let ticks: Result<Vec<f64>, _> = fields.skip(11).take(2).map(str::parse).collect();
    Ok(ticks?.iter().sum::<f64>() / 100.0)
}

/// The least processor time of some runs.
fn least(runs: usize, mut work: impl FnMut()) -> Result<f64, Box<dyn Error>> {
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let begun = processor_time()?;
        work();
        best = best.min(processor_time()? - begun);
    }
    Ok(best)
}

/// The least time of many short runs, by the clock: ticks are too coarse for them.
fn least_of_short(mut work: impl FnMut()) -> f64 {
    let once = |_| {
        let begun = Instant::now();
        work();
        begun.elapsed().as_secs_f64()
    };
    (0..200).map(once).fold(f64::INFINITY, f64::min)
}

const CALLS: usize = 1_000;

fn main() -> Result<(), Box<dyn Error>> {
    let runs: usize = std::env::args().nth(1).map_or(Ok(5), |word| word.parse())?;
    let game = agon_games::registry().game("reversi")?;
    let start = game.start();
    let mut out = std::io::stdout().lock();
    let mut tell = |name: &str, seconds: f64| writeln!(out, "{name} {seconds:.12}");

    let calls: [(&str, fn(&dyn AnyPosition)); 9] = [
        ("side", |p| {
            black_box(p.side_to_move());
        }),
        ("is_over", |p| {
            black_box(matches!(p.phase(), Phase::Over(_)));
        }),
        ("score", |p| {
            black_box(p.score());
        }),
        ("key", |p| {
            black_box(p.key());
        }),
        ("legal_moves", |p| {
            black_box(p.legal_moves());
        }),
        ("play", |p| {
            let mut next = p.boxed();
            let _ = black_box(next.play("f5"));
        }),
        ("equals", |p| {
            black_box(p.equals(p));
        }),
        ("text", |p| {
            black_box(p.text());
        }),
        ("perft 1", |p| {
            black_box(p.perft(1, Choice::Best));
        }),
    ];
    for (name, call) in calls {
        let seconds = least_of_short(|| (0..CALLS).for_each(|_| call(black_box(&*start))));
        tell(&format!("call {name}"), seconds / CALLS as f64)?;
    }

    let (engines, spec, stop) = (Engines::standard(), EngineSpec::default(), Stop::new());
    let crew = Crew { cores: 1, stop: &stop };
    let judge = Judge { engines: &engines, game: "reversi", spec: &spec };
    tell("bulk perft", least(runs, || drop(black_box(counting::perft(&*start, 10, crew))))?)?;
    tell("bulk playouts", least(runs, || drop(black_box(counting::playouts(&*start, 50_000, 1, crew))))?)?;
    let many = counting::random_positions(&*game, 20_000, 20, 1, crew)?;
    let evaluate = || {
        let list: Vec<_> = many.iter().map(|position| &**position).collect();
        (0..50).for_each(|_| drop(black_box(judge.evaluate(&list, crew))));
    };
    tell("bulk evaluations", least(runs, evaluate)?)?;
    let small: EngineSpec = "engine:hash=1".parse()?;
    let judge = Judge { spec: &small, ..judge };
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let play = SelfPlay { game: &*game, judge, games: 40, random_plies: 8, limits: &limits, seed: 1 };
    tell("bulk self-play", least(runs, || drop(black_box(play.run(crew))))?)?;
    Ok(())
}

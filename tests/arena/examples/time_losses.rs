//! Whether anybody who is well-behaved loses on time on a busy machine.
//!
//! ```sh
//! cargo build --release -p agon -p agon-sandbox
//! cargo run --release -p agon-arena --example time_losses -- --games 1000
//! ```
//!
//! It keeps every processor busy with a thread of its own and plays four-in-a-row at 100 ms a move, as many games at a
//! time as there are processors: our engine as a program (`agon player four-in-a-row --protocol ugi`) against a program
//! that answers at once, with the tolerance that programs have; then our engine in this process against a random
//! player, without any tolerance. `--time T` is another time for a move.

#![allow(clippy::print_stdout)] // Reason: printing is what it is for.

use agon_core::{Reason, duration};
use agon_engine::Stop;
use agon_referee::{GameResult, Match, Openings, TimeControl};
use agon_seats::SeatFactory;
use agon_seats::{AbsentSeat, PlayerSpec};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

struct Options {
    games: usize,
    time: Duration,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let (agon, instant) = (built("agon")?, built("agon-testplayer")?);
    let engine = format!("ugi:{} player four-in-a-row --protocol ugi", quoted(&agon));
    let instant = format!("ugi:{}", quoted(&instant));
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let enough = Stop::new();
    let mut false_losses = 0;
    std::thread::scope(|scope| {
        for _ in 0..processors {
            scope.spawn(|| {
                while !enough.is_set() {
                    std::hint::spin_loop();
                }
            });
        }
        let all = contest(&options, [&engine, &instant], processors).and_then(|programs| {
            let within = contest(&options, ["engine", "random"], processors)?;
            Ok(programs + within)
        });
        enough.set();
        all.map(|all| false_losses = all)
    })?;
    if false_losses > 0 { Err(format!("{false_losses} false time losses").into()) } else { Ok(()) }
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options { games: 100, time: Duration::from_millis(100) };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--games" => options.games = value.parse()?,
            "--time" => options.time = duration::parse(&value)?,
            _ => return Err(format!("unknown option {word}; there are --games N and --time T").into()),
        }
    }
    Ok(options)
}

/// A program of this workspace, beside the folder of this example.
fn built(name: &str) -> Result<PathBuf, Box<dyn Error>> {
    let example = std::env::current_exe()?;
    let path = example.ancestors().nth(2).map(|folder| folder.join(name)).unwrap_or_default();
    match path.is_file() {
        true => Ok(path),
        false => Err(format!("there is no {}; build it first", path.display()).into()),
    }
}

fn quoted(path: &Path) -> String {
    format!("'{}'", path.display())
}

/// Plays a match, prints what came of it and gives back how many games were lost on time.
fn contest(options: &Options, players: [&str; 2], concurrency: usize) -> Result<usize, Box<dyn Error>> {
    let game = agon_games::registry().game("four-in-a-row")?;
    let engines = agon_games::engines();
    let factory = SeatFactory::new(&engines);
    let specs: [PlayerSpec; 2] = [players[0].parse()?, players[1].parse()?];
    let tolerance = specs[0].seat_in(&*game, &factory)?.tolerance();
    specs[1].seat_in(&*game, &factory)?;
    let seat = |spec: &PlayerSpec| AbsentSeat::or_absent(spec, spec.seat_in(&*game, &factory));
    let (a, b) = (|| seat(&specs[0]), || seat(&specs[1]));
    let contest = Match {
        game: game.clone(),
        players: [&a, &b],
        games: options.games,
        control: TimeControl::per_move(options.time),
        openings: Openings::standard(&*game),
        seed: 1,
        concurrency,
        known: Default::default(),
    };
    let begun = Instant::now();
    let results = contest.run(&Stop::new(), &|_| {})?;
    let late = results.iter().filter(|result| is_late(result)).count();
    let mut times: Vec<f64> = results.iter().flat_map(times).collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
    println!("{} against {}, tolerance {} ms:", players[0], players[1], tolerance.as_millis());
    println!(
        "  {} games, {} moves of the first player in {:.0} s, {late} time losses",
        results.len(),
        times.len(),
        begun.elapsed().as_secs_f64()
    );
    println!(
        "  its moves took {:.1} ms in the middle, {:.1} ms at 99 %, {:.1} ms at 99.9 %, {:.1} ms at most",
        at(0.5),
        at(0.99),
        at(0.999),
        times.last().copied().unwrap_or_default()
    );
    for (result, account) in
        results.iter().filter_map(|r| Some((r, agon_referee::account::fault(&r.record)?)))
    {
        println!("  game {}: {account}", result.number + 1);
    }
    Ok(late)
}

fn is_late(result: &GameResult) -> bool {
    result.record.verdict.as_ref().is_some_and(|verdict| verdict.reason == Reason::TimeOut)
}

/// How long the first player's moves took, in milliseconds.
fn times(result: &GameResult) -> Vec<f64> {
    let record = &result.record;
    let before = record.opening_plies;
    let own = record.moves.iter().skip(before + (before + result.side.index()) % 2);
    own.step_by(2).filter_map(|mv| mv.ms).collect()
}

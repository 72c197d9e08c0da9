//! Fits the solver's small pattern evaluation to labels that the solver makes itself, backwards in bands: few
//! empty squares exactly, more of them by a search into the bands that were fitted before.
#![allow(clippy::print_stdout, clippy::print_stderr)] // Reason: a program whose output is its result.

mod deviations;
mod games;
mod regression;

use agon_core::Dice;
use agon_core::cpu::{self, Cpu, Task};
use agon_reversi::solver::evaluation::{FeatureFinder, Features, Patterns, Spread, Stage, weights_file};
use agon_reversi::solver::{Limits, Options, Ordering, Solver};
use games::{Player, positions_of_game};
use regression::{Sample, errors, fit};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

const HELP: &str = "\
fit_ordering [options]
  --out FILE           where to write the weights (default games/reversi/data/ordering.bin)
  --seed N             the seed of all games (default 1)
  --positions N        positions in each band (default 150000)
  --bands LIST         the most empty squares of each band (default 10,13,17,22,30)
  --exact N            bands up to so many empty squares are labelled exactly (default 13)
  --depth N            the others by the mean of searches of N and N + 1 plies (default 4)
  --penalty X          draws each weight to zero as X positions would (default 4)
  --players mobility|patterns   who plays the games after the random moves (default mobility)
  --threads N          (default 2)";

struct Arguments {
    out: String,
    seed: u64,
    positions: usize,
    bands: Vec<u32>,
    exact: u32,
    depth: u32,
    penalty: f32,
    player: Player,
    threads: usize,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        println!("{HELP}");
        return ExitCode::SUCCESS;
    }
    match parse(&words).and_then(|arguments| make(&arguments, &words)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}\n\n{HELP}");
            ExitCode::FAILURE
        }
    }
}

fn parse(words: &[String]) -> Result<Arguments, String> {
    let mut arguments = Arguments {
        out: "games/reversi/data/ordering.bin".into(),
        seed: 1,
        positions: 150_000,
        bands: vec![10, 13, 17, 22, 30],
        exact: 13,
        depth: 4,
        penalty: 4.0,
        player: Player::Mobility,
        threads: 2,
    };
    for pair in words.chunks(2) {
        let [name, value] = pair else { return Err(format!("{} needs a value.", pair[0])) };
        let number = || value.parse::<u64>().map_err(|_| format!("{name} needs a number, not '{value}'."));
        match name.as_str() {
            "--out" => arguments.out.clone_from(value),
            "--seed" => arguments.seed = number()?,
            "--positions" => arguments.positions = number()? as usize,
            "--exact" => arguments.exact = number()? as u32,
            "--depth" => arguments.depth = number()? as u32,
            "--threads" => arguments.threads = number()?.max(1) as usize,
            "--penalty" => {
                arguments.penalty =
                    value.parse().map_err(|_| format!("{name} needs a number, not '{value}'."))?;
            }
            "--bands" => {
                let list: Result<Vec<u32>, _> = value.split(',').map(str::parse).collect();
                arguments.bands = list.map_err(|_| format!("{name} needs numbers, not '{value}'."))?;
            }
            "--players" => {
                arguments.player = match value.as_str() {
                    "mobility" => Player::Mobility,
                    "patterns" => Player::Patterns,
                    _ => return Err(format!("There are no players '{value}'.")),
                }
            }
            _ => return Err(format!("There is no option '{name}'.")),
        }
    }
    Ok(arguments)
}

/// A position with its margin in discs.
type Labelled = (u64, u64, f32);

fn make(arguments: &Arguments, words: &[String]) -> Result<(), String> {
    let start = Instant::now();
    let mut stages: Vec<Stage> = Vec::new();
    // Where the file was written to says nothing about what is in it.
    let said: Vec<&str> =
        words.chunks(2).filter(|pair| pair[0] != "--out").flatten().map(String::as_str).collect();
    let mut remarks = vec![format!("made by: fit_ordering {}", said.join(" "))];
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|error| error.to_string())?.as_secs();
    remarks.push(format!("seed {}, made at {}", arguments.seed, date(seconds)));
    let unknown = Spread { middle: [4.0, 0.0, 0.0, 0.0], end: [6.0, 0.0, 0.0, 0.0] };
    let finder = FeatureFinder::default();
    let mut least = 7;
    let mut by_empties: Vec<Vec<(u64, u64)>> = vec![Vec::new(); 65];
    for (band, &most) in arguments.bands.iter().enumerate() {
        let patterns = match stages.len() {
            0 => None,
            _ => Some(Arc::new(Patterns::new(&stages, unknown).map_err(|error| error.to_string())?)),
        };
        let labelled = label(arguments, band as u64, least..=most, patterns);
        for &(me, them, _) in labelled.iter().take(20_000) {
            by_empties[(!(me | them)).count_ones() as usize].push((me, them));
        }
        let samples = sampled(&labelled, &finder);
        let held_out = samples.len() / 20;
        let (test, train) = samples.split_at(held_out);
        let weights = fit(train, arguments.penalty, 60);
        let (mean, root) = errors(test, &weights);
        let remark = format!(
            "{least}-{most} empty squares: {} positions, {held_out} held out: mean error {mean:.2}, root mean square {root:.2} discs",
            samples.len()
        );
        println!("{remark} ({:.0} s)", start.elapsed().as_secs_f64());
        remarks.push(remark);
        let weights = weights.iter().map(|weight| (weight * 64.0).round().clamp(-2032.0, 2032.0) as i16);
        stages.push(Stage { empties: most, weights: weights.collect() });
        least = most + 1;
    }
    let patterns = Patterns::new(&stages, unknown).map_err(|error| error.to_string())?;
    let options = Options { ordering: Ordering::Fitted(Arc::new(patterns)), ..Options::default() };
    let spread = deviations::fit(&mut Solver::new(&options), &by_empties, 160);
    println!("{spread:?} ({:.0} s)", start.elapsed().as_secs_f64());
    let file = weights_file::write(&remarks, &stages, &spread);
    println!("{} bytes to {}", file.len(), arguments.out);
    std::fs::write(&arguments.out, file)
        .map_err(|error| format!("{} cannot be written: {error}", arguments.out))
}

/// Positions of one band with their margins: the same whatever the number of threads.
fn label(
    arguments: &Arguments,
    band: u64,
    empties: std::ops::RangeInclusive<u32>,
    patterns: Option<Arc<Patterns>>,
) -> Vec<Labelled> {
    let seed = Dice::derive(arguments.seed, band);
    let threads = arguments.threads;
    let exact = *empties.end() <= arguments.exact;
    let work = |thread: usize| {
        let ordering = patterns.clone().map_or(Ordering::Simple, Ordering::Fitted);
        let mut solver = Solver::new(&Options { table_bytes: 8 << 20, ordering, ..Options::default() });
        let mut player = Solver::new(&Options { table_bytes: 1 << 10, ..Options::default() });
        let mut list = Vec::new();
        let mut game = thread as u64;
        while list.len() < arguments.positions / threads {
            let seed = Dice::derive(seed, game);
            game += threads as u64;
            let mut dice = Dice::new(Dice::derive(seed, 1));
            let mut positions = positions_of_game(seed, arguments.player, &mut player);
            positions.retain(|(me, them)| empties.contains(&(!(me | them)).count_ones()));
            // Two of a game, so that the positions differ more.
            for _ in 0..2 {
                if positions.is_empty() {
                    break;
                }
                let (me, them) = positions.swap_remove(dice.below(positions.len() as u64) as usize);
                let margin = if exact {
                    solver.solve(me, them, Limits::default()).map_or(0.0, |answer| answer.margin as f32)
                } else {
                    let ahead =
                        |solver: &mut Solver, depth| solver.look_ahead(me, them, depth).unwrap_or(0) as f32;
                    (ahead(&mut solver, arguments.depth) + ahead(&mut solver, arguments.depth + 1)) / 128.0
                };
                list.push((me, them, margin));
            }
        }
        list
    };
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        handles.into_iter().flat_map(|handle| handle.join().unwrap_or_default()).collect()
    })
}

/// The features of all positions.
fn sampled(labelled: &[Labelled], finder: &FeatureFinder) -> Vec<Sample> {
    struct Find<'a>(&'a [Labelled], &'a FeatureFinder);
    impl Task for Find<'_> {
        type Output = Vec<Sample>;
        fn run<C: Cpu>(self, cpu: C) -> Vec<Sample> {
            let features = |me, them| -> Features { self.1.features(cpu, me, them) };
            self.0.iter().map(|&(me, them, margin)| Sample { features: features(me, them), margin }).collect()
        }
    }
    cpu::dispatch(Find(labelled, finder))
}

/// A time in seconds since 1970 as a date and time in UTC.
fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86400, seconds % 86400);
    // Civil date from days, with years that begin in March.
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02} {:02}:{:02}:{:02} UTC", rest / 3600, rest / 60 % 60, rest % 60)
}

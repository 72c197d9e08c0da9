//! Times the solver of Four in a Row on sets of positions with known scores, one thread, everything forgotten
//! before each position.
//!
//! `connect_bench FOLDER [limit [megabytes [solver [cpu]]]]`, the solver being `fast` (the default), `fast-128`,
//! `baseline`, `classic` or `classic-128`, and with `cpu` behind it the thread's processor time is measured, for
//! long searches on a machine that has other work too; `connect_bench empty [megabytes [threads]]` solves the empty board.
#![allow(clippy::print_stdout)] // Reason: this is a program, printing is what it does.

use agon_connect::ConnectPosition;
use agon_connect::solver::classic::Classic;
use agon_connect::solver::sets::{SetError, SetRow, bench_set, sets_in};
use agon_connect::solver::{Keyed, Options, Scored, Solver};
use agon_core::cpu::Choice;
use std::path::Path;
use std::time::{Duration, Instant};

fn main() -> Result<(), SetError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |i: usize| arguments.get(i).map_or("", String::as_str);
    let number = |i: usize, otherwise: usize| text(i).parse().unwrap_or(otherwise);
    if text(0) == "empty" {
        empty_board(Options {
            table_bytes: number(1, 1024) << 20,
            threads: number(2, 1),
            ..Options::default()
        });
        return Ok(());
    }
    let (limit, bytes) = (number(1, usize::MAX), number(2, 64) << 20);
    let options = Options { table_bytes: bytes, ..Options::default() };
    println!("| set | positions | mean µs | mean nodes | M nodes/s | errors |\n|---|---|---|---|---|---|");
    let path = Path::new(text(0));
    let sets = if path.is_file() { vec![path.to_owned()] } else { sets_in(path)? };
    let begin = Instant::now();
    let (wall, processor) = (|| begin.elapsed(), processor_time);
    let clock: &dyn Fn() -> Duration = if text(4) == "cpu" { &processor } else { &wall };
    for set in sets {
        let row = match text(3) {
            "classic" => classic::<u64>(&set, limit, clock, bytes)?,
            "classic-128" => classic::<u128>(&set, limit, clock, bytes)?,
            "fast-128" => fast::<u128>(&set, limit, clock, options)?,
            "baseline" => {
                fast::<u64>(&set, limit, clock, Options { instructions: Choice::Baseline, ..options })?
            }
            _ => fast::<u64>(&set, limit, clock, options)?,
        };
        let SetRow { set, positions, mean_microseconds, mean_nodes, nodes_per_second, errors } = row;
        let rate = nodes_per_second / 1e6;
        println!("| {set} | {positions} | {mean_microseconds:.2} | {mean_nodes:.1} | {rate:.2} | {errors} |");
    }
    Ok(())
}

/// The time this thread has run, as Linux tells it, in steps of some milliseconds; elsewhere none.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|nanos| nanos.parse().ok()).unwrap_or(0))
}

type Clock<'c> = &'c dyn Fn() -> Duration;

fn fast<B: Keyed>(set: &Path, limit: usize, clock: Clock<'_>, options: Options) -> Result<SetRow, SetError> {
    let mut solver = Solver::<B, 7, 6>::new(options);
    bench_set(set, limit, clock, &mut solver, Solver::clear, |solver, position: &ConnectPosition<B, 7, 6>| {
        solver.score(position)
    })
}

fn classic<B: Keyed>(set: &Path, limit: usize, clock: Clock<'_>, bytes: usize) -> Result<SetRow, SetError> {
    let mut solver = Classic::<B, 7, 6>::new(bytes);
    bench_set(
        set,
        limit,
        clock,
        &mut solver,
        Classic::clear,
        |solver, position: &ConnectPosition<B, 7, 6>| {
            let score = solver.score(position);
            Scored { score, nodes: solver.nodes() }
        },
    )
}

fn empty_board(options: Options) {
    let mut solver = Solver::<u64, 7, 6>::new(options);
    let start = Instant::now();
    let Scored { score, nodes } = solver.score(&ConnectPosition::START);
    println!("score {score}, {nodes} nodes, {:.2} s", start.elapsed().as_secs_f64());
}

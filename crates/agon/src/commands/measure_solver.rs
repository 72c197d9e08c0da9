//! `agon bench solver`, and `agon bench four-in-a-row --sets`: the solver of Four in a Row on positions with known scores.

use crate::cli::{BenchArgs, SolverArgs, SolverChoice};
use crate::failure::{Done, Failure};
use agon_connect::lab::solver_bench::{SolverBench, SolverKind, empty_board};
use agon_connect::solver::Options;
use agon_connect::solver::sets::SetRow;
use agon_connect::{Described, FourInARow};
use agon_core::cpu::Choice;
use agon_lab::bench::processor_time;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// `agon bench [four-in-a-row] --sets DIR`.
pub(crate) fn sets(args: &BenchArgs, folder: &Path, out: &mut dyn Write) -> Done {
    if let Some(game) = &args.game
        && !agon_games::registry().game(game)?.is::<FourInARow>()
    {
        return Err(Failure::Usage(format!("--sets is for {}", FourInARow::INFO.name)));
    }
    let options = Options { table_bytes: args.hash << 20, threads: args.threads, ..Options::default() };
    let limit = args.limit.unwrap_or(usize::MAX);
    let bench = SolverBench { solver: SolverKind::Fast, options, limit };
    let begin = Instant::now();
    table(&bench, folder, &|| begin.elapsed(), args.json, out)
}

/// `agon bench solver`.
pub(crate) fn run(args: &SolverArgs, out: &mut dyn Write) -> Done {
    let megabytes = args.hash.unwrap_or(if args.sets.is_some() { 64 } else { 1024 });
    let instructions = match args.solver {
        SolverChoice::Baseline => Choice::Baseline,
        SolverChoice::Fast | SolverChoice::Classic => Choice::Best,
    };
    let options = Options { table_bytes: megabytes << 20, threads: args.threads, instructions };
    let Some(path) = &args.sets else {
        let (found, seconds) = empty_board(options);
        let (score, nodes) = (found.score, found.nodes);
        match args.json {
            true => {
                let document = serde_json::json!({ "score": score, "nodes": nodes, "seconds": seconds });
                writeln!(out, "{document}")?;
            }
            false => writeln!(out, "score {score}, {nodes} nodes, {seconds:.2} s")?,
        }
        return Ok(());
    };
    let classic = args.solver == SolverChoice::Classic;
    let solver = if classic { SolverKind::Classic } else { SolverKind::Fast };
    let bench = SolverBench { solver, options, limit: args.limit.unwrap_or(usize::MAX) };
    let begin = Instant::now();
    let wall = || begin.elapsed();
    let clock: &dyn Fn() -> Duration = if args.processor_time { &processor_time } else { &wall };
    table(&bench, path, clock, args.json, out)
}

/// Solves the sets and prints a row for each as soon as it is solved.
fn table(
    bench: &SolverBench,
    path: &Path,
    clock: &dyn Fn() -> Duration,
    json: bool,
    out: &mut dyn Write,
) -> Done {
    let mut said = Ok(());
    if !json {
        writeln!(
            out,
            "{:<14} {:>9} {:>14} {:>14} {:>12} {:>10}  wrong",
            "set", "positions", "mean µs", "mean nodes", "positions/s", "M nodes/s"
        )?;
    }
    let mut report = |row: &SetRow| {
        if !json && said.is_ok() {
            said = writeln!(
                out,
                "{:<14} {:>9} {:>14.2} {:>14.1} {:>12.1} {:>10.2}  {}",
                row.set,
                row.positions,
                row.mean_microseconds,
                row.mean_nodes,
                1e6 / row.mean_microseconds.max(1e-9),
                row.nodes_per_second / 1e6,
                row.errors
            )
            .and_then(|()| out.flush());
        }
    };
    let rows = bench.run(path, clock, &mut report).map_err(|e| Failure::Failed(e.to_string()))?;
    said?;
    if json {
        writeln!(out, "{}", serde_json::json!({ "sets": rows }))?;
    }
    match rows.iter().map(|row| row.errors).sum::<usize>() {
        0 => Ok(()),
        wrong => Err(Failure::Failed(format!("{wrong} scores are wrong"))),
    }
}

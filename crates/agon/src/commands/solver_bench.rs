//! `agon bench four-in-a-row --sets`: the solver on positions with known scores.

use crate::failure::{Done, Failure};
use agon_connect::solver::Options;
use agon_connect::solver::sets::bench_sets;
use agon_connect::{Described, FourInARow};
use std::io::Write;
use std::path::Path;

pub(crate) fn run(
    game: Option<&str>,
    folder: &Path,
    limit: Option<usize>,
    options: Options,
    json: bool,
    out: &mut dyn Write,
) -> Done {
    if let Some(game) = game
        && !agon_games::registry().game(game)?.is::<FourInARow>()
    {
        return Err(Failure::Usage(format!("--sets is for {}", FourInARow::INFO.name)));
    }
    let mut said = Ok(());
    if !json {
        writeln!(
            out,
            "{:<14} {:>9} {:>14} {:>14} {:>12} {:>10}  wrong",
            "set", "positions", "mean µs", "mean nodes", "positions/s", "M nodes/s"
        )?;
    }
    let rows = bench_sets(folder, limit.unwrap_or(usize::MAX), options, |row| {
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
    })
    .map_err(|e| Failure::Failed(e.to_string()))?;
    said?;
    if json {
        writeln!(out, "{}", serde_json::json!({ "sets": rows }))?;
    }
    match rows.iter().map(|row| row.errors).sum::<usize>() {
        0 => Ok(()),
        wrong => Err(Failure::Failed(format!("{wrong} scores are wrong"))),
    }
}

//! `agon ablate`.

use crate::cli::AblateArgs;
use crate::failure::{Done, Failure};
use crate::progress::progress;
use agon_engine::Stop;
use agon_lab::ablation::{Ablation, Without};
use agon_lab::bench;
use agon_referee::Openings;
use std::io::Write;

pub(crate) fn run(args: &AblateArgs, out: &mut dyn Write) -> Done {
    let game = agon_games::registry().game(&args.game)?;
    let engines = agon_games::engines();
    let ablation = Ablation {
        positions: bench::positions(&engines, &*game, args.positions),
        depth: args.depth.unwrap_or(engines.info(game.info().name)?.bench_depth),
        openings: Openings::standard(&*game),
        game,
        engines: &engines,
        games: args.games,
        time: args.time,
        seed: args.seed,
        concurrency: args.concurrency,
    };
    let bar = progress(ablation.techniques()?.len() + 1, "engines");
    let seen = |row: &Without| {
        bar.inc(1);
        bar.set_message(format!("after {}", row.technique.unwrap_or("the engine as it is")));
    };
    let rows = ablation.run(&Stop::new(), &seen)?;
    bar.finish_and_clear();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&rows).map_err(|e| Failure::Failed(e.to_string()))?)?;
        return Ok(());
    }
    table(&rows, args, out)
}

fn table(rows: &[Without], args: &AblateArgs, out: &mut dyn Write) -> Done {
    let time = agon_core::duration::text(args.time);
    writeln!(out, "| without | depth | nodes | nodes, ratio | seconds | points at {time} | Elo (95 %) |")?;
    writeln!(out, "|---|---|---|---|---|---|---|")?;
    for row in rows {
        let name = row.technique.unwrap_or("(nothing)");
        let ratio = if row.technique.is_some() { format!("{:.2}", row.node_ratio) } else { "1".to_owned() };
        let (points, elo) = match &row.result {
            None => ("–".to_owned(), "–".to_owned()),
            Some(report) => {
                let s = report.strength;
                let elo = format!("{:+.0} ({:+.0} to {:+.0})", s.elo, s.elo_low, s.elo_high);
                (format!("{} of {}", report.points, report.games), elo)
            }
        };
        writeln!(
            out,
            "| {name} | {} | {} | {ratio} | {:.2} | {points} | {elo} |",
            row.depth, row.nodes, row.seconds
        )?;
    }
    Ok(())
}

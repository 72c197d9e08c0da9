//! `agon ladder`.

use crate::cli::LadderArgs;
use crate::failure::{Done, Failure};
use crate::line_store::LineStore;
use crate::progress::progress;
use agon_engine::Stop;
use agon_lab::ladder::{Ladder, Step};
use agon_referee::Openings;
use std::io::Write;

pub(crate) fn run(args: &LadderArgs, out: &mut dyn Write) -> Done {
    let game = agon_games::registry().game(&args.game)?;
    if args.to > 10 || args.from >= args.to {
        let why = format!(
            "a ladder goes up from a level to a higher one up to 10, not from {} to {}",
            args.from, args.to
        );
        return Err(Failure::Usage(why));
    }
    let name = |level: u32| if level == 0 { "random".to_owned() } else { format!("engine:level={level}") };
    let engines = agon_games::engines();
    let ladder = Ladder {
        registry: &agon_games::registry(),
        openings: Openings::standard(&*game),
        game,
        engines: &engines,
        players: (args.from..=args.to).map(name).collect(),
        games: args.games,
        seed: args.seed,
        concurrency: args.concurrency,
        slips: args.slips,
    };
    let (mut done, mut store) = (Vec::new(), None);
    if let Some(path) = &args.store {
        let (lines, text) = LineStore::open(path)?;
        done = ladder.parse(&text).map_err(|e| Failure::Failed(format!("{}: {e}", path.display())))?;
        store = Some(lines);
    }
    let bar = progress(args.games * (args.to - args.from) as usize, "games");
    bar.inc(done.len() as u64);
    let stop = Stop::new();
    let steps = ladder.run(&done, &stop, &|rung| {
        bar.inc(1);
        bar.set_message(rung.upper.clone());
        let line = serde_json::to_string(rung).unwrap_or_default();
        if store.as_ref().is_some_and(|store| !store.keep(&line)) {
            stop.set();
        }
    })?;
    bar.finish_and_clear();
    store.map_or(Ok(()), LineStore::close)?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&steps).map_err(|e| Failure::Failed(e.to_string()))?)?;
        return Ok(());
    }
    table(&steps, out)
}

fn table(steps: &[Step], out: &mut dyn Write) -> Done {
    let counted = steps.iter().any(|step| step.slips.is_some());
    let more = if counted { [" slips a game | its opponent's |", "---|---|"] } else { ["", ""] };
    writeln!(out, "| level | against | points | games | score | Elo | 95 % interval |{}", more[0])?;
    writeln!(out, "|---|---|---|---|---|---|---|{}", more[1])?;
    for Step { upper, lower, report, slips } in steps {
        let slips = slips.map_or(String::new(), |[own, other]| format!(" {own:.2} | {other:.2} |"));
        let share = 100.0 * report.points / report.games.max(1) as f64;
        let s = report.strength;
        writeln!(
            out,
            "| {upper} | {lower} | {} | {} | {share:.1} % | {:+.0} | {:+.0} to {:+.0} |{slips}",
            report.points, report.games, s.elo, s.elo_low, s.elo_high
        )?;
    }
    Ok(())
}

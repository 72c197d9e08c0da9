//! `agon ladder`.

use super::matches::progress;
use crate::cli::LadderArgs;
use crate::failure::{Done, Failure};
use agon_arena::Openings;
use agon_arena::ladder::{Ladder, Step};
use agon_engines::{Engines, Stop};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::sync::Mutex;

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
    let engines = Engines::standard();
    let ladder = Ladder {
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
        let wrong =
            |e: std::io::Error| Failure::Failed(format!("cannot use the store {}: {e}", path.display()));
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(e) if e.kind() == ErrorKind::NotFound => String::new(),
            Err(e) => return Err(wrong(e)),
        };
        done = ladder.parse(&text).map_err(|e| Failure::Failed(format!("{}: {e}", path.display())))?;
        // What was cut short in the last line is written again.
        let kept = text.rfind('\n').map_or(0, |end| end + 1);
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(wrong)?;
        file.set_len(kept as u64).map_err(wrong)?;
        store = Some(Mutex::new(file));
    }
    let bar = progress(args.games * (args.to - args.from) as usize);
    bar.inc(done.len() as u64);
    let trouble = Mutex::new(None);
    let stop = Stop::new();
    let steps = ladder.run(&done, &stop, &|rung| {
        bar.inc(1);
        bar.set_message(rung.upper.clone());
        let line = serde_json::to_string(rung).unwrap_or_default() + "\n";
        if let Some(Ok(mut file)) = store.as_ref().map(Mutex::lock)
            && let Err(error) = file.write_all(line.as_bytes())
        {
            // A game that is not kept would have to be played again: better to stop and say so.
            stop.set();
            trouble.lock().unwrap_or_else(|e| e.into_inner()).replace(error);
        }
    })?;
    bar.finish_and_clear();
    if let Some(error) = trouble.into_inner().unwrap_or_else(|e| e.into_inner()) {
        return Err(Failure::Failed(format!("the store cannot be written: {error}")));
    }
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

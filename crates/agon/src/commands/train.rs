//! `agon train`: makes the position sets, statistics and games that are embedded or measured with.

use super::{book, fit};
use crate::cli::{TrainArgs, TrainWork};
use crate::failure::{Done, Failure};
use crate::progress::progress;
use agon_lab::games::GamesTask;
use agon_lab::position_sets::{Recipe, balanced_openings, fitted_models, midgame};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

pub(crate) fn run(args: &TrainArgs, out: &mut dyn Write) -> Done {
    if let Some(TrainWork::Fit(command)) = &args.work {
        return fit::run(command, out);
    }
    let game = agon_games::registry().game(args.game.as_deref().unwrap_or_default())?;
    if let Some(path) = &args.games {
        let task = GamesTask { random_plies: args.plies, nodes: args.nodes, seed: args.seed };
        return fit::whole_games(&*game, path, task, args.count as u64, out);
    }
    if let Some(path) = &args.book {
        return book::run(&*game, path, args, out);
    }
    let engines = agon_games::engines();
    let recipe = Recipe { count: args.count, nodes: args.nodes, seed: args.seed };
    let started = Instant::now();
    let bar = progress(args.count, "done");
    let tell = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let TrainArgs { count, plies, nodes, seed, depth, .. } = args;
    let id = game.id();
    let (path, command, lines) = match (&args.openings, &args.midgame, &args.probcut) {
        (Some(path), _, _) => {
            let command = format!(
                "agon train {id} --openings FILE --count {count} --plies {plies} --nodes {nodes} --seed {seed}"
            );
            (path, command, balanced_openings(&*game, &engines, *plies, recipe, &tell)?)
        }
        (None, Some(path), _) => {
            let command =
                format!("agon train {id} --midgame FILE --count {count} --nodes {nodes} --seed {seed}");
            (path, command, midgame(&game, &engines, recipe, &tell)?)
        }
        (None, None, Some(path)) => {
            let command = format!(
                "agon train {id} --probcut FILE --count {count} --nodes {nodes} --depth {depth} --seed {seed}"
            );
            (path, command, fitted_models(&game, &engines, *depth, recipe, &tell)?)
        }
        (None, None, None) => {
            let ways = "--openings FILE, --midgame FILE, --probcut FILE, --book FILE or --games FILE";
            return Err(Failure::Usage(format!("say what to make: {ways}")));
        }
    };
    bar.finish_and_clear();
    let version = env!("CARGO_PKG_VERSION");
    let seconds = started.elapsed().as_secs_f64();
    let text = format!("# made by: {command}\n# version {version}, {seconds:.0} s\n{}\n", lines.join("\n"));
    write(path, &text)?;
    writeln!(out, "{}: {} lines in {seconds:.1} s", path.display(), lines.len())?;
    Ok(())
}

fn write(path: &Path, text: &str) -> Done {
    std::fs::write(path, text).map_err(|e| Failure::Failed(format!("cannot write {}: {e}", path.display())))
}

/// Writes a file beside its place and then puts it there, so that there is a whole one at any time.
pub(crate) fn replace(path: &Path, text: &str) -> Done {
    let beside = path.with_extension("unfinished");
    write(&beside, text)?;
    std::fs::rename(&beside, path)
        .map_err(|e| Failure::Failed(format!("cannot write {}: {e}", path.display())))
}

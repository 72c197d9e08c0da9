//! `agon bench`.

use crate::failure::{Done, Failure};
use crate::progress::progress;
use agon_core::AnyGame;
use agon_engine::Engines;
use agon_lab::bench::{self, Gain, Work};
use agon_lab::measures::{Measures, Reach, Saving, SpeedUp};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// The depth at which nodes are compared with plain alpha-beta's.
const SAVING_DEPTH: u32 = 8;
const REACH_TIME: Duration = Duration::from_secs(1);
const THREADS: usize = 2;

/// How often the benchmark runs with each set of instructions to compare them.
const GAIN_ROUNDS: usize = 5;

/// How many of a game's embedded positions the full benchmark uses.
const POSITIONS: usize = 50;

/// The benchmark of one game.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    work: Work,
    #[serde(flatten)]
    full: Option<Full>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<Gain>,
}

/// What the full benchmark adds.
#[derive(Serialize)]
struct Full {
    saving: Saving,
    reach: Reach,
    speed_up: SpeedUp,
}

pub(crate) fn run(game: Option<&str>, full: bool, baseline: bool, json: bool, out: &mut dyn Write) -> Done {
    let registry = agon_games::registry();
    let engines = agon_games::engines();
    let games = match game {
        Some(id) => vec![registry.game(id)?],
        None => registry.games().cloned().collect(),
    };
    let mut rows = Vec::new();
    for game in games {
        let work = bench::bench(&engines, &*game)?;
        if !json {
            writeln!(
                out,
                "{:<14} {} positions to depth {}: {} nodes in {:.3} s, {:.2} M/s",
                work.game,
                work.positions,
                work.depth,
                work.nodes,
                work.seconds,
                work.nodes as f64 / work.seconds.max(1e-9) / 1e6
            )?;
            out.flush()?;
        }
        let full = if full { Some(measure(&engines, &*game, !json, out)?) } else { None };
        let instructions = if baseline { Some(bench::gain(&engines, &*game, GAIN_ROUNDS)?) } else { None };
        if let (Some(gain), false) = (instructions, json) {
            writeln!(
                out,
                "{:<14} processor time {:.3} s, with the baseline's instructions {:.3} s: {:.2} times as fast",
                "", gain.best, gain.baseline, gain.ratio
            )?;
            out.flush()?;
        }
        rows.push(Row { work, full, instructions });
    }
    let nodes: u64 = rows.iter().map(|row| row.work.nodes).sum();
    let seconds: f64 = rows.iter().map(|row| row.work.seconds).sum();
    if json {
        let document = serde_json::json!({ "nodes": nodes, "seconds": seconds, "games": rows });
        writeln!(out, "{document}")?;
    } else if rows.len() > 1 {
        writeln!(out, "{:<14} {nodes} nodes in {seconds:.3} s", "all")?;
    }
    if nodes == 0 { Err(Failure::Failed("there was nothing to search".into())) } else { Ok(()) }
}

/// Measures one part after the other and, if asked to, says of each as soon as it is known.
fn measure(engines: &Engines, game: &dyn AnyGame, aloud: bool, out: &mut dyn Write) -> Result<Full, Failure> {
    let positions = bench::positions(engines, game, POSITIONS);
    let measures = Measures { engines, game, positions: &positions };
    let bar = progress(3 * positions.len(), "positions");
    let seen = || bar.inc(1);
    let mut say = |what: String| -> Done {
        if aloud {
            bar.suspend(|| writeln!(out, "{:<14} {what}", "").and_then(|()| out.flush()))?;
        }
        Ok(())
    };
    let reach = measures.reach(REACH_TIME, &seen)?;
    say(format!(
        "{} positions, {} s each, one thread: median depth {}{}{}",
        reach.depths.len(),
        reach.seconds,
        reach.median,
        if reach.solved == 0 { String::new() } else { format!(", {} more solved", reach.solved) },
        reach.median_with_forced.map_or(String::new(), |median| format!(
            " (forced moves not counted; {median} where they are, forced=off)"
        ))
    ))?;
    let speed_up = measures.speed_up(reach.median, THREADS, &seen)?;
    say(format!(
        "{} positions to depth {}, {} threads: {:.2} times as fast as one, with {:.2} times the nodes",
        speed_up.positions, speed_up.depth, speed_up.threads, speed_up.factor, speed_up.nodes
    ))?;
    let saving = measures.saving(SAVING_DEPTH, &seen)?;
    say(format!(
        "{} positions to depth {}: exact techniques need {:.1} % of plain alpha-beta's nodes",
        saving.positions,
        saving.depth,
        100.0 * saving.share
    ))?;
    bar.finish_and_clear();
    Ok(Full { saving, reach, speed_up })
}

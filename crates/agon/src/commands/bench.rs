//! `agon bench`.

use crate::failure::{Done, Failure};
use agon_engines::{Engines, bench};
use std::io::Write;

pub(crate) fn run(game: Option<&str>, json: bool, out: &mut dyn Write) -> Done {
    let registry = agon_games::registry();
    let engines = Engines::standard();
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
        rows.push(work);
    }
    let nodes: u64 = rows.iter().map(|w| w.nodes).sum();
    let seconds: f64 = rows.iter().map(|w| w.seconds).sum();
    if json {
        let document = serde_json::json!({ "nodes": nodes, "seconds": seconds, "games": rows });
        writeln!(out, "{document}")?;
    } else if rows.len() > 1 {
        writeln!(out, "{:<14} {nodes} nodes in {seconds:.3} s", "all")?;
    }
    if nodes == 0 { Err(Failure::Failed("there was nothing to search".into())) } else { Ok(()) }
}

//! `agon perft`.

use crate::cli::WhereArgs;
use crate::failure::Done;
use agon_core::cpu::Choice;
use std::io::Write;
use std::time::Instant;

pub(crate) fn run(game: &str, depth: u32, place: &WhereArgs, baseline: bool, out: &mut dyn Write) -> Done {
    let game = agon_games::registry().game(game)?;
    let line = place.line(&game)?;
    let choice = if baseline { Choice::Baseline } else { Choice::Best };
    for depth in 1..=depth {
        let started = Instant::now();
        let nodes = line.position().perft(depth, choice);
        let seconds = started.elapsed().as_secs_f64();
        writeln!(out, "{depth} {nodes} {seconds:.6} {:.0}", nodes as f64 / seconds.max(1e-9))?;
        out.flush()?;
    }
    Ok(())
}

//! `agon bench endgames` and `agon bench labels`: the exact solver of Reversi on published and on random positions.

use super::measure::print;
use crate::cli::{EndgamesArgs, InstructionChoice, LabelsArgs, OrderingChoice, ReversiSolverArgs};
use crate::failure::{Done, Failure};
use agon_core::cpu::Choice;
use agon_lab::bench::processor_time;
use agon_reversi::lab::ffo::{self, EndgameRun, Solved};
use agon_reversi::lab::labels::LabelRun;
use agon_reversi::solver::evaluation::weights_file;
use agon_reversi::solver::{Options, Ordering, Techniques};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Megabytes of the table if nothing is said: for one hard position, and for many easy ones.
const HASH_FOR_ENDGAMES: usize = 512;
const HASH_FOR_LABELS: usize = 2;

/// The solver's options.
fn options(args: &ReversiSolverArgs, megabytes: usize) -> Result<Options, Failure> {
    let mut techniques = Techniques::ALL;
    for name in &args.without {
        let unknown = || Failure::Usage(format!("there is no technique '{name}'"));
        techniques = techniques.without(name).ok_or_else(unknown)?;
    }
    let ordering = match (args.ordering, &args.weights) {
        (OrderingChoice::Patterns, Some(path)) => {
            let failed = |reason: String| Failure::Failed(format!("cannot use {}: {reason}", path.display()));
            let file = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
            let (_, patterns) = weights_file::read(&file).map_err(|error| failed(error.to_string()))?;
            Ordering::Fitted(Arc::new(patterns))
        }
        (OrderingChoice::Patterns, None) => Ordering::Patterns,
        (_, Some(_)) => return Err(Failure::Usage("--weights are for --ordering patterns".into())),
        (OrderingChoice::Simple, None) => Ordering::Simple,
        (OrderingChoice::None, None) => Ordering::None,
    };
    let instructions = match args.instructions {
        InstructionChoice::Best => Choice::Best,
        InstructionChoice::Baseline => Choice::Baseline,
    };
    let table_bytes = args.hash.unwrap_or(megabytes) << 20;
    Ok(Options { table_bytes, threads: args.threads, instructions, techniques, ordering })
}

/// `agon bench endgames`.
pub(crate) fn endgames(args: &EndgamesArgs, out: &mut dyn Write) -> Done {
    let data =
        || std::env::var_os("AGON_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let folder = args.folder.clone().unwrap_or_else(|| data().join("ffo"));
    let endgames = ffo::endgames(&folder, args.from..=args.to)?;
    let options = options(&args.solver, HASH_FOR_ENDGAMES)?;
    let json = args.solver.json;
    if !json {
        writeln!(out, "{}", ffo::HEADING)?;
    }
    let mut said = Ok(());
    let mut report = |solved: &Solved| {
        if !json && said.is_ok() {
            said = writeln!(out, "{solved}").and_then(|()| out.flush());
        }
    };
    let run = EndgameRun { options, winner: args.winner, rounds: args.solver.rounds };
    let list = run.run(&endgames, &processor_time, &mut report)?;
    said?;
    let nodes: u64 = list.iter().map(|solved| solved.nodes).sum();
    let processor: f64 = list.iter().map(|solved| solved.processor_seconds).sum();
    let seconds: f64 = list.iter().map(|solved| solved.seconds).sum();
    match json {
        true => {
            let document = serde_json::json!({
                "endgames": list, "nodes": nodes, "processor_seconds": processor, "seconds": seconds
            });
            writeln!(out, "{document}")?;
        }
        false => {
            let rate = nodes as f64 / processor.max(1e-9) / 1e6;
            writeln!(out, "sum {nodes:37} {processor:9.3} {seconds:9.3}  {rate:6.1}")?;
        }
    }
    match list.iter().filter(|solved| !solved.right).count() {
        0 => Ok(()),
        wrong => Err(Failure::Failed(format!("{wrong} differ from what is published"))),
    }
}

/// `agon bench labels`.
pub(crate) fn labels(args: &LabelsArgs, out: &mut dyn Write) -> Done {
    let LabelsArgs { positions, empties, seed, solver } = args;
    let options = options(solver, HASH_FOR_LABELS)?;
    let (positions, empties, seed, rounds) = (*positions, *empties, *seed, solver.rounds);
    print(&LabelRun { options, empties, positions, seed, rounds }.run(&processor_time)?, solver.json, out)
}

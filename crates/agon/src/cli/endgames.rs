//! Arguments of `agon bench endgames` and `agon bench labels`: the exact solver of Reversi, measured.

use super::values::{parse_many, parse_megabytes, parse_threads};
use agon_reversi::solver::Techniques;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// How the exact solver of Reversi is set.
#[derive(Args, Debug)]
pub(crate) struct ReversiSolverArgs {
    /// What orders the moves.
    #[arg(long, value_enum, default_value_t = OrderingChoice::Patterns)]
    pub(crate) ordering: OrderingChoice,
    /// A file of weights for the patterns, as 'agon train fit reversi ordering' writes it, instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Switches a technique off; may be given several times.
    #[arg(long, value_name = "TECHNIQUE", value_parser = PossibleValuesParser::new(Techniques::NAMES))]
    pub(crate) without: Vec<String>,
    /// Threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    pub(crate) threads: usize,
    /// Megabytes of the table.
    #[arg(long, value_name = "MB", value_parser = parse_megabytes)]
    pub(crate) hash: Option<usize>,
    /// Which instructions of the processor to use.
    #[arg(long, value_enum, default_value_t = InstructionChoice::Best)]
    pub(crate) instructions: InstructionChoice,
    /// Solve everything so many times; the best time counts.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_many)]
    pub(crate) rounds: usize,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What orders the moves of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum OrderingChoice {
    /// Nothing: squares as they come.
    None,
    /// The opponent's mobility, corners and parity, without weights.
    Simple,
    /// The small pattern evaluation.
    Patterns,
}

/// Which instructions to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum InstructionChoice {
    /// The best that the processor has.
    Best,
    /// Those that every processor of its kind has.
    Baseline,
}

#[derive(Args, Debug)]
pub(crate) struct EndgamesArgs {
    /// The folder with fforum-20-39.obf and fforum-40-59.obf; ffo in the folder that AGON_DATA names, or in ../shared/data, if it
    /// is not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    /// The number of the first endgame.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(20..=59))]
    pub(crate) from: u32,
    /// The number of the last one.
    #[arg(long, value_name = "N", default_value_t = 44, value_parser = clap::value_parser!(u32).range(20..=59))]
    pub(crate) to: u32,
    /// Ask only who wins.
    #[arg(long)]
    pub(crate) winner: bool,
    #[command(flatten)]
    pub(crate) solver: ReversiSolverArgs,
}

#[derive(Args, Debug)]
pub(crate) struct LabelsArgs {
    /// How many positions.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = parse_many)]
    pub(crate) positions: usize,
    /// Their empty squares.
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) empties: u32,
    /// The seed of the random games that they come from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) solver: ReversiSolverArgs,
}

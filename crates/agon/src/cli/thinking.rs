//! Options of the commands that think about one position.

use super::position::PositionArgs;
use super::values::{parse_duration, parse_megabytes, parse_threads};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// A position, an engine and how much it may think.
#[derive(Args, Debug)]
pub(crate) struct ThinkArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Time to think: 500ms, 2s, 1m. One second if nothing else limits the search.
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Plies to look ahead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Positions to look at.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// A level, 1 to 10, or a named opponent.
    #[arg(long, value_name = "L")]
    pub(crate) level: Option<String>,
    /// Threads; 1 gives the same answer on every machine for a depth or a number of nodes.
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// Memory for the transposition table, in megabytes.
    #[arg(long, value_name = "MB")]
    pub(crate) hash: Option<usize>,
    /// Engine settings, for example eval=simple:lmr=off; 'agon games GAME' lists them.
    #[arg(long, value_name = "SETTINGS")]
    pub(crate) engine: Option<String>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What to solve.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// A file with one problem a line: a position, or for connect-four games the columns played; a known value
    /// after it (`4453 18`, `POSITION; 12` or, as in the FFO files, `POSITION; G8:+18`) is compared.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "position", "seed"])]
    pub(crate) file: Option<PathBuf>,
    /// Only who wins, which is found sooner: 1, 0 or -1 for the side to move.
    #[arg(long, conflicts_with = "file")]
    pub(crate) winner: bool,
    /// The columns of --file or --moves are counted from 1.
    #[arg(long)]
    pub(crate) one_based: bool,
    /// Threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    pub(crate) threads: usize,
    /// Memory for the transposition table, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = parse_megabytes)]
    pub(crate) hash: usize,
    /// Print one JSON document, or one a line for a file.
    #[arg(long)]
    pub(crate) json: bool,
}

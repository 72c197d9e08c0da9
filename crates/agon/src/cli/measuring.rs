//! Arguments of `agon bench` and its subcommands.

use super::endgames::{EndgamesArgs, LabelsArgs};
use super::values::{parse_duration, parse_many, parse_megabytes, parse_threads};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    pub(crate) measure: Option<Measure>,
    /// The game; all games if it is not given.
    pub(crate) game: Option<String>,
    /// Also the nodes that exact techniques save, the depth reached in a second and the speed-up by threads,
    /// on fifty positions (some minutes a game).
    #[arg(long)]
    pub(crate) full: bool,
    /// Also the processor time of the same work with the baseline's instructions, and the ratio (best of five runs each,
    /// in turn).
    #[arg(long)]
    pub(crate) baseline: bool,
    /// Solve the sets of positions in this folder instead (four-in-a-row; files Test_…, a line each with the columns
    /// played, counted from 1, and the score).
    #[arg(long, value_name = "DIR", conflicts_with_all = ["full", "baseline"])]
    pub(crate) sets: Option<PathBuf>,
    /// With --sets: only so many positions of each set.
    #[arg(long, value_name = "N", requires = "sets")]
    pub(crate) limit: Option<usize>,
    /// With --sets: megabytes of the solver's table, emptied before each position.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = parse_megabytes)]
    pub(crate) hash: usize,
    /// With --sets: threads of the solver.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    pub(crate) threads: usize,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What else can be measured.
#[derive(Subcommand, Debug)]
pub(crate) enum Measure {
    /// Search positions of a game: how deep, how many nodes, how long.
    Search(SearchArgs),
    /// The nodes that exact techniques need, in parts of plain alpha-beta's.
    Saving(SavingArgs),
    /// The exact solver of Four in a Row on sets of positions, or on the empty board.
    Solver(SolverArgs),
    /// How soon every move of a Four in a Row position has its exact value.
    ExactValues(ExactValuesArgs),
    /// Whether the strongest level of Four in a Row ever plays a move that is not the best.
    PerfectPlay(PerfectPlayArgs),
    /// How many positions from games of Connect4 9×9 the exact solver solves in a time.
    Solved(SolvedArgs),
    /// The exact solver of Connect4 9×9 beside a simpler one, on positions from games.
    Classic(ClassicArgs),
    /// The exact solver of Reversi on the published FFO endgames, whose scores and moves are compared.
    Endgames(EndgamesArgs),
    /// How many random positions of Reversi the exact solver solves in an hour, as labels to learn from.
    Labels(LabelsArgs),
    /// What explicit dice cost the search of ants against folded ones.
    Dice(DiceArgs),
    /// What the referee costs for a move.
    Overhead(OverheadArgs),
    /// Whether anybody well-behaved loses on time while every processor is busy.
    TimeLosses(TimeLossArgs),
    /// How many moves a second the course's game server passes on.
    Throughput(ThroughputArgs),
    /// Whether everybody who watches a game at the page sees every move.
    Watchers(WatchersArgs),
}

#[derive(Args, Debug)]
pub(crate) struct SearchArgs {
    /// The game.
    pub(crate) game: String,
    /// Search to this depth; leaves books and solvers out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Search so many nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Search for this time; a second if no limit is given.
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Engine settings, for example eval=trained:lmr=off.
    #[arg(long, value_name = "SETTINGS", default_value = "")]
    pub(crate) engine: String,
    #[command(flatten)]
    pub(crate) on: PositionsArgs,
}

#[derive(Args, Debug)]
pub(crate) struct SavingArgs {
    /// The game.
    pub(crate) game: String,
    /// The depth of both searches.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) on: PositionsArgs,
}

/// What searches are measured on.
#[derive(Args, Debug)]
pub(crate) struct PositionsArgs {
    /// How many of the game's embedded positions.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = parse_many)]
    pub(crate) positions: usize,
    /// The positions of this file instead: a position or a game's moves a line.
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    pub(crate) file: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SolverChoice {
    /// The one that the engines use.
    Fast,
    /// The same with the processor's baseline instructions.
    Baseline,
    /// A simpler one to compare with.
    Classic,
}

#[derive(Args, Debug)]
pub(crate) struct SolverArgs {
    /// A set of positions, or a folder with sets (files Test_…, a line each with the columns played, counted from 1, and the
    /// score); the empty board if it is not given.
    #[arg(long, value_name = "PATH")]
    pub(crate) sets: Option<PathBuf>,
    /// Which solver solves the sets.
    #[arg(long, value_enum, default_value_t = SolverChoice::Fast, requires = "sets")]
    pub(crate) solver: SolverChoice,
    /// Only so many positions of each set.
    #[arg(long, value_name = "N", requires = "sets")]
    pub(crate) limit: Option<usize>,
    /// Measure processor time, for long searches on a machine that has other work too.
    #[arg(long, requires = "sets")]
    pub(crate) processor_time: bool,
    /// Megabytes of the table; 64 for sets, 1024 for the empty board if it is not given.
    #[arg(long, value_name = "MB", value_parser = parse_megabytes)]
    pub(crate) hash: Option<usize>,
    /// Threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    pub(crate) threads: usize,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ExactValuesArgs {
    /// How many random positions with any number of stones.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = parse_many)]
    pub(crate) count: usize,
    /// And all positions with this many stones.
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u8).range(0..=8))]
    pub(crate) stones: u8,
    /// The seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PerfectPlayArgs {
    /// At least so many moves, of games from random positions with up to 12 stones.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = parse_many)]
    pub(crate) moves: usize,
    /// The seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Megabytes of the table of the solver that judges them.
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = parse_megabytes)]
    pub(crate) hash: usize,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Positions from games.
#[derive(Args, Debug)]
pub(crate) struct StonesArgs {
    /// A file with the moves of a game a line, as 'agon train connect4-9x9 --games FILE' writes it.
    #[arg(long, value_name = "FILE")]
    pub(crate) games: PathBuf,
    /// How many stones the positions have.
    #[arg(long, value_name = "N")]
    pub(crate) stones: usize,
    /// Only so many games.
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// Megabytes of a table.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = parse_megabytes)]
    pub(crate) hash: usize,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct SolvedArgs {
    #[command(flatten)]
    pub(crate) on: StonesArgs,
    /// The time for each position.
    #[arg(long, value_name = "T", default_value = "4s", value_parser = parse_duration)]
    pub(crate) time: Duration,
    /// Threads.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = parse_threads)]
    pub(crate) threads: usize,
}

#[derive(Args, Debug)]
pub(crate) struct ClassicArgs {
    #[command(flatten)]
    pub(crate) on: StonesArgs,
    /// Leave out what costs the simpler one more than so many nodes.
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    pub(crate) most_nodes: u64,
}

#[derive(Args, Debug)]
pub(crate) struct DiceArgs {
    /// How many positions from the middle of games; those with food are searched.
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = parse_many)]
    pub(crate) positions: usize,
    /// The depth of both searches.
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: u32,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct OverheadArgs {
    /// Games of each figure.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = parse_many)]
    pub(crate) games: usize,
    /// Also a program on pipes that answers at once, in the protocols of connect4-9x9 and UGI, with and without the sandbox.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) program: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct TimeLossArgs {
    /// The game.
    #[arg(default_value = "four-in-a-row")]
    pub(crate) game: String,
    /// How many games with our engine as a program, and as many with it in this process.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_many)]
    pub(crate) games: usize,
    /// The time for a move.
    #[arg(long, value_name = "T", default_value = "100ms", value_parser = parse_duration)]
    pub(crate) time: Duration,
    /// Threads that keep each processor busy beside the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) busy: usize,
    /// Whom our engine as a program plays against.
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    pub(crate) opponent: String,
}

#[derive(Args, Debug)]
pub(crate) struct ThroughputArgs {
    /// How many games of each kind.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
}

#[derive(Args, Debug)]
pub(crate) struct WatchersArgs {
    /// How many watch.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = parse_many)]
    pub(crate) watchers: usize,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

//! Arguments of what engines are judged and made with: ladders, ablations, training, proofs.

use super::fitting::FitCommand;
use super::values::{parse_duration, parse_many, parse_many_or_none, parse_megabytes, parse_threads};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
pub(crate) struct LadderArgs {
    /// The game.
    pub(crate) game: String,
    /// Games on each rung.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = parse_many)]
    pub(crate) games: usize,
    /// The lowest level to play; 0 is the random player.
    #[arg(long, value_name = "L", default_value_t = 0)]
    pub(crate) from: u32,
    /// The highest level to play.
    #[arg(long, value_name = "L", default_value_t = 10)]
    pub(crate) to: u32,
    /// The seed of openings and dice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games are played at the same time.
    #[arg(long, value_name = "C", default_value_t = 1, value_parser = parse_threads)]
    pub(crate) concurrency: usize,
    /// Also count the moves that give away a win or a draw, by the exact solver (four-in-a-row; some seconds a game).
    #[arg(long)]
    pub(crate) slips: bool,
    /// Keep every finished game here, one JSON document a line, and go on from it when started again.
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct AblateArgs {
    /// The game.
    pub(crate) game: String,
    /// The depth that positions are searched to; the game's usual one if it is not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// How many positions.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = parse_many)]
    pub(crate) positions: usize,
    /// Games of each match against the whole engine; 0 leaves the matches out.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = parse_many_or_none)]
    pub(crate) games: usize,
    /// The time for a move in them.
    #[arg(long, value_name = "T", value_parser = parse_duration, default_value = "50ms")]
    pub(crate) time: Duration,
    /// The seed of openings and dice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games are played at the same time.
    #[arg(long, value_name = "C", default_value_t = 1, value_parser = parse_threads)]
    pub(crate) concurrency: usize,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true
)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    pub(crate) work: Option<TrainWork>,
    /// The game.
    #[arg(required = true)]
    pub(crate) game: Option<String>,
    /// Write balanced openings, distinct up to symmetry, to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// Write positions from the middle of the engine's own games to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "openings")]
    pub(crate) midgame: Option<PathBuf>,
    /// Write the models of multi-ProbCut, fitted to searches of positions from the engine's own games.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["openings", "midgame"])]
    pub(crate) probcut: Option<PathBuf>,
    /// Write the book of Four in a Row, the exact score of every position with --plies stones, or of Connect4 9×9, what a
    /// search of --nodes says of each; goes on where the file ends if it is there.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["openings", "midgame", "probcut"])]
    pub(crate) book: Option<PathBuf>,
    /// Write whole games of the engine against itself, the moves of one a line, each from --plies random moves; goes on where
    /// the file ends if it is there.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["openings", "midgame", "probcut", "book"])]
    pub(crate) games: Option<PathBuf>,
    /// Megabytes of the table for --book.
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = parse_megabytes)]
    pub(crate) hash: usize,
    /// Threads of the solver for --book.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    pub(crate) threads: usize,
    /// How deep the searches go that multi-ProbCut is fitted to.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(3..=30))]
    pub(crate) depth: u32,
    /// How many.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = parse_many)]
    pub(crate) count: usize,
    /// The length of openings in moves.
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(crate) plies: usize,
    /// Positions the engine looks at for each judgement or move.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// The seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Subcommand, Debug)]
pub(crate) enum TrainWork {
    /// Fit the numbers of an evaluation to games of the engine against itself.
    #[command(subcommand, disable_help_subcommand = true)]
    Fit(FitCommand),
}

#[derive(Args, Debug)]
pub(crate) struct ProveArgs {
    /// The board, columns x rows: 7x7, 8x6, 6x8, 9x5 …
    pub(crate) board: String,
    /// Keep every answer here, a line each, and go on from it when started again.
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// By how many stones, too.
    #[arg(long)]
    pub(crate) exact: bool,
    /// Positions with up to this many stones are looked at one by one if need be; later ones in one go.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) plies: usize,
    /// Megabytes of the solver's table.
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = parse_megabytes)]
    pub(crate) hash: usize,
    /// Threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    pub(crate) threads: usize,
}
